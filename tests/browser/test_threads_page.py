"""The report of a run of `threads` in Chromium: search and filters, a thread beside its core, themes, phone, paper, and harm."""

import base64

import pytest

from tests.browser.reader import CONTRAST, SEEN, choose, search, seen, unfold
from tests.runs.threads import hostile, pairs_of, threads_run


@pytest.fixture
def made():
    return threads_run


def test_filters_by_size_score_thread_and_words_go_together(opened):
    page = opened()
    choose(page, "size", "3")
    seen(page, '["cluster-0"]')
    page.run("document.getElementById('clear').click()")
    choose(page, "score", "0.8")
    seen(page, '["cluster-1"]')
    page.run("document.getElementById('clear').click()")
    seen(page, '["cluster-0","cluster-1"]')
    search(page, "document", "old boat")
    seen(page, '["cluster-1"]')
    page.run("document.getElementById('clear').click()")
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
    left, right = page.run(
        "[...document.querySelectorAll('#cluster-0 .rest .pair')][0].querySelectorAll('.text').values().map((side) => side.getBoundingClientRect().toJSON()).toArray()"
    )
    assert left["right"] <= right["left"]
    assert left["top"] == right["top"]
    assert page.run("document.querySelector('#cluster-0 .rest ins').textContent.trim()") == "really"


def test_a_bridge_leads_to_the_other_cluster(opened):
    page = opened()
    page.run("document.querySelector('#bridges a[href=\"#cluster-1\"]').click()")
    page.wait("document.getElementById('cluster-1').open")


def test_on_a_phone_nothing_is_wider_than_the_screen(opened):
    page = opened(width=390)
    unfold(page)
    assert page.run("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(opened, scheme):
    page = opened(scheme=scheme)
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
    assert page.run("window.on_paper") == 6
    page.wait("document.querySelectorAll('details[open]').length === 0")


def test_the_first_clusters_are_seen_and_a_button_brings_more(opened):
    many = {str(number): (f"How deep is lake {number}?", "", "") for number in range(60)}
    page = opened(many, *pairs_of(many))
    assert len(page.run(SEEN)) == 20
    page.run("document.querySelector('#clusters .more').click()")
    assert len(page.run(SEEN)) == 30


@pytest.mark.parametrize("width", [1280, 390])
def test_texts_that_mean_harm_do_none(opened, width):
    page = opened(*hostile(), width=width, url="javascript:window.harmed=1//{}")
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
