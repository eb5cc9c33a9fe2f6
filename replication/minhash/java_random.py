"""`java.util.Random`, whose numbers the original took for hash functions and draws.

The generator is documented down to its constants: a 48-bit linear congruential generator of which the upper bits are
given out. All integers are Java's: two's complement, 32 or 64 bits wide.
"""

from __future__ import annotations

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 11
_STATE_MASK = (1 << 48) - 1


class JavaRandom:
    """The stream a seed gives. `JavaRandom(1123456).next_long()` -> `-5156015021847301952`"""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _STATE_MASK

    def next_bits(self, bits: int) -> int:
        """The upper `bits` of the next 48-bit state, as a signed 32-bit integer."""
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _STATE_MASK
        return _signed(self._state >> (48 - bits), 32)

    def next_long(self) -> int:
        """Two halves, added and not joined: a negative lower half takes one from the upper."""
        upper = self.next_bits(32)
        return _signed((upper << 32) + self.next_bits(32), 64)

    def next_int(self, bound: int) -> int:
        """A number in `range(bound)`. Draws of the last, incomplete round are thrown away: all are equally likely."""
        if bound <= 0:
            raise ValueError(f"the bound must be positive, not {bound}")
        if bound & (bound - 1) == 0:
            return (bound * self.next_bits(31)) >> 31
        while True:
            drawn = self.next_bits(31)
            value = drawn % bound
            if drawn - value + bound - 1 < 1 << 31:
                return value


def _signed(value: int, bits: int) -> int:
    """The low `bits` of value, read as two's complement: `_signed(0xFFFFFFFF, 32)` -> `-1`."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value
