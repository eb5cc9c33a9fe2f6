"""`twicetold documents` as a user runs it, in an empty directory; and the promises that every job keeps."""

import json
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.limits import SMALL_PIECES
from tests.support.spark import small_session

import twicetold as package
from twicetold.config import Machine
from twicetold.engines.local import Local
from twicetold.engines.spark import Spark
from twicetold.run import Run

WORDS = [
    "lake",
    "river",
    "pier",
    "boat",
    "diver",
    "winter",
    "summer",
    "stone",
    "bridge",
    "village",
    "harbour",
    "ferry",
    "cold",
    "deep",
    "wide",
    "old",
    "new",
    "town",
    "map",
    "road",
    "mill",
    "miller",
    "wheel",
    "grain",
    "flood",
    "bank",
    "field",
    "path",
    "hill",
    "tower",
    "bell",
    "church",
    "school",
    "market",
    "street",
    "lamp",
    "night",
    "fog",
    "snow",
]


def text_of(seed, length=120):
    """A text of its own, long enough that a changed word is a small change."""
    chance = random.Random(seed)
    return " ".join(chance.choice(WORDS) + chance.choice(["", "s", "ed"]) for _ in range(length))


def changed(text, words, seed=0):
    parts = text.split()
    for place in random.Random(seed).sample(range(len(parts)), words):
        parts[place] = f"o{place}"
    return " ".join(parts)


LAKE, MILL, TOWER = text_of(1), text_of(2), text_of(3)
DOCUMENTS = [
    {"id": "1", "text": LAKE, "date": "2020-01-01", "score": 3},
    {"id": "2", "text": LAKE + " and one more line at the end", "date": "2019-01-01", "score": 9},
    {"id": "3", "text": changed(LAKE, 1), "date": "2022-05-01T10:00:00Z", "score": 4},
    {"id": "4", "text": MILL, "date": "2021-01-01", "score": 1},
    {"id": "5", "text": MILL.upper(), "date": "2018-01-01", "score": 1.5},
    {"id": "6", "text": TOWER, "date": "2021-01-01", "score": 0},
    {"id": "7", "text": "  ", "date": "2021-01-01", "score": 0},
]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text(lines(DOCUMENTS))
    return path


def rows(folder, table="members"):
    return pq.read_table(folder / f"{table}.parquet").to_pylist()


def kept(folder):
    return [row["document"] for row in rows(folder) if row["kept"]]


def test_like_documents_are_found_and_the_longest_stays(twicetold, corpus, tmp_path):
    _, said = twicetold("documents", corpus.name, "-o", "run")
    members = rows(tmp_path / "run")
    assert [(row["cluster"], row["document"], row["kept"]) for row in members] == [
        (0, "2", True),
        (0, "1", False),
        (0, "3", False),
        (1, "4", True),
        (1, "5", False),
    ]
    assert members[0]["why"] == f"longest of 3 ({len(DOCUMENTS[1]['text'])} characters)"
    assert members[1]["similarity"] == pytest.approx(116 / 123)
    assert members[1]["why"] == "repeats `2` (jaccard 0.94)"
    assert members[4]["why"] == "repeats `4` (the same text)"
    assert (members[2]["repeats"], members[2]["place"]) == ("2", "line 3")
    clusters = rows(tmp_path / "run", "clusters")
    assert [(row["size"], row["variants"], row["removed"], row["document"]) for row in clusters] == [
        (3, 3, 2, "2"),
        (2, 1, 1, "4"),
    ]
    assert "7 whole documents" in said
    assert "3 of 7 documents (43 %) repeat another and can be removed; 4 are kept" in said
    results = json.loads((tmp_path / "run" / "run.json").read_text())["results"]
    assert (results["documents"], results["without_text"], results["kept"], results["removed"]) == (7, 1, 4, 3)


