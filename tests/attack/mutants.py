"""Mutants: a sample of every reader, and a run as strangers might have made it, each changed in a few places."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.attack.corpora import JOBS, build_command
from tests.attack.workshop import Workshop
from tests.contracts.test_readers import SAMPLES
from twicetold.tables.files import compute_checksum

SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
# What means something to one format or another.
TOKENS = ("<", ">", "&", "<!--", "-->", "<![CDATA[", "]]>", "</", "/>", "<?", "&#0;", "&#x110000;", "&nbsp;", '"', "'", "\\",
          "\0", "\r\n", "\n\n", ",", "{", "}", "[", "]", "\ud800", "\ufeff", "\u202e", "-1", "0", "1e999", "4294967296",
          "9" * 30, "null", "NaN", "é", "漢", "<TEI>", "<text>", "<page>", "<revision>", "WARC/1.0\r\n", "Content-Length: 7\r\n",
          "<String CONTENT='", "<note>", "<choice>", "<pb/>", "<row ", "<doc ", SCRIPT)  # fmt: skip
COMMANDS = (
    *(["split"], ["sentences", "-o", "m-run"], ["documents", "-o", "m-run"], ["passages", "-o", "m-run"]),
    *(["threads", "-o", "m-run"], ["history", "-o", "m-run"], ["gather"]),
)


def mutate(data: bytes, chances: random.Random) -> bytes:
    """Change bytes: a few are turned, stretches are cut, copied or moved, and words of the formats come in between."""
    found = bytearray(data)
    for _ in range(chances.choice([1, 1, 2, 3, 5, 8])):
        at = chances.randrange(len(found) + 1)
        end = min(at + chances.choice([1, 2, 4, 8, 20, 60, 200]), len(found))
        how = chances.randrange(7)
        if how == 0 and at < len(found):
            found[at] ^= 1 << chances.randrange(8)
        elif how == 1:
            del found[at:end]
        elif how == 2:
            found[at:at] = found[at:end] * chances.choice([1, 2, 50, 2_000])
        elif how == 3:
            piece = bytes(found[at:end])
            del found[at:end]
            place = chances.randrange(len(found) + 1)
            found[place:place] = piece
        elif how == 4:
            found[at:end] = chances.randbytes(end - at)
        elif how == 5:
            del found[at:]
        else:
            found[at:at] = chances.choice(TOKENS).encode("utf-8", "surrogatepass") * chances.choice([1, 1, 1, 3, 500])
    return bytes(found)


def attack_formats(shop: Workshop) -> Iterator[None]:
    """Give mutants of a sample of every reader to the commands that read."""
    tally = shop.open_tally("Any file of any format", f"changed samples of all {len(SAMPLES)} readers, to every job")
    samples = {reader: (name, make()) for reader, (name, make, _) in SAMPLES.items()}
    while True:
        for reader, (name, data) in samples.items():
            folder = shop.folder / "mutants"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            written = mutate(data, shop.random)
            (folder / name).write_bytes(written)
            command = shop.random.choice(COMMANDS)
            extra = ["--force"] if "-o" in command else []
            ended = shop.run(command[0], "mutants", *command[1:], "--reader", reader, *extra)
            tally.count += 1
            faults = ended.list_faults((0, 1, 2))
            if (folder / name).read_bytes() != written:
                faults.append("an input was altered")
            tally.failures += [f"{reader}, {command[0]}: {fault}: {written[:300]!r}" for fault in faults]
            yield


def attack_strange_runs(shop: Workshop) -> Iterator[None]:
    """Look at runs of which a stranger changed `run.json` or a table, checksums included."""
    tally = shop.open_tally("A run of strangers is only data", "a changed `run.json` or table with the right checksum")
    looks = ("show", "export", "analyse", "report")
    while True:
        for job in JOBS:
            if not shop.read_digest(f"strange-{job}"):
                shop.run(*build_command(job, f"strange-{job}"))
            hurt = shop.folder / "strange"
            shutil.rmtree(hurt, ignore_errors=True)
            shutil.copytree(shop.folder / f"strange-{job}", hurt)
            change: Callable[[Path, random.Random], str] = shop.random.choice(
                [change_facts, change_table, change_bytes]
            )
            what = change(hurt, shop.random)
            name = shop.random.choice(looks)
            more = ["-o", "strange.html", "--force"] if name == "report" else []
            ended = shop.run(name, "strange", *more)
            tally.count += 1
            faults = ended.list_faults((0, 2))
            page = shop.folder / "strange.html"
            if page.exists() and SCRIPT.encode() in page.read_bytes():
                faults.append("the report runs a script")
            page.unlink(missing_ok=True)
            tally.failures += [f"{job}, {what}, {name}: {fault}" for fault in faults]
            yield


def change_table(run: Path, chances: random.Random) -> str:
    """Change some values of a column, and enter the new checksum."""
    path = chances.choice(sorted(run.glob("*.parquet")))
    table = pq.read_table(path)
    if not table.num_rows:
        return f"{path.name} as it was"
    at = chances.randrange(table.num_columns)
    field = table.schema.field(at)
    values = table.column(at).to_pylist()
    for _ in range(chances.choice([1, 3, len(values)])):
        row = chances.randrange(len(values))
        values[row] = _change_value(values[row], field.type, chances)
    table = table.set_column(at, field, pa.array(values, field.type))
    pq.write_table(table, path)
    _enter_checksum(run, path)
    return f"{path.stem}.{field.name}"


def _change_value(value: Any, kind: pa.DataType, chances: random.Random) -> Any:
    if pa.types.is_string(kind):
        return chances.choice(["", SCRIPT, "\x1b[31m\u202e", "x" * 10_000, "../../x", "%s{0}"])
    if pa.types.is_integer(kind):
        bits = kind.bit_width - (1 if pa.types.is_signed_integer(kind) else 0)
        return chances.choice([0, 1, 7, (1 << bits) - 1])
    if pa.types.is_floating(kind):
        return chances.choice([0.0, -1.0, float("nan"), float("inf")])
    if pa.types.is_boolean(kind):
        return not value
    return [] if pa.types.is_list(kind) else value


def change_bytes(run: Path, chances: random.Random) -> str:
    """Change bytes of a table, and enter the new checksum."""
    path = chances.choice(sorted(run.glob("*.parquet")))
    path.write_bytes(mutate(path.read_bytes(), chances))
    _enter_checksum(run, path)
    return f"bytes of {path.name}"


def _enter_checksum(run: Path, path: Path) -> None:
    facts = json.loads((run / "run.json").read_text(encoding="utf-8"))
    del facts["checksum"]
    for stage in facts["stages"].values():
        if path.stem in stage["tables"]:
            stage["tables"][path.stem] |= {"bytes": path.stat().st_size, "checksum": compute_checksum(path)}
    (run / "run.json").write_text(json.dumps(facts), encoding="utf-8")


def change_facts(run: Path, chances: random.Random) -> str:
    """Replace, rename or remove something in `run.json`."""
    facts = json.loads((run / "run.json").read_text(encoding="utf-8"))
    del facts["checksum"]
    parent: Any = facts
    way = []
    while True:
        key = chances.choice(list(parent))
        way.append(str(key))
        if not isinstance(parent[key], dict) or not parent[key] or chances.random() < 0.3:
            break
        parent = parent[key]
    value = parent.pop(key)
    new = chances.choice(["", SCRIPT, 0, -1, 1 << 70, [], {}, None, [value], {"a": value}, "../../x", value])
    if chances.random() < 0.8:
        parent[key if chances.random() < 0.8 else "other"] = new
    (run / "run.json").write_text(json.dumps(facts), encoding="utf-8")
    return f"run.json: {'.'.join(way)}"
