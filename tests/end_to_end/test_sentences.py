"""`twicetold sentences` as a user runs it, in an empty directory."""

import json

import pytest

from twicetold.jobs.sentences.tables import (
    ALIASES,
    CONTRADICTIONS,
    SENTENCE_BRIDGES,
    SENTENCE_CLUSTERS,
    SENTENCE_DOCUMENT_PAIRS,
    SENTENCE_MATCHES,
    SENTENCE_MEMBERS,
)
from twicetold.run import Run

FROZE = "The lake froze over in the winter of {}, and nobody dared to cross it on foot."
TARN = "A tarn is what the people of the mountains call a very small lake."
LONELY = "The old mill burnt down on a windy night and was never built again."
ARTICLES = [
    {"id": "1", "title": "Orrin", "text": f"{FROZE.format(1905)} {TARN}\n\n{TARN}"},
    {"id": "2", "title": "Hale", "text": f"{FROZE.format(1906)} {LONELY}"},
    {"id": "3", "title": "Tarn", "text": f"{FROZE.format(1905).upper()}\n\nIt is small."},
    {"id": "4", "title": "Mill", "text": "It is small."},
]


@pytest.fixture
def articles(tmp_path):
    path = tmp_path / "articles.jsonl"
    path.write_text("".join(json.dumps(article) + "\n" for article in ARTICLES), encoding="utf-8")
    return path.name


def texts_of(run):
    """The texts of each cluster, by documents."""
    clusters = {}
    for row in run.members.to_pylist():
        clusters.setdefault(row["cluster"], []).append((row["document"], row["text"]))
    return list(clusters.values())


# ---- the planted encyclopedia ----


def clusters_by_place(run):
    return {(row["document"], row["text"]): row["cluster"] for row in run.members.to_pylist()}


def apart(pairs, where):
    """The pairs that are not in one cluster."""
    sides = [
        tuple(where.get((pair[f"{side}_document"], pair[f"{side}_text"])) for side in ("left", "right"))
        for pair in pairs
    ]
    return [pair for pair, (left, right) in zip(pairs, sides, strict=True) if left is None or left != right]


def test_every_planted_copy_is_in_its_cluster_and_no_near_miss_is(process, planted, truth):
    process("sentences", planted / "encyclopedia.xml", "-o", "run", "--blocks", "all")
    run = Run("run")
    where = clusters_by_place(run)
    pairs = [pair for pair in truth("pairs") if pair["edit_similarity"] >= 0.8]
    assert len(pairs) > 300
    assert apart(pairs, where) == []
    misses = truth("near_misses")
    assert len(misses) > 5
    assert len(apart(misses, where)) == len(misses)
    planted_texts = {
        (pair[f"{side}_document"], pair[f"{side}_text"]): pair["cluster"]
        for pair in pairs
        for side in ("left", "right")
    }
    texts = [row for row in run.members.to_pylist() if row["block"] not in ("heading", "caption")]
    assert {(row["document"], row["text"]) for row in texts} == set(planted_texts), "nothing else is found"
    merged = {}
    for place, cluster in planted_texts.items():
        merged.setdefault(where[place], set()).add(cluster)
    assert all(len(each) == 1 for each in merged.values()), "no two planted clusters become one"


def test_a_paper_s_settings_run_on_the_same_dump_and_find_less(twicetold, planted, truth):
    twicetold("sentences", planted / "encyclopedia.xml", "-o", "run", "--preset", "weissman2015")
    run = Run("run")
    assert run.facts["settings"]["sentences"]["signatures"] == "draws"
    assert "draws" in run.facts["results"]["scheme"]
    assert all(row["similarity"] >= 0.8 for row in run.matches.to_pylist())
    where = clusters_by_place(run)
    identical = [
        pair for pair in truth("pairs") if pair["left_text"] == pair["right_text"] and pair["kind"] != "reference"
    ]
    compared = [pair for pair in identical if 76 <= len(pair["left_text"]) - 11 <= 599]
    assert compared
    assert apart(compared, where) == []
    discarded = [pair for pair in identical if len(pair["left_text"]) - 11 < 76]
    assert apart(discarded, where) == discarded, "short sentences are discarded, also identical ones"
    assert apart(truth("pairs"), where)


