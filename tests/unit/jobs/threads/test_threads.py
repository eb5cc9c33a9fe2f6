"""Threads out of posts: which answer, which text, which name; from every form of input."""

import bz2
import json
import lzma

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.contracts.test_steps import same
from tests.support.seven_zip import seven_zip
from tests.support.stack_dump import DUMP, LINKS, answer, links, posts, question, write_dump

import twicetold
from twicetold.config import Machine, Reading
from twicetold.engines.local import Local
from twicetold.engines.steps import PassRows
from twicetold.errors import InputError
from twicetold.jobs.front import build_reader
from twicetold.jobs.threads.duplicate_links import read_duplicates
from twicetold.jobs.threads.gather import NO_QUESTION, REPEATED_QUESTION, GatherThreads
from twicetold.jobs.threads.read import read_threads
from twicetold.jobs.threads.settings import Aspect, ThreadSettings
from twicetold.readers.inputs import find_inputs
from twicetold.readers.posts import choose_post_reader
from twicetold.readers.stackexchange import derive_site_address, derive_site_name
from twicetold.tables.reading import POSTS, THREADS


def gathered(*paths, threads=2, **reading):
    """Every thread of files, also those that were skipped or rejected."""
    settings = ThreadSettings(Reading(**reading), machine=Machine(workers=threads))
    engine = Local(settings.machine)
    table = read_threads(find_inputs([str(path) for path in paths], settings.reading), settings, engine)
    found = engine.collect({"threads": table})["threads"]
    assert found.schema.equals(THREADS)
    return found.to_pylist()


def read(*paths, **options):
    return {row["document"]: row for row in gathered(*paths, **options) if row["status"] == "read"}


@pytest.fixture
def dump(tmp_path):
    return write_dump(tmp_path / "lakes.stackexchange.com")


def test_a_thread_has_its_question_description_and_accepted_answer(dump):
    thread = read(dump)["1"]
    assert thread["text"] == thread["title"] == "How deep is Lake Orrin?"
    assert (thread["description"], thread["code"]) == ("I want to dive.", "depth()")
    assert thread["answer"] == "It is 90 m deep: 90."
    assert (thread["tags"], thread["score"]) == ("lakes\nmaps", 3)
    assert thread["url"] == "https://lakes.stackexchange.com/questions/1"
    assert thread["series"] == "lakes.stackexchange.com"
    assert thread["markup"] == "plain"


def test_where_the_accepted_answer_was_deleted_the_best_voted_counts_and_the_older_of_equals(dump):
    thread = read(dump)["2"]
    assert (thread["answer"], thread["answer_code"]) == ("Ninety.", "print(90)")


def test_the_answer_is_not_given_away(dump):
    thread = read(dump)["2"]
    assert thread["text"] == "How deep is the lake?"
    assert thread["description"] == "Orrin, I mean."


def test_a_question_without_answers_is_a_thread_without_one(dump):
    thread = read(dump)["7"]
    assert (thread["text"], thread["description"], thread["answer"]) == ("Is it cold?", "", "")


def test_what_makes_no_thread_is_skipped_and_counted(dump):
    skipped = {row["document"]: row["reason"] for row in gathered(dump) if row["status"] == "skipped"}
    assert skipped == {"8": "tag wiki", "9": NO_QUESTION}


@pytest.mark.parametrize(("suffix", "pack"), [("bz2", bz2.compress), ("xz", lzma.compress)])
def test_a_packed_dump_gives_the_same_threads(dump, suffix, pack):
    plain = read(dump)
    for name in ("Posts.xml", "PostLinks.xml"):
        (dump / f"{name}.{suffix}").write_bytes(pack((dump / name).read_bytes()))
        (dump / name).unlink()
    packed = read(dump)
    assert packed.keys() == plain.keys()
    assert [row["answer"] for row in packed.values()] == [row["answer"] for row in plain.values()]


