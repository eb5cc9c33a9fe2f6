"""The same answer however a run is made: threads, batches, order, memory, a kill at any moment, a damaged file."""

import json
import subprocess
import time
from dataclasses import replace
from itertools import cycle, pairwise
from random import Random

import pyarrow.parquet as pq
import pytest
from tests.support.limits import NO_MEMORY
from tests.support.processes import COMMAND

import twicetold
from twicetold.demo import PlantedCorpus
from twicetold.engines.local import Local
from twicetold.errors import RunError
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.run import Run

KILLS = 30

FRONT_TABLES = ("documents", "sentences", "rejects", "outcomes")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A small encyclopedia in three files."""
    folder = tmp_path_factory.mktemp("files")
    whole = PlantedCorpus(sentences=500, seed=5, duplicate_share=0.2).write_jsonl(folder / "whole.jsonl")
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cuts = [0, len(lines) // 5, len(lines) // 2, len(lines)]
    for name, (first, last) in zip(("c.jsonl", "a.jsonl", "b.jsonl"), pairwise(cuts), strict=True):
        (folder / name).write_text("".join(lines[first:last]), encoding="utf-8")
    whole.unlink()
    return [folder / name for name in ("a.jsonl", "b.jsonl", "c.jsonl")]


@pytest.fixture(scope="module")
def expected(files):
    """The digest of the answer."""
    run = twicetold.sentences(files, workers=2)
    assert run.facts["results"]["matches"] > 20
    return run.digest


# ---- the same answer ----


@pytest.mark.parametrize(
    "options",
    [
        {"workers": 1},
        {"workers": 2},
        {"workers": 5},
        {"batch_bytes": 1},
        {"batch_bytes": 10_000},
        {"memory_bytes": 200_000_000},
        {"memory_bytes": 1 << 40},
    ],
    ids=str,
)
def test_threads_batches_and_memory_change_nothing(files, expected, options):
    run = twicetold.sentences(files, settings=twicetold.SentenceSettings(), **options)
    assert run.digest == expected


@pytest.mark.parametrize(("threads", "least"), [(2, 1 << 8), (1, 1 << 12), (2, 1 << 16)])
def test_neither_does_next_to_no_memory_when_everything_goes_to_disk(files, expected, threads, least):
    engine = Local(twicetold.Machine(workers=threads), limits=replace(NO_MEMORY, min_kernel_bytes=least))
    assert twicetold.sentences(files, engine=engine).digest == expected


def test_with_that_little_memory_everything_does_go_to_disk(files, tmp_path):
    """The test above would pass as well if nothing did: without a folder to go to, every such stage fails."""
    engine = Local(twicetold.Machine(workers=1), scratch=str(tmp_path / "none"), limits=NO_MEMORY)
    with pytest.raises(FileNotFoundError):
        twicetold.sentences(files, engine=engine)


def test_neither_does_the_order_of_the_files(files, expected):
    for order in ([2, 0, 1], [1, 2, 0, 1]):
        assert twicetold.sentences([files[each] for each in order]).digest == expected


def test_other_settings_and_other_texts_do(files, expected, tmp_path):
    assert twicetold.sentences(files, threshold=0.9).digest != expected
    assert twicetold.sentences(files[:2]).digest != expected


def test_the_command_line_gives_the_same(twicetold, files, expected):
    for number, options in enumerate(
        [("--memory", "200MB", "--workers", "1"), ("--memory", "200MB", "--workers", "2"), ()]
    ):
        twicetold("sentences", *reversed(files), "-o", f"run{number}", *options)
        assert Run(f"run{number}").digest == expected


# ---- kill it anywhere ----


@pytest.mark.slow
@pytest.mark.timeout(900)  # some seventy runs, one after the other
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_digest(planted, tmp_path):
    """At 30 moments spread over the whole of it; a folder goes on until its run is finished, then a new one begins."""
    command = [*COMMAND, "sentences", str(planted / "encyclopedia.xml"), "--quiet", "-o"]
    whole = min(seconds_of([*command, str(tmp_path / name)]) for name in ("whole", "again"))
    digest = Run(tmp_path / "whole").digest
    random, seen, folders = Random(8), set(), []
    moments = [whole * (0.2 + 0.9 * (number + random.random()) / KILLS) for number in range(KILLS)]
    random.shuffle(moments)
    for moment in moments:
        if not folders or stages_of(folders[-1]) is None:
            folders.append(tmp_path / f"run{len(folders)}")
        kill_after(moment, [*command, str(folders[-1])])
        seen.add(stages_of(folders[-1]))
        nothing_half_made(folders[-1])
    for folder in folders:
        subprocess.run([*command, str(folder)], check=True, timeout=120)
        assert Run(folder).digest == digest
        assert sorted(each.name for each in folder.iterdir()) == sorted(
            each.name for each in (tmp_path / "whole").iterdir()
        )
    assert len(seen) > 1, "the kills met the job in several of its stages"


def seconds_of(command):
    began = time.monotonic()
    subprocess.run(command, check=True, timeout=120)
    return time.monotonic() - began


def kill_after(seconds, command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _, said = process.communicate(timeout=seconds)
        assert process.returncode == 0, said.decode()
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def stages_of(folder):
    """How many stages are finished; None when all is done."""
    if not (folder / "run.json").exists():
        return 0
    facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    return None if "digest" in facts else len(facts["stages"])


def nothing_half_made(folder):
    """What has its name is whole."""
    for table in folder.glob("*.parquet") if folder.exists() else []:
        pq.read_metadata(table)


# ---- damage ----


@pytest.fixture
def finished(files, tmp_path):
    folder = tmp_path / "run"
    twicetold.sentences(files, folder)
    return folder


def damage(path, how):
    data = bytearray(path.read_bytes())
    if how == "flip":
        data[len(data) // 2] ^= 1
    path.write_bytes(data if how == "flip" else data[: len(data) // 2])


TABLES = (*FRONT_TABLES, "judged", "crowds", *SentencesJob.result_tables)


def test_a_damaged_table_is_noticed_and_made_again(files, expected, finished):
    assert sorted(TABLES) == sorted(Run(finished).tables)
    for table, how in zip(TABLES, cycle(["flip", "cut"])):
        before = (finished / f"{table}.parquet").read_bytes()
        damage(finished / f"{table}.parquet", how)
        assert twicetold.sentences(files, finished).digest == expected, table
        assert (finished / f"{table}.parquet").read_bytes() == before, table
        assert not [each for each in finished.iterdir() if each.name.endswith(".part")]


@pytest.mark.parametrize(("table", "how"), [*zip(SentencesJob.temporary_tables, cycle(["cut", "flip"]))])
def test_so_is_a_damaged_table_that_only_the_stages_need(files, expected, tmp_path, monkeypatch, table, how):
    with monkeypatch.context() as patch:
        patch.setattr(Run, "finish", stopped)
        with pytest.raises(KeyboardInterrupt):
            twicetold.sentences(files, tmp_path / "run")
    damage(tmp_path / "run" / f"{table}.parquet", how)
    assert twicetold.sentences(files, tmp_path / "run").digest == expected


def stopped(*_, **__):
    raise KeyboardInterrupt


def test_a_damaged_run_json_is_told(files, finished):
    damage(finished / "run.json", "cut")
    with pytest.raises(RunError, match="damaged") as caught:
        twicetold.sentences(files, finished)
    assert "run again" in caught.value.hint


def test_a_finished_run_that_is_run_again_does_nothing(files, expected, finished, monkeypatch):
    def times():
        return {each.name: each.stat().st_mtime_ns for each in finished.iterdir() if each.name != ".lock"}

    before = times()
    monkeypatch.setattr(Local, "save", stopped)
    assert twicetold.sentences(files, finished).digest == expected
    assert times() == before


def test_a_stage_goes_on_after_those_that_are_finished(files, expected, tmp_path, monkeypatch):
    """Stopped in each stage in turn: what was finished is not made again."""
    saved = []
    save = Local.save

    def one_then_stop(self, tables, *rest):
        if saved and saved[-1] != "stopped":
            saved.append("stopped")
            raise KeyboardInterrupt
        saved.append(sorted(path.name for path in tables))
        return save(self, tables, *rest)

    monkeypatch.setattr(Local, "save", one_then_stop)
    digest, tries = None, 0
    while digest is None and tries < 20:
        tries += 1
        try:
            digest = twicetold.sentences(files, tmp_path / "run").digest
        except KeyboardInterrupt:
            continue
    assert digest == expected
    made = [each for each in saved if each != "stopped"]
    assert len(made) == len({str(each) for each in made}) == 8, "every stage was made once"
