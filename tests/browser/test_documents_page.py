"""The report of a run of `documents` in Chromium: filters, texts side by side, bridges, themes, phone, paper, and harm."""

import base64

import pytest

from tests.browser.reader import CONTRAST, SEEN, choose, search, seen, unfold
from tests.runs.documents import DOCUMENTS, OTHERS, chain, documents_run, families, hostile


@pytest.fixture
def made():
    return documents_run


def test_filters_by_size_similarity_document_and_words_go_together(opened):
    page = opened()
    choose(page, "size", "3")
    seen(page, '["cluster-0"]')
    page.run("document.getElementById('clear').click()")
    choose(page, "score", "0.9")
    seen(page, '["cluster-1"]')
    page.run("document.getElementById('clear').click()")
    seen(page, '["cluster-0","cluster-1"]')
    search(page, "document", "lake again")
    seen(page, '["cluster-0"]')
    page.run("document.getElementById('clear').click()")
    search(page, "search", "priest valley")
    seen(page, '["cluster-1"]')
    assert page.run("document.getElementById('status').textContent") == "1 cluster on this page"


def test_a_cluster_opens_to_what_differs_side_by_side(opened):
    page = opened()
    assert not page.run("document.querySelector('#cluster-0 .member').checkVisibility()")
    page.run("document.querySelector('#cluster-0 summary').click()")
    assert page.run("[...document.querySelectorAll('#cluster-0 .stays, #cluster-0 .goes')].map((each) => each.textContent).join()") == "kept,removed,removed"  # fmt: skip
    page.run("document.querySelector('#cluster-0 .rest summary').click()")
    left, right = page.run(
        "[...document.querySelector('#cluster-0 .rest .pair').querySelectorAll('.text').values().map((side) => side.getBoundingClientRect().toJSON())]"
    )
    assert left["right"] <= right["left"]
    assert left["top"] == right["top"]
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


def test_on_a_phone_nothing_is_wider_than_the_screen(opened):
    page = opened(DOCUMENTS, OTHERS, width=390)
    unfold(page)
    assert page.run("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(opened, scheme):
    page = opened(DOCUMENTS, OTHERS, scheme=scheme)
    unfold(page)
    assert page.run(CONTRAST) == []


def test_everything_that_is_worked_with_has_a_name(opened):
    page = opened()
    unfold(page)
    page.ask("Accessibility.enable")
    nodes = page.ask("Accessibility.getFullAXTree")["nodes"]
    page.ask("Accessibility.disable")
    named = [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in nodes if not each["ignored"]]
    worked_with = ("button", "searchbox", "combobox", "textbox", "link", "article", "search")
    assert {"searchbox", "article", "search", "link"} <= {role for role, _ in named}
    assert [role for role, name in named if role in worked_with and not name.strip()] == []


def test_on_paper_clusters_and_what_is_folded_are_open(opened):
    page = opened()
    page.run("window.on_paper = 0; addEventListener('beforeprint', () => { window.on_paper = document.querySelectorAll('.item[open], .item details[open]').length; })")  # fmt: skip
    assert base64.b64decode(page.ask("Page.printToPDF")["data"]).startswith(b"%PDF")
    assert page.run("window.on_paper") == 4
    page.wait("document.querySelectorAll('details[open]').length === 0")


def test_the_first_clusters_are_seen_and_a_button_brings_more(opened):
    page = opened(list(families(30)))
    assert len(page.run(SEEN)) == 20
    page.run("document.querySelector('#clusters .more').click()")
    assert len(page.run(SEEN)) == 30


@pytest.mark.parametrize("width", [1280, 390])
def test_texts_that_mean_harm_do_none(opened, width):
    page = opened(list(hostile()), width=width)
    unfold(page)
    search(page, "search", "script")
    page.wait("!document.getElementById('clear').hidden")
    page.run("document.getElementById('document').focus()")
    assert page.run("document.querySelectorAll('#titles option').length") > 10
    page.run("document.getElementById('clear').click()")
    assert page.run("typeof window.harmed") == "undefined"
    assert page.run("document.querySelectorAll('script').length") == 1
    assert page.run("document.querySelectorAll('img, iframe, object, embed, [onerror], [onload]').length") == 0
    assert page.run("document.querySelectorAll('a[href^=javascript]').length") == 0
    assert page.run("document.documentElement.scrollWidth") <= width
