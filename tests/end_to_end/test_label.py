"""`twicetold label` and what `evaluate` makes of it, as a user types them; also in a pseudo-terminal."""

import csv
import json
import os
import pty
import select
import shutil
import subprocess
import time
from itertools import cycle

import pytest
from tests.support.processes import COMMAND

from twicetold import api

FRAME = "The {0} of {1} was built in {2} by the mason {3} and stands on the hill above the old harbour of the town."
PLACES = ["Orrin", "Norland", "Velk", "Tarn", "Sorby", "Hallam", "Grane", "Ister", "Munk", "Oste", "Ralby", "Senn"]
KINDS = ("drift", "copyedit", "template", "reference", "other")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of `sentences` with a few dozen matches, and text that no terminal should see; its input is beside it."""
    folder = tmp_path_factory.mktemp("labelled")
    records = [
        {"id": f"d{number}", "title": place, "text": FRAME.format("tower", place, 1800 + number, "Ada Korn")}
        for number, place in enumerate(PLACES)
    ]
    evil = "Evil \x1b[31mred\x07 text of the harbour was written on the wall of the tower in the year {}."
    records += [{"id": f"e{number}", "title": "E\x1b[2J", "text": evil.format(1900 + number)} for number in range(3)]
    write(folder / "in.jsonl", records)
    api.sentences(folder / "in.jsonl", output=folder / "run")
    return folder


@pytest.fixture
def run(finished, tmp_path):
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    return "run"


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def fill(path, *answers):
    """Answer the questions of a file in turn."""
    rows = read(path)
    for row, answer in zip(rows, cycle(answers), strict=False):
        row["answer"] = answer
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def test_questions_in_a_file_are_filled_in_and_judged(twicetold, run, tmp_path):
    out = json.loads(twicetold("label", run, "-n", 20, "--no-ask", "-o", "l.csv", "--json")[0])
    rows = read(tmp_path / "l.csv")
    assert (out["sampled"], out["answered"], len(rows)) == (20, 0, 20)
    assert {row["answer"] for row in rows} == {""}
    assert not {"said", "confidence", "kind"} & rows[0].keys()
    assert {int(row["population"]) for row in rows} == {out["population"]}
    assert out["answers"] == list(KINDS)
    fill(tmp_path / "l.csv", "template", "copyedit")
    said = twicetold("evaluate", run, "--truth", "l.csv")[0]
    assert f"matches: labelled 20 of 20, drawn from {out['population']}" in said
    assert "true, and what was said" in said
    assert "\x1b" not in said
    found = [json.loads(line) for line in twicetold("evaluate", run, "--truth", "l.csv", "--json")[0].splitlines()]
    sample = found[0]
    assert sample["row"] == "sample"
    assert 0 <= sample["right_low"] <= sample["right"] <= sample["right_high"] <= 1
    confusion = [row for row in found if row["row"] == "confusion"]
    assert sum(row["count"] for row in confusion) == 20
    assert sum(row["estimate"] for row in confusion) == pytest.approx(out["population"])
    assert {row["row"] for row in found} >= {"kind", "confusion", "confidence", "disagreement"}


def test_the_sample_does_not_depend_on_files_or_batches(twicetold, run, tmp_path):
    lines = (tmp_path / "in.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "b.jsonl").write_text("".join(lines[::2]), encoding="utf-8")
    (tmp_path / "a.jsonl").write_text("".join(lines[1::2]), encoding="utf-8")
    twicetold("sentences", "b.jsonl", "a.jsonl", "-o", "other", "--quiet", "--workers", 1)
    for folder in (run, "other"):
        twicetold("label", folder, "-n", 12, "--seed", 7, "--no-ask", "-o", f"{folder}.csv", "--quiet")
    assert (tmp_path / "other.csv").read_bytes() == (tmp_path / "run.csv").read_bytes()


def test_a_stratified_sample_is_weighed_back(twicetold, run, tmp_path):
    twicetold("label", run, "-n", 20, "--stratify", "kind", "--no-ask", "--show", "-o", "l.csv", "--quiet")
    rows = read(tmp_path / "l.csv")
    strata = {row["stratum"]: int(row["population"]) for row in rows}
    matches = len(twicetold("export", run, "--table", "matches")[0].splitlines())
    assert sum(strata.values()) == matches
    assert {row["said"] for row in rows} <= set(KINDS)
    for row in rows:
        row["answer"] = row["said"]
    with (tmp_path / "l.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([rows[0].keys(), *(row.values() for row in rows)])
    found = json.loads(twicetold("evaluate", run, "--truth", "l.csv", "--json")[0].splitlines()[0])
    assert (found["right"], found["right_high"], found["population"]) == (1.0, 1.0, matches)
    assert found["right_low"] < 1


def test_a_larger_number_keeps_the_answers_and_another_seed_is_refused(twicetold, run, tmp_path):
    twicetold("label", run, "-n", 5, "--no-ask", "-o", "l.csv", "--quiet")
    fill(tmp_path / "l.csv", "template")
    twicetold("label", run, "-n", 9, "--no-ask", "-o", "l.csv", "--quiet")
    assert sorted(row["answer"] for row in read(tmp_path / "l.csv")) == [""] * 4 + ["template"] * 5
    said = twicetold("label", run, "-n", 9, "--seed", 2, "--no-ask", "-o", "l.csv", code=2)[1]
    assert "is not of this sample" in said
    assert "--force" in said
    twicetold("label", run, "-n", 9, "--seed", 2, "--no-ask", "-o", "l.csv", "--force", "--quiet")
    assert {row["answer"] for row in read(tmp_path / "l.csv")} == {""}


def test_skipped_and_open_questions_count_neither_way(twicetold, run, tmp_path):
    twicetold("label", run, "-n", 9, "--no-ask", "-o", "l.csv", "--quiet")
    fill(tmp_path / "l.csv", "template", "Skipped", "")
    found = json.loads(twicetold("evaluate", run, "--truth", "l.csv", "--json")[0].splitlines()[0])
    assert (found["answered"], found["skipped"], found["unanswered"]) == (3, 3, 3)


def test_what_is_not_in_a_later_run_is_left_out_and_named(twicetold, run, tmp_path):
    twicetold("label", run, "-n", 30, "--no-ask", "-o", "l.csv", "--quiet")
    fill(tmp_path / "l.csv", "template")
    lines = (tmp_path / "in.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "in.jsonl").write_text("".join(lines[:11]) + lines[11].replace("harbour", "castle"), encoding="utf-8")
    twicetold("sentences", "in.jsonl", "-o", "later", "--quiet")
    found = [json.loads(line) for line in twicetold("evaluate", "later", "--truth", "l.csv", "--json")[0].splitlines()]
    missing = [row for row in found if row["row"] == "missing"]
    assert 0 < found[0]["missing"] == len(missing) < 30
    assert any("d11:0" in row["names"] for row in missing), "the text there is another one now"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-n", 0], "`-n` must be 1 or more, not 0"),
        (["--what", "passages"], "the job `sentences` has no `passages` to label"),
        (["--stratify", "size"], "unknown strata: `size`"),
        (["-o", "no/l.csv"], "`no` is not a folder"),
        (["-o", "in.jsonl", "--no-ask"], "in.jsonl"),
        ([], "`label` asks in a terminal, and this is not one"),
    ],
)
def test_a_mistake_is_said_in_two_lines(twicetold, run, arguments, says):
    err = twicetold("label", run, *arguments, code=2)[1]
    assert says in err
    assert "hint: " in err


@pytest.mark.parametrize(
    ("answer", "arguments", "says"),
    [
        ("templat", [], "line 2: unknown answer `templat`"),
        ("", [], "has no answers yet"),
        ("template", ["-o", "curve.svg"], "a labelled sample has no curve to draw"),
        ("template", ["--complete"], "a labelled sample does not list all duplicates"),
    ],
)
def test_a_file_that_cannot_be_judged_says_why(twicetold, run, tmp_path, answer, arguments, says):
    twicetold("label", run, "-n", 5, "--no-ask", "-o", "l.csv", "--quiet")
    fill(tmp_path / "l.csv", answer)
    assert says in twicetold("evaluate", run, "--truth", "l.csv", *arguments, code=2)[1]


def test_clusters_and_contradictions_can_be_labelled_too(twicetold, tmp_path):
    lake = "Lake Orrin was dammed in {} by the engineer Ada Korn of Norland. {}"
    write(
        tmp_path / "in.jsonl",
        [
            {"id": "a", "title": "Lake Orrin", "text": lake.format(1905, "The old bell is rung on the day of the fair.")},
            {"id": "b", "title": "History of Lake Orrin", "text": lake.format(1911, "It is deep.")},
            {"id": "c", "title": "Bells", "text": "The old bell is rung on the day of the fair."},
        ],
    )  # fmt: skip
    twicetold("sentences", "in.jsonl", "-o", "run", "--quiet")
    twicetold("label", "run", "--what", "clusters", "--no-ask", "-o", "k.csv", "--quiet")
    rows = {row["left"]: row for row in read(tmp_path / "k.csv")}
    assert rows["a:0"]["right_text"] == lake.format(1911, "").strip()
    assert rows["a:1"]["right"] == "c:0"
    fill(tmp_path / "k.csv", "drift")
    assert "clusters: labelled 2 of 2" in twicetold("evaluate", "run", "--truth", "k.csv")[0]
    if twicetold("export", "run", "--table", "contradictions")[0]:
        twicetold("label", "run", "--what", "contradictions", "--no-ask", "-o", "c.csv", "--quiet")
        fill(tmp_path / "c.csv", "none")
        said = twicetold("evaluate", "run", "--truth", "c.csv")[0]
        assert "findings at all: 0.000 (0.000 to 0.793)" in said
        assert "macro F1" not in said, "a list cannot say what is missing in it"


def test_a_run_without_contradictions_says_so(twicetold, tmp_path):
    write(tmp_path / "in.jsonl", [{"id": "a", "title": "A", "text": "Nothing here is said a second time, not at all."}])
    twicetold("sentences", "in.jsonl", "-o", "run", "--quiet")
    assert (
        "has no contradictions to label" in twicetold("label", "run", "--what", "contradictions", "--no-ask", code=2)[1]
    )


def test_passages_are_labelled_by_kind(twicetold, tmp_path):
    shared = [FRAME.format("tower", place, 1800, "Ada Korn") for place in PLACES[:4]]
    for name, first in (("a", "A first text begins here with words of its own."), ("b", "Another one begins so.")):
        (tmp_path / f"{name}.txt").write_text(" ".join([first, *shared]), encoding="utf-8")
    twicetold("passages", "a.txt", "b.txt", "-o", "run", "--quiet")
    twicetold("label", "run", "--no-ask", "-o", "l.csv", "--quiet")
    (row,) = read(tmp_path / "l.csv")
    assert row["what"] == "passages"
    assert "tower of Orrin" in row["left_text"]
    fill(tmp_path / "l.csv", "quotation")
    assert "passages: labelled 1 of 1, drawn from 1" in twicetold("evaluate", "run", "--truth", "l.csv")[0]


def test_threads_are_labelled_as_duplicates_or_not(twicetold, tmp_path):
    question = "How do I reset the password of my account when the mail does not arrive {}?"
    write(
        tmp_path / "in.jsonl",
        [
            {"id": f"q{n}", "title": question.format("now" * n), "question": question.format("now" * n)}
            for n in range(2)
        ],
    )
    twicetold("threads", "in.jsonl", "-o", "run", "--quiet", "--threshold", "0.3")
    twicetold("label", "run", "--no-ask", "-o", "l.csv", "--quiet")
    fill(tmp_path / "l.csv", "duplicate")
    assert "the program is right in 1.000" in twicetold("evaluate", "run", "--truth", "l.csv")[0]


class Terminal:
    """A command in a pseudo-terminal: keys go in, the screen comes out."""

    def __init__(self, folder, *arguments):
        self.file, inner = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)], stdin=inner, stdout=subprocess.PIPE, stderr=inner, cwd=folder,
            env=environment, start_new_session=True, preexec_fn=take_terminal,
        )  # fmt: skip
        os.close(inner)
        self.screen = ""

    def wait_for(self, text, times=1):
        end = time.monotonic() + 60
        while self.screen.count(text) < times:
            assert time.monotonic() < end, self.screen
            if select.select([self.file], [], [], 1)[0]:
                self.screen += os.read(self.file, 65_536).decode()

    def press(self, keys):
        os.write(self.file, keys.encode())

    def finish(self, code):
        with self.process.stdout as stream:
            out = stream.read().decode()
        assert self.process.wait(60) == code, self.screen
        os.close(self.file)
        return out


def take_terminal():
    """Make the terminal on stdin the one that controls this process, so that Ctrl-C reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_in_a_terminal_one_key_answers_and_is_saved_at_once(run, tmp_path):
    terminal = Terminal(tmp_path, "label", run, "-n", 3, "-o", "l.csv", "--json")
    terminal.wait_for("1 of 3")
    terminal.press("t")
    terminal.wait_for("2 of 3")
    assert [row["answer"] for row in read(tmp_path / "l.csv")] == ["template", "", ""]
    terminal.press("\t")
    terminal.wait_for("around ", times=2)
    terminal.press("\x7f")
    terminal.wait_for("1 of 3", times=2)
    terminal.press("c ")
    terminal.wait_for("3 of 3")
    terminal.press("\x1b")
    out = json.loads(terminal.finish(0))
    assert (out["answered"], out["skipped"]) == (1, 1)
    assert [row["answer"] for row in read(tmp_path / "l.csv")] == ["copyedit", "skipped", ""]


def test_an_interruption_keeps_the_answers_and_gives_the_terminal_back(run, tmp_path):
    terminal = Terminal(tmp_path, "label", run, "-n", 3, "-o", "l.csv")
    terminal.wait_for("1 of 3")
    terminal.press("t")
    terminal.wait_for("2 of 3")
    terminal.press("\x03")
    terminal.wait_for("stopped; 1 of 3 answers saved")
    terminal.finish(130)
    again = Terminal(tmp_path, "label", run, "-n", 3, "-o", "l.csv")
    again.wait_for("2 of 3")
    again.press("tt")
    again.wait_for("next: twicetold evaluate run --truth l.csv")
    again.finish(0)
    assert "\x1b[31m" not in again.screen
