"""What each stage of a job used: the rows that `--profile` prints."""

import subprocess
import sys
import time

import pytest

from twicetold.engines.progress import SilentProgress
from twicetold.run import profile
from twicetold.run.profile import JobProfile, Usage, measure_memory, measure_usage


def burn_cpu(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_stage_has_what_it_used_and_the_rest_is_other():
    job = JobProfile(SilentProgress())
    job.keep_stage("front")
    job.begin_stage("units")
    burn_cpu(0.1)
    held = bytearray(50_000_000)
    job.end_stage()
    assert len(held) == 50_000_000
    burn_cpu(0.1)
    kept, made = job.stages
    assert kept.usage is None
    assert made.usage.cpu_seconds >= 0.09
    assert made.peak_bytes > 50_000_000
    lines = job.render_text().splitlines()
    assert [line.split()[0] for line in lines] == ["stage", "front", "units", "other", "all"]
    assert lines[1].split() == ["front", "kept"]
    assert "0 s" not in lines[3].split("  ")


def test_the_peak_is_seen_while_the_stage_runs():
    job = JobProfile(SilentProgress())
    with job.watch_memory():
        job.begin_stage("units")
        held = bytearray(80_000_000)
        time.sleep(3 * profile.SAMPLE_SECONDS)
        before = measure_memory()
        del held
        job.end_stage()
    assert job.stages[0].peak_bytes > before - 20_000_000


@pytest.mark.skipif(not profile.has_proc(), reason="the system has no /proc")
def test_processes_below_this_one_count():
    before = measure_memory()
    work = "held = bytearray(60_000_000); print('ready', flush=True); input(); sum(range(10**7))"
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        assert measure_memory() > before + 60_000_000
        began = measure_usage()
        child.communicate(b"\n")
    assert measure_usage().subtract(began).cpu_seconds > 0.05


def test_without_proc_this_process_counts(monkeypatch, tmp_path):
    monkeypatch.setattr(profile, "PROC", tmp_path)
    assert measure_memory() > 10_000_000
    began = measure_usage()
    burn_cpu(0.05)
    used = measure_usage().subtract(began)
    assert used.cpu_seconds >= 0.05
    assert used.written_bytes == 0


def test_numbers_do_not_fall_below_nothing():
    assert Usage(2.0, 1.0, 5, 5).subtract(Usage(1.0, 3.0, 9, 0)) == Usage(1.0, 0.0, 0, 5)
