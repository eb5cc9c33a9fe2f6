"""The report of a run of `threads` in Chromium: search and filters, a thread beside its core, themes, phone, paper, and harm."""

import pytest

from tests.browser.reader import check_harmless, check_side_by_side, choose, clear, search, seen, unfold
from tests.runs.threads import hostile, threads_run


@pytest.fixture
def made():
    return threads_run


def test_filters_by_size_score_thread_and_words_go_together(opened):
    page = opened()
    choose(page, "size", "3")
    seen(page, '["cluster-0"]')
    clear(page)
    choose(page, "score", "0.8")
    seen(page, '["cluster-1"]')
    clear(page)
    seen(page, '["cluster-0","cluster-1"]')
    search(page, "document", "old boat")
    seen(page, '["cluster-1"]')
    clear(page)
    search(page, "search", "diver ninety")
    seen(page, '["cluster-0"]')
    assert page.run("document.getElementById('status').textContent") == "1 cluster on this page"


def test_a_cluster_opens_to_bars_and_a_thread_beside_its_core(opened):
    page = opened()
    assert not page.run("document.querySelector('#cluster-0 .alike').checkVisibility()")
    page.run("document.querySelector('#cluster-0 summary').click()")
    wide = page.run("[...document.querySelectorAll('#cluster-0 .alike .reached')].slice(0, 2).map((bar) => bar.getBoundingClientRect().width)")  # fmt: skip
    assert wide[0] / wide[1] == pytest.approx(5 / 6, abs=0.01)
    page.run("document.querySelector('#cluster-0 .rest summary').click()")
    check_side_by_side(page, "#cluster-0 .rest .pair .text")
    assert page.run("document.querySelector('#cluster-0 .rest ins').textContent.trim()") == "really"


def test_a_bridge_leads_to_the_other_cluster(opened):
    page = opened()
    page.run("document.querySelector('#bridges a[href=\"#cluster-1\"]').click()")
    page.wait("document.getElementById('cluster-1').open")


@pytest.mark.parametrize("width", [1280, 390])
def test_texts_that_mean_harm_do_none(opened, width):
    page = opened(*hostile(), width=width, url="javascript:window.harmed=1//{}")
    unfold(page)
    check_harmless(page, width)
