"""`twicetold show`: what each view says of a small run, as text and as JSON, and that hostile text stays text."""

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from rich.console import Console
from tests.support.shown import UNSAFE, rows_of
from tests.unit.conftest import MEMBERS, RESULTS, TABLES, write_run

from twicetold.jobs.sentences import show_places
from twicetold.jobs.sentences.show import SentenceViews
from twicetold.jobs.sentences.show_page import ROW_RENDERERS
from twicetold.jobs.sentences.tables import SENTENCE_CLUSTERS, SENTENCE_DOCUMENT_PAIRS, SENTENCE_MEMBERS
from twicetold.run import finished
from twicetold.run.finished import open_finished_run
from twicetold.views.base import ShowOptions
from twicetold.views.page import TextPage
from twicetold.views.search import search_members


def many(folder, sizes, text="Said {} times."):
    """A run with clusters of these sizes, largest first."""
    clusters = [(number, size, size, 1, "identical", 1.0, 1.0, text.format(size)) for number, size in enumerate(sizes)]
    members = [
        (number, f"d{each}", f"Title {each}", "", "prose", number, 0, 9, 0, text.format(size))
        for number, size in enumerate(sizes)
        for each in range(size)
    ]
    return write_run(
        folder,
        {"clusters": (SENTENCE_CLUSTERS, clusters), "members": (SENTENCE_MEMBERS, members)},
        results=None,
    )


# ---- the summary ----


def test_the_summary_says_what_was_found(twicetold, sentence_run):
    out, errors = twicetold("show", sentence_run)
    for said in (
        "digest 0123456789ab",
        "dump.xml (900 B)",
        "sentences       1,200",
        "recall          99.1 %",
        "47 bands of 4 rows",
        "rejected        0.70-0.80 12",
        "crowds          keys 3, pairs left out 123",
        "3  Lake Orrin | Tarn",
        "cluster 0  4 members in 3 documents, 3 variants, similarity 0.952, drift 0.70\n  The lake froze over",
        "clusters by kind\n          drift            1  4 members\n      identical            1  2 members",
        "time            1.5 s (cluster 1.5 s)",
    ):
        assert said in out
    assert errors == ""


def test_the_summary_is_made_of_the_same_rows_as_its_json(twicetold, sentence_run):
    rows = rows_of(twicetold("show", sentence_run, "--json")[0])
    assert [row["row"] for row in rows] == [
        "run",
        "size",
        "size",
        "kind",
        "kind",
        "document_pair",
        "document_pair",
        "cluster",
        "cluster",
    ]
    assert rows[0]["results"] == RESULTS
    assert rows[1] == {"row": "size", "least": 2, "most": 3, "clusters": 1}


def test_sizes_are_counted_in_powers_of_two_where_the_run_does_not_tell(twicetold, tmp_path):
    run = many(tmp_path / "many", [9, 4, 3, 2, 2, 2, 2, 2])
    rows = rows_of(twicetold("show", run, "--json")[0])
    assert [(row["least"], row["most"], row["clusters"]) for row in rows if row["row"] == "size"] == [
        (2, 3, 6),
        (4, 7, 1),
        (8, 15, 1),
    ]
    assert rows[0]["results"] == {"clusters": 8, "members": 26}
    out, _ = twicetold("show", run)
    lengths = [line.count("█") for line in out.splitlines() if "-" in line and ("█" in line or "▏" in line)]
    assert lengths == [40, 7, 7]


@pytest.mark.parametrize("odd", [{"sizes": {"two": 5}}, {"sizes": [1]}, {"sizes": {"2": "x"}}, None])
def test_odd_results_do_not_stop_the_summary(twicetold, tmp_path, odd):
    out, _ = twicetold("show", write_run(tmp_path / "odd", results=odd, inputs=["a path"]))
    assert "cluster 0" in out


def test_a_run_that_found_nothing_has_a_summary(twicetold, tmp_path):
    out, _ = twicetold("show", many(tmp_path / "none", []))
    assert "members         0" in out


# ---- clusters ----


def test_a_cluster_shows_every_member_and_what_sets_variants_apart(twicetold, sentence_run):
    out, _ = twicetold("show", sentence_run, "--cluster", 0)
    assert (
        out
        == """
cluster 0  4 members in 3 documents, 3 variants, similarity 0.952, drift 0.70
  variant 0  2 times
    The lake froze over in the winter of 1905.
      Lake Orrin [History] 4
      Lake Orrin [Sport] 9
  variant 1  1 time
    The lake froze over in the winter of [-1905-]{+1906+}.
      Norland 2
  variant 2  1 time
    The [-lake-]{+tarn+} froze over in the winter of 1905.
      Tarn 0

matches
  0.976  Lake Orrin 4 | Norland 2
    drift (contradiction) 0.90: 1905 / 1906 cannot both hold
  0.952  Lake Orrin 4 | Tarn 0
    template 0.80: another subject
"""
    )