@pytest.mark.parametrize(
    ("keep", "stay", "why"),
    [
        ("newest", ["3", "4"], "newest of 3 (2022-05-01T10:00:00Z)"),
        ("oldest", ["2", "5"], "oldest of 3 (2019-01-01)"),
        ("first", ["1", "4"], "first of 3"),
        ("score:max", ["2", "5"], "highest score of 3 (9)"),
        ("score:min", ["1", "4"], "lowest score of 3 (3)"),
        ("all", ["1", "2", "3", "4", "5"], "nothing was to be removed"),
    ],
)
def test_every_rule_keeps_its_own(twicetold, corpus, tmp_path, keep, stay, why):
    twicetold("documents", corpus.name, "-o", "run", "--keep", keep)
    assert sorted(kept(tmp_path / "run")) == stay
    assert next(row["why"] for row in rows(tmp_path / "run") if row["kept"]) == why


def test_a_field_of_numbers_in_parquet_can_be_kept_by(twicetold, tmp_path):
    columns = {name: [row[name] for row in DOCUMENTS[:3]] for name in ("id", "text")}
    pq.write_table(pa.table(columns | {"quality": [0.5, 0.25, 0.75]}), tmp_path / "corpus.parquet")
    twicetold("documents", "corpus.parquet", "-o", "run", "--keep", "quality:max")
    assert kept(tmp_path / "run") == ["3"]


def test_a_preferred_source_stays_before_a_longer_one(twicetold, tmp_path):
    for folder, row in (("web", DOCUMENTS[1]), ("books", DOCUMENTS[0]), ("news", DOCUMENTS[2])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "all.jsonl").write_text(lines([row]))
    twicetold("documents", "web", "books", "news", "-o", "run", "--prefer", "source=news,books")
    assert [(row["source"], row["why"]) for row in rows(tmp_path / "run") if row["kept"]] == [
        ("news/all.jsonl", "preferred of 3: source `news`")
    ]


def test_containment_finds_a_document_inside_a_longer_one(twicetold, tmp_path):
    parts = [{"id": "whole", "text": f"{LAKE} {MILL}"}, {"id": "part", "text": MILL}, {"id": "other", "text": TOWER}]
    (tmp_path / "a.jsonl").write_text(lines(parts))
    twicetold("documents", "a.jsonl", "-o", "jaccard")
    assert rows(tmp_path / "jaccard") == []
    twicetold("documents", "a.jsonl", "-o", "run", "--measure", "containment")
    assert [(row["document"], row["kept"], row["similarity"]) for row in rows(tmp_path / "run")] == [
        ("whole", True, 1.0),
        ("part", False, 1.0),
    ]


def test_against_another_set_only_what_stands_there_goes(twicetold, corpus, tmp_path):
    test_set = [
        {"id": "t1", "text": changed(LAKE, 1, 4)[:-20]},
        {"id": "t2", "text": MILL},
        {"id": "t3", "text": text_of(9)},
    ]
    (tmp_path / "test.jsonl").write_text(lines([*test_set, test_set[1] | {"id": "t4"}]))
    twicetold("documents", corpus.name, "--against", "test.jsonl", "-o", "run")
    found = [(row["cluster"], row["document"], row["kept"], row["why"]) for row in rows(tmp_path / "run")]
    assert [row[:3] for row in found] == [
        (0, "t2", True),
        (0, "t4", True),
        (0, "4", False),
        (0, "5", False),
        (1, "t1", True),
        (1, "2", False),
        (1, "1", False),
        (1, "3", False),
    ]
    assert found[0][3] == "it is in the set given by --against"
    assert found[5][3].startswith("repeats `t1` (jaccard 0.8")


