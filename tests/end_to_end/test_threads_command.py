"""`twicetold threads` as a user runs it, in an empty directory; and the promises that every job keeps."""

import json

import pyarrow.parquet as pq
import pytest
from tests.support.spark import small_session
from tests.support.stack_dump import answer, posts, question

import twicetold as package
from twicetold.engines.spark import Spark
from twicetold.jobs.threads.settings import Aspect

BY_FIELD = ("--compare", "fields")
DEEP = "It is ninety metres deep at the old pier, and a good deal more in the middle."
THREADS = [
    {"id": "1", "question": "How deep is Lake Orrin?", "description": "I want to dive there.", "answer": DEEP},
    {
        "id": "2",
        "question": "How deep is Lake Orrin really?",
        "description": "",
        "answer": DEEP + " Ask a diver first.",
    },
    {"id": "3", "question": "Is the water of Lake Orrin cold?", "description": "I want to swim.", "answer": "Very."},
    {"id": "4", "question": "Who owns the old boat house?", "description": "It is for sale.", "answer": ""},
    {"id": "5", "question": "Who owns the old boat house?", "description": "", "answer": "The town has it."},
]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def threads(tmp_path):
    path = tmp_path / "threads.jsonl"
    path.write_text(lines(THREADS))
    return path


def matches(folder):
    return pq.read_table(folder / "matches.parquet").to_pylist()


def test_threads_that_ask_the_same_are_found_with_the_evidence_of_each_field(twicetold, threads, tmp_path):
    _, said = twicetold("threads", threads.name, "-o", "run", *BY_FIELD)
    first, second = matches(tmp_path / "run")
    assert (first["left_document"], first["right_document"]) == ("1", "2")
    assert first["question"] == 3 / 4
    assert first["description"] is None
    assert first["answer"] == 1.0  # all of the one stands in the other
    assert first["similarity"] == pytest.approx((0.4 * 3 / 4 + 0.4) / 0.8)
    assert (second["left_title"], second["similarity"]) == ("Who owns the old boat house?", 1.0)
    assert [second["description"], second["answer"]] == [None, None]
    assert "5 threads" in said
    assert "4 of 5 threads (80 %) ask what another asks: 2 clusters, the largest of 2; 2 matches" in said
    members = pq.read_table(tmp_path / "run" / "members.parquet").to_pylist()
    assert [(row["cluster"], row["document"], row["core"]) for row in members] == [
        (0, "1", True),
        (0, "2", False),
        (1, "4", True),
        (1, "5", False),
    ]
    assert json.loads((tmp_path / "run" / "run.json").read_text())["results"]["fields"]["answer"]["distinct"] == 4


@pytest.mark.parametrize(
    ("options", "partition"),
    [
        ((), "document"),
        (("--preset", "wu2011"), "term"),
        (("--preset", "wu2011", "--partition", "document"), "document"),
    ],
)
def test_a_partition_that_is_asked_for_goes_before_that_of_the_preset(twicetold, threads, tmp_path, options, partition):
    twicetold("threads", threads.name, "-o", "run", *options)
    settings = json.loads((tmp_path / "run" / "run.json").read_text())["settings"]
    assert settings["threads"]["partition"] == partition


