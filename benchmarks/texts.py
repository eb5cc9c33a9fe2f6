"""The texts a benchmark works on: read from files, normalised, distinct, of the lengths wanted, as many as wanted."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

SEED = 20130401


def normal(text: str) -> str:
    """What readers take as the same: NFKC, lower case, one blank for every gap. `"The  ﬁrst\\n"` -> `"the first"`

    The standard library's own, so that what is true does not hang on our kernels.
    """
    lower = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower()).replace("ς", "σ")
    return " ".join(lower.split())


def rows(path: str) -> Iterator[tuple[str, str]]:
    """Document (or "") and text of each row: Parquet with `text`, JSON lines of strings or objects, or plain lines."""
    if path.endswith(".parquet"):
        import pyarrow.parquet as pq  # not everywhere that texts are loaded

        file = pq.ParquetFile(path)
        columns = [name for name in ("document", "text") if name in file.schema_arrow.names]
        for batch in file.iter_batches(columns=columns):
            texts = batch["text"].to_pylist()
            documents = batch["document"].to_pylist() if "document" in columns else [""] * len(texts)
            yield from zip(documents, texts, strict=True)
    elif path.endswith((".jsonl", ".json")):
        with Path(path).open(encoding="utf-8") as file_:
            for line in file_:
                value = json.loads(line)
                yield ("", value) if isinstance(value, str) else (str(value.get("document", "")), value["text"])
    else:
        with Path(path).open(encoding="utf-8") as file_:
            yield from (("", line.rstrip("\n")) for line in file_)


def distinct(texts: Iterable[str], shortest: int, longest: int) -> list[str]:
    """The normal forms of these lengths, each once, in order of first occurrence."""
    forms = dict.fromkeys(map(normal, texts))
    return [form for form in forms if shortest <= len(form) <= longest]


def sample(paths: Sequence[str], count: int, shortest: int, longest: int) -> list[str]:
    """`count` distinct texts of whole documents drawn in a fixed order; of single texts where there are none."""
    documents: dict[str, list[str]] = {}
    for number, (document, text) in enumerate(row for path in paths for row in rows(path)):
        documents.setdefault(document or f"\0{number}", []).append(text)
    names = sorted(documents)
    random.Random(SEED).shuffle(names)
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(distinct(documents[name], shortest, longest)))
        if len(found) >= count:
            break
    return list(found)[:count]


def topped_up(texts: list[str], count: int, shortest: int, longest: int) -> list[str]:
    """The texts; where there are fewer than `count`, sentences of the planted encyclopedia after them."""
    if len(texts) >= count:
        return texts
    from twicetold.demo import PlantedCorpus

    found = dict.fromkeys(texts)
    pages = PlantedCorpus(sentences=max(1000, 3 * (count - len(texts))), seed=3).generate_pages()
    for page in pages:
        sentences = (sentence for paragraph in page.paragraphs for sentence in paragraph)
        found.update(dict.fromkeys(distinct(sentences, shortest, longest)))
        if len(found) >= count:
            break
    return list(found)[:count]


def save(texts: Sequence[str], path: Path) -> Path:
    """One text to a line: what the children of a benchmark and the floor read. A normal form has no line ends."""
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="\n")
    return path


def load(path: str | Path) -> list[str]:
    return Path(path).read_text(encoding="utf-8").split("\n")[:-1]
