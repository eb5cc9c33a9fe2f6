"""The package on the page `docs/adding.md`, installed into an environment and used by new processes, on both engines."""

from dataclasses import replace

import pytest
from tests.docs.pages import ROOT, blocks
from tests.docs.running import check_printed
from tests.packaging.page_environment import create_environment, run_block, run_page
from tests.support.spark import needs_java

from twicetold.run import Run

pytestmark = pytest.mark.timeout(600)


def test_the_package_on_the_page_adds_a_reader_a_feature_a_finder_an_analysis_and_a_job(tmp_path, monkeypatch):
    needs_java()
    programs = create_environment(tmp_path / "environment")
    (tmp_path / "reader").mkdir()
    monkeypatch.chdir(tmp_path / "reader")
    text = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")
    check_printed(text, run_page(text, programs))
    assert Run("refrains-spark").digest == Run("refrains").digest

    (careful,) = (block for block in blocks(text) if "--finder careful" in block.text)
    on_spark = careful.text.strip().replace("-o careful", "-o on-spark --engine spark")
    run_block(replace(careful, text=on_spark), programs)
    assert Run("on-spark").digest == Run("careful").digest
