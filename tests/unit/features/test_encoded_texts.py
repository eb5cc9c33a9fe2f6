"""Vectors of texts are made once in a process, whoever asks for them."""

from __future__ import annotations

import pyarrow as pa
import pytest

from twicetold.features import encoded_texts
from twicetold.features.encoded_texts import remember_vectors


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(encoded_texts, "_REMEMBERED", {})
    return []


def encode_with(encoded: list[str], texts: list[str]) -> pa.Array:
    def encode(asked: pa.Array) -> pa.Array:
        encoded.extend(asked.to_pylist())
        return pa.array([text[:2].encode() if text else None for text in asked.to_pylist()], VECTOR)

    return remember_vectors(pa.array(texts, pa.string()), encode)


VECTOR = pa.binary(2)


def test_a_text_is_encoded_once(encoded: list[str]) -> None:
    first = encode_with(encoded, ["lake", "", "lake", "mill"])
    again = encode_with(encoded, ["mill", "dam", ""])
    assert first.equals(pa.array([b"la", None, b"la", b"mi"], VECTOR))
    assert again.equals(pa.array([b"mi", b"da", None], VECTOR))
    assert sorted(encoded) == ["", "dam", "lake", "mill"]


def test_few_vectors_are_kept(encoded: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoded_texts, "MOST_REMEMBERED", 2)
    texts = [f"text {place}" for place in range(7)]
    assert len(encode_with(encoded, texts)) == 7
    assert len(encoded_texts._REMEMBERED) <= 2


def test_no_texts_give_no_vectors(encoded: list[str]) -> None:
    assert len(encode_with(encoded, [])) == 0
