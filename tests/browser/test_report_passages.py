"""The report of a run of `passages` in Chromium: filters, the plots by mouse, tap and keys, themes, phone, paper, and harm."""

import pytest

from tests.browser.reader import CONTRAST, check_harmless, check_side_by_side, choose, clear, print_page, search, seen
from tests.runs.passages import DOCUMENTS, PASSAGES, hostile, written

BOOK = [f"Sentence {number} of the book speaks of lake {number * 7}." for number in range(3_000)]
READ = """[...document.querySelectorAll('#%s .readout :is(.text, .at)')].map((each) => each.textContent)"""


@pytest.fixture
def made():
    return written


def unfold(page, *ids):
    for each in ids:
        page.run(f"document.getElementById('{each}').open = true")


def place(page, item, left, right):
    """Where a sentence of the plot is on the screen, scrolled to where it can be pointed at."""
    page.run(f"document.querySelector('#{item} .matrix').scrollIntoView({{ block: 'center', behavior: 'instant' }})")
    box, wide, high = page.run(
        f"(() => {{ const plot = document.querySelector('#{item} .plot'); const box = plot.querySelector('.matrix').getBoundingClientRect();"
        "return [box.toJSON(), Number(plot.dataset.wide), Number(plot.dataset.high)]; })()"
    )
    return box["left"] + (left + 0.5) / wide * box["width"], box["top"] + (right + 0.5) / high * box["height"]


def hover(page, item, left, right):
    place(page, item, left, right)  # what comes into sight for the first time may move the rest
    page.ask("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)  # the mouse may be there already
    x, y = place(page, item, left, right)
    page.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)


def test_filters_by_kind_length_title_and_words_go_together(opened):
    page = opened()
    choose(page, "kind", "boilerplate")
    seen(page, '["pair-2"]')
    choose(page, "kind", "")
    choose(page, "size", "200")
    seen(page, '["pair-0","pair-1"]')
    search(page, "document", "almanac")
    seen(page, '["pair-1"]')
    clear(page)
    seen(page, '["pair-0","pair-1","pair-2","pair-3"]')
    search(page, "search", "冬天")
    seen(page, '["pair-3"]')
    assert page.run("document.getElementById('status').textContent") == "1 pair on this page"


def test_titles_are_offered_for_the_document_filter(opened):
    page = opened()
    page.run("document.getElementById('document').focus()")
    titles = page.run("[...document.querySelectorAll('#titles option')].map((option) => option.value)")
    assert set(titles) == {title for _, title, _ in DOCUMENTS}


def test_a_pair_opens_to_its_plot_and_its_passages_side_by_side(opened):
    page = opened()
    assert not page.run("document.querySelector('#pair-2 .matrix').checkVisibility()")
    page.run("document.querySelector('#pair-2 summary').click()")
    assert page.run("document.querySelector('#pair-2 .matrix').checkVisibility()")
    check_side_by_side(page, "#passage-2 .text")
    assert page.run("[...document.querySelectorAll('#passage-2 :is(del, ins)')].map((each) => each.textContent.trim())") == ["1905", "It", "1906", "many", "ever"]  # fmt: skip


def test_a_dot_that_is_pointed_at_shows_both_sentences(opened):
    page = opened()
    unfold(page, "pair-2")
    hover(page, "pair-2", 3, 3)
    page.wait("document.querySelector('#pair-2 .words').checkVisibility()")
    numbers_and_texts = page.run(READ % "pair-2")
    assert numbers_and_texts == [
        "sentence 4",
        "Nobody had seen such a winter before.",
        "sentence 4",
        "Nobody had ever seen such a winter before.",
    ]
    assert "passage 2, quotation" in page.run("document.querySelector('#pair-2 .which').textContent")


def test_where_no_dot_is_near_the_passage_shows_how_it_begins(opened):
    documents = [("1", "A", BOOK[:40]), ("2", "B", BOOK[:40])]
    page = opened(documents, [("document", (0, 0, 39), (1, 0, 39), (0, 0))])
    unfold(page, "pair-0")
    hover(page, "pair-0", 30, 5)
    page.wait("document.querySelector('#pair-0 .words').checkVisibility()")
    assert page.run(READ % "pair-0") == ["sentence 1", BOOK[0], "sentence 1", BOOK[0]]
    assert page.run("document.querySelector('#pair-0 .which').textContent") == "The beginning of passage 0, document"


