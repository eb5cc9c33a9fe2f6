"""What the report of every job keeps to in Chromium: a phone, colours, names for what is worked with, paper, and no script."""

import pytest

from tests.browser.reader import CONTRAST, SEEN, print_page, unfold, without_script
from tests.runs import documents, history, passages, report, threads

THREADS = {str(number): (f"How deep is lake {number}?", "", "") for number in range(60)}
BOOK = [f"Sentence {number} speaks of lake {number * 7}." for number in range(5)]
# Of each job: what makes a run, what it is made of, how many parts of its page fold, and what makes one of 30 entries.
JOBS = {
    "sentences": (
        report.written,
        (),
        4,
        (
            [
                ("identical", [(f"{n}a", f"Title {n}", f"Number {n}."), (f"{n}b", "B", f"Number {n}.")])
                for n in range(30)
            ],
        ),
    ),
    "passages": (
        passages.written,
        (),
        4,
        (
            [(str(n), f"Title {n}", BOOK) for n in range(60)],
            [("document", (2 * n, 0, 4), (2 * n + 1, 0, 4), (0, 0)) for n in range(30)],
        ),
    ),
    "documents": (documents.documents_run, (documents.DOCUMENTS, documents.OTHERS), 3, (list(documents.families(30)),)),
    "history": (history.history_run, (), 2, (history.many_copies(30),)),
    "threads": (threads.threads_run, (), 6, (THREADS, *threads.pairs_of(THREADS))),
}


@pytest.fixture(params=JOBS)
def job(request):
    return JOBS[request.param]


@pytest.fixture
def made(job):
    return job[0]


def test_on_a_phone_nothing_is_wider_than_the_screen(opened, job):
    page = opened(*job[1], width=390)
    unfold(page)
    assert page.run("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(opened, job, scheme):
    page = opened(*job[1], scheme=scheme)
    unfold(page)
    assert page.run(CONTRAST) == []


def test_everything_that_is_worked_with_has_a_name(opened, job):
    page = opened(*job[1])
    unfold(page)
    page.ask("Accessibility.enable")
    nodes = page.ask("Accessibility.getFullAXTree")["nodes"]
    page.ask("Accessibility.disable")
    named = [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in nodes if not each["ignored"]]
    worked_with = ("button", "searchbox", "combobox", "textbox", "link", "article", "region", "application", "search")
    wanted = {"application"} if job is JOBS["passages"] else {"link"}
    assert {"searchbox", "article", "search"} | wanted <= {role for role, _ in named}
    assert [role for role, name in named if role in worked_with and not name.strip()] == []


def test_on_paper_everything_is_open_and_closed_again_afterwards(opened, job):
    page = opened(*job[1])
    assert print_page(page, ".item[open], .item details[open]") == job[2]


def test_the_first_entries_are_seen_and_a_button_brings_more(opened, job):
    page = opened(*job[3])
    assert len(page.run(SEEN)) == 20
    page.run("document.querySelector('.more').click()")
    assert len(page.run(SEEN)) == 30


def test_without_its_script_the_page_shows_everything(opened, job):
    page = opened(*job[3])
    with without_script(page):
        assert len(page.run(SEEN)) == 30