def test_a_cluster_as_json_has_its_members_as_they_are(twicetold, sentence_run):
    rows = rows_of(twicetold("show", sentence_run, "--cluster", 0, "--json")[0])
    names = SENTENCE_MEMBERS.names
    assert [tuple(row[name] for name in names) for row in rows if row["row"] == "member"] == MEMBERS[:4]
    assert [row["right_title"] for row in rows if row["row"] == "match"] == ["Norland", "Tarn"]
    assert [row["changes"] for row in rows if row["row"] == "variant" and row["variant"] == 1] == [
        [["=", "The lake froze over in the winter of "], ["-", "1905"], ["+", "1906"], ["=", "."]]
    ]


def test_a_limit_is_of_each_and_says_what_it_left_out(twicetold, sentence_run):
    out, _ = twicetold("show", sentence_run, "--cluster", 0, "--limit", 1)
    assert "Lake Orrin [History] 4" in out
    assert "Lake Orrin [Sport] 9" not in out
    for said in ("and 1 more member", "and 2 more variants", "and 1 more match"):
        assert said in out


def test_the_largest_come_first_with_their_first_variants(twicetold, sentence_run):
    rows = rows_of(twicetold("show", sentence_run, "--largest", 1, "--limit", 2, "--json")[0])
    assert [(row["row"], row.get("variant"), row.get("members")) for row in rows] == [
        ("cluster", None, None),
        ("variant", 0, 2),
        ("variant", 1, 1),
        ("more", None, None),
    ]
    assert (rows[1]["title"], rows[3]["left_out"]) == ("Lake Orrin", 1)
    assert "first in Norland" in twicetold("show", sentence_run, "--largest", 9)[0]


def test_a_random_choice_is_the_same_for_the_same_seed(twicetold, tmp_path):
    run = many(tmp_path / "many", [2] * 40)

    def drawn(seed):
        rows = rows_of(twicetold("show", run, "--random", 5, "--seed", seed, "--json")[0])
        return [row["cluster"] for row in rows if row["row"] == "cluster"]

    assert drawn(1) == drawn(1) == sorted(drawn(1))
    assert len(set(drawn(1))) == 5
    assert len({tuple(drawn(seed)) for seed in range(4)}) > 1


def test_more_clusters_than_there_are_is_all_of_them(twicetold, sentence_run):
    rows = rows_of(twicetold("show", sentence_run, "--random", 10**9, "--json")[0])
    assert [row["cluster"] for row in rows if row["row"] == "cluster"] == [0, 1]


def test_one_cluster_reads_only_its_row_groups(tmp_path, monkeypatch):
    run = open_finished_run(many(tmp_path / "many", [2] * 50))  # row groups of two rows: one for each cluster
    read, iterate = [], pq.ParquetFile.iter_batches

    def counting(self, *arguments, row_groups=None, **options):
        read.append(row_groups)
        return iterate(self, *arguments, row_groups=row_groups, **options)

    monkeypatch.setattr(pq.ParquetFile, "iter_batches", counting)
    assert len([row for row in SentenceViews().show_cluster(run, 33, ShowOptions()) if row["row"] == "member"]) == 2
    assert read == [[16], [33]]  # two clusters, or two members, to a row group


@pytest.mark.parametrize("view", ["--largest", "--random"])
def test_a_kind_alone_may_be_looked_at(twicetold, sentence_run, view):
    rows = rows_of(twicetold("show", sentence_run, view, 5, "--kind", "identical", "--json")[0])
    assert [row["cluster"] for row in rows if row["row"] == "cluster"] == [1]
    assert twicetold("show", sentence_run, view, 5, "--kind", "template")[0] == ""


def test_an_older_run_is_shown_without_kinds(twicetold, tmp_path):
    def older(name, *missing):
        kind, values = TABLES[name]
        kept = [place for place, column in enumerate(kind.names) if column not in missing]
        return pa.schema([kind.field(place) for place in kept]), [tuple(row[place] for place in kept) for row in values]

    tables = dict(TABLES)
    tables["clusters"] = older("clusters", "kind", "confidence")
    tables["matches"] = older("matches", "kind", "drift", "confidence", "why", "changes")
    run = write_run(tmp_path / "older", tables)
    assert "by kind" not in twicetold("show", run)[0]
    assert "0.976  Lake Orrin 4 | Norland 2\n" in twicetold("show", run, "--cluster", 0)[0]
    _, errors = twicetold("show", run, "--largest", 1, "--kind", "drift", code=2)
    assert "has no column `kind`\nhint: it was made by an older twicetold" in errors
    assert "it reads a table `clusters` with `kind`" in twicetold("analyse", run, "kinds", code=2)[1]


