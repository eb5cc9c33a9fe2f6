"""Stages of a job: they are counted in a log, and Ctrl-C and SIGTERM say which are kept."""

import json
import signal
import subprocess
import sys
import time

import pytest

from twicetold import registry
from twicetold.jobs.base import load_job


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_job_says_what_is_kept(tmp_path, sent):
    (tmp_path / "in.jsonl").write_text('{"id": "a", "text": "One sentence of a few words."}\n', encoding="utf-8")
    held = (
        "import sys, time\n"
        "from twicetold.matching.fold import IdentifySentences\n"
        "def wait(*_):\n"
        "    print('waiting', flush=True)\n"
        "    time.sleep(60)\n"
        "IdentifySentences.__call__ = wait\n"
        "sys.argv = ['twicetold', 'sentences', 'in.jsonl', '-o', 'run', '--workers', '1']\n"
        "from twicetold.cli import main\n"
        "main()\n"
    )
    job = subprocess.Popen(
        [sys.executable, "-c", held], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert job.stdout.readline() == "waiting\n"
    time.sleep(0.1)
    job.send_signal(sent)
    _, said = job.communicate(timeout=30)
    assert job.returncode == 130
    last = said.splitlines()[-1]
    assert last == "stopped; 1 of 8 stages is finished and kept in run; the same command continues"


@pytest.mark.parametrize("name", registry.list_names("job"))
def test_every_job_declares_the_stages_that_it_runs(name, twicetold, tmp_path):
    record = (
        '{"id": "%s", "text": "The lake froze over in the winter of 1905, and nobody crossed it.", "question": "a"}'
    )
    (tmp_path / "in.jsonl").write_text("\n".join(record % each for each in "abc"), encoding="utf-8")
    _, said = twicetold(name, "in.jsonl", "-o", "run")
    job = load_job(name)
    stages = job.list_stages(job.settings())
    lines = [line for line in said.splitlines() if line.startswith("[")]
    assert [line.rsplit("  ", 1)[0] for line in lines] == [
        f"[{number}/{len(stages)}] {each.label}" for number, each in enumerate(stages, 1)
    ]


@pytest.mark.parametrize("name", registry.list_names("job"))
def test_every_job_prints_what_its_stages_used(name, twicetold, tmp_path):
    record = '{"id": "a", "text": "The lake froze over in the winter of 1905, and nobody crossed it.", "question": "a"}'
    (tmp_path / "in.jsonl").write_text(record, encoding="utf-8")
    _, said = twicetold(name, "in.jsonl", "-o", "run", "--quiet", "--profile")
    lines = [line.split() for line in said.splitlines()]
    assert lines[0] == ["stage", "time", "CPU", "memory", "read", "written"]
    made = (tmp_path / "run" / "run.json").read_text(encoding="utf-8")
    assert [line[0] for line in lines[1:]] == [*json.loads(made)["stages"], "other", "all"]