def test_the_options_reach_the_job(twicetold, threads, tmp_path):
    twicetold("threads", threads.name, "-o", "paper", "--preset", "wu2011")
    assert matches(tmp_path / "paper")[0]["answer"] < 1
    twicetold("threads", threads.name, "-o", "strict", "--threshold", "0.9", *BY_FIELD)
    assert len(matches(tmp_path / "strict")) == 1
    weights = (*BY_FIELD, "--weights", "1", "0", "1")
    twicetold("threads", threads.name, "-o", "same", *weights, "--answer-measure", "jaccard", "--question-shingle", "1")
    row = matches(tmp_path / "same")[0]
    assert row["question"] == 5 / 6
    assert row["similarity"] == pytest.approx((row["question"] + row["answer"]) / 2)
    twicetold(
        "threads", threads.name, "-o", "rare", *BY_FIELD, "--answer-feature", "imatch", "--question-feature", "spotsigs"
    )
    assert (tmp_path / "rare" / "lexicon_answer_imatch.parquet").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--weights", "0", "0", "0"), "the sum of the weights must be above 0: 0, 0, 0"),
        (("--weights", "1", "-1", "1"), "`weights` must be three numbers of 0 or more, not 1, -1, 1"),
        (("--threshold", "1.5"), "`threshold` must be between 0 and 1, not 1.5"),
        (("--weights", "5", "2", "4"), "`weights` works only if fields are compared"),
        (("--partition", "term"), "`partition` works only if fields are compared"),
        (("--top", "0"), "`--top 0` works only if fields are compared"),
        (("--against", "other.jsonl", "--compare", "fields"), "`--against` works only with whole threads"),
        (("--precision", "1"), "`precision` must be above 0 and below 1, not 1"),
        (("--answer-measure", "edit"), "unknown answer_measure: `edit`"),
        (("--question-feature", "wrds"), "did you mean `words`?"),
        (("--partition", "half"), "unknown partition"),
        (("--cap", "5"), "`--cap` works only with `--partition term`"),
        (("--cap", "5", "--finder", "minhash"), "`--cap` works only with `--finder join`, not `minhash`"),
        (
            ("--question-feature", "words:antecedents=the"),
            "`antecedents=the` is not a parameter of the feature `words`",
        ),
        (("--question-feature", "imatch:idf_range=low"), "`idf_range=low`: `low` is not a number"),
        (("--question-feature", "spotsigs:antecedent=the"), "did you mean `antecedents`?"),
    ],
)
def test_a_setting_that_cannot_be_is_told_before_anything_is_read(twicetold, threads, tmp_path, options, told):
    (tmp_path / "other.jsonl").write_text(lines(THREADS[:1]))
    _, said = twicetold("threads", threads.name, "-o", "run", *options, code=2)
    assert told in said
    assert "hint: " in said
    assert not (tmp_path / "run").exists()


def test_a_cap_drops_pairs_and_counts_them(twicetold, tmp_path):
    (tmp_path / "many.jsonl").write_text(lines(many()))
    options = ("--preset", "wu2011", "--partition", "term")
    for name, more in (("whole", ()), ("capped", ("--cap", "1"))):
        twicetold("threads", "many.jsonl", "-o", name, *options, *more)
    whole, capped = (json.loads((tmp_path / name / "run.json").read_text())["results"] for name in ("whole", "capped"))
    assert (whole["recall"], capped["recall"]) == (1, None)
    assert whole["crowds"]["pairs_left_out"] == 0 < capped["crowds"]["pairs_left_out"]
    assert 0 < capped["matches"] <= whole["matches"]


def test_a_field_that_is_missing_counts_zero_in_the_paper(twicetold, tmp_path):
    pair = [{"id": str(number), "question": "How deep is the lake at Orrin?"} for number in range(2)]
    (tmp_path / "two.jsonl").write_text(lines(pair))
    twicetold("threads", "two.jsonl", "-o", "shared", *BY_FIELD, "--top", "0")
    twicetold("threads", "two.jsonl", "-o", "zero", *BY_FIELD, "--missing", "zero", "--threshold", "0.3")
    scores = [matches(tmp_path / name)[0]["similarity"] for name in ("shared", "zero")]
    assert scores == [1, pytest.approx(0.4)]


def test_a_feature_has_parameters_for_one_field(twicetold, threads, tmp_path):
    feature = "spotsigs:antecedents=the,is:spot_chain=2"
    twicetold(
        "threads", threads.name, "-o", "run", *BY_FIELD, "--question-feature", feature, "--answer-feature", "spotsigs"
    )
    fields = json.loads((tmp_path / "run" / "run.json").read_text())["results"]["fields"]
    assert fields["question"]["aspects"][0] != fields["answer"]["aspects"][0]
    assert fields["question"]["aspects"][0]["feature"] == "spotsigs"
    assert "spotsigs" in twicetold("show", "run", "--details")[0]