def test_on_a_phone_a_tap_does_it(opened):
    page = opened(width=390)
    unfold(page, "pair-2")
    x, y = place(page, "pair-2", 2, 2)
    page.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        page.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        page.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        page.wait("document.querySelector('#pair-2 .words').checkVisibility()")
    finally:
        page.ask("Emulation.setTouchEmulationEnabled", enabled=False)
    assert (page.run(READ % "pair-2"))[1] == "The ferry lay in the ice until the middle of March."


def test_keys_go_from_dot_to_dot_from_passage_to_passage_and_to_the_passage(opened):
    page = opened()
    unfold(page, "pair-2")
    page.run("document.querySelector('#pair-2 .matrix').focus()")
    shown = []
    keys = (
        ("ArrowRight", 39),
        ("ArrowRight", 39),
        ("ArrowLeft", 37),
        ("End", 35),
        ("ArrowDown", 40),
        ("ArrowDown", 40),
    )
    for key, code in keys:
        page.press(key, code)
        shown.append(page.run(READ % "pair-2")[0])
    assert shown == ["sentence 2", "sentence 3", "sentence 2", "sentence 9", "sentence 2", "sentence 7"]
    page.press("Enter", 13, "\r")
    page.wait("document.activeElement.id === 'passage-3'")


def test_a_link_to_a_passage_of_a_closed_pair_opens_it(opened):
    page = opened(fragment="#passage-4")
    page.wait("document.getElementById('pair-3').open && document.activeElement.id === 'passage-4'")


def test_three_thousand_sentences_and_ten_thousand_dots_do_not_choke_it(opened):
    documents = [("1", "A", BOOK), ("2", "B", BOOK)]
    found = [("document", (0, 0, 2_999), (1, 0, 2_999), (0, 0))]
    more = [(0, 1, (n * 37) % 3_000, (n * 91) % 3_000) for n in range(7_000)]
    page = opened(documents, found, dots=more)
    unfold(page, "pair-0")
    hover(page, "pair-0", 1_500, 1_500)
    page.wait("document.querySelector('#pair-0 .words').checkVisibility()")
    assert page.run("document.querySelectorAll('#pair-0 .sheet *').length") < 20
    number, text, *_ = page.run(READ % "pair-0")
    assert text == BOOK[int(number.removeprefix("sentence ").replace(",", "")) - 1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(opened, scheme):
    page = opened(scheme=scheme)
    unfold(page, "pair-0", "pair-1", "pair-2", "pair-3")
    for _ in range(50):  # on a busy machine the page may move once more under the mouse
        hover(page, "pair-2", 1, 1)
        if page.run("document.querySelector('#pair-2 .words').checkVisibility()"):
            break
    page.wait("document.querySelector('#pair-2 .words').checkVisibility()")
    assert page.run(CONTRAST) == []


def test_on_paper_the_pairs_and_what_is_folded_are_open(opened):
    page = opened([("1", "A", BOOK[:60]), ("2", "B", BOOK[:60])], [("document", (0, 0, 59), (1, 0, 59), (0, 0))])
    assert print_page(page) == 2


@pytest.mark.parametrize("width", [1280, 390])
def test_texts_that_mean_harm_do_none(opened, width):
    documents, found = hostile()
    page = opened(documents, found, width=width)
    page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; each.hidden = false; })")
    for number in range(len(found)):
        page.run(f"document.querySelector('#pair-{number} .matrix').focus()")
        page.press("ArrowDown", 40)
        page.press("ArrowRight", 39)
    texts = page.run("[...document.querySelectorAll('.readout .text')].map((each) => each.textContent)")
    assert len([text for text in texts if text]) == 2 * len(found)
    assert any("<script>window.harmed = 1</script>" in text for text in texts)
    check_harmless(page, width)
    assert page.run("document.querySelectorAll('.pairing').length") == len(PASSAGES) + 7
    assert page.run("getComputedStyle(document.querySelector('#pairs h2')).direction") == "ltr"


def test_pointing_at_words_that_both_have_shows_them_on_the_other_side(opened, monkeypatch):
    monkeypatch.setattr("twicetold.jobs.passages.page_pairs.FREE_FORMS", ("edited",))
    page = opened()
    page.run("document.querySelector('.pairing').open = true")
    page.run(
        "document.querySelector('mark[data-run]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))"
    )
    texts = page.run("[...document.querySelectorAll('.partner')].map((mark) => mark.textContent.toLowerCase())")
    assert len(texts) == 2
    assert len(set(texts)) == 1
