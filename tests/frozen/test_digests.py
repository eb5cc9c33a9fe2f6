"""Every job gives the digest that is stored for it, on both engines: whatever is moved or renamed, no answer changes."""

import json

import pytest

from tests.frozen.cases import CASES, DIGESTS, ON_SPARK, write_inputs
from tests.support.spark import small_session
from twicetold.engines.spark import Spark, SparkLimits


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


@pytest.fixture(scope="module")
def stored():
    return json.loads(DIGESTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_the_digest_is_the_stored_one(inputs, stored, name):
    assert CASES[name](inputs, {}).digest == stored[name]


@pytest.mark.parametrize("name", ON_SPARK)
def test_so_it_is_on_spark(inputs, stored, name):
    assert (
        CASES[name](inputs, {"engine": Spark(small_session(), limits=SparkLimits(alone_bytes=0))}).digest
        == stored[name]
    )


def test_every_case_has_a_stored_digest(stored):
    assert list(stored) == list(CASES)
