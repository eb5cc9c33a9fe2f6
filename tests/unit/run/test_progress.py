"""How far a job is: the numbers of the line, and where it is shown."""

import io

import pytest

from twicetold.engines.progress import Amount, SilentProgress
from twicetold.run.progress import JobProgress, StageShare, show_progress

STAGES = (
    StageShare("front", "reading", 20),
    StageShare("matches", "matching", 60),
    StageShare("tables", "writing", 20),
)


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def said():
    return []


@pytest.fixture
def progress(clock, said):
    return JobProgress(STAGES, said.append, clock)


def run_stage(progress, clock, name, seconds):
    progress.begin_stage(name)
    clock.now += seconds
    progress.end_stage()


def test_the_line_has_stage_percent_amount_rate_and_time_left(progress, clock):
    run_stage(progress, clock, "front", 20)
    progress.begin_stage("matches")
    progress.update(0.0, Amount(0, 2_000_000, "units"))
    clock.now += 30
    progress.update(0.5, Amount(1_200_000, 2_000_000, "units"))
    assert progress.line == "[2/3] matching  50 %  1.2M of 2M units  40k/s  0:50 left"


def test_files_are_counted_in_bytes(progress, clock):
    progress.begin_stage("front")
    progress.update(0.0, Amount(0, 55_000_000, "bytes"))
    clock.now += 1
    progress.update(0.1, Amount(5_500_000, 55_000_000, "bytes"))
    assert progress.line == "[1/3] reading  10 %  5.5 MB of 55 MB  5.5 MB/s  0:01 so far"


def test_the_percent_never_falls(progress):
    progress.begin_stage("matches")
    progress.update(0.6)
    progress.update(0.4)
    assert "60 %" in progress.line


def test_a_stage_that_was_not_declared_is_part_of_the_next(progress, clock, said):
    run_stage(progress, clock, "front", 1)
    progress.begin_stage("lexicon")
    assert progress.line.startswith("[2/3] matching")
    clock.now += 2
    progress.end_stage()
    run_stage(progress, clock, "matches", 3)
    assert said == ["[1/3] reading  1.0 s", "[2/3] matching  5.0 s"]


def test_stages_that_are_kept_do_not_count_for_the_time_left(progress, clock):
    progress.keep_stage("front")
    progress.begin_stage("matches")
    clock.now += 30
    progress.update(0.5)
    assert progress.seconds_left == pytest.approx(50)
    assert progress.line.startswith("[2/3] matching")


def test_a_terminal_has_one_line_that_is_gone_at_the_end():
    stream = Terminal()
    with show_progress(STAGES, None, stream) as progress:
        progress.begin_stage("front")
    shown = stream.getvalue()
    assert "[1/3] reading" in shown
    assert shown.endswith("\x1b[2K"), "the line is cleared"


def test_a_log_has_a_plain_line_for_each_stage():
    stream = io.StringIO()
    with show_progress(STAGES, True, stream) as progress:
        progress.begin_stage("front")
        progress.update(0.5)
        progress.end_stage()
    assert stream.getvalue().startswith("[1/3] reading  ")
    assert stream.getvalue().count("\n") == 1


def test_a_function_prints_nothing_where_there_is_no_terminal():
    with show_progress(STAGES, None, io.StringIO()) as progress:
        assert isinstance(progress, SilentProgress)
    with show_progress(STAGES, False, Terminal()) as progress:
        assert isinstance(progress, SilentProgress)
