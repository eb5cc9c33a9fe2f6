"""Who may use the service: the token, the name it was called by, and requests that web pages have sent."""

from __future__ import annotations

import hmac
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from twicetold.errors import InputError, SettingsError
from twicetold.serve.problems import Problem

TOKEN_VARIABLE = "TWICETOLD_TOKEN"
TOKEN_FILE = ".token"  # in the folder of the index, made by the service
LEAST_TOKEN_CHARACTERS = 16
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True)
class Access:
    """Decides whether a request may be answered."""

    token_hash: bytes = b""  # b"" where no token is needed
    is_loopback: bool = True
    host: str = ""

    def check(self, headers: Mapping[bytes, bytes], hosts: int, needs_token: bool) -> Problem | None:
        """What is wrong with who sends a request, or None; `hosts` is how many `Host` headers it has."""
        if hosts != 1:
            return Problem(400, "a request needs one `Host` header", "send HTTP/1.1")
        if self.is_loopback and not self._is_own_name(headers[b"host"]):
            hint = "ask for 127.0.0.1 or localhost"
            return Problem(403, "the `Host` header names another machine", hint)
        if b"origin" in headers or headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            return Problem(
                403, "web pages may not use this service", "call it from a program, or put a proxy before it"
            )
        if needs_token and self.token_hash and not self._is_token_right(headers.get(b"authorization", b"")):
            return Problem(401, "the token is missing or wrong", "send the header `Authorization: Bearer TOKEN`")
        return None

    def _is_own_name(self, host: bytes) -> bool:
        name = host.decode("latin-1").lower()
        bare = name if name.endswith("]") else name.rpartition(":")[0] or name
        return bare in _LOOPBACK_NAMES or (bare != "" and bare == self.host)

    def _is_token_right(self, header: bytes) -> bool:
        scheme, _, given = header.partition(b" ")
        return scheme.lower() == b"bearer" and hmac.compare_digest(hash_token(given.strip()), self.token_hash)


def hash_token(token: bytes) -> bytes:
    """A token as it is kept and compared: hashes have one length, so that time says nothing of the token's."""
    return blake2b(token, digest_size=32).digest()


def read_token(file: Path | None) -> str:
    """The token that a user gave in a file or the environment; "" for none."""
    if file is None:
        return _check_token(os.environ.get(TOKEN_VARIABLE, ""), f"`{TOKEN_VARIABLE}`")
    token = _check_token(file.read_text(encoding="utf-8", errors="replace").strip(), f"`{file}`")
    if not token:
        raise InputError(f"`{file}` has no token", "write a token into it, or leave --token-file out to get one")
    return token


def _check_token(token: str, where: str) -> str:
    if token and (len(token) < LEAST_TOKEN_CHARACTERS or not token.isascii() or not token.isprintable()):
        raise SettingsError(
            f"the token of {where} has {len(token)} characters, or some that are not ASCII",
            f"give at least {LEAST_TOKEN_CHARACTERS} letters and digits",
        )
    return token


def keep_own_token(folder: Path) -> tuple[str, Path]:
    """The token that an earlier start has made, or a new one, and the file that only this user may read."""
    path = folder / TOKEN_FILE
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return _make_token(path), path
    with os.fdopen(opened, encoding="utf-8", errors="replace") as file:
        facts = os.fstat(file.fileno())
        if stat.S_IMODE(facts.st_mode) & 0o077 or facts.st_uid != os.geteuid():
            raise InputError(f"others may read `{path}`", "remove it: the service makes a new token")
        token = _check_token(file.read().strip(), f"`{path}`")
    if not token:
        raise InputError(f"`{path}` has no token", "remove it: the service makes a new one")
    return token, path


def _make_token(path: Path) -> str:
    token = secrets.token_urlsafe(32)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(f"{token}\n")
        file.flush()
        os.fsync(file.fileno())
    return token
