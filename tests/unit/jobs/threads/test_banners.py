"""Notices of duplicates, as sites write them, and what people write about duplicates."""

import pyarrow as pa
import pytest

from twicetold.jobs.threads.banners import remove_banners, remove_notes

LINK = '<a href="https://x.example/questions/1/how">How deep is it?</a>'
REST = "<p>How deep is Lake Orrin?</p>"


def cleaned(body):
    (text,) = remove_banners(pa.array([body])).to_pylist()
    return text.strip()


@pytest.mark.parametrize(
    "banner",
    [
        f"<blockquote>\n  <p><strong>Possible Duplicate:</strong><br>\n  {LINK}  </p>\n</blockquote>\n",
        f"<blockquote>\n  <p><strong>Possible Duplicates:</strong><br />\n{LINK} <br />{LINK}</p>\n</blockquote>\n",
        f"<blockquote><p><strong>Exact Duplicate:</strong> {LINK}</p></blockquote><!-- End of automatically inserted text -->",
        f"<p><strong>Possible Duplicate:</strong><br>\n{LINK}</p>\n",
        f"<p><strong>Duplicate of:</strong> {LINK}</p>",
        "<blockquote><p><strong>This question already has an answer here:</strong><br>"
        f'{LINK} <span class="question-originals-answer-count">2 answers</span></p></blockquote>',
        '<div class="question-status question-originals-of-duplicate"><p>This question already has answers here:</p>'
        f"<ul><li>{LINK} <em>(3 answers)</em></li></ul></div>",
        f"<p>This question already has an answer here:</p>\n<ul>\n<li>{LINK}</li><li>{LINK}</li></ul>",
        f"<aside><p><b>This question may already have an answer here:</b></p><ul><li>{LINK}</li></ul></aside>",
    ],
)
def test_a_banner_goes_and_the_rest_stays(banner):
    assert cleaned(banner + REST) == REST
    assert cleaned(REST + banner) == REST


@pytest.mark.parametrize(
    "body",
    [
        REST,
        "<p>It was closed as a possible duplicate, which it is not.</p>",
        f"<p>Possible duplicates worry me, see {LINK}.</p>",
        "<blockquote><p>possible duplicate of blah-blah-blah.</p></blockquote>",
        "<p>This question already has three answers that say nothing.</p>",
        f"<p>Duplicate keys in a table: {LINK} says nothing.</p>",
    ],
)
def test_what_people_write_about_duplicates_stays(body):
    assert cleaned(body) == body


def test_titles_lose_what_the_site_added():
    titles = ["Where is it? [duplicate]", "Where? [closed] [duplicate] ", "[duplicate] keys?", "An array [closed]?"]
    assert remove_notes(pa.array(titles)).to_pylist() == [
        "Where is it?",
        "Where?",
        "[duplicate] keys?",
        "An array [closed]?",
    ]


@pytest.mark.parametrize(
    "part", ["<blockquote><p>Possible Duplicate:<a ", "<p>duplicate of", "<div>", "this question already has "]
)
def test_a_hostile_body_takes_no_longer_than_its_length(part):
    body = part * (400_000 // len(part))
    assert isinstance(cleaned(body), str)
