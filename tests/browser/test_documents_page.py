"""The report of a run of `documents` in Chromium: filters, texts side by side, bridges, themes, phone, paper, and harm."""

import pytest

from tests.browser.reader import check_harmless, check_side_by_side, choose, clear, search, seen, unfold
from tests.runs.documents import DOCUMENTS, OTHERS, chain, documents_run, hostile


@pytest.fixture
def made():
    return documents_run


def test_filters_by_size_similarity_document_and_words_go_together(opened):
    page = opened()
    choose(page, "size", "3")
    seen(page, '["cluster-0"]')
    clear(page)
    choose(page, "score", "0.9")
    seen(page, '["cluster-1"]')
    clear(page)
    seen(page, '["cluster-0","cluster-1"]')
    search(page, "document", "lake again")
    seen(page, '["cluster-0"]')
    clear(page)
    search(page, "search", "priest valley")
    seen(page, '["cluster-1"]')
    assert page.run("document.getElementById('status').textContent") == "1 cluster on this page"


def test_a_cluster_opens_to_what_differs_side_by_side(opened):
    page = opened()
    assert not page.run("document.querySelector('#cluster-0 .member').checkVisibility()")
    page.run("document.querySelector('#cluster-0 summary').click()")
    assert page.run("[...document.querySelectorAll('#cluster-0 .stays, #cluster-0 .goes')].map((each) => each.textContent).join()") == "kept,removed,removed"  # fmt: skip
    page.run("document.querySelector('#cluster-0 .rest summary').click()")
    check_side_by_side(page, "#cluster-0 .rest .pair .text")
    assert page.run("document.querySelector('#cluster-0 .rest del').textContent") == "storm"
    assert page.run("document.querySelector('#cluster-0 .rest ins').textContent") == "flood"


def test_against_another_set_each_document_says_where_it_overlaps(opened):
    page = opened(DOCUMENTS, OTHERS)
    unfold(page)
    assert page.run("document.querySelectorAll('#cluster-0 .overlapping').length") == 3
    assert page.run("document.querySelector('#cluster-0 .overlapping td').textContent") == "0 to 539, 99 %"


def test_a_bridge_leads_to_its_cluster(opened):
    page = opened(list(chain()), keep="score:max")
    page.run("document.querySelector('#bridges a[href=\"#cluster-0\"]').click()")
    page.wait("document.getElementById('cluster-0').open")


@pytest.mark.parametrize("width", [1280, 390])
def test_texts_that_mean_harm_do_none(opened, width):
    page = opened(list(hostile()), width=width)
    unfold(page)
    check_harmless(page, width)