def test_markup_does_not_count(twicetold, tmp_path):
    (tmp_path / "a.html").write_text(f"<html><body><h1>Lake</h1><p>{LAKE}</p></body></html>")
    (tmp_path / "b.txt").write_text(f"Lake\n\n{LAKE}\n")
    twicetold("documents", "a.html", "b.txt", "-o", "run")
    assert [row["document"] for row in rows(tmp_path / "run")] == ["a.html", "b.txt"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--keep", "best"), "unknown rule: `--keep best`"),
        (("--keep", "likes:max"), "no document has a `likes` to keep it by"),
        (("--measure", "containment", "--finder", "minhash"), "`--finder minhash` cannot compare by `containment`"),
        (("--feature", "wrds"), "did you mean `words`?"),
        (("--threshold", "1.5"), "`threshold` must be between 0 and 1, not 1.5"),
        (("--against", "corpus.jsonl"), "every input is named by --against as well"),
    ],
)
def test_what_cannot_be_done_is_told_with_a_way_out(twicetold, corpus, options, said):
    _, error = twicetold("documents", corpus.name, "-o", "run", *options, code=2)
    assert said in error
    assert "hint: " in error


def many():
    """Families of texts with ever more changes, so that some chain; and a crowd of one text."""
    for family in range(40):
        text = text_of(100 + family)
        for copy in range(family % 5 + 1):
            yield {"id": f"{family}.{copy}", "text": text, "score": (family * 7 + copy * 3) % 11}
            text = changed(text, 2, copy) + (" more" * copy)


@pytest.fixture
def large(tmp_path):
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    every = list(many())
    paths[0].write_text(lines(every[::2]))
    paths[1].write_text(lines(every[1::2]))
    return paths


def pairs(run):
    return {(row["left_document"], row["right_document"]) for row in run.matches.to_pylist()}


@pytest.mark.parametrize("keep", ["longest", "score:max"])
def test_no_two_that_stay_match_and_all_that_go_match_one_that_stays(large, keep):
    run = package.documents(large, finder="join", keep=keep, threshold=0.7)
    assert run.bridges.num_rows > 3
    members = run.members.to_pylist()
    gone = {row["document"]: row for row in members if not row["kept"]}
    assert len(gone) > 30
    found = pairs(run)
    assert not [pair for pair in found if not gone.keys() & set(pair)]
    for document, row in gone.items():
        assert (row["repeats"], document) in found
        assert row["repeats"] not in gone
        assert row["similarity"] >= 0.7
    assert all(
        sum(row["core"] for row in members if row["cluster"] == each) == 1 for each in {m["cluster"] for m in members}
    )


def test_minhash_finds_what_the_join_finds(large):
    exact, found = (package.documents(large, finder=finder, threshold=0.7) for finder in ("join", "minhash"))
    assert len(pairs(found)) >= 0.97 * len(pairs(exact))
    assert pairs(found) <= pairs(exact)


def test_workers_batches_memory_and_order_change_nothing(large):
    base = package.documents(large, workers=1)
    assert base.clusters.num_rows > 20
    for options in ({"workers": 2, "batch_bytes": 2000}, {"memory_bytes": 1 << 20}):
        assert package.documents(large[::-1], **options).digest == base.digest


def test_a_run_goes_on_where_it_stopped_and_a_harmed_table_is_made_again(large, tmp_path):
    run = package.documents(large, tmp_path / "run")
    (tmp_path / "run" / "matches.parquet").write_bytes(b"harmed")
    assert package.documents(large, tmp_path / "run").digest == run.digest
    assert sorted(path.stem for path in (tmp_path / "run").glob("*.parquet")) == [
        "bridges", "clusters", "crowds", "documents", "judged", "matches", "members", "outcomes", "rejects", "variants",
    ]  # fmt: skip


def test_small_pieces_and_next_to_no_memory_change_nothing(large):
    digest = package.documents(large, keep="score:max").digest
    engine = Local(Machine(workers=2), limits=SMALL_PIECES)
    assert package.documents(large, keep="score:max", engine=engine).digest == digest


@pytest.mark.parametrize("last", ["front", "units", "matches", "clusters", "tables"])
def test_a_run_that_dies_after_any_stage_ends_with_the_same_digest(large, tmp_path, monkeypatch, last):
    digest = package.documents(large).digest
    stage = Run.run_stage

    def dying(self, name, *rest):
        stage(self, name, *rest)
        if name == last:
            raise KeyboardInterrupt

    monkeypatch.setattr(Run, "run_stage", dying)
    with pytest.raises(KeyboardInterrupt):
        package.documents(large, tmp_path / "run")
    monkeypatch.setattr(Run, "run_stage", stage)
    assert package.documents(large, tmp_path / "run").digest == digest


