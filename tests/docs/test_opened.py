"""The site in a browser, opened from disk: it complains of nothing, asks nothing of the network, and can be searched."""

import pytest

from tests.browser.conftest import chromium  # noqa: F401 (a fixture)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [1280, 400])
def test_a_page_opens_from_disk_and_asks_nothing_of_the_network(site, chromium, width):  # noqa: F811
    chromium.resize(width, 900)
    chromium.open(site / "guides" / "forums.html")
    assert chromium.run("document.querySelector('h1').textContent").startswith("Forums")
    assert chromium.run("document.documentElement.scrollWidth") <= width
    assert chromium.complaints == []
    assert {address.partition(":")[0] for address in chromium.requests} <= {"file", "data"}


def test_the_site_can_be_searched_from_disk(site, chromium):  # noqa: F811
    chromium.resize(1280, 900)
    chromium.open(site / "index.html")
    chromium.run("document.querySelector('.md-search__button').click()")
    chromium.wait("document.activeElement.shadowRoot !== null")
    chromium.type("boilerplate")
    chromium.wait("/[1-9][0-9]* results/.test(document.activeElement.shadowRoot.textContent)")
    assert "Text corpora" in chromium.run("document.activeElement.shadowRoot.textContent")
    assert {address.partition(":")[0] for address in chromium.requests} <= {"file", "data"}
