"""What a reader of a report does and sees, for the tests of all pages."""

import base64
from contextlib import contextmanager

# The entries that can be seen.
SEEN = "[...document.querySelectorAll('.item')].filter((item) => item.checkVisibility()).map((item) => item.id)"
# Texts whose colour is too near to that of their ground.
CONTRAST = """
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = (element) => { for (let at = element; at; at = at.parentElement) { const c = channels(getComputedStyle(at).backgroundColor); if (c[3]) return c; } return [255, 255, 255]; };
  const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const poor = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest("script, style, option, .unseen, .skip")) continue;
    const found = ratio(light(channels(getComputedStyle(element).color)), light(ground(element)));
    if (found < 4.5) poor.add(`${element.tagName}.${element.className}: ${found.toFixed(2)}`);
  }
  return [...poor];
})()
"""


def search(browser, field, text):
    """As a reader types it, after what is there."""
    browser.run(f"document.getElementById('{field}').focus()")
    browser.type(text)


def choose(browser, field, value):
    """As a reader does it in a list."""
    browser.run(f"document.getElementById('{field}').value = '{value}'")
    browser.run(f"document.getElementById('{field}').dispatchEvent(new Event('input', {{ bubbles: true }}))")


def seen(browser, expected):
    browser.wait(f"JSON.stringify({SEEN}) === {expected!r}.replaceAll(' ', '')")


def unfold(browser):
    """All entries, and all in them."""
    browser.run("document.querySelectorAll('.item, .item details').forEach((each) => { each.open = true; })")


def clear(browser):
    """All filters as they were."""
    browser.run("document.getElementById('clear').click()")


def check_side_by_side(browser, selector):
    """The first two of these are beside each other."""
    left, right = browser.run(
        f"[...document.querySelectorAll({selector!r})].slice(0, 2).map((side) => side.getBoundingClientRect().toJSON())"
    )
    assert left["right"] <= right["left"]
    assert left["top"] == right["top"]


def print_page(browser, opened="details[open]"):
    """How many of `opened` are open on paper; afterwards none is."""
    browser.run(
        f"window.on_paper = 0; addEventListener('beforeprint', () => {{ window.on_paper = document.querySelectorAll('{opened}').length; }})"
    )
    assert base64.b64decode(browser.ask("Page.printToPDF")["data"]).startswith(b"%PDF")
    browser.wait(f"document.querySelectorAll('{opened}').length === 0")
    return browser.run("window.on_paper")


@contextmanager
def without_script(browser):
    """The page loaded again with its own script switched off; the browser still answers."""
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.ask("Page.reload")
        browser.wait("document.readyState === 'complete' && document.getElementById('theme').hidden")
        yield
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        browser.events[:] = [each for each in browser.events if each["method"] != "Network.requestWillBeSent"]
        browser.ask("Page.reload")
        browser.wait("document.readyState === 'complete' && !document.getElementById('theme').hidden")


def check_harmless(browser, width):
    """Search and filter a page of hostile texts: nothing of them runs, loads, or is wider than the screen."""
    search(browser, "search", "script")
    browser.wait("!document.getElementById('clear').hidden")
    browser.run("document.getElementById('document').focus()")
    assert browser.run("document.querySelectorAll('#titles option').length") > 10
    clear(browser)
    assert browser.run("typeof window.harmed") == "undefined"
    assert browser.run("document.querySelectorAll('script').length") == 1
    assert browser.run("document.querySelectorAll('img, iframe, object, embed, [onerror], [onload]').length") == 0
    assert browser.run("document.querySelectorAll('a[href^=javascript]').length") == 0
    assert browser.run("document.documentElement.scrollWidth") <= width
