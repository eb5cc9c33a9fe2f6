"""The page of a report, read as a browser would, without one."""

import re
from html.parser import HTMLParser

from twicetold.report.command import write_report

VOID = {"meta", "input", "br", "img", "link", "hr", "rect", "path"}


class Page(HTMLParser):
    """What a browser would make of a page: its elements, their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self.open, self.unbalanced = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.words.append(data)

    def all(self, tag, **wanted):
        return [given for name, given in self.elements if name == tag and wanted.items() <= given.items()]

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.words))


def build_pages(folder, write_run):
    """A function that makes a run of what it is given, reports it, and gives the page."""
    made = []

    def build(*arguments, wanted=None, **options):
        made.append(folder / f"run-{len(made)}")
        write_run(made[-1], *arguments, **options)
        write_report(made[-1], folder / "report.html", wanted, force=True)
        return Page((folder / "report.html").read_text(encoding="utf-8"))

    return build