# ---- options ----


def test_the_tables_and_figures_of_a_small_run(twicetold, articles):
    out, said = twicetold("sentences", articles, "-o", "run")
    assert out == ""
    assert "5 of 8 sentences (62 %) are repeated: 2 clusters" in said
    assert "read 4 documents, 8 sentences" in said
    run = Run("run")
    for name, schema in (
        ("clusters", SENTENCE_CLUSTERS),
        ("members", SENTENCE_MEMBERS),
        ("matches", SENTENCE_MATCHES),
        ("bridges", SENTENCE_BRIDGES),
        ("document_pairs", SENTENCE_DOCUMENT_PAIRS),
        ("contradictions", CONTRADICTIONS),
        ("aliases", ALIASES),
    ):
        assert run.read_table(name).schema.equals(schema)
    assert [(row["size"], row["documents"], row["variants"]) for row in run.clusters.to_pylist()] == [
        (3, 3, 2),
        (2, 1, 1),
    ]
    assert texts_of(run)[0] == [("1", FROZE.format(1905)), ("2", FROZE.format(1906)), ("3", FROZE.format(1905).upper())]
    (match,) = run.matches.to_pylist()
    assert (match["left_document"], match["right_document"]) == ("1", "2")
    assert match["similarity"] == 1 - 1 / len(FROZE.format(1905))
    pairs = [(row["left_title"], row["right_title"], row["shared"]) for row in run.document_pairs.to_pylist()]
    assert pairs == [("Orrin", "Hale", 1), ("Orrin", "Tarn", 1), ("Hale", "Tarn", 1)]
    results = run.facts["results"]
    assert (results["units"], results["matches"], results["clusters"], results["sizes"]) == (4, 1, 2, {"2": 1, "3": 1})
    assert sorted(run.tables) == sorted(
        [
            "documents",
            "sentences",
            "rejects",
            "outcomes",
            "judged",
            "crowds",
            "members",
            "clusters",
            "matches",
            "bridges",
            "document_pairs",
            "contradictions",
            "aliases",
        ]
    )


def test_within_and_across_keep_what_they_say(twicetold, articles):
    twicetold("sentences", articles, "-o", "within", "--relation", "within")
    assert texts_of(Run("within")) == [[("1", TARN), ("1", TARN)]]
    twicetold("sentences", articles, "-o", "across", "--relation", "across")
    assert [len(each) for each in texts_of(Run("across"))] == [3]


def test_the_measure_and_the_threshold_decide_what_matches(twicetold, articles):
    twicetold("sentences", articles, "-o", "jaccard", "--measure", "jaccard", "--shingle", "12")
    assert Run("jaccard").matches.num_rows == 0  # one changed digit breaks 12 of 69 shingles
    twicetold("sentences", articles, "-o", "lower", "--measure", "jaccard", "--shingle", "12", "--threshold", "0.6")
    (match,) = Run("lower").matches.to_pylist()
    assert match["similarity"] == 57 / 81
    twicetold("sentences", articles, "-o", "exact", "--threshold", "1")
    assert Run("exact").matches.num_rows == 0
    assert [len(each) for each in texts_of(Run("exact"))] == [2, 2]


def test_lengths_say_which_texts_are_compared(twicetold, tmp_path):
    (tmp_path / "short.txt").write_text("A small lake in 1905.\n\nA small lake in 1906.\n", encoding="utf-8")
    for name, options, matches in [
        ("plain", (), 0),
        ("least", ("--min-length", "1"), 1),
        ("most", ("--min-length", "1", "--max-length", "5"), 0),
    ]:
        twicetold("sentences", "short.txt", "-o", name, *options)
        assert Run(name).matches.num_rows == matches, name


def test_blocks_say_which_sentences_count(twicetold, tmp_path):
    page = f"<html><body><h2>{TARN}</h2><p>{TARN}</p><ul><li>{TARN}</li></ul></body></html>"
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    for name, options, size in [
        ("plain", (), 2),
        ("all", ("--blocks", "all"), 3),
        ("two", ("--blocks", "heading,prose"), 2),
    ]:
        twicetold("sentences", "page.html", "-o", name, *options)
        assert [row["size"] for row in Run(name).clusters.to_pylist()] == [size], name
    assert {row["block"] for row in Run("two").members.to_pylist()} == {"heading", "prose"}