def test_the_archive_of_a_site_gives_the_same_threads(dump, tmp_path):
    archive = tmp_path / "lakes.stackexchange.com.7z"
    badges, votes = b'<badges>\n  <row Id="1" Name="Diver" />\n</badges>', b'<votes>\n  <row Id="1" />\n</votes>'
    tables = {"Badges.xml": badges, "PostLinks.xml": LINKS, "Posts.xml": DUMP, "Votes.xml": votes}
    archive.write_bytes(seven_zip(tables))
    assert [row["url"] for row in read(archive).values()] == [row["url"] for row in read(dump).values()]
    assert read_duplicates(find_inputs([str(archive)], Reading())).pairs.to_pylist() == [
        {"left": "2", "right": "1", "duplicate": 1}
    ]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("batch_bytes", [1, 300, 1 << 20])
def test_threads_and_batches_do_not_matter(dump, threads, batch_bytes):
    assert gathered(dump, threads=threads, batch_bytes=batch_bytes) == gathered(dump)


def test_the_order_of_the_posts_does_not_matter(tmp_path):
    rows = [question(1, "One?", "<p>a</p>"), answer(2, 1, "x", 1), answer(3, 1, "y", 1), question(4, "Four?")]
    texts = []
    for number, order in enumerate([rows, rows[::-1], rows[2:] + rows[:2]]):
        file = tmp_path / f"{number}" / "Posts.xml"
        file.parent.mkdir()
        file.write_bytes(posts(*order))
        texts.append([(row["document"], row["text"], row["answer"]) for row in read(file).values()])
    assert texts == [[("1", "One?", "x"), ("4", "Four?", "")]] * 3


def test_one_bad_row_is_a_reject_with_its_place(tmp_path):
    file = tmp_path / "Posts.xml"
    bad = '  <row Id="5" PostTypeId="1" Body="never closed\n'
    file.write_bytes(posts(question(1, "One?"), bad, question(6, "Six?")))
    found = gathered(file)
    assert [row["document"] for row in found if row["status"] == "read"] == ["1", "6"]
    (rejected,) = (row for row in found if row["status"] == "rejected")
    assert rejected["reason"] == "an attribute of the row is not closed"
    at = int(rejected["place"].removeprefix("byte "))
    assert file.read_bytes()[at:].startswith(b'<row Id="5"')
    with pytest.raises(InputError, match="not closed"):
        gathered(file, strict=True)


@pytest.mark.parametrize(
    "hostile",
    [
        b"<posts>",
        b'<posts><row Id="1" PostTypeId="1" Body="\xff\xfe" /></posts>',
        b'<posts><row Id="1" PostTypeId="1" Body="&bad; &#99999999; &lt;p&gt;&lt;div" /></posts>',
        b'<posts><row Id="1" PostTypeId="1" Body="' + b"x" * 3_000_000,
        b"<posts>" + b"<row " * 50_000,
        b"<posts>" + b'<row Id="1" PostTypeId="1"/>' * 20_000,
    ],
)
def test_hostile_xml_ends_without_a_crash(tmp_path, hostile):
    file = tmp_path / "Posts.xml"
    file.write_bytes(hostile)
    found = gathered(file, document_bytes=1 << 20)
    assert all(row["reason"] for row in found if row["status"] == "rejected")
    assert sum(row["status"] == "read" for row in found) <= 1


def test_a_question_that_comes_twice_is_one_thread(tmp_path):
    file = tmp_path / "Posts.xml"
    file.write_bytes(posts(question(1, "One?"), question(1, "One?"), answer(2, 1, "x")))
    assert [(row["status"], row["reason"]) for row in gathered(file)] == [("read", ""), ("skipped", REPEATED_QUESTION)]


def test_threads_of_several_sites_are_told_apart(tmp_path):
    for site in ("a.stackexchange.com", "forum"):
        (tmp_path / site).mkdir()
        (tmp_path / site / "Posts.xml").write_bytes(posts(question(1, f"Of {site}?"), answer(2, 1, site)))
        (tmp_path / site / "PostLinks.xml").write_bytes(links((1, 1, 3)))
    found = read(tmp_path)
    assert {name: row["answer"] for name, row in found.items()} == {
        "a.stackexchange.com/1": "a.stackexchange.com",
        "forum/1": "forum",
    }
    assert found["forum/1"]["url"] == ""