def test_where_two_sets_overlap_is_found_by_passages_from_the_pairs(twicetold, tmp_path):
    story = "The ferry landed at the old pier every evening, and the miller came down to fetch his letters there. "
    (tmp_path / "train.jsonl").write_text(
        lines([{"id": "a", "text": f"{LAKE}. {story * 3}"}, {"id": "b", "text": MILL}])
    )
    (tmp_path / "test.jsonl").write_text(lines([{"id": "t", "text": f"{story * 3}{TOWER[:60]}."}]))
    against = ("train.jsonl", "--against", "test.jsonl")
    twicetold("documents", *against, "-o", "run", "--measure", "containment", "--threshold", "0.5")
    gone = [row for row in rows(tmp_path / "run") if not row["kept"]]
    (tmp_path / "pairs.tsv").write_text("".join(f"{row['document']}\t{row['repeats']}\n" for row in gone))
    twicetold("passages", *against, "--pairs", "pairs.tsv", "-o", "located")
    (passage,) = pq.read_table(tmp_path / "located" / "passages.parquet").to_pylist()
    assert (passage["left_document"], passage["right_document"], passage["right_start"]) == ("a", "t", 0)


def test_documents_of_a_crowded_key_are_compared_with_the_one_that_stays(tmp_path):
    """A crowd of 40 like texts under keys that hold no more than 4: the longest is compared with all."""
    crowd = [{"id": str(at), "text": changed(LAKE, 1, at) + " and so on and on" * (at == 17)} for at in range(40)]
    (tmp_path / "a.jsonl").write_text(lines(crowd))
    run = package.documents(tmp_path / "a.jsonl", crowd=4, window=1, threshold=0.7)
    assert run.facts["results"]["crowds"]["pairs_left_out"] > 0
    assert [row["document"] for row in run.members.to_pylist() if row["kept"]] == ["17"]
    assert run.facts["results"]["kept"] == 1


def test_spark_gives_the_same_digest(large):
    assert package.documents(large, engine=Spark(small_session())).digest == package.documents(large).digest


def test_spark_gives_the_same_digest_against_another_set(large):
    one, two = (
        package.documents(large[0], against=large[1], engine=engine, keep="score:max")
        for engine in (Spark(small_session()), None)
    )
    assert one.clusters.num_rows > 10
    assert one.digest == two.digest


def history(*texts):
    """A page with many revisions, which all stand at its place."""
    revisions = "".join(
        f"<revision><id>{at}</id><timestamp>2020-01-0{at}T00:00:00Z</timestamp><text>{text}</text></revision>"
        for at, text in enumerate(texts, 1)
    )
    page = f"<page><title>Lake</title><ns>0</ns><id>7</id>{revisions}</page>"
    return f'<mediawiki xml:lang="en"><siteinfo></siteinfo>{page}</mediawiki>'


def test_revisions_of_a_page_are_told_apart(twicetold, tmp_path):
    """Also two with the same text, as when an edit was taken back."""
    (tmp_path / "a.xml").write_text(history(LAKE, MILL, LAKE, f"{MILL} and more", TOWER))
    twicetold("documents", "a.xml", "-o", "run", "--revisions", "all", "--keep", "newest")
    found = [(row["revision"], row["kept"]) for row in rows(tmp_path / "run")]
    assert found == [("4", True), ("2", False), ("3", True), ("1", False)]
    _, said = twicetold("apply", "run", "-o", "clean")
    assert "5 records: 3 kept, 2 removed, 0 rejected" in said
    left = (tmp_path / "clean" / "a.xml.jsonl").read_text().splitlines()
    assert [json.loads(line)["revision"] for line in left] == ["3", "4", "5"]
