"""The report in Chromium: search, filters, keys, themes, phone and paper; and texts that mean harm."""

import pytest

import twicetold
from tests.browser.reader import SEEN, check_harmless, check_side_by_side, choose, clear, search, seen
from tests.runs.report import hostile_clusters
from twicetold.analyses.base import list_suitable_analyses
from twicetold.demo import PlantedCorpus
from twicetold.report.command import ReportLimits

MANY = [("identical", [(f"{n}a", f"Title {n}", f"Sentence number {n}."), (f"{n}b", "Other", f"Sentence number {n}.")]) for n in range(130)]  # fmt: skip

# Whether the head of an entry is below the search and above the foot of the window.
HEAD_IS_SEEN = """
(() => {
  const { top, bottom } = document.querySelector("#%s summary").getBoundingClientRect();
  return top >= document.getElementById("filters").getBoundingClientRect().bottom && bottom <= innerHeight;
})()
"""


def test_a_search_shows_what_has_all_the_words_and_says_how_many(opened):
    page = opened()
    search(page, "search", "FROZE lake")
    seen(page, '["contradiction-0","cluster-0"]')
    assert page.run("document.getElementById('status').textContent") == "1 contradiction and 1 cluster on this page"
    assert page.run("CSS.highlights.get('found').size") > 2
    search(page, "search", " nowhere")
    seen(page, "[]")
    clear(page)
    seen(page, '["contradiction-0","cluster-0","cluster-1","cluster-2","cluster-3"]')


def test_filters_by_kind_size_and_document_go_together(opened):
    page = opened()
    choose(page, "kind", "copyedit")
    seen(page, '["cluster-1"]')
    choose(page, "kind", "")
    choose(page, "size", "3")
    seen(page, '["contradiction-0","cluster-1"]')
    choose(page, "size", "0")
    search(page, "document", "sutland")
    seen(page, '["cluster-2","cluster-3"]')
    choose(page, "kind", "template")
    seen(page, '["cluster-2"]')


def test_titles_are_offered_for_the_document_filter(opened):
    page = opened()
    page.run("document.getElementById('document').focus()")
    titles = page.run("[...document.querySelectorAll('#titles option')].map((option) => option.value)")
    assert sorted(titles) == ["Lake Orrin", "Norland", "Sutland", "Tarn"]


def test_a_cluster_opens_to_its_variants_side_by_side(opened):
    page = opened()
    assert not page.run("document.querySelector('#cluster-1 .pair').checkVisibility()")
    page.run("document.querySelector('#cluster-1 summary').click()")
    assert page.run("document.querySelector('#cluster-1 .pair').checkVisibility()")
    check_side_by_side(page, "#cluster-1 .side")
    assert page.run("document.querySelector('#cluster-1 del').textContent.trim()") == "has"
    assert page.run("document.querySelector('#cluster-1 ins').textContent.trim()") == "ever"


def test_on_a_phone_the_sides_are_stacked_and_nothing_is_wider_than_the_screen(opened):
    page = opened(width=390)
    page.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    left, right = page.run(
        "[...document.querySelectorAll('#cluster-1 .side')].map((side) => side.getBoundingClientRect().toJSON())"
    )
    assert left["bottom"] <= right["top"]
    assert page.run("document.documentElement.scrollWidth") <= 390


def test_keys_find_the_search_and_go_from_cluster_to_cluster(opened):
    page = opened()
    page.press("/", 191, "/")
    assert page.run("document.activeElement.id") == "search"
    page.type("lake")
    page.wait("!document.getElementById('clear').hidden")
    page.press("Escape", 27)
    page.wait("document.getElementById('clear').hidden")
    page.run("document.querySelector('#cluster-1 summary').focus()")
    page.press("ArrowDown", 40)
    assert page.run("document.activeElement.parentElement.id") == "cluster-2"
    page.press("ArrowUp", 38)
    page.press("Enter", 13, "\r")
    assert page.run("document.getElementById('cluster-1').open")


def test_more_come_when_asked_for_and_the_focus_goes_to_the_first_of_them(opened):
    page = opened(MANY)
    assert len(page.run(SEEN)) == 20
    more = "document.querySelector('#kind-identical .more')"
    assert page.run(f"{more}.textContent") == "Show 100 more of 110"
    page.run(f"{more}.click()")
    assert len(page.run(SEEN)) == 120
    assert page.run("document.activeElement.parentElement.id") == "cluster-20"
    page.run(f"{more}.click()")
    assert len(page.run(SEEN)) == 130
    assert not page.run(f"{more}.checkVisibility()")
    page.run("document.querySelector('#kind-identical .unfold').click()")
    assert page.run("document.querySelectorAll('.cluster[open]').length") == 130


def test_a_search_finds_what_was_not_shown_before(opened):
    page = opened(MANY)
    search(page, "search", "number 99.")
    seen(page, '["cluster-99"]')


def test_what_a_search_found_is_in_sight_wherever_one_was(opened):
    page = opened(MANY)
    page.run("document.getElementById('cluster-19').scrollIntoView({ behavior: 'instant' })")
    search(page, "search", "number 7")
    page.wait("!document.getElementById('clear').hidden")
    assert 0 < page.run("document.querySelector('#kind-identical h3').getBoundingClientRect().top") < 900


