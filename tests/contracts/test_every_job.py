"""Every step of every job keeps the promises of a step, on the batches that the job itself gives it."""

import json

import pytest
from tests.frozen.cases import CASES, DIGESTS, write_inputs
from tests.support.checking import CheckingEngine

from twicetold.config import Machine
from twicetold.engines.local import LocalLimits


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


@pytest.mark.parametrize("name", CASES)
def test_every_step_of_the_job_keeps_its_promises(inputs, name):
    engine = CheckingEngine(Machine(workers=1), limits=LocalLimits(process_bytes=0))
    digest = CASES[name](inputs, {"engine": engine}).digest
    assert digest == json.loads(DIGESTS.read_text(encoding="utf-8"))[name]
    assert len(engine.checked) >= (10 if name != "split" else 2), "most steps of the job were seen"