def test_punctuation_can_be_ignored(twicetold, tmp_path):
    (tmp_path / "two.txt").write_text("It is: a small, old lake!\n\nIt is a small old lake.\n", encoding="utf-8")
    twicetold("sentences", "two.txt", "-o", "plain")
    twicetold("sentences", "two.txt", "-o", "bare", "--ignore-punctuation")
    assert (Run("plain").clusters.num_rows, Run("bare").clusters.num_rows) == (0, 1)


def test_a_settings_file_is_taken_and_options_go_before_it(twicetold, articles, tmp_path):
    (tmp_path / "my.toml").write_text('[sentences]\nthreshold = 1.0\nrelation = "across"\n[machine]\nworkers = 1\n')
    twicetold("sentences", articles, "-o", "run", "--config", "my.toml", "--threshold", "0.9")
    settings = Run("run").facts["settings"]
    own = settings["sentences"]
    assert (own["threshold"], own["relation"], settings["machine"]["workers"]) == (0.9, "across", 1)


def test_quiet_says_nothing(twicetold, articles):
    assert twicetold("sentences", articles, "-o", "run", "--quiet") == ("", "")


# ---- going on ----


def test_other_settings_are_refused_and_resume_goes_on_with_the_old_ones(twicetold, articles):
    twicetold("sentences", articles, "-o", "run", "--threshold", "0.9")
    digest = Run("run").digest
    _, said = twicetold("sentences", articles, "-o", "run", code=2)
    assert "`threshold` was 0.9 and is now 0.8" in said
    assert "hint: " in said
    assert "--force" in said
    twicetold("sentences", articles, "-o", "run", "--resume", "--threshold", "0.7", "--workers", "1")
    assert Run("run").digest == digest
    assert Run("run").facts["settings"]["sentences"]["threshold"] == 0.9
    twicetold("sentences", articles, "-o", "run", "--force")
    assert Run("run").facts["settings"]["sentences"]["threshold"] == 0.8
    _, said = twicetold("split", articles, "-o", "run", code=2)
    assert "job `sentences`, not `split`" in said


def test_resume_of_nothing_is_an_error_that_says_so(twicetold, articles):
    _, said = twicetold("sentences", articles, "-o", "nowhere", "--resume", code=2)
    assert said.startswith("error: `nowhere` is not a run")


def test_a_bad_record_is_told_and_does_not_end_the_run(twicetold, articles, tmp_path):
    with (tmp_path / articles).open("a") as file:
        file.write("{broken\n")
    _, said = twicetold("sentences", articles, "-o", "run", code=1)
    assert "rejected: `articles.jsonl`, line 5" in said
    assert Run("run").rejects.num_rows == 1
    assert Run("run").clusters.num_rows == 2
    twicetold("sentences", articles, "-o", "run", code=1)  # and so it stays when there is nothing left to do
    _, said = twicetold("sentences", articles, "-o", "strict", "--strict", code=2)
    assert said.startswith("error: `articles.jsonl`, line 5")


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (("--measure", "edti"), "unknown measure: `edti`", "edit, jaccard"),
        (("--finder", "minhsh"), "unknown finder: `minhsh`", "did you mean `minhash`?"),
        (("--feature", "charcters"), "unknown feature: `charcters`", "did you mean `characters`?"),
        (("--signatures", "band"), "unknown signatures: `band`", "bands, draws"),
        (("--preset", "weissman"), "unknown preset: `weissman`", "weissman2015"),
        (("--threshold", "1.5"), "`threshold` must be between 0 and 1, not 1.5", ""),
        (("--cohesion", "-1"), "`cohesion` must be between 0 and 1, not -1", ""),
        (("--rows", "3"), "`bands` and `rows` must be set together", "give both"),
        (("--relation", "both"), "unknown relation: `both`", "across, within"),
        (("--preset", "wu2011"), "`wu2011` belongs to the job `threads`", "twicetold threads"),
        (("--memory", "much"), "much", ""),
        (("--reader", "jsnl"), "unknown reader: `jsnl`", "did you mean `jsonl`?"),
    ],
)
def test_a_mistake_gets_an_error_and_its_way_out(twicetold, articles, arguments, error, hint):
    _, said = twicetold("sentences", articles, "-o", "run", *arguments, code=2)
    first, *rest = said.splitlines()
    assert first.startswith("error: ")
    assert error in first
    assert hint in "".join(rest)