@pytest.mark.parametrize(
    ("path", "site", "address"),
    [
        ("ai.stackexchange.com.7z", "ai.stackexchange.com", "https://ai.stackexchange.com"),
        ("x/stackoverflow.com-Posts.7z", "stackoverflow.com", "https://stackoverflow.com"),
        ("s3://b/ru.stackoverflow.com/Posts.xml", "ru.stackoverflow.com", "https://ru.stackoverflow.com"),
        ("beer.meta.SE-2022-05/Posts.xml.xz", "beer.meta.stackexchange.com", "https://beer.meta.stackexchange.com"),
        ("forum/Posts.xml.bz2", "forum", ""),
        ("forum/PostLinks.xml", "forum", ""),
        ("forum/old-Posts.xml", "forum/old", ""),
        ("/Posts.xml", "", ""),
        ("-", "", ""),
    ],
)
def test_a_site_is_told_by_the_names_of_file_and_folder(path, site, address):
    assert (derive_site_name(path), derive_site_address(path)) == (site, address)


def test_duplicate_links_are_pairs_once_and_only_where_both_questions_are_there(dump):
    truth = read_duplicates(find_inputs([str(dump)], Reading()))
    assert truth.pairs.to_pylist() == [{"left": "2", "right": "1", "duplicate": 1}]
    assert truth.dangling == 1


RECORDS = [
    {
        "id": "a",
        "question": "How deep?",
        "description": "The lake.",
        "answer": "90 m",
        "tags": ["x y", "z"],
        "score": 4,
    },
    {"id": "b", "question": "How cold?"},
]


def check_records(found):
    assert [(row["text"], row["description"], row["answer"]) for row in found.values()] == [
        ("How deep?", "The lake.", "90 m"),
        ("How cold?", "", ""),
    ]
    assert (found["a"]["tags"], found["a"]["score"]) == ("x y\nz", 4)
    assert found["a"]["title"] == "How deep?"


def test_threads_in_json_lines_are_found_by_the_usual_names(tmp_path):
    file = tmp_path / "t.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    check_records(read(file))