def test_a_link_to_a_cluster_that_is_hidden_shows_and_opens_it(opened):
    page = opened(MANY, fragment="#cluster-77")
    page.wait("document.getElementById('cluster-77').open")
    assert page.run("document.getElementById('cluster-77').checkVisibility()")
    search(page, "search", "number 101.")
    seen(page, '["cluster-101"]')
    page.run("location.hash = '#cluster-88'")
    page.wait("document.getElementById('cluster-88').open")
    assert page.run("document.getElementById('search').value") == ""


def test_the_theme_follows_the_system_until_it_is_switched(opened):
    page = opened(scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    page.run("try { localStorage.clear() } catch {}")
    dark = page.run(ground)
    page.prefer("light")
    page.wait(f"{ground} !== '{dark}'")
    page.run("document.getElementById('theme').click()")
    page.wait(f"{ground} === '{dark}'")
    assert page.run("document.getElementById('theme').textContent") == "Light page"
    page.run("try { localStorage.clear() } catch {}")


def test_a_planted_encyclopedia_is_read_end_to_end(chromium, tmp_path):
    PlantedCorpus(sentences=2_000, seed=5, duplicate_share=0.2).write(str(tmp_path))
    run = twicetold.sentences(str(tmp_path / "encyclopedia.xml"), tmp_path / "run")
    chromium.resize(1280, 900)
    chromium.open(run.report(tmp_path / "report.html"))
    assert chromium.run("document.querySelectorAll('.cluster').length") == min(run.clusters.num_rows, 1000)
    assert chromium.run("document.querySelectorAll('.contradiction').length") == min(run.contradictions.num_rows, 300)
    assert chromium.run("document.querySelectorAll('.chart svg[role=img]').length") == len(list_suitable_analyses(run))
    chromium.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert chromium.run("document.documentElement.scrollWidth") <= 1280
    assert chromium.complaints == []
    assert len(chromium.requests) == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_texts_that_mean_harm_do_none(opened, width):
    page = opened(
        hostile_clusters(),
        width=width,
        wanted=ReportLimits(clusters=100, contradictions=100),
        rejects=[(text[:500],) * 4 for _, ((_, _, text), _) in hostile_clusters()],
    )
    page.run(
        "document.querySelectorAll('details, .item').forEach((each) => { each.open = true; each.hidden = false; })"
    )
    check_harmless(page, width)
    assert page.run("document.querySelectorAll('.cluster').length") == 24
    assert page.run("document.querySelector('footer').textContent").strip().startswith("Made by twicetold")
    assert page.run("getComputedStyle(document.querySelector('#clusters h2')).direction") == "ltr"


def test_typing_scrolls_to_the_hits_and_enter_goes_to_the_first(opened):
    page = opened(MANY)
    page.press("/", 191, "/")
    page.type("number 99.")
    seen(page, '["cluster-99"]')
    assert -1 <= page.run("document.getElementById('filters').getBoundingClientRect().top") < 5
    page.press("Enter", 13, "\r")
    page.wait("document.activeElement.parentElement.id === 'cluster-99'")
    assert page.run("document.getElementById('cluster-99').open")
    assert page.run(HEAD_IS_SEEN % "cluster-99")


def test_a_linked_cluster_shows_its_head(opened):
    page = opened(MANY, fragment="#cluster-77")
    page.wait("document.getElementById('cluster-77').open")
    page.wait(HEAD_IS_SEEN % "cluster-77")


def test_the_address_keeps_search_and_filters(opened):
    page = opened(fragment="#q=lake&kind=copyedit")
    seen(page, '["cluster-1"]')
    assert page.run("document.getElementById('search').value") == "lake"
    choose(page, "kind", "drift")
    page.wait("location.hash === '#q=lake&kind=drift'")
    clear(page)
    page.wait("location.hash === ''")


def test_what_the_filters_leave_is_saved_as_csv(opened):
    page = opened([("identical", [("1", "A", "=1, or so."), ("2", "B", "=1, or so.")]), *MANY[:3]])
    page.run("URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return '#'; }")
    search(page, "search", "or so")
    seen(page, '["cluster-0"]')
    page.run("document.getElementById('csv').click()")
    page.wait("window.saved")
    assert page.run("window.saved").splitlines() == [
        "entry,number,kind,confidence,size,documents,similarity,text",
        'cluster,0,identical,0.9,2,2,0.875,"\'=1, or so."',
    ]


def test_a_contradiction_is_copied_as_wikitext(opened):
    page = opened()
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.run("document.querySelector('#contradiction-0 .copy').click()")
    page.wait("document.querySelector('#contradiction-0 .copy').textContent === 'Copied'")
    first, *_ = page.run("window.copied").splitlines()
    assert first == "== Lake Orrin and Norland: 1905 or 1906? =="


def test_a_pair_of_documents_opens_the_sentences_that_both_have(opened):
    page = opened()
    pair = "document.querySelector('.shared').closest('.sharing')"
    assert not page.run(f"{pair}.querySelector('.shared').checkVisibility()")
    page.run(f"{pair}.querySelector('summary').click()")
    page.wait(f"{pair}.querySelector('.shared').checkVisibility()")
    assert page.run(f"{pair}.querySelector('.shared a').getAttribute('href')").startswith("#cluster-")
