"""Text that any machine can get: the documentation packages of Debian, by `apt-get download`.

They are unpacked, made into text by our own readers and split by our own splitter, and kept in the cache folder as two
Parquet files: documents (document, source, text) and sentences (document, text). The source is the package. Where there
is no apt, or it reaches nothing, the generator writes an encyclopedia instead; a file can be given too. What was used
is said in the results.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

PACKAGES = (
    "cppreference-doc-en-html",
    "erlang-doc",
    "ghc-doc",
    "libboost1.81-doc",
    "libeigen3-doc",
    "linux-doc-6.1",
    "llvm-14-doc",
    "openjdk-17-doc",
    "postgresql-doc-15",
    "python-django-doc",
    "python-pandas-doc",
    "python3.11-doc",
    "qtbase5-doc-html",
    "racket-doc",
    "rust-doc",
    "scala-doc",
    "sqlite3-doc",
    "wx3.2-doc",
)
SUFFIXES = tuple(f"{suffix}{packing}" for suffix in (".html", ".htm", ".txt", ".rst") for packing in ("", ".gz"))
PLANTED_SENTENCES = 1_500_000
DOCUMENTS = pa.schema([("document", pa.string()), ("source", pa.string()), ("text", pa.string())])


@dataclass(frozen=True)
class Corpus:
    """The two files, and what they are made of: `packages` by name and version."""

    documents: Path
    sentences: Path
    what: str
    packages: dict[str, str]

    @property
    def facts(self) -> dict[str, Any]:
        return {"what": self.what, "packages": self.packages}


class OutOfReach(Exception):
    """There is no apt, or it reaches nothing."""


def corpus(cache: Path) -> Corpus:
    """The one in the cache; where there is none, it is made first, which takes minutes."""
    told = cache / "corpus.json"
    files = cache / "documents.parquet", cache / "sentences.parquet"
    if not told.exists():
        cache.mkdir(parents=True, exist_ok=True)
        try:
            what, packages = from_debian(*files)
        except OutOfReach as error:
            print(f"{error}: the generator writes the texts", file=sys.stderr, flush=True)
            what, packages = from_generator(*files), {}
        made = Corpus(*files, what, packages)
        told.write_text(json.dumps(asdict(made), default=lambda path: path.name), encoding="utf-8")
    facts = json.loads(told.read_text(encoding="utf-8"))
    return Corpus(*files, facts["what"], facts["packages"])


def from_debian(documents: Path, sentences: Path) -> tuple[str, dict[str, str]]:
    """Downloads, unpacks, reads and splits; what it is called, and the packages' versions."""
    with tempfile.TemporaryDirectory(dir=documents.parent) as place:
        folder = Path(place)
        print(f"downloading {len(PACKAGES)} documentation packages of Debian", file=sys.stderr, flush=True)
        packages = downloaded(folder)
        for package in sorted(folder.glob("*.deb")):
            unpack(package, folder / "unpacked" / package.name.partition("_")[0])
            package.unlink()
        print("reading and splitting them", file=sys.stderr, flush=True)
        run = import_module("twicetold").split(folder / "unpacked", folder / "run")
        gather(run.read_batches("sentences"), f"{folder / 'unpacked'}/", documents, sentences)
    return "documentation packages of Debian", packages


def downloaded(folder: Path) -> dict[str, str]:
    """The packages that apt has, in the folder. It keeps its lists there as well: nothing of the system is changed."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise OutOfReach("there is no apt-get")
    for name in ("lists/partial", "archives/partial"):
        (folder / "apt" / name).mkdir(parents=True)
    own = [f"-oDir::State::lists={folder}/apt/lists", f"-oDir::Cache={folder}/apt", "-oAPT::Sandbox::User=root"]
    subprocess.run(["apt-get", *own, "-q", "update"], cwd=folder, capture_output=True)
    for package in PACKAGES:
        subprocess.run(["apt-get", *own, "-q", "download", package], cwd=folder, capture_output=True)
    found = sorted(folder.glob("*.deb"))
    if not found:
        raise OutOfReach("apt-get reaches no package")
    return dict(version_of(path.name) for path in found)


def version_of(name: str) -> tuple[str, str]:
    """`erlang-doc_1%3a25.2_all.deb` -> `("erlang-doc", "1:25.2")`"""
    package, version, _ = name.split("_")
    return package, version.replace("%3a", ":")


def unpack(package: Path, folder: Path) -> None:
    """Its files that hold text, and nothing else."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE) as process:
        stream: IO[bytes] | None = process.stdout
        with tarfile.open(fileobj=stream, mode="r|") as files:
            for member in files:
                if member.isfile() and member.name.endswith(SUFFIXES):
                    files.extract(member, folder, filter="data")


def gather(batches: Iterator[pa.RecordBatch], prefix: str, documents: Path, sentences: Path) -> None:
    """Both files from sentences in order: a document is its sentences with a blank between."""
    columns = pa.schema([("document", pa.string()), ("text", pa.string())])
    with pq.ParquetWriter(sentences, columns) as second, pq.ParquetWriter(documents, DOCUMENTS) as first:
        name, held = "", [""]
        rows: list[dict[str, str]] = []
        for batch in batches:
            second.write_table(pa.Table.from_batches([batch.select(columns.names)]).cast(columns))
            for document, text in zip(batch["document"].to_pylist(), batch["text"].to_pylist(), strict=True):
                if document != name:
                    rows.append(row(name.removeprefix(prefix), held))
                    name, held = document, []
                held.append(text)
            if len(rows) > 1_000:
                first.write_table(pa.Table.from_pylist([each for each in rows if each["text"]], DOCUMENTS))
                rows = []
        rows.append(row(name.removeprefix(prefix), held))
        first.write_table(pa.Table.from_pylist([each for each in rows if each["text"]], DOCUMENTS))


def row(name: str, sentences: list[str]) -> dict[str, str]:
    """`rust-doc/usr/share/...` is of the source `rust-doc`."""
    return {"document": name, "source": name.partition("/")[0], "text": " ".join(sentences)}


def from_generator(documents: Path, sentences: Path) -> str:
    """The planted encyclopedia: near-duplicate sentences, and pages that share passages."""
    planted = import_module("twicetold.demo").PlantedCorpus(sentences=PLANTED_SENTENCES, seed=3)
    gather(_planted(planted), "", documents, sentences)
    return f"the generator's encyclopedia, {PLANTED_SENTENCES:,} sentences, seed 3"


def _planted(planted: Any) -> Iterator[pa.RecordBatch]:
    for number, page in enumerate(planted.generate_pages()):
        texts = [sentence for paragraph in page.paragraphs for sentence in paragraph]
        if texts:
            yield pa.RecordBatch.from_pydict({"document": [f"generated/{number}"] * len(texts), "text": texts})
