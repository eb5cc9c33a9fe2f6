"""Which hash functions each signature of the papers is made of: `java.util.Random`, in plain Python.

The papers draw K of N functions, with replacement, M times, so signatures share functions. What that does to recall is
computed in `recall.py`.
"""

from __future__ import annotations

from twicetold.errors import SettingsError

Signatures = tuple[tuple[int, ...], ...]


class JavaRandom:
    """Java's generator: 48 bits of state, `state * 0x5DEECE66D + 11`, the high bits given.

    `JavaRandom(1123456).draw_long()` is what `new java.util.Random(1123456).nextLong()` is.
    """

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)

    def _draw_bits(self, bits: int) -> int:
        """A signed number of that many bits, as Java's `next` gives it."""
        self._state = (self._state * 0x5DEECE66D + 11) & ((1 << 48) - 1)
        value = self._state >> (48 - bits)
        return value - (1 << 32) if bits == 32 and value >> 31 else value

    def draw_long(self) -> int:
        """A signed number of 64 bits."""
        value = ((self._draw_bits(32) << 32) + self._draw_bits(32)) & ((1 << 64) - 1)
        return value - (1 << 64) if value >> 63 else value

    def draw_int(self, bound: int) -> int:
        """A number from 0 up to but not including `bound`."""
        if bound & (bound - 1) == 0:
            return (bound * self._draw_bits(31)) >> 31
        while True:
            bits = self._draw_bits(31)
            value = bits % bound
            if bits - value + bound - 1 < 1 << 31:  # else the last, incomplete stretch of 2^31: draw again
                return value


def draw_signatures(functions: int, length: int, signatures: int, seed: int) -> Signatures:
    """The functions of each signature, as the papers' code draws them.

    `Random(seed)` gives one seed for each function and one more for the generator of the draws.
    `draw_signatures(20, 10, 10, 1123456)[0]` -> `(9, 19, 13, 0, 15, 13, 18, 13, 8, 0)`: seven functions, not ten.
    """
    if min(functions, length, signatures) < 1:
        raise SettingsError(
            f"functions, drawn and draws must be 1 or more, not {functions}, {length} and {signatures}",
        )
    seeds = JavaRandom(seed)
    for _ in range(functions):
        seeds.draw_long()
    drawn = JavaRandom(seeds.draw_long())
    return tuple(tuple(drawn.draw_int(functions) for _ in range(length)) for _ in range(signatures))
