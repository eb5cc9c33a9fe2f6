"""The sentence job on Spark: the answer of the local engine, to the digest; and what goes wrong, in a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.support.spark import QUICK_JAVA, needs_java, small_session

from twicetold import api
from twicetold.demo import PlantedCorpus
from twicetold.engines.spark import Spark, SparkLimits
from twicetold.errors import InputError, SettingsError
from twicetold.jobs.sentences.label import SentenceMatchLabels
from twicetold.label.sample import draw_sample
from twicetold.run import Run
from twicetold.tables.row_sums import RowSum


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Three files of two formats, with repetitions inside and across them, and a record that cannot be read."""
    folder = tmp_path_factory.mktemp("corpus")
    PlantedCorpus(sentences=1_500, seed=3).write(folder / "plain", truth=False)
    PlantedCorpus(sentences=800, seed=4).write(folder / "packed", compress="bz2", truth=False)
    lines = PlantedCorpus(sentences=600, seed=3).write_jsonl(folder / "lines.jsonl")
    with lines.open("a", encoding="utf-8") as file:
        file.write('{"id": "broken"\n')
    same = "The old mill by the river was sold to a family from the north in the spring of {}."
    with (folder / "template.jsonl").open("w", encoding="utf-8") as file:
        for number in range(400):
            file.write(json.dumps({"id": f"t{number}", "title": "Mill", "text": same.format(1500 + number)}) + "\n")
    return [str(path) for path in sorted(folder.rglob("*")) if path.is_file()]


def engine(**options):
    """Nothing is done by one task for being little, or no test of this size would send a row."""
    return Spark(small_session(), limits=SparkLimits(**{"alone_bytes": 0} | options))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "weissman2015", "min_length": 20},
        {"preset": "ayhan2013", "min_length": 30, "max_length": 120, "bucket_limit": 5},
        {"relation": "across", "measure": "jaccard", "threshold": 0.6},
    ],
    ids=["bands", "draws", "limits", "across"],
)
def test_the_answer_is_that_of_the_local_engine(corpus, options):
    little = 60_000 if "relation" in options else 0  # some tables are under it, the sentences are not
    here = api.sentences(corpus, **options)
    there = api.sentences(corpus, engine=engine(alone_bytes=little), **options)
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest
    assert here.facts["results"]["matches"] > (90 if "bucket_limit" in options else 100)


def test_what_is_little_is_done_by_one_task_and_the_answer_is_the_same(corpus):
    there, here = api.sentences(corpus, engine=Spark(small_session())), api.sentences(corpus)
    assert there.facts["results"] == here.facts["results"]
    assert there.digest == here.digest
    samples = [draw_sample(SentenceMatchLabels().read_items(run), 50, 1, "kind") for run in (here, there)]
    assert samples[0] == samples[1], "people label the same findings, whichever engine found them"


def test_the_exact_join_gives_one_answer_both_ways_on_both_engines(corpus, monkeypatch):
    from twicetold.finders import join

    monkeypatch.setattr(join, "CROWD_UNITS", 50)  # the template's posting lists are cut
    monkeypatch.setattr(join, "MOST_CAPACITY", 1 << 15)  # several blocks
    monkeypatch.setattr(join, "LEAST_CAPACITY", 1 << 15)
    options = {"finder": "join", "measure": "jaccard", "threshold": 0.5}
    ways = [{"partition": "document"}, {"partition": "term"}]
    files = [path for path in corpus if path.endswith(".jsonl")]
    here = [api.sentences(files, **options, **way) for way in ways]
    there = [api.sentences(files, engine=engine(), **options, **way) for way in ways]
    assert len({run.digest for run in here + there}) == 1
    assert [run.sum_counts("crowds") for run in there] == [run.sum_counts("crowds") for run in here]
    assert here[0].facts["results"]["matches"] > 1000


def test_components_in_rounds_give_the_same_answer_and_are_counted(corpus, tmp_path):
    here = api.sentences(corpus)
    there = api.sentences(corpus, tmp_path / "run", engine=engine(alone_pairs=10))
    assert there.digest == here.digest
    assert there.facts["stages"]["clusters"]["notes"]["components"]["rounds"] > 0
    assert not [path for path in (tmp_path / "run").iterdir() if path.name.startswith(".spark")], "nothing is left"


def test_the_rows_of_split_come_in_the_order_of_the_files(corpus):
    assert api.split(corpus, engine=engine()).digest == api.split(corpus).digest


def test_a_crowded_key_and_a_small_split_change_nothing(corpus):
    options = {"crowd": 20, "window": 2}
    there = api.sentences(corpus, engine=engine(min_task_bytes=1 << 14), **options)
    here = api.sentences(corpus, **options)
    assert here.facts["results"]["crowds"]["keys"] > 0
    assert there.digest == here.digest


