"""The texts of a benchmark: read from files, normalised, distinct, and selected by length and number."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

SEED = 20130401


def normalise(text: str) -> str:
    """Normalise a text: NFKC, lower case, one blank for every gap. `"The  ﬁrst\\n"` -> `"the first"`

    It uses the standard library, so that the truth does not depend on our kernels.
    """
    lower = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower()).replace("ς", "σ")
    return " ".join(lower.split())


def read_rows(path: str) -> Iterator[tuple[str, str]]:
    """Read document (or "") and text of rows: Parquet with `text`, JSON lines of strings or objects, or plain lines."""
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


def list_distinct(texts: Iterable[str], shortest: int, longest: int) -> list[str]:
    """List the distinct normal forms of these lengths, in order of first occurrence."""
    forms = dict.fromkeys(map(normalise, texts))
    return [form for form in forms if shortest <= len(form) <= longest]


def sample(paths: Sequence[str], count: int, shortest: int, longest: int) -> list[str]:
    """Draw `count` distinct texts of whole documents in a fixed order, or single texts if there are no documents."""
    documents: dict[str, list[str]] = {}
    for number, (document, text) in enumerate(row for path in paths for row in read_rows(path)):
        documents.setdefault(document or f"\0{number}", []).append(text)
    names = sorted(documents)
    random.Random(SEED).shuffle(names)
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(list_distinct(documents[name], shortest, longest)))
        if len(found) >= count:
            break
    return list(found)[:count]


def top_up(texts: list[str], count: int, shortest: int, longest: int) -> list[str]:
    """Add sentences of the planted encyclopedia if there are fewer than `count` texts."""
    if len(texts) >= count:
        return texts
    from twicetold.demo import PlantedCorpus

    found = dict.fromkeys(texts)
    pages = PlantedCorpus(sentences=max(1000, 3 * (count - len(texts))), seed=3).generate_pages()
    for page in pages:
        sentences = (sentence for paragraph in page.paragraphs for sentence in paragraph)
        found.update(dict.fromkeys(list_distinct(sentences, shortest, longest)))
        if len(found) >= count:
            break
    return list(found)[:count]


def save(texts: Sequence[str], path: Path) -> Path:
    """Save one text to a line, for the child processes of a benchmark. A normalised text has no line ends."""
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="\n")
    return path


def load(path: str | Path) -> list[str]:
    return Path(path).read_text(encoding="utf-8").split("\n")[:-1]