# ---- documents and words ----


def test_a_document_shows_where_else_its_sentences_stand(twicetold, sentence_run):
    out, _ = twicetold("show", sentence_run, "--document", "Tarn")
    assert out.startswith("Tarn  2 repeated sentences\n\n  0  cluster 0\n  The tarn froze")
    assert "Lake Orrin [Sport] 9: The [-tarn-]{+lake+} froze over" in out
    assert out == twicetold("show", sentence_run, "--document", "9")[0]


def test_a_sentence_said_twice_in_one_document_is_another_place(twicetold, sentence_run):
    rows = rows_of(twicetold("show", sentence_run, "--document", "Lake Orrin", "--json")[0])
    assert [row["position"] for row in rows if row["row"] == "sentence"] == [0, 4, 9]
    after = [row["row"] for row in rows].index("sentence", 3)
    assert (rows[after]["position"], rows[after + 1]["document"], rows[after + 1]["position"]) == (4, "7", 9)


def test_a_document_may_be_cut_short(twicetold, tmp_path):
    run = many(tmp_path / "many", [30, 20, 2])
    out, _ = twicetold("show", run, "--document", "Title 0")
    assert "and 24 more places" in out
    out, _ = twicetold("show", run, "--document", "Title 0", "--limit", 1)
    assert "and 28 more places" in out
    assert "and 2 more sentences" in out


@pytest.mark.parametrize(("typed", "meant"), [("Lake Orin", "Lake Orrin"), ("Nor", "Norland")])
def test_a_mistyped_title_gets_the_nearest(twicetold, sentence_run, typed, meant):
    _, errors = twicetold("show", sentence_run, "--document", typed, code=2)
    assert f"did you mean `{meant}`?" in errors


def test_a_title_like_no_other_gets_a_hint(twicetold, sentence_run):
    _, errors = twicetold("show", sentence_run, "--document", "Zebra", code=2)
    assert "hint: give a title or an id" in errors


@pytest.mark.parametrize(
    ("words", "positions"), [("FROZE 1905", [4, 9, 0]), ("1906", [2]), ("froz", []), ("湖", [0, 5]), ("(quoted", [])]
)
def test_a_search_wants_every_word_whole_in_any_case(twicetold, sentence_run, words, positions):
    out, errors = twicetold("show", sentence_run, "--search", words, "--json")
    assert [row["position"] for row in rows_of(out)] == positions
    out, errors = twicetold("show", sentence_run, "--search", words)
    assert ("no repeated sentence" in errors) == (not positions)


def test_a_search_says_when_there_is_more(twicetold, sentence_run):
    out, _ = twicetold("show", sentence_run, "--search", "froze", "--limit", 2)
    assert out.endswith("      and more members (see --limit)\n")
    assert "more" not in twicetold("show", sentence_run, "--search", "froze", "--limit", 4)[0]


# ---- errors ----


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cluster", "2"], "has no cluster 2\nhint: it has clusters 0 to 1"),
        (["--cluster", "-1"], "has no cluster -1"),
        (["--cluster", str(10**30)], "has no cluster"),
        (["--cluster", "1", "--search", "a"], "--cluster and --search are different views"),
        (["--largest", "0"], "`--largest` must be 1 or more, not 0"),
        (["--random", "-4"], "`--random` must be 1 or more, not -4"),
        (["--limit", "0"], "`--limit` must be 1 or more, not 0"),
        (["--search", " "], "no words to search for"),
        (["--kind", "drift", "--document", "Tarn"], "--kind works only with --largest or --random"),
        (["--kind", "drft", "--largest", "1"], "unknown kind: `drft`"),
    ],
)
def test_nonsense_is_told_with_a_way_out(twicetold, sentence_run, options, said):
    out, errors = twicetold("show", sentence_run, *options, code=2)
    assert said in errors
    assert "hint: " in errors
    assert out == ""


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"digest": None}, "is not finished\nhint: run the same command again"),
        ({"job": "split"}, "is a run of the job `split`, not `sentences`"),
        ({"stages": None}, "is damaged"),
        ({"stages": {"cluster": 3}}, "is damaged"),
        ({"stages": {}}, "has no table `clusters`"),
    ],
)
def test_a_run_that_cannot_be_shown_says_why(twicetold, tmp_path, facts, said):
    _, errors = twicetold("show", write_run(tmp_path / "other", **facts), code=2)
    assert said in errors


