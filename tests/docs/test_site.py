"""The site builds without a warning, its links lead somewhere, and it asks nothing of the network."""

import re
import shutil
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from tests.docs.conftest import build
from tests.docs.pages import ROOT, name_of, outside, pages

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


class Links(HTMLParser):
    """The links and ids of a page, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.loaded = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.add(values["href"])
        elif tag == "link" and values.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.add(values.get("href") or "")
        elif values.get("src"):
            self.loaded.add(values["src"])


@pytest.fixture(scope="module")
def read(site):
    return {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_every_page_is_built(site):
    assert len(list(site.rglob("*.html"))) >= 35
    for page in [*pages(), *(ROOT / "docs" / "reference" / name for name in ("commands.md", "tables.md"))]:
        if ROOT / "docs" in page.parents:
            assert (site / page.relative_to(ROOT / "docs").with_suffix(".html")).exists(), page


def test_every_page_is_in_the_navigation():
    said = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = {each for each in re.findall(r"[\w/-]+\.md", str(yaml.safe_load(said)["nav"])) if "reference/" not in each}
    assert listed == {name_of(page).removeprefix("docs/") for page in pages() if ROOT / "docs" in page.parents}


def broken(read):
    """Links of the built pages that lead nowhere."""
    wrong = []
    for path, page in read.items():
        for link in page.links | page.loaded:
            parts = urlsplit(link)
            if parts.scheme or link.startswith("//") or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() or (
                parts.fragment and target in read and unquote(parts.fragment) not in read[target].ids | {"__skip"}
            ):
                wrong.append((path.name, link))
    return wrong


def test_every_link_of_the_site_leads_somewhere(read):
    assert broken(read) == []


def test_a_link_that_leads_nowhere_is_noticed(read, site):
    bad = Links('<a href="gone.html">x</a><a href="kinds.html#no-such-place">y</a><a href="kinds.html#changes">z</a>')
    assert broken({**read, site / "made.html": bad}) == [
        ("made.html", link) for link in bad.links if "changes" not in link
    ]


def test_nothing_is_loaded_from_elsewhere(read, site):
    assert {link for page in read.values() for link in page.loaded if urlsplit(link).netloc} == set()
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"(?:@import|url\()\s*[\"']?https?:[^)]*", styles) == []


def test_links_of_the_pages_beside_the_site_lead_to_files():
    texts = [outside((ROOT / name).read_text(encoding="utf-8")) for name in ("README.md", "CONTRIBUTING.md")]
    targets = {link.partition("#")[0] for text in texts for link in LINK.findall(text) if not urlsplit(link).scheme}
    assert "docs/index.md" in targets
    assert [target for target in targets if target and not (ROOT / target).exists()] == []


@pytest.mark.parametrize("link", ["nowhere.md", "kinds.md#nowhere"])
def test_a_build_with_a_wrong_link_fails(link, sources, tmp_path):
    shutil.copytree(sources, tmp_path / "other", ignore=shutil.ignore_patterns("site", ".cache"))
    page = tmp_path / "other" / "docs" / "index.md"
    page.write_text(page.read_text(encoding="utf-8") + f"\n[wrong]({link})\n", encoding="utf-8")
    assert build(tmp_path / "other").returncode != 0
