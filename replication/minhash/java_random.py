"""`java.util.Random`, from which the original code took its hash functions and draws.

The generator is documented down to its constants: a 48-bit linear congruential generator of which the upper bits are
given out. All integers are Java's: two's complement, 32 or 64 bits wide.
"""

from __future__ import annotations

_MULTIPLIER = 0x5DEECE66D
_INCREMENT = 11
_STATE_MASK = (1 << 48) - 1


class JavaRandom:
    """The stream of random numbers of a seed. `JavaRandom(1123456).next_long()` -> `-5156015021847301952`"""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _STATE_MASK

    def next_bits(self, bits: int) -> int:
        """Return the upper `bits` of the next 48-bit state, as a signed 32-bit integer."""
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _STATE_MASK
        return _read_signed(self._state >> (48 - bits), 32)

    def next_long(self) -> int:
        """Add two halves. They are not joined: a negative lower half takes one from the upper."""
        upper = self.next_bits(32)
        return _read_signed((upper << 32) + self.next_bits(32), 64)

    def next_int(self, bound: int) -> int:
        """Draw a number in `range(bound)`, all equally likely: draws of the last, incomplete round are dropped."""
        if bound <= 0:
            raise ValueError(f"the bound must be positive, not {bound}")
        if bound & (bound - 1) == 0:
            return (bound * self.next_bits(31)) >> 31
        while True:
            drawn = self.next_bits(31)
            value = drawn % bound
            if drawn - value + bound - 1 < 1 << 31:
                return value


def _read_signed(value: int, bits: int) -> int:
    """Read the low `bits` of a value as two's complement: `_read_signed(0xFFFFFFFF, 32)` -> `-1`"""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value