def test_what_is_no_run_says_so(twicetold, tmp_path):
    assert "is not a folder" in twicetold("show", "nowhere", code=2)[1]
    assert "is not a run" in twicetold("show", tmp_path, code=2)[1]
    Path("run.json").write_text("[1, 2]")
    assert "is damaged" in twicetold("show", ".", code=2)[1]


@pytest.mark.parametrize("harm", ["cut", "remove"])
def test_a_damaged_table_is_told_without_a_traceback(twicetold, sentence_run, harm):
    path = sentence_run / "members.parquet"
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-20])
    else:
        path.unlink()
    _, errors = twicetold("show", sentence_run, "--cluster", 0, code=2)
    assert "missing or damaged" in errors


# ---- hostile text ----


@pytest.mark.parametrize(
    "options", [[], ["--cluster", "1"], ["--largest", "5"], ["--document", "Tarn"], ["--search", "evil"]]
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_no_view_lets_a_control_character_through(twicetold, sentence_run, options, form):
    out, _ = twicetold("show", sentence_run, *options, *form)
    assert "Evil" in out
    assert not [each for each in UNSAFE if each in out]


def test_a_hostile_title_or_folder_or_result_is_only_text(twicetold, tmp_path):
    evil = "A\x1b]0;owned\x07\u202eB"
    tables = dict(TABLES)
    tables["members"] = (SENTENCE_MEMBERS, [(0, evil, evil, evil, "prose", 0, 0, 1, 0, "Text."), *MEMBERS[1:]])
    tables["document_pairs"] = (SENTENCE_DOCUMENT_PAIRS, [(evil, evil, evil, "", 1, 0)])
    run = write_run(tmp_path / evil, tables, results={evil: evil}, inputs=[{"path": evil}], digest=evil)
    shown = [
        twicetold("show", run),
        twicetold("show", run, "--cluster", 0),
        twicetold("show", run, "--document", "a", code=2),
    ]
    assert "A\\x1b]0;owned\\x07\\u202eB" in shown[0][0]
    assert not [each for each in UNSAFE if any(each in text for pair in shown for text in pair)]


def on_terminal(run, **options):
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, highlight=False, markup=False, width=20, **options)
    TextPage(ROW_RENDERERS, console=console).show_rows(SentenceViews().show_cluster(run, 0, ShowOptions()))
    return screen.getvalue()


def test_a_terminal_shows_changes_in_colour_and_does_not_wrap(sentence_run):
    screen = on_terminal(open_finished_run(sentence_run), color_system="standard", _environ={})
    assert "winter of \x1b[9;31m1905\x1b[0m\x1b[1;32m1906\x1b[0m." in screen


def test_a_terminal_without_colours_shows_changes_in_marks(sentence_run):
    screen = on_terminal(open_finished_run(sentence_run), color_system="standard", no_color=True, _environ={})
    assert "[-1905-]" in screen
    assert "{+1906+}" in screen


def test_markup_in_a_text_is_only_text(sentence_run, capsys):
    TextPage(ROW_RENDERERS, console=Console(force_terminal=True, markup=False, _environ={})).print_line(
        "[bold red]x[/] :smile: {0}"
    )
    assert "[bold red]x[/] :smile: {0}" in capsys.readouterr().out


def test_every_row_of_every_view_can_be_printed(sentence_run):
    run = open_finished_run(sentence_run)
    seen = [
        *SentenceViews().summarise(run, ShowOptions()),
        *SentenceViews().show_cluster(run, 0, ShowOptions(limit=1)),
        *show_places.list_document_sentences(run, "Tarn"),
        *search_members(run, "froze"),
    ]
    assert {row["row"] for row in seen} == set(ROW_RENDERERS) - {
        "contradiction",
        "older_copy",
        "unlisted",
        "finding",
        "next",
    }  # which is not a view of `show`


def test_a_filtered_scan_is_the_same_as_a_filtered_table(sentence_run):
    run = open_finished_run(sentence_run)
    for wanted in (ds.field("cluster") == 1, ds.field("cluster").isin([0, 7]), ds.field("title") == "Tarn"):
        found = list(finished.read_rows(run, "members", wanted))
        assert found == pq.read_table(sentence_run / "members.parquet").filter(wanted).to_pylist()
    assert isinstance(next(finished.scan_table(run, "members")), pa.RecordBatch)


def test_help_has_an_example(twicetold):
    assert "twicetold show run --cluster 17" in twicetold("show", "--help")[0]
    assert "twicetold export run" in twicetold("export", "--help")[0]