def test_threads_in_a_table_are_found_by_the_usual_names(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text(
        'id,question,description,answer,tags,score\na,How deep?,The lake.,90 m,"x y,z",4\nb,How cold?,,,,\n'
    )
    check_records(read(file))


@pytest.mark.parametrize("tags", [["x y", "z"], "x y, z"])
def test_threads_in_parquet_are_found_by_the_usual_names(tmp_path, tags):
    file = tmp_path / "t.parquet"
    pq.write_table(pa.Table.from_pylist([RECORDS[0] | {"tags": tags}, RECORDS[1]]), file)
    check_records(read(file))


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_the_fields_of_a_thread_can_be_named(tmp_path, form):
    record = {"n": "7", "q": "How deep?", "d": "The lake.", "a": "90 m"}
    file = tmp_path / f"t.{form}"
    if form == "jsonl":
        file.write_text(json.dumps(record))
    elif form == "csv":
        file.write_text("\n".join([",".join(record), ",".join(record.values())]))
    else:
        pq.write_table(pa.Table.from_pylist([record]), file)
    named = {"id_field": "n", "question_field": "q", "description_field": "d", "answer_field": "a"}
    (thread,) = read(file, **named).values()
    assert [thread[name] for name in ("document", "text", "description", "answer")] == list(record.values())


def test_a_field_that_is_not_there_is_told_with_the_option_for_it(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"id": 1, "questoin": "How deep?"}')
    (row,) = gathered(tmp_path / "t.jsonl")
    assert row["reason"].endswith("try `--question-field questoin`")
    (tmp_path / "t.csv").write_text("id,question,body\n1,a,b\n")
    (row,) = gathered(tmp_path / "t.csv", description_field="boddy")
    assert row["reason"].endswith("try `--description-field body`")
    pq.write_table(pa.table({"n": ["a"]}), tmp_path / "t.parquet")
    with pytest.raises(InputError) as caught:
        gathered(tmp_path / "t.parquet")
    assert "--question-field" in caught.value.hint


def test_a_long_question_is_kept_whole_and_its_title_is_cut(tmp_path):
    (tmp_path / "t.jsonl").write_text(json.dumps({"question": "how " * 1000}))
    (thread,) = read(tmp_path / "t.jsonl").values()
    assert (len(thread["text"]), len(thread["title"])) == (4000, 1000)


def test_records_with_the_same_id_stay_apart(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"id": 1, "question": "a"}\n{"id": 1, "question": "b"}\n')
    assert [row["text"] for row in gathered(tmp_path / "t.jsonl")] == ["a", "b"]


def test_lines_that_are_not_utf_8_become_rejects(tmp_path):
    (tmp_path / "t.tsv").write_bytes(b"1\tHow deep?\tDeep?\n0\tHow \x92cold?\tCold?\n1\tWhy?\tWhat for?\n")
    found = gathered(tmp_path / "t.tsv", question_field="2", description_field="3")
    assert [row["status"] for row in found] == ["read", "rejected", "read"]
    assert [row["description"] for row in found] == ["Deep?", "", "What for?"]


def test_a_format_without_threads_is_told_as_that(tmp_path):
    (tmp_path / "a.txt").write_text("How deep?")
    with pytest.raises(InputError, match="no threads"):
        gathered(tmp_path / "a.txt")


def test_an_empty_file_is_a_reject(tmp_path):
    (tmp_path / "Posts.jsonl").write_bytes(b"")
    assert [row["reason"] for row in gathered(tmp_path / "Posts.jsonl")] == ["the file is empty"]


def test_posts_are_what_they_are_declared_to_be(dump):
    inputs = find_inputs([str(dump)], Reading())
    engine = Local(Machine(workers=1))
    table = engine.read(
        [(choose_post_reader(build_reader(each, ThreadSettings()), each.path, 1), each.path) for each in inputs]
    )
    assert table.schema.equals(POSTS)
    batches = [batch for (batch,) in engine.stream_batches(table)]
    assert all(batch.schema.equals(POSTS) for batch in batches)


def test_a_step_that_is_given_groups_in_parts_gives_the_same(dump):
    inputs = find_inputs([str(dump)], Reading())
    engine = Local(Machine(workers=1))
    posts_table = engine.read(
        [(choose_post_reader(build_reader(e, ThreadSettings()), e.path, 1), e.path) for e in inputs]
    )
    (sorted_posts,) = (
        each for (each,) in engine.stream_batches(engine.group(posts_table, ("thread",), PassRows(POSTS)))
    )
    names = sorted_posts["thread"].to_pylist()
    whole = GatherThreads()(sorted_posts)
    for cut in (at for at in range(1, len(names)) if names[at] != names[at - 1]):
        parts = [GatherThreads()(sorted_posts.slice(0, cut)), GatherThreads()(sorted_posts.slice(cut))]
        assert same(pa.concat_batches(parts), whole)


def test_tags_and_links_are_evidence_where_they_are_asked_for(tmp_path):
    rows = [
        {
            "id": "a",
            "question": "How deep is Lake Orrin?",
            "tags": ["c++", "lakes"],
            "answer": "See https://www.lakes.example/orrin/.",
        },
        {
            "id": "b",
            "question": "Depth of that water?",
            "tags": ["lakes", "c++"],
            "answer": "On http://lakes.example/orrin#depth",
        },
        {"id": "c", "question": "Is it cold?", "tags": ["c"], "answer": "See https://lakes.example/other"},
    ]
    (tmp_path / "threads.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    aspects = (Aspect("question", "words", 1, "jaccard", 0.2), Aspect("tags", "words", 1), Aspect("links", "words", 1))
    run = twicetold.threads(tmp_path / "threads.jsonl", output=tmp_path / "run", compare="fields", aspects=aspects)
    (match,) = run.matches.to_pylist()
    assert (match["left_document"], match["right_document"]) == ("a", "b")
    assert (match["question"], match["tags"], match["links"]) == (0.0, 1.0, 1.0)
