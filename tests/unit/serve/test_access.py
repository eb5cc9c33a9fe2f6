"""Who may use the service, by the headers of a request."""

import pytest

from twicetold.errors import SettingsError
from twicetold.serve.access import TOKEN_VARIABLE, Access, hash_token, read_token

TOKEN = b"a-token-for-the-tests"


@pytest.mark.parametrize(
    "host", [b"127.0.0.1", b"127.0.0.1:7878", b"localhost:1", b"LOCALHOST", b"[::1]", b"[::1]:7878"]
)
def test_names_of_this_machine_are_known(host):
    assert Access().check({b"host": host}, 1, True) is None


@pytest.mark.parametrize(
    "host", [b"", b"evil.example", b"127.0.0.1.evil.example", b"localhost.evil.example:80", b"::1", b"[::1"]
)
def test_other_names_are_refused_on_loopback(host):
    assert Access().check({b"host": host}, 1, True).status == 403
    assert Access(hash_token(TOKEN), is_loopback=False).check({b"host": host}, 1, False) is None


@pytest.mark.parametrize(
    ("header", "is_right"),
    [
        (b"Bearer " + TOKEN, True),
        (b"bearer  " + TOKEN, True),
        (b"Bearer " + TOKEN[:-1], False),
        (b"Bearer " + TOKEN + b"x", False),
        (b"Bearer", False),
        (TOKEN, False),
        (b"Basic " + TOKEN, False),
        (b"", False),
    ],
)
def test_only_the_whole_token_is_right(header, is_right):
    access = Access(hash_token(TOKEN), is_loopback=False)
    problem = access.check({b"host": b"a", b"authorization": header}, 1, True)
    assert (problem is None) == is_right
    assert is_right or problem.status == 401


def test_a_token_of_the_environment_must_be_long(monkeypatch):
    monkeypatch.setenv(TOKEN_VARIABLE, "secret")
    with pytest.raises(SettingsError, match="has 6 characters") as raised:
        read_token(None)
    assert "secret" not in str(raised.value)
    monkeypatch.setenv(TOKEN_VARIABLE, "")
    assert read_token(None) == ""