def test_a_dump_is_read_and_a_bad_row_is_a_reject(twicetold, tmp_path):
    rows = [question(1, "How deep is it?", "<p>Orrin.</p>"), answer(2, 1, f"<p>{DEEP}</p>"), '<row Id="5\n']
    rows += [question(3, "How deep is it? [duplicate]", "<p>Orrin.</p>"), answer(4, 3, f"<p>{DEEP}</p>")]
    (tmp_path / "Posts.xml").write_bytes(posts(*rows))
    _, said = twicetold("threads", "Posts.xml", "-o", "run", code=1)
    assert "rejected: `Posts.xml`" in said
    (match,) = matches(tmp_path / "run")
    assert match["similarity"] == pytest.approx(1.0, abs=0.001)


def test_no_threads_are_no_matches(twicetold, tmp_path):
    (tmp_path / "none.jsonl").write_text(lines(THREADS[:1]))
    twicetold("threads", "none.jsonl", "-o", "run")
    assert matches(tmp_path / "run") == []


def many(count=120):
    """Threads in families of three, each with words of its own; some without a description or an answer."""
    for number in range(count):
        family, part = number % 40, number // 40
        own = [f"{letter}{family}" for letter in "abcdef"]
        yield {
            "id": f"t{number}",
            "question": f"How {' '.join(own)} {'of Lake Orrin' if part else 'today'}?",
            "description": f"I saw {' '.join(own[::-1])} there {part} times." if family % 3 else "",
            "answer": f"At {' '.join(own[2:])} it is deep{', as a diver told me' * part}." * (family % 4),
        }


@pytest.fixture
def corpus(tmp_path):
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    rows = list(many())
    paths[0].write_text(lines(rows[::2]))
    paths[1].write_text(lines(rows[1::2]))
    return paths


def test_workers_batches_memory_partition_and_order_change_nothing(corpus):
    base = package.threads(corpus, workers=1)
    assert base.matches.num_rows > 40
    assert base.clusters.num_rows > 10
    for options in ({"workers": 2, "batch_bytes": 200}, {"memory_bytes": 1 << 20}):
        assert package.threads(corpus[::-1], **options).digest == base.digest
    by_field = [package.threads(corpus, compare="fields", partition=each) for each in ("document", "term")]
    assert by_field[0].digest == by_field[1].digest != base.digest


def test_a_run_goes_on_where_it_stopped_and_a_harmed_table_is_made_again(corpus, tmp_path):
    run = package.threads(corpus, tmp_path / "run")
    (tmp_path / "run" / "matches.parquet").write_bytes(b"harmed")
    assert package.threads(corpus, tmp_path / "run").digest == run.digest
    assert sorted(path.stem for path in (tmp_path / "run").glob("*.parquet")) == [
        "bridges", "clusters", "documents", "links", "matches", "members", "outcomes", "rejects", "suggestions",
        "threads",
    ]  # fmt: skip


def test_spark_gives_the_same_digest(corpus):
    assert package.threads(corpus, engine=Spark(small_session())).digest == package.threads(corpus).digest


def several_ways(folder):
    """Weighed words from a file, n-grams, vectors: what `tune` may write."""
    weights = folder / "weights.tsv"
    weights.write_text("token\tfactor\nthe\t0.2\nlake\t2\n", encoding="utf-8")
    return (
        Aspect("question", "stems", 0, "jaccard", 0.3, str(weights)),
        Aspect("question", "grams", 3, "cosine", 0.3),
        Aspect("question", "vectors", 0, "angular", 0.2, "hashed"),
        Aspect("answer", "words", 2, "containment", 0.2),
    )