def test_a_stopped_run_goes_on_after_its_last_stage(corpus, tmp_path):
    class Dies(Spark):
        def save(self, tables, passing=()):
            if any("verified" in path.name for path in tables):
                raise KeyboardInterrupt
            return super().save(tables, passing)

    with pytest.raises(KeyboardInterrupt):
        api.sentences(corpus, tmp_path / "run", engine=Dies(small_session()))
    kept = json.loads((tmp_path / "run" / "run.json").read_text())["stages"]
    assert list(kept) == ["front", "units"]
    run = api.sentences(corpus, tmp_path / "run", engine=engine())
    assert run.facts["stages"]["units"] == kept["units"]
    assert run.digest == api.sentences(corpus).digest


def test_a_large_table_is_a_folder_that_executors_wrote_and_no_row_of_it_is_read_here(corpus, tmp_path, monkeypatch):
    from twicetold.engines.spark import parts
    from twicetold.run import folder

    def refuse_rows(parts):
        assert not parts, "rows came to the driver"
        return []

    def refuse_sum(digest, name, schema, batches):
        assert not any(batch.num_rows for batch in batches), "rows were summed in the driver"
        digest.add_sum(name, schema, RowSum())

    here = api.sentences(corpus, tmp_path / "here")
    monkeypatch.setattr(parts, "read_batches", refuse_rows)
    monkeypatch.setattr(folder.Digest, "add", refuse_sum)
    there = api.sentences(corpus, tmp_path / "there", engine=engine())
    monkeypatch.undo()
    assert there.digest == here.digest
    assert all(
        (tmp_path / "there" / f"{table}.parquet" / "_manifest.json").is_file() for table in ("matches", "members")
    )
    assert there.read_table("members") == here.read_table("members"), "in the same order"
    assert pq.read_table(tmp_path / "there" / "members.parquet").num_rows == here.members.num_rows
    for view in ("show", "contradictions", "export"):
        more = ["--table", "members"] if view == "export" else []
        outputs = [command(view, str(tmp_path / name), *more).stdout for name in ("here", "there")]
        assert outputs[0].replace("/here", "/there") == outputs[1] != ""


def test_a_damaged_part_is_noticed_and_made_again(corpus, tmp_path):
    digest = api.sentences(corpus, tmp_path / "run", engine=engine()).digest
    part = next((tmp_path / "run" / "members.parquet").glob("part-*"))
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    assert not Run(tmp_path / "run").is_stage_kept("members")
    assert api.sentences(corpus, tmp_path / "run").digest == digest, "the other engine made it a file"
    assert (tmp_path / "run" / "members.parquet").is_file()


def test_an_error_of_ours_crosses_from_the_executor(corpus):
    with pytest.raises(InputError, match=r"lines\.jsonl"):
        api.sentences(corpus, engine=engine(), strict=True)


def test_stdin_is_refused_with_a_way_out():
    from twicetold.engines.spark.splits import pack_tasks

    with pytest.raises(InputError, match="stdin"):
        pack_tasks([(None, "-")], [0], 1)


def test_a_master_that_does_not_answer_is_told_at_once():
    with pytest.raises(SettingsError, match=r"no Spark master answers at `spark://127\.0\.0\.1:9`"):
        api.sentences(__file__, engine=Spark(master="spark://127.0.0.1:9"), reader="text")


def command(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-c", "from twicetold.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_without_java_it_says_what_to_install(corpus, tmp_path):
    run = command("sentences", corpus[0], "-o", str(tmp_path / "run"), "--engine", "spark", JAVA_HOME="nowhere")
    assert run.returncode == 2
    error, hint = run.stderr.splitlines()
    assert error == "error: JAVA_HOME is `nowhere`, which has no bin/java"
    assert hint.startswith("hint: install Java 17 or 21")


def test_the_command_runs_on_spark(corpus, tmp_path):
    needs_java()
    wanted = ("sql.shuffle.partitions=2", "driver.memory=1g", f"driver.extraJavaOptions={QUICK_JAVA}")
    conf = [argument for each in wanted for argument in ("--spark-conf", f"spark.{each}")]
    run = command(
        "sentences", corpus[0], "-o", str(tmp_path / "run"), "--engine", "spark", "--master", "local[2]", *conf
    )
    assert run.returncode == 1, run.stderr  # one reject
    assert json.loads(Path(tmp_path / "run" / "run.json").read_text())["digest"] == api.sentences(corpus[0]).digest
    assert "digest" in run.stderr


def test_settings_of_spark_without_spark_are_refused(corpus, tmp_path):
    run = command("sentences", corpus[0], "-o", str(tmp_path / "run"), "--master", "local[2]")
    assert run.returncode == 2
    assert "add --engine spark" in run.stderr
