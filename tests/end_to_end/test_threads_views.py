"""A run of `threads` looked at and judged as a user does it, with every command that takes a run."""

import json
from pathlib import Path

import pytest
from tests.end_to_end.test_threads_command import BY_FIELD, THREADS, lines

TRUTH = "left,right,duplicate\n1,2,1\n4,5,1\n1,3,1\n3,4,0\n2,9,1\n"


@pytest.fixture
def run(twicetold, tmp_path):
    """`run("--threshold", "0.6")` -> the folder of such a run."""

    def made(*options):
        (tmp_path / "threads.jsonl").write_text(lines(THREADS), encoding="utf-8")
        (tmp_path / "pairs.csv").write_text(TRUTH, encoding="utf-8")
        _, said = twicetold("threads", "threads.jsonl", "-o", "run", *options)
        assert "digest " in said
        return "run"

    return made


def rows_of(out):
    return [json.loads(line) for line in out.splitlines()]


def test_it_is_judged_by_score_and_field_and_says_why_it_missed(twicetold, run):
    out, _ = twicetold("evaluate", run(*BY_FIELD), "--truth", "pairs.csv", "--json", "-o", "curve.svg")
    rows = rows_of(out)
    combined, *fields = (row for row in rows if row["row"] == "measures")
    assert [combined[name] for name in ("tp", "fp", "fn", "tn", "missing")] == [2, 0, 1, 1, 1]
    assert combined["accuracy"] == 3 / 4
    assert [row["field"] for row in fields] == ["question", "description", "answer"]
    (miss,) = (row for row in rows if row["row"] == "miss")
    assert (miss["left"], miss["right"], miss["similarity"] < 0.5) == ("1", "3", True)
    assert Path("curve.svg").stat().st_size > 1000


@pytest.mark.parametrize("feature", ["imatch", "spotsigs", "winnow", "characters"])
def test_a_miss_is_compared_by_whatever_feature_the_run_used(twicetold, run, feature):
    options = [f"--{field}-feature" for field in ("question", "description", "answer")]
    folder = run(*(each for option in options for each in (option, feature)), "--question-shingle", "0", *BY_FIELD)
    misses = [row for row in rows_of(twicetold("evaluate", folder, "--truth", "pairs.csv", "--json")[0]) if row["row"] == "miss"]  # fmt: skip
    assert ("1", "3") in [(row["left"], row["right"]) for row in misses]
    assert all(row["similarity"] is None or 0 <= row["similarity"] < 0.5 for row in misses)


def test_every_match_shown_as_a_pair_has_the_score_that_the_run_entered(twicetold, run):
    folder = run("--question-shingle", "1", "--threshold", "0.15", "--description-shingle", "1", *BY_FIELD)
    matches = rows_of(twicetold("export", folder)[0])
    assert len(matches) == 4
    for match in matches:
        first, *fields = rows_of(
            twicetold("show", folder, "--pair", match["right_document"], match["left_document"], "--json")[0]
        )
        assert (first["similarity"], first["match"]) == (match["similarity"], True)
        assert {row["field"]: row["similarity"] for row in fields} == {row["field"]: match[row["field"]] for row in fields}  # fmt: skip


def test_it_is_shown_and_reported(twicetold, run):
    folder = run(*BY_FIELD)
    assert "core   1  How deep is Lake Orrin?" in twicetold("show", folder)[0]
    _, said = twicetold("report", folder, "-o", "report.html")
    assert "open it in a browser" in said
    assert "asked more than once" in Path("report.html").read_text(encoding="utf-8")
    assert "--force" in twicetold("report", folder, "-o", "report.html", code=2)[1]


def test_every_table_is_exported(twicetold, run):
    folder = run()
    assert rows_of(twicetold("export", folder)[0])[0]["similarity"] > 0.5  # the matches
    for table in ("members", "clusters", "bridges", "threads"):
        assert "document" in twicetold("export", folder, "--table", table, "--format", "csv")[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("contradictions",), "is a run of the job `threads`, not `sentences`"),
        (("analyse", "kinds"), "the analysis `kinds` does not suit `run`, a run of the job `threads`"),
        (("export", "--table", "members", "--format", "wikiduper"), "wikiduper does not suit the table `members`"),
        (("export", "--table", "passages"), "has no table `passages`"),
        (("show", "--kind", "drift"), "a run of `threads` has no kinds"),
    ],
)
def test_what_a_run_of_threads_does_not_have_is_said_with_a_way_out(twicetold, run, arguments, said):
    command, *options = arguments
    _, errors = twicetold(command, run(), *options, code=2)
    assert said in errors
    assert "hint: " in errors


def test_a_run_without_a_match_is_looked_at_all_the_same(twicetold, run):
    folder = run("--threshold", "1", "--question-shingle", "5", "--weights", "0", "1", "0", "--compare", "fields")
    for command in ("show", "analyse", "report", "export"):
        twicetold(command, folder)
    (combined, *_) = rows_of(twicetold("evaluate", folder, "--truth", "pairs.csv", "--json")[0])
    assert (combined["found"], combined["recall"]) == (0, 0.0)
