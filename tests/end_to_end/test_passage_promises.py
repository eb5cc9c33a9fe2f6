"""The job `passages` gives the same answer however it is run: threads, batches, order, memory, kills, Spark."""

import json
import subprocess
import time
from itertools import count

import pytest
from tests.runs.essays import BRIDGE, TEA, TOWN, essay, library
from tests.support.limits import SMALL_PIECES
from tests.support.processes import COMMAND
from tests.support.spark import small_session

import twicetold
from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.jobs.passages.job import PassagesJob
from twicetold.run import Run

STAGES = ("front", "units", "matches", "clusters", "places", "points", "located", "passages", "links", "families")
KILLS = 8

FRONT_TABLES = ("documents", "sentences", "rejects", "outcomes")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The library as files of text, and some more texts as JSON lines with series and a record that cannot be read."""
    folder = tmp_path_factory.mktemp("files")
    for name, text in library().items():
        (folder / name).write_text(text, encoding="utf-8")
    records = [
        {"id": f"r{at}", "series": "xy"[at % 2], "text": " ".join([*essay(at), *essay(1)[at : at + 4]])}
        for at in range(2, 6)
    ]
    records += [{"id": "z1", "text": f"{TOWN}{TEA}"}, {"id": "z2", "text": f"{BRIDGE}{TEA}"}]
    lines = [json.dumps(each) for each in records]
    (folder / "more.jsonl").write_text("\n".join([*lines[:3], '{"id": "broken"', *lines[3:]]), encoding="utf-8")
    return sorted(folder.iterdir())


OPTIONS = {
    "words": {},
    "sentences": {"by": "sentences", "min_sentences": 2},
    "noisy": {"noise": "ocr", "min_passage": 60},
    "thorough": {"thorough": 10**6, "min_passage": 40},
}


@pytest.fixture(scope="module", params=OPTIONS)
def asked(request, files):
    """Settings, and the digest that they give."""
    run = twicetold.passages(files, workers=2, **OPTIONS[request.param])
    assert run.facts["results"]["passages"] > 15
    assert run.facts["results"]["boilerplate"] == 2
    return OPTIONS[request.param], run.digest


@pytest.mark.parametrize(
    "options",
    [{"workers": 1}, {"workers": 5}, {"batch_bytes": 1}, {"batch_bytes": 3_000}, {"memory_bytes": 200_000_000}],
    ids=str,
)
def test_threads_batches_and_memory_change_nothing(files, asked, options):
    settings, digest = asked
    assert twicetold.passages(files, **settings, **options).digest == digest


def test_neither_do_small_pieces_and_next_to_no_memory(files, asked):
    settings, digest = asked
    engine = Local(Machine(workers=2), limits=SMALL_PIECES)
    assert twicetold.passages(files, engine=engine, **settings).digest == digest


def test_neither_does_the_order_of_the_files(files, asked):
    settings, digest = asked
    assert twicetold.passages([*files[5:], *reversed(files[:7])], **settings).digest == digest


def test_other_texts_and_other_settings_do(files, asked):
    settings, digest = asked
    assert twicetold.passages(files[1:], **settings).digest != digest
    assert twicetold.passages(files, **settings, max_gap=0, boilerplate=30).digest != digest


# ---- kill it anywhere ----


def test_it_goes_on_after_the_last_stage_that_was_finished(files, tmp_path, monkeypatch):
    """Stopped before each stage in turn: what was finished is not made again."""
    expected, made, turns = twicetold.passages(files).digest, [], count()
    save = Local.save

    def every_other(self, tables, *rest):
        if next(turns) % 2:
            raise KeyboardInterrupt
        made.append(sorted(path.name for path in tables))
        return save(self, tables, *rest)

    monkeypatch.setattr(Local, "save", every_other)
    for _ in range(2 * len(STAGES)):
        try:
            digest = twicetold.passages(files, tmp_path / "run").digest
            break
        except KeyboardInterrupt:
            continue
    assert digest == expected
    assert len(made) == len({str(each) for each in made}) == len(STAGES)
    left = {each.stem for each in (tmp_path / "run").glob("*.parquet")}
    assert left >= {*FRONT_TABLES, *PassagesJob.result_tables}
    assert not left & set(PassagesJob.temporary_tables)


@pytest.mark.parametrize("table", ["works", "places", "marks", "paired", "located"])
def test_a_damaged_table_of_a_stage_is_made_again(files, tmp_path, monkeypatch, table):
    expected = twicetold.passages(files).digest

    def stopped(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Run, "finish", stopped)
        with pytest.raises(KeyboardInterrupt):
            twicetold.passages(files, tmp_path / "run")
    path = tmp_path / "run" / f"{table}.parquet"
    path.write_bytes(path.read_bytes()[:-40])
    assert twicetold.passages(files, tmp_path / "run").digest == expected


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_digest(files, tmp_path):
    command = [*COMMAND, "passages", str(files[0].parent), "--quiet", "-o"]
    began = time.monotonic()
    subprocess.run([*command, str(tmp_path / "whole")], check=False, timeout=120)
    whole = time.monotonic() - began
    for kill in range(KILLS):
        process = subprocess.Popen([*command, str(tmp_path / "run")], stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=whole * (0.4 + 0.6 * kill / KILLS))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    done = subprocess.run([*command, str(tmp_path / "run")], check=False, timeout=120)
    assert done.returncode == 1, "one record is rejected"
    assert Run(tmp_path / "run").digest == Run(tmp_path / "whole").digest
    names = [sorted(each.name for each in (tmp_path / name).iterdir()) for name in ("run", "whole")]
    assert names[0] == names[1]


# ---- Spark ----


@pytest.mark.timeout(900)  # every stage is a Spark job of its own, with little to do
@pytest.mark.parametrize("noise", ["auto", "ocr"])
def test_spark_gives_the_same(files, noise):
    session = small_session()  # skips where there is no Java, before Spark is imported
    from twicetold.engines.spark import Spark, SparkLimits

    here = twicetold.passages(files, noise=noise)
    there = twicetold.passages(files, noise=noise, engine=Spark(session, limits=SparkLimits(alone_bytes=0)))
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest
    assert here.facts["results"]["boilerplate"] == 2


@pytest.mark.timeout(900)
def test_so_it_does_for_named_pairs_of_two_sides(files, tmp_path):
    session = small_session()
    from twicetold.engines.spark import Spark

    (tmp_path / "pairs").write_text("middle second\nedited nobody\ntwin whole\n", encoding="utf-8")
    ours = [path for path in files if path.stem in ("middle", "edited", "twin")]
    theirs = [path for path in files if path.stem in ("second", "third", "whole")]
    options = {"against": theirs, "pairs": str(tmp_path / "pairs"), "boilerplate": 4, "by": "sentences"}
    here = twicetold.passages(ours, **options)
    there = twicetold.passages(ours, engine=Spark(session), **options)
    assert there.digest == here.digest
    assert there.facts["results"] == here.facts["results"]
    assert here.facts["results"]["pairs"]["missed"] == 1
