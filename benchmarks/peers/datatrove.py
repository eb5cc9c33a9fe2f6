"""datatrove: its minhash steps on disk, two processes, as its example has them."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.peers.base import THREADS, Found, Setting, Shingles, Work, pairs_of_groups


def pairs(texts: list[str], shingles: Shingles, setting: Setting) -> Work:
    """Signatures, then buckets. Its clusters would join whole chains; the pairs are those of each bucket."""
    from datatrove.executor.local import LocalPipelineExecutor
    from datatrove.pipeline.dedup.minhash import MinhashConfig, MinhashDedupBuckets, MinhashDedupSignature
    from datatrove.utils.hashing import HashConfig
    from datatrove.utils.logging import logger

    logger.remove()
    bands, rows = setting
    config = MinhashConfig(shingles.length, bands, rows, norm_config=_as_it_is(), hash_config=HashConfig(precision=64))

    def work() -> Found:
        with tempfile.TemporaryDirectory() as folder:
            signatures = MinhashDedupSignature(f"{folder}/signatures", config, language=_at_blanks())
            first = [_Share(shingles.as_words(texts)), signatures]
            LocalPipelineExecutor(first, tasks=THREADS, workers=THREADS, logging_dir=f"{folder}/logs/1").run()
            second = [MinhashDedupBuckets(f"{folder}/signatures", f"{folder}/buckets", config=config)]
            LocalPipelineExecutor(second, tasks=bands, workers=THREADS, logging_dir=f"{folder}/logs/2").run()
            return pairs_of_groups(_groups(Path(folder) / "buckets"))

    return work


def _as_it_is() -> Any:
    """Texts are in normal form already."""
    from datatrove.utils.text import TextNormConfig

    names = TextNormConfig.__dataclass_fields__
    return TextNormConfig(**dict.fromkeys(names, False))


def _at_blanks() -> Any:
    """A tokenizer that takes for words what all others take for them."""
    from datatrove.utils.word_tokenizers import WhitespaceTokenizer

    class Blanks(WhitespaceTokenizer):  # type: ignore[misc, unused-ignore]
        def word_tokenize(self, text: str) -> list[str]:
            return text.split(" ")

    return Blanks()


class _Share:
    """Texts for each task: those whose number leaves its rank. A step is anything that can be called so."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def __call__(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        from datatrove.data import Document

        for number in range(rank, len(self.texts), world_size):
            yield Document(text=self.texts[number], id=str(number))


def _groups(folder: Path) -> Iterator[list[int]]:
    """The texts of each bucket: it names them as a chain, each with the one before."""
    for file in sorted(folder.glob("*.dups")):
        group: list[int] = []
        for one_task, one, other_task, other in struct.iter_unpack("<4I", file.read_bytes()):
            before, after = one * THREADS + one_task, other * THREADS + other_task
            if not group or group[-1] != before:
                yield group
                group = [before]
            group.append(after)
        yield group