def test_an_unknown_setting_in_a_file_gets_a_suggestion(twicetold, articles, tmp_path):
    (tmp_path / "my.toml").write_text("[sentences]\ntreshold = 1.0\n")
    _, said = twicetold("sentences", articles, "-o", "run", "--config", "my.toml", code=2)
    assert "did you mean `threshold`?" in said


# ---- the exact join ----


@pytest.mark.parametrize("partition", ["document", "term"])
def test_the_join_says_what_each_bound_ruled_out(twicetold, articles, partition):
    asked = "--finder", "join", "--measure", "jaccard", "--threshold", "0.9", "--partition", partition
    twicetold("sentences", articles, "-o", "run", *asked)
    told = Run("run").facts["results"]["crowds"]
    assert told["pairs"] >= told["pruned_by_eq3"] >= told["pruned_by_eq2"] > 0
    said = twicetold("show", "run", "--details")[0]
    assert f"pruned by eq2 {told['pruned_by_eq2']}" in said


def test_what_a_cap_left_out_is_said_and_recall_is_not_known(twicetold, tmp_path):
    copies = [{"id": str(year), "text": FROZE.format(year)} for year in range(1900, 1930)]
    (tmp_path / "copies.jsonl").write_text("".join(json.dumps(each) + "\n" for each in copies))
    asked = "--finder", "join", "--measure", "jaccard", "--threshold", "0.5", "--partition", "term", "--cap", "3"
    _, said = twicetold("sentences", "copies.jsonl", "-o", "run", *asked)
    results = Run("run").facts["results"]
    assert results["matches"] < 30 * 29 // 2 <= results["matches"] + results["crowds"]["pairs_left_out"]
    assert results["recall"] is None
    assert "were not compared (--cap): the recall is not known" in said
    _, said = twicetold("sentences", "copies.jsonl", "-o", "by-document", *asked[:-4], "--cap", "3", code=2)
    assert "--partition term" in said


# ---- looking at it ----


def test_show_and_export_read_what_the_job_left(twicetold, articles):
    twicetold("sentences", articles, "-o", "run", "--quiet")
    assert TARN in twicetold("show", "run")[0]
    assert "1906" in twicetold("show", "run", "--cluster", "0")[0]
    assert TARN in twicetold("show", "run", "--search", "mountains")[0]
    assert "Orrin" in twicetold("show", "run", "--document", "Orrin")[0]
    lines = twicetold("export", "run", "--table", "members")[0].splitlines()
    assert [json.loads(line)["text"] for line in lines] == Run("run").members["text"].to_pylist()
    papers = twicetold("export", "run", "--format", "wikiduper")[0].splitlines()
    assert papers[-1] == f"1\tOrrin\t{TARN}"
    for table in ("clusters", "matches", "bridges", "document_pairs", "contradictions"):
        twicetold("export", "run", "--table", table, "-o", f"{table}.csv")


@pytest.mark.parametrize(
    "wrong",
    [
        ("--finder", "minhsh"),
        ("--feature", "charcters"),
        ("--blocks", "pros"),
        ("--shingle", "-3"),
        ("--recall", "1.0"),
        ("--threshold", "1.5"),
        ("--min-length", "-1"),
    ],
)
def test_a_wrong_setting_is_told_before_a_folder_is_made(twicetold, tmp_path, wrong):
    text = tmp_path / "a.jsonl"
    text.write_text('{"text": "A sentence that is long enough to be compared with another."}\n', encoding="utf-8")
    _, said = twicetold("sentences", text, "-o", tmp_path / "run", *wrong, code=2)
    assert said.startswith("error: ")
    assert "hint: " in said
    assert not (tmp_path / "run").exists()
