"""Learned weights of tokens, from a file with a token, a tab and a factor in each line.

It is checked with the settings and read again where it is used; its hash tells whether it changed in between.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from pathlib import Path

from twicetold.errors import SettingsError

HEADER = "token\tfactor"
MOST_TOKENS = 1 << 22  # tokens of a file; see `lexicon.MOST_WORDS`
_FORM_HINT = "give a UTF-8 file whose first line is `token<TAB>factor`, and each other one a token and its number"


@dataclass(frozen=True)
class WordWeights:
    """Which file, and what it held when the settings were checked; "" is none."""

    path: str = ""
    hash: str = ""

    @classmethod
    def from_file(cls, path: str) -> WordWeights:
        """The file as it is now. One that cannot be used is an error that says where."""
        if not path:
            return cls()
        data = _read_data(path)
        _parse_factors(path, data)
        return cls(path, _hash_data(data))

    def read_factors(self) -> dict[str, float]:
        """The factor of each token of the file, which must be the one that was checked."""
        if not self.path:
            return {}
        data = _read_data(self.path)
        if _hash_data(data) != self.hash:
            raise SettingsError(f"`{self.path}` has changed since the run began", "run again, with --force or a new -o")
        return _parse_factors(self.path, data)


def _hash_data(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _read_data(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise SettingsError(f"word_weights: `{path}`: {error.strerror}", _FORM_HINT) from error


def _parse_factors(path: str, data: bytes) -> dict[str, float]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"`{path}`, line {place} is not UTF-8", _FORM_HINT) from error
    # Not by `splitlines`, which cuts at characters that may stand in a token.
    first, *lines = (line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))
    if first != HEADER:
        raise SettingsError(f"`{path}`, line 1: `{first[:80]}` is not `token<TAB>factor`", _FORM_HINT)
    if len(lines) > MOST_TOKENS:
        raise SettingsError(f"`{path}` has more than {MOST_TOKENS:,} tokens", "leave out those with a factor of 1")
    factors: dict[str, float] = {}
    for number, line in enumerate(lines, 2):
        token, factor = _parse_row(line, f"`{path}`, line {number}")
        if token in factors:
            raise SettingsError(f"`{path}`, line {number} repeats `{token}`", "list each token once")
        factors[token] = factor
    return factors


def _parse_row(line: str, where: str) -> tuple[str, float]:
    token, tab, said = line.partition("\t")
    if not token or not tab:
        raise SettingsError(f"{where}: `{line[:80]}` is not a token, a tab and a factor", _FORM_HINT)
    try:
        factor = float(said)
    except ValueError:
        factor = math.nan
    if not 0 <= factor < math.inf:
        raise SettingsError(f"{where}: the factor must be 0 or more, not `{said[:80]}`", "1 changes nothing")
    return token, factor
