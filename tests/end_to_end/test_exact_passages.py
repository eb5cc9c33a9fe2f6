"""`twicetold passages --exact`: what is repeated to the letter is found, shown and cut out, however the job is run."""

import json

import pytest
from tests.support.limits import SMALL_PIECES
from tests.support.spark import small_session

import twicetold
from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.jobs.passages.job import EXACT_STAGES

NOTICE = "Nobody may print this text again without a letter from the harbour office of Besk."
STORY = "The ferry left at dawn, and the quay was empty but for two gulls and a dog that slept."
TEXTS = {
    "c": f"{STORY} {NOTICE}",
    "a": f"A tale of the sea. {NOTICE}",
    "b": f"{STORY} {NOTICE} Two lines more.\n\n{NOTICE}",
    "d": "湖水很清，岸边有一座旧的磨坊，没有人知道它是谁建的。湖水很清。",
    "e": "他说：湖水很清，岸边有一座旧的磨坊，没有人知道它是谁建的，就走了。",
}


def write(folder, texts=TEXTS):
    folder.mkdir()
    lines = [json.dumps({"id": name, "text": text}, ensure_ascii=False) for name, text in texts.items()]
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path):
    return {row["id"]: row["text"] for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def list_found(run):
    rows = run.read_table("passages").to_pylist()
    return {(row["left_document"], row["right_document"], row["left_text"]) for row in rows}


def test_every_stretch_is_found_with_its_first_occurrence(tmp_path):
    write(tmp_path / "in")
    run = twicetold.passages(tmp_path / "in", exact="20")
    assert list_found(run) == {
        ("a", "b", NOTICE),
        ("b", "c", f"{STORY} {NOTICE}"),
        ("a", "c", NOTICE),
        ("d", "e", "湖水很清，岸边有一座旧的磨坊，没有人知道它是谁建的"),
    }
    assert run.facts["results"]["passages"] == 5  # the notice is twice in b
    assert list_found(twicetold.passages(tmp_path / "in", exact="20w")) == {
        ("b", "c", f"{STORY} {NOTICE}"),
        ("d", "e", "湖水很清，岸边有一座旧的磨坊，没有人知道它是谁建的"),
    }


def test_the_later_ones_are_cut_out_and_the_first_stays(twicetold, tmp_path):
    write(tmp_path / "in")
    twicetold("passages", "in", "--exact", "20", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    left = read(tmp_path / "clean" / "in.jsonl")
    assert left == TEXTS | {"b": f"{STORY} Two lines more.\n\n", "c": "", "e": "他说：，就走了。"}
    twicetold("apply", "run", "--no-keep-first", "-o", "none")
    left = read(tmp_path / "none" / "in.jsonl")
    assert left["a"] == "A tale of the sea. "
    assert left["b"] == "Two lines more.\n\n"
    assert left["d"] == "。湖水很清。"
    removed = [json.loads(line) for line in (tmp_path / "clean" / "removed.jsonl").read_text().splitlines()]
    assert {(row["document"], row["repeats"]["document"]) for row in removed} == {
        *(("b", "a"), ("c", "a"), ("c", "b"), ("e", "d"))
    }


def test_show_and_report_have_them_as_other_passages(twicetold, tmp_path):
    write(tmp_path / "in")
    twicetold("passages", "in", "--exact", "20", "-o", "run")
    shown = twicetold("show", "run", "--pair", "b", "c")[0]
    assert "verbatim" in shown
    assert STORY in " ".join(shown.split())
    twicetold("report", "run", "-o", "page.html")
    assert "gulls" in (tmp_path / "page.html").read_text()


def test_against_only_the_searched_texts_are_cut(twicetold, tmp_path):
    write(tmp_path / "in", {name: TEXTS[name] for name in "abc"})
    write(tmp_path / "tests", {"x": f"{NOTICE} Said the clerk."})
    twicetold("passages", "in", "--against", "tests", "--exact", "30", "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    left = read(tmp_path / "clean" / "in.jsonl")
    assert left == {"a": "A tale of the sea. ", "b": f"{STORY} Two lines more.\n\n", "c": f"{STORY} "}


def test_a_length_that_is_none_is_an_error(twicetold, tmp_path):
    write(tmp_path / "in")
    for value in ("many", "0", "-3", "2x", "w"):
        assert "`exact` must be a number" in twicetold("passages", "in", f"--exact={value}", "-o", "run", code=2)[1]
    said = twicetold("passages", "in", "--exact", "2000", "-o", "run")[1]
    assert "no stretch of 2,000 characters occurs twice" in said


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """Many texts that share stretches of many lengths, and the digest of their run."""
    folder = tmp_path_factory.mktemp("many") / "in"
    words = f"{STORY} {NOTICE}".split()
    texts = {
        f"t{at}": " ".join(words[at % 11 : 5 + at % 23] + [f"own{at}"] + words[at % 7 :] * (1 + at % 3))
        for at in range(60)
    }
    write(folder, TEXTS | texts)
    return folder, twicetold.passages(folder, exact="25", workers=2).digest


@pytest.mark.parametrize(
    "options", [{"workers": 1}, {"workers": 5}, {"batch_bytes": 500}, {"memory_bytes": 200_000_000}], ids=str
)
def test_threads_batches_and_memory_change_nothing(asked, options):
    folder, digest = asked
    assert twicetold.passages(folder, exact="25", **options).digest == digest


def test_neither_do_small_pieces_and_next_to_no_memory(asked):
    folder, digest = asked
    engine = Local(Machine(workers=2), limits=SMALL_PIECES)
    assert twicetold.passages(folder, exact="25", engine=engine).digest == digest


def test_neither_does_spark(asked):
    from twicetold.engines.spark import Spark

    folder, digest = asked
    assert twicetold.passages(folder, exact="25", engine=Spark(small_session())).digest == digest


def test_it_goes_on_after_the_last_stage_that_was_finished(asked, tmp_path, monkeypatch):
    folder, expected = asked
    made, save = [], Local.save

    def stop_after_one(self, tables, *rest):
        if made and made[-1] is None:
            made.pop()
            raise KeyboardInterrupt
        made.extend([sorted(path.name for path in tables), None])
        return save(self, tables, *rest)

    monkeypatch.setattr(Local, "save", stop_after_one)
    digest = ""
    while not digest:
        try:
            digest = twicetold.passages(folder, tmp_path / "run", exact="25").digest
        except KeyboardInterrupt:
            continue
    assert digest == expected
    assert len([each for each in made if each]) == len(EXACT_STAGES)
