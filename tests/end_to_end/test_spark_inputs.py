"""The same answer from every kind of input, cut into several tasks each: local and Spark, to the digest."""

import bz2
import json
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.input_forms import FORMS
from tests.support.spark import small_session

from twicetold import api
from twicetold.demo import PlantedCorpus
from twicetold.demo.dump import FOOTER, HEADER, render_page
from twicetold.engines.spark import Spark, SparkLimits, splits
from twicetold.jobs.front import build_reader
from twicetold.jobs.split.settings import SplitSettings
from twicetold.readers.inputs import find_inputs

ENGLISH = PlantedCorpus(sentences=700, seed=6, duplicate_share=0.3)
SPLIT_BYTES = 1 << 13


def plain_dump(folder):
    return ENGLISH.write(folder, truth=False)


def single_stream_dump(folder):
    """Blocks of 100 kB in one stream."""
    path = folder / "single.xml.bz2"
    path.write_bytes(bz2.compress(plain_dump(folder).read_bytes(), 1))
    return path


def multistream_dump(folder):
    """As Wikipedia has them: head, every 10 pages and foot in streams of their own."""
    pages = [render_page(page) for page in ENGLISH.generate_pages()]
    streams = [HEADER, *("".join(pages[start : start + 10]) for start in range(0, len(pages), 10)), FOOTER]
    path = folder / "multistream.xml.bz2"
    path.write_bytes(b"".join(bz2.compress(each.encode()) for each in streams))
    return path


def json_lines(folder):
    return ENGLISH.write_jsonl(folder / "lines.jsonl")


def parquet(folder):
    rows = [
        {"id": str(page.id), "title": page.title, "text": page.text}
        for page in ENGLISH.generate_pages()
        if page.paragraphs
    ]
    path = folder / "rows.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=max(len(rows) // 7, 1))
    assert pq.read_metadata(path).num_row_groups > 4
    return path


SIGNS = "天地人山水火木金土日月年春夏秋冬東西南北城市學校國家歷史文化音樂河流湖海島嶼鐵路車站橋樑醫院圖書館博物館世紀建造完成"


def chinese(folder):
    """Sentences of drawn characters; every third stands again elsewhere, as it was or with a character changed."""
    dice = random.Random(7)
    said = ["".join(dice.choices(SIGNS, k=dice.randint(24, 50))) for _ in range(300)]
    for sentence in said[::3]:
        place = dice.randrange(len(sentence))
        said.append(dice.choice([sentence, f"{sentence[:place]}新{sentence[place + 1 :]}"]))
    dice.shuffle(said)
    path = folder / "chinese.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, len(said), 8):
            record = {"id": f"zh{start}", "title": "湖", "text": "。".join(said[start : start + 8]) + "。"}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path


INPUTS = [plain_dump, single_stream_dump, multistream_dump, json_lines, parquet, chinese]
SCHEMES = {"bands": {}, "draws": {"preset": "weissman2015", "min_length": 20}}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Each input once."""
    made = {}

    def write(make):
        if make not in made:
            made[make] = str(make(tmp_path_factory.mktemp(make.__name__)))
        return made[make]

    return write


def tasks_of(path, limits):
    (found,) = find_inputs([path], SplitSettings().reading)
    return splits.assign_splits([(build_reader(found, SplitSettings()), path)], small_session(), limits)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("make", INPUTS, ids=lambda make: make.__name__)
def test_local_and_spark_give_one_digest(written, make, scheme):
    """Several tasks read. After that the format is forgotten; only the Chinese rows need go all the way."""
    limits = SparkLimits(min_task_bytes=SPLIT_BYTES, **({"alone_bytes": 0} if make is chinese else {}))
    path = written(make)
    assert len(tasks_of(path, limits)) > 1
    engine = Spark(small_session(), limits=limits)
    here = api.sentences(path, **SCHEMES[scheme])
    there = api.sentences(path, engine=engine, **SCHEMES[scheme])
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest
    assert here.facts["results"]["clusters"] > 10
    assert here.facts["results"]["matches"] > (20 if scheme == "bands" else 0)


def test_an_address_is_read_by_the_executors(tmp_path):
    pytest.importorskip("fsspec")
    address = json_lines(tmp_path).as_uri()
    assert address.startswith("file:///")
    here, there = api.split(address), api.split(address, engine=Spark(small_session()))
    assert there.digest == here.digest
    assert here.count_rows("sentences") > 500


@pytest.mark.parametrize("form", ["list of dicts", "generator", "pandas", "polars"])
def test_spark_reads_data_in_memory(tmp_path, form):
    rows = [{"id": str(page.id), "title": page.title, "text": page.text} for page in ENGLISH.generate_pages()]
    engine = Spark(small_session(), limits=SparkLimits(alone_bytes=0))
    run = api.sentences(FORMS[form](rows), tmp_path / "run", engine=engine)
    assert run.digest == api.sentences(rows).digest
    assert {path.suffix for path in (tmp_path / "run").iterdir() if path.name[0] != "."} == {".json", ".parquet"}


def test_spark_reads_the_regions_of_pages(tmp_path):
    line = '<TextLine HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4"><String CONTENT="{}"/></TextLine>'
    said = (
        "The frigate lay nine days off Besk before the pilot would take her in, with a cargo of oranges and of lemons."
    )
    for name in "abc":
        lines = "".join(line.format(each) for each in (f"Page {name}.", said, said.replace("Besk", "Tarn")))
        (tmp_path / f"{name}.xml").write_text(f'<alto><Page ID="{name}">{lines}</Page></alto>', encoding="utf-8")
    here = api.passages(str(tmp_path))
    there = api.passages(str(tmp_path), engine=Spark(small_session(), limits=SparkLimits(alone_bytes=0)))
    assert there.digest == here.digest
    assert there.regions.sort_by("document").equals(here.regions.sort_by("document"))
    assert here.regions.num_rows == 9
