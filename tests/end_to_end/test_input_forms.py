"""Data in memory gives the digest of the same texts in a file: every form, every job, both engines."""

import gc
import json

import pandas
import polars
import pyarrow as pa
import pytest
from tests.support.input_forms import FORMS, write_jsonl

import twicetold
from twicetold.apply.command import apply_run
from twicetold.errors import InputError, RunError, SettingsError

LAKE = "The lake froze over in the winter of {}, and nobody dared to cross it before the spring came. "
MILL = (
    "The old mill burnt down on a windy night, and the miller rebuilt it with stones from the quarry behind the hill. "
    "He paid the masons in flour for two years, and the parish lent him the oxen that carried the beams. "
)
TEXTS = [LAKE.format(1905) + MILL, LAKE.format(1906) + MILL, "The ferry to Besk leaves twice a day. " + MILL]
RECORDS = [
    {"key": f"r{n}", "headline": f"Title {n}", "written": f"2024-01-0{n + 1}", "body": text, "unused": n}
    for n, text in enumerate(TEXTS)
]
FIELDS = {"id": "key", "title": "headline", "date": "written", "text": "body"}
THREADS = [
    {"key": "a", "asked": "How deep is Lake Orrin at the pier?", "more": "I want to dive.", "said": "Ninety metres."},
    {"key": "b", "asked": "How deep is Lake Orrin at the old pier?", "more": "To dive.", "said": "Ninety metres."},
    {"key": "c", "asked": "Who owns the boat house?", "more": "It is locked.", "said": "The town does."},
]
THREAD_FIELDS = {"id": "key", "question": "asked", "description": "more", "answer": "said"}
JOBS = {
    "split": (twicetold.split, RECORDS, FIELDS),
    "sentences": (twicetold.sentences, RECORDS, FIELDS),
    "passages": (twicetold.passages, RECORDS, FIELDS),
    "documents": (twicetold.documents, RECORDS, {**FIELDS, "threshold": 0.5, "keep": "newest"}),
    "threads": (twicetold.threads, THREADS, {**THREAD_FIELDS, "threshold": 0.3}),
}


PLAIN = {each.__name__: each for each in (list, tuple, iter, pa.array, pandas.Series, polars.Series)}
FEW = ("list of dicts", "pandas", "generator", "list", "iter")


def with_forms(jobs, forms):
    """Every job with every form: all of them read by `split`, and by the others a few, the rest in `make test` alone."""
    return [
        pytest.param(job, form, marks=[] if job == "split" or form in FEW else pytest.mark.slow)
        for job in jobs
        for form in forms
    ]


@pytest.fixture(scope="module")
def digests(tmp_path_factory):
    """The digest of every job, from a JSONL file."""
    folder = tmp_path_factory.mktemp("files")
    return {
        name: job(write_jsonl(folder / f"{name}.jsonl", records), **options).digest
        for name, (job, records, options) in JOBS.items()
    }


@pytest.mark.parametrize(("name", "form"), with_forms(JOBS, FORMS))
def test_every_form_gives_the_digest_of_a_file(digests, name, form):
    job, records, options = JOBS[name]
    assert job(FORMS[form](records), **options).digest == digests[name]


@pytest.mark.parametrize("name", ["split", "sentences", "passages", "documents"])
def test_a_dict_of_texts_gives_the_digest_of_a_file(tmp_path, name):
    job = getattr(twicetold, name)
    file = write_jsonl(tmp_path / "texts.jsonl", [{"id": f"r{n}", "text": text} for n, text in enumerate(TEXTS)])
    assert job({f"r{n}": text for n, text in enumerate(TEXTS)}).digest == job(file).digest


@pytest.mark.parametrize(("name", "form"), with_forms(JOBS, PLAIN))
def test_plain_texts_are_numbered_from_zero(tmp_path, name, form):
    job = getattr(twicetold, name)
    texts = [thread["asked"] for thread in THREADS] if name == "threads" else TEXTS
    file = write_jsonl(tmp_path / "texts.jsonl", [{"id": str(n), "text": text} for n, text in enumerate(texts)])
    assert job(texts=PLAIN[form](texts)).digest == job(file).digest


@pytest.mark.parametrize(("name", "form"), with_forms(["passages", "documents"], FORMS))
def test_against_takes_the_same_forms(tmp_path, name, form):
    job, records, options = JOBS[name]
    one, others = write_jsonl(tmp_path / "one.jsonl", records[:1]), write_jsonl(tmp_path / "others.jsonl", records[1:])
    expected = job(one, against=others, **options)
    run = job(records[:1], against=FORMS[form](records[1:]), **options)
    assert run.digest == expected.digest
    assert run.facts["settings"][name]["against"] == ["against"]
    assert job(one, against=FORMS[form](records[1:]), **options).digest == expected.digest