def test_several_ways_give_one_digest_however_they_are_run(corpus, tmp_path):
    wanted = {"compare": "fields", "aspects": several_ways(tmp_path), "threshold": 0.3}
    run = package.threads(corpus, **wanted, workers=2)
    assert run.facts["results"]["matches"] > 0
    assert [aspect["feature"] for aspect in run.facts["results"]["fields"]["question"]["aspects"]] == [
        "stems",
        "grams",
        "vectors",
    ]
    assert package.threads(corpus, **wanted, workers=1, batch_bytes=300, partition="term").digest == run.digest
    assert package.threads(corpus, **wanted, engine=Spark(small_session())).digest == run.digest


def test_minhash_finds_a_part_of_what_the_join_does_and_says_how_much(corpus):
    exact = package.threads(corpus, preset="wu2011")
    found = package.threads(corpus, preset="wu2011", finder="minhash")
    assert found.facts["results"]["finder"] == "minhash"
    assert 0.9 < found.facts["results"]["recall"] < 1 == exact.facts["results"]["recall"]
    pairs = [
        {(row["left_document"], row["right_document"]) for row in run.matches.to_pylist()} for run in (exact, found)
    ]
    assert pairs[1] <= pairs[0]
    assert len(pairs[1]) >= 0.8 * len(pairs[0]) > 0


def test_aspects_on_the_command_line(twicetold, threads, tmp_path):
    aspects = ("--aspect", "question:stems:0:jaccard:3", "--aspect", "answer:words:1:containment:1")
    twicetold("threads", threads.name, "-o", "run", *BY_FIELD, *aspects, "--threshold", "0.4")
    fields = json.loads((tmp_path / "run" / "run.json").read_text())["results"]["fields"]
    assert [fields[name]["weight"] for name in ("question", "description", "answer")] == [0.75, 0, 0.25]
    for wrong, told in (
        ("title:words", "unknown field of an aspect: `title`"),
        ("question:wrds", "did you mean `words`?"),
        ("question:words:x", "--aspect question:words:x"),
        ("question:vectors:0:jaccard", "the feature `vectors` cannot be compared by `jaccard`"),
    ):
        _, said = twicetold("threads", threads.name, "-o", "other", "--aspect", wrong, code=2)
        assert told in said


def test_a_default_that_is_given_means_what_leaving_it_out_means(corpus):
    given = {"weights": (0.4, 0.2, 0.4), "question_feature": "words", "finder": "join", "compare": "whole"}
    assert package.threads(corpus, **given).digest == package.threads(corpus).digest


def test_by_default_each_thread_has_suggestions_and_what_is_known_is_marked(twicetold, tmp_path):
    rows = [dict(row) for row in many()]
    rows[40]["duplicate_of"] = "t0"
    (tmp_path / "forum.jsonl").write_text(lines(rows))
    _, said = twicetold("threads", "forum.jsonl", "-o", "run", "--top", "2")
    suggested = pq.read_table(tmp_path / "run" / "suggestions.parquet").to_pylist()
    first = {row["document"]: row for row in suggested if row["rank"] == 1}
    assert len(suggested) == 240
    assert all(int(row["other_document"][1:]) % 40 == int(row["document"][1:]) % 40 for row in first.values())
    known = {(row["document"], row["other_document"]) for row in suggested if row["known"] == "duplicate"}
    assert known == {("t0", "t40"), ("t40", "t0")}
    assert "of them should be right" in said
    assert "suggestions" in twicetold("show", "run", "--thread", "t40")[0]


def test_a_higher_precision_leaves_fewer_matches(twicetold, tmp_path):
    (tmp_path / "forum.jsonl").write_text(lines(many()))
    counts = []
    for precision in ("0.5", "0.999"):
        twicetold("threads", "forum.jsonl", "-o", precision, "--precision", precision)
        counts.append(len(matches(tmp_path / precision)))
    assert counts[0] >= counts[1] > 0