def test_both_sides_without_ids_are_told_apart():
    run = twicetold.passages(texts=TEXTS[:1], against=[{"text": text} for text in TEXTS[1:]])
    assert run.documents["document"].to_pylist() == ["0", "against:0", "against:1"]


def test_strings_and_paths_are_always_paths(tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": TEXTS[0]}])
    expected = twicetold.split(file).digest
    for data in (str(file), [str(file)], (file,), {file}, tmp_path.glob("*.jsonl")):
        assert twicetold.split(data).digest == expected
    for given in (TEXTS, "One line.\nAnother.", "a \0 byte"):
        with pytest.raises(InputError, match="no such file") as caught:
            twicetold.split(given)
        assert "`texts=[...]`" in caught.value.hint


def test_rows_without_an_id_are_numbered_in_every_form():
    records = [{"id": "a", "text": TEXTS[0]}, {"id": None, "text": TEXTS[1]}, {"text": TEXTS[2]}]
    for form in FORMS.values():
        assert sorted(twicetold.split(form(records)).documents["document"].to_pylist()) == ["1", "2", "a"]


def test_dates_of_any_type_become_timestamps():
    frame = pandas.DataFrame({"text": TEXTS[:2], "day": pandas.to_datetime(["2024-01-02 03:04:05", None])})
    expected = ["2024-01-02T03:04:05", ""]
    assert twicetold.split(frame, date="day").documents["timestamp"].to_pylist() == expected
    assert twicetold.split(frame.to_dict("records"), date="day").documents["timestamp"].to_pylist() == expected
    aware = frame.assign(day=frame.day.dt.tz_localize("Europe/Berlin"))
    for data in (aware, aware.to_dict("records")):
        assert twicetold.split(data, date="day").documents["timestamp"].to_pylist() == ["2024-01-02T02:04:05Z", ""]


def test_missing_texts_and_odd_characters_become_rejects_and_replacements():
    records = [{"text": float("nan")}, {"text": None}, {"text": "Half a pair: \ud800."}, {"text": TEXTS[0], "n": {1}}]
    run = twicetold.split(records)
    assert run.rejects["place"].to_pylist() == ["line 1", "line 2"]
    assert run.rejects["source"].to_pylist() == ["memory", "memory"]
    assert "Half a pair: \ufffd." in run.sentences["text"].to_pylist()


def test_fields_inside_dicts_and_vectors_are_found():
    records = [{"meta": {"key": f"r{n}"}, "text": LAKE.format(1900 + n), "v": [1.0, n, 0.5]} for n in range(3)]
    run = twicetold.sentences(records, id="meta.key", vector="v")
    assert run.documents["document"].to_pylist() == ["r0", "r1", "r2"]
    assert run.facts["results"]["vectors"] == "given"


@pytest.mark.parametrize(
    ("data", "options", "message", "hint"),
    [
        ([{"body1": "x"}], {}, "no field of the data looks like the text", "`text=...`"),
        (pandas.DataFrame({"body1": ["x"]}), {}, "no field of the data looks like the text", "`text=...`"),
        ([{"body": "x"}], {"text": "bodi"}, "no field `bodi`", "did you mean `body`"),
        (pa.table({"body": ["x"]}), {"text": "bodi"}, "no field `bodi`", "did you mean `body`"),
        (pandas.Series(["one text"]), {}, "not a dict", "texts="),
        (pa.chunked_array([["one text"]]), {}, "cannot be read as an Arrow table", "texts="),
        (pandas.DataFrame({"text": ["x", 3]}), {}, "cannot be read as an Arrow table", "one type each"),
        ([{"text": "x"}, 7], {}, "record 1 of the data is of type `int`", "give paths"),
        ({"train": [{"text": "x"}]}, {}, "`train` of the data is of type `list`", "list of dicts"),
        (7, {}, "data of type `int`", "give paths"),
        (iter([]), {}, "has no records", "iterator"),
        (pa.table({"text": pa.array([], pa.string())}), {}, "has no rows", ""),
        ([], {}, "no input given", ""),
        (None, {}, "no data is given", "texts="),
        ([{"text": "x"}], {"texts": ["x"]}, "both given", "one of them"),
    ],
)
def test_what_is_no_data_is_an_error_that_says_what_to_give(data, options, message, hint):
    with pytest.raises(InputError) as caught:
        twicetold.sentences(data, **options)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_field_has_one_name_in_python():
    with pytest.raises(SettingsError, match="`text_field` is called `text` in Python"):
        twicetold.sentences("x", text_field="body")


def test_a_run_in_a_folder_goes_on_with_the_same_data_and_leaves_nothing_else(tmp_path):
    first = twicetold.sentences(RECORDS, tmp_path / "run", **FIELDS)
    made = (tmp_path / "run" / "members.parquet").stat().st_mtime_ns
    again = twicetold.sentences(RECORDS, tmp_path / "run", **FIELDS)
    assert again.digest == first.digest
    assert (tmp_path / "run" / "members.parquet").stat().st_mtime_ns == made
    assert not [path for path in (tmp_path / "run").iterdir() if "memory" in path.name]
    with pytest.raises(RunError, match="other inputs"):
        twicetold.sentences(RECORDS[:2], tmp_path / "run", **FIELDS)


def test_a_run_from_an_iterator_cannot_be_resumed(tmp_path):
    twicetold.sentences(iter(RECORDS), tmp_path / "run", **FIELDS)
    with pytest.raises(RunError, match="an iterator cannot be read again") as caught:
        twicetold.sentences(iter(RECORDS), tmp_path / "run", **FIELDS)
    assert "force=True" in caught.value.hint
    assert twicetold.sentences(iter(RECORDS), tmp_path / "run", force=True, **FIELDS).is_finished


def test_apply_says_that_memory_cannot_be_read_again(tmp_path):
    twicetold.documents(RECORDS, tmp_path / "run", **JOBS["documents"][2])
    with pytest.raises(RunError, match="data in memory, which cannot be read again") as caught:
        apply_run(tmp_path / "run", tmp_path / "clean")
    assert "save the data to a file" in caught.value.hint


def test_a_job_that_is_refused_leaves_no_folder(tmp_path):
    with pytest.raises(InputError):
        twicetold.sentences([{"n": 1}], tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_without_a_folder_everything_is_removed_with_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run = twicetold.sentences(iter(RECORDS), **FIELDS)
    assert [path.name for path in tmp_path.iterdir()] == [run.folder.name]
    del run
    gc.collect()
    assert not list(tmp_path.iterdir())


def test_an_iterator_is_written_record_by_record(tmp_path, monkeypatch):
    """Memory stays bounded: when the last record is asked for, all others are in the file."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sizes = []

    def give_records():
        for number in range(200):
            files = list(tmp_path.rglob("memory.jsonl"))
            sizes.append(files[0].stat().st_size if files else 0)
            yield {"id": number, "text": f"{number} {MILL * 20}"}

    twicetold.split(give_records())
    assert sizes[-1] > 0.9 * 200 * len(MILL) * 20


def test_a_large_table_is_written_in_parts_that_workers_share(tmp_path, monkeypatch):
    monkeypatch.setattr("twicetold.memory.tables.GROUP_BYTES", 1000)
    table = pa.table({"id": [str(n) for n in range(50)], "text": [f"{n} {MILL}" for n in range(50)]})
    one = twicetold.split(table, workers=1)
    assert one.documents.num_rows == 50
    assert twicetold.split(table.to_pylist(), workers=2).digest == one.digest


def test_two_texts_are_compared_without_files():
    left, right = f"Trade is older than roads. {MILL}Nobody knows.", f"This is a history. {MILL}"
    (found,) = twicetold.compare_passages(left, right)
    assert left[found.left_start : found.left_end] == found.left_text == MILL.strip()
    assert right[found.right_start : found.right_end] == found.right_text == MILL.strip()
    assert found.similarity == 1
    assert twicetold.compare_passages(left, "Nothing of it is here.") == []
    with pytest.raises(InputError, match="not a string"):
        twicetold.compare_passages(left, [right])


def test_the_date_field_is_read_from_every_file_of_records(tmp_path, twicetold_command):
    rows = [{"id": "a", "text": TEXTS[0], "seen": "2024-05-06"}]
    write_jsonl(tmp_path / "a.jsonl", rows)
    (tmp_path / "a.csv").write_text(f'id,text,seen\na,"{TEXTS[0]}",2024-05-06\n', encoding="utf-8")
    pandas.DataFrame(rows).to_parquet(tmp_path / "a.parquet")
    for number, name in enumerate(["a.jsonl", "a.csv", "a.parquet"]):
        run = tmp_path / f"run{number}"
        twicetold_command("split", tmp_path / name, "-o", run, "--date-field", "seen")
        assert twicetold.Run(run).documents["timestamp"].to_pylist() == ["2024-05-06"]
        assert json.loads((run / "run.json").read_text())["settings"]["reading"]["date_field"] == "seen"


@pytest.fixture
def twicetold_command(request):
    """The command line; `twicetold` itself is the package here."""
    return request.getfixturevalue("twicetold")
