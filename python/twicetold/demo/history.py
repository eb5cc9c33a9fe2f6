"""`PlantedHistory`: a small wiki with every revision, in which it is known who copied what from where, and when.

Pages are edited, vandalised and reverted; sentences are copied, moved and split off to other pages, with or without a
comment that says so; some copies are corrected afterwards and the others are not; a bot, or two editors who know
nothing of each other, bring sentences of another source to two pages. The same arguments give the same bytes
everywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.sax.saxutils import escape

from twicetold.demo.corpus import PlantedCorpus
from twicetold.demo.draws import PAGE, Draw, pick_item, seed_stream
from twicetold.demo.dump import FOOTER, HEADER

_BEGIN = datetime(2004, 1, 1, tzinfo=UTC)
_YEAR = re.compile(r"\b1[5-9]\d\d\b")
_JUNK = (
    "HELLO EVERYBODY I WAS HERE TODAY",
    "this page is so boring lol lol lol",
    "Somebody please delete all of this nonsense now",
)
_WORDS = ("reportedly", "later", "apparently", "also", "still", "originally", "once", "today")
# How often each thing happens, of a thousand revisions.
_ACTIONS = (
    ("add", 330), ("edit", 270), ("vandalise", 90), ("remove", 60), ("copy", 130), ("correct", 60), ("split", 20),
    ("move", 25), ("import", 15),
)  # fmt: skip


@dataclass(frozen=True)
class PlantedCopy:
    """A sentence that came from another page, in a revision of this one."""

    target: str
    revision: str
    text: str
    source: str
    kind: str


@dataclass(frozen=True)
class PlantedCorrection:
    """An edit that changed a fact in one of two copies."""

    page: str
    revision: str
    text: str
    other_page: str
    other_text: str


@dataclass
class PlantedRevision:
    """A revision as the dump has it."""

    number: int
    timestamp: str
    editor: str
    comment: str
    text: str


@dataclass
class GrowingPage:
    """A page as it is now, and all its revisions."""

    number: int
    title: str
    paragraphs: list[list[str]]
    revisions: list[PlantedRevision] = field(default_factory=list)
    editors: set[str] = field(default_factory=set)

    @property
    def sentences(self) -> list[tuple[int, int]]:
        return [(row, place) for row, own in enumerate(self.paragraphs) for place in range(len(own))]


@dataclass
class HistoryTruth:
    """What was planted; corrections only where both texts are there at the end."""

    copies: list[PlantedCopy] = field(default_factory=list)
    imports: list[tuple[str, str, str]] = field(default_factory=list)  # two pages and what a bot brought to both
    corrections: list[PlantedCorrection] = field(default_factory=list)


class HistoryWriter:
    """A wiki that grows revision by revision."""

    def __init__(self, pages: int, revisions: int, seed: int, quotes: int) -> None:
        self.draw: Draw = seed_stream(seed, PAGE, 77)
        self.quote_draw: Draw = seed_stream(seed, PAGE, 78)
        self.texts = self._list_texts(pages, revisions, seed)
        self.pages: list[GrowingPage] = []
        self.truth = HistoryTruth()
        self.actions = (*_ACTIONS, ("quote", quotes))
        self.now, self.revision, self.wanted = _BEGIN, 0, revisions
        self.copied: list[tuple[int, str, int, str]] = []  # source page, its text, target page, its text
        self.quoted: list[tuple[GrowingPage, list[str]]] = []  # what one page has from a source outside
        self.names = iter(self._name_pages(seed))
        for _ in range(max(pages * 9 // 10, 2)):
            self._add_page([[next(self.texts) for _ in range(2 + int(self.draw() * 4))] for _ in range(2)], "new page")
        while self.revision < revisions:
            self._act()

    @staticmethod
    def _list_texts(pages: int, revisions: int, seed: int) -> Iterator[str]:
        corpus = PlantedCorpus(sentences=20 * pages + 2 * revisions, seed=seed, duplicate_share=0.0)
        seen: set[str] = set()
        for page in corpus.generate_pages():
            for paragraph in page.paragraphs:
                for text in paragraph:
                    if 60 <= len(text) <= 260 and text not in seen:
                        seen.add(text)
                        yield text

    @staticmethod
    def _name_pages(seed: int) -> Iterator[str]:
        for page in PlantedCorpus(sentences=400_000, seed=seed + 1, duplicate_share=0.0).generate_pages():
            if page.paragraphs and page.namespace == 0:
                yield page.title

    # ---- what happens ----

    def _act(self) -> None:
        chance = self.draw() * sum(share for _, share in self.actions)
        for name, share in self.actions:
            chance -= share
            if chance < 0:
                getattr(self, f"_{name}")()
                return

    def _add(self) -> None:
        page = self._pick_page()
        page.paragraphs.append([next(self.texts) for _ in range(1 + int(self.draw() * 3))])
        self._save(page, self._pick_editor(page), pick_item(("", "expanded", "more", "+ section"), self.draw))

    def _edit(self) -> None:
        page = self._pick_page()
        row, place = pick_item(page.sentences, self.draw)
        page.paragraphs[row][place] = self._reword(page.paragraphs[row][place])
        self._save(page, self._pick_editor(page), pick_item(("", "copyedit", "wording", "typo"), self.draw))

    def _vandalise(self) -> None:
        page = self._pick_page()
        kept = [list(each) for each in page.paragraphs]
        row, place = pick_item(page.sentences, self.draw)
        if self.draw() < 0.3:
            page.paragraphs = [[pick_item(_JUNK, self.draw)]]
        else:
            page.paragraphs[row][place] = f"{pick_item(_JUNK, self.draw)} {int(self.draw() * 1000)}."
        self._save(page, f"10.{int(self.draw() * 250)}.{int(self.draw() * 250)}.7", "")
        page.paragraphs = kept
        self._save(page, self._pick_editor(None), "rv", minutes=5)

    def _remove(self) -> None:
        page = self._pick_page()
        if len(page.sentences) > 4:
            row, place = pick_item(page.sentences, self.draw)
            del page.paragraphs[row][place]
            page.paragraphs = [each for each in page.paragraphs if each]
            self._save(page, self._pick_editor(page), pick_item(("", "not needed", "unsourced"), self.draw))

    def _copy(self) -> None:
        source, target = self._pick_page(), self._pick_page()
        if source is target:
            return
        taken = self._take_run(source)
        if self._has_any(target, taken):
            return
        texts = [self._reword(text) if self.draw() < 0.2 else text for text in taken]
        target.paragraphs.append(texts)
        knows_source = bool(source.editors) and self.draw() < 0.5
        editor = pick_item(sorted(source.editors), self.draw) if knows_source else self._pick_editor(target)
        chance = self.draw()
        comment = (
            f"copied from [[{source.title}]]" if chance < 0.3 else f"text from {source.title}" if chance < 0.4 else ""
        )
        self._save(target, editor, comment)
        self._note_copies(source, target, texts, "copy")
        self.copied += [(source.number, old, target.number, new) for old, new in zip(taken, texts, strict=True)]

    def _correct(self) -> None:
        """Changes the year in one of two copies; the other falls behind."""
        for _ in range(30):
            if not self.copied:
                return
            one, text, other, other_text = self.copied.pop(int(self.draw() * len(self.copied)))
            page, behind = self.pages[one - 1], self.pages[other - 1]
            if self.draw() < 0.4:
                page, text, behind, other_text = behind, other_text, page, text
            if (
                len(_YEAR.findall(text)) != 1
                or not self._has_any(page, [text])
                or not self._has_any(behind, [other_text])
            ):
                continue
            new = _YEAR.sub(lambda found: str(int(found[0]) + 3 + int(self.draw() * 20)), text)
            page.paragraphs = [[new if each == text else each for each in own] for own in page.paragraphs]
            self._save(page, self._pick_editor(page), pick_item(("corrected the year", "date fixed", ""), self.draw))
            self.truth.corrections.append(
                PlantedCorrection(str(page.number), str(self.revision), new, str(behind.number), other_text)
            )
            return

    def _split(self) -> None:
        source = self._pick_page()
        if len(source.paragraphs) < 3 or len(self.pages) > 50_000:
            return
        taken = source.paragraphs[-2:]
        editor = self._pick_editor(source)
        comment = f"split from [[{source.title}]]" if self.draw() < 0.7 else "new page"
        page = self._add_page([list(each) for each in taken], comment, editor)
        self._note_copies(source, page, [text for own in taken for text in own], "split")
        source.paragraphs = source.paragraphs[:-2]
        self._save(source, editor, f"moved to [[{page.title}]]" if self.draw() < 0.7 else "", minutes=10)

    def _move(self) -> None:
        source, target = self._pick_page(), self._pick_page()
        if source is target or len(source.paragraphs) < 3:
            return
        taken = source.paragraphs.pop(int(self.draw() * len(source.paragraphs)))
        editor = self._pick_editor(source)
        self._save(source, editor, "belongs elsewhere" if self.draw() < 0.5 else "")
        target.paragraphs.append(taken)
        self._save(target, editor, f"moved here from [[{source.title}]]" if self.draw() < 0.5 else "", minutes=10)
        self._note_copies(source, target, taken, "move")

    def _import(self) -> None:
        """A bot brings a sentence of another source to two pages, one after the other."""
        text = next(self.texts)
        pages = [self._pick_page(), self._pick_page()]
        if pages[0] is pages[1]:
            return
        for page in pages:
            page.paragraphs.append([text])
            self._save(page, "ImportBot", "adding data of the census", minutes=2)
        self.truth.imports.append((str(pages[0].number), str(pages[1].number), text))

    def _quote(self) -> None:
        """Two editors who know nothing of each other take sentences of another source to two pages."""
        page = self._pick_page()
        if self.quoted and self.draw() < 0.5:
            other, texts = self.quoted.pop(int(self.draw() * len(self.quoted)))
            if other is page:
                return
            texts = [self._reword(each, self.quote_draw) if self.quote_draw() < 0.2 else each for each in texts]
        else:
            texts = [next(self.texts) for _ in range(1 + int(self.draw() * 2))]
            self.quoted.append((page, texts))
        page.paragraphs.append(list(texts))
        comment = pick_item(("", "", "added a quotation", "from the parish register", "new facts"), self.draw)
        self._save(page, self._pick_editor(page), comment)

    # ---- how it happens ----

    def _note_copies(self, source: GrowingPage, target: GrowingPage, texts: list[str], kind: str) -> None:
        found = [
            PlantedCopy(str(target.number), str(target.revisions[-1].number), text, str(source.number), kind)
            for text in texts
        ]
        self.truth.copies += found

    def _take_run(self, page: GrowingPage) -> list[str]:
        own = pick_item(page.paragraphs, self.draw)
        start = int(self.draw() * len(own))
        return own[start : start + 1 + int(self.draw() * 4)]

    @staticmethod
    def _has_any(page: GrowingPage, texts: list[str]) -> bool:
        return any(text in own for own in page.paragraphs for text in texts)

    def _reword(self, text: str, draw: Draw | None = None) -> str:
        """The text with a word put in after another."""
        words, draw = text.split(" "), draw or self.draw
        place = 2 + int(draw() * max(len(words) - 4, 1))
        return " ".join([*words[:place], pick_item(_WORDS, draw), *words[place:]])

    def _pick_page(self) -> GrowingPage:
        return pick_item(self.pages, self.draw)

    def _pick_editor(self, page: GrowingPage | None) -> str:
        chance = self.draw()
        if chance < 0.15:
            return f"10.{int(self.draw() * 250)}.{int(self.draw() * 250)}.{int(self.draw() * 250)}"
        if page is not None and page.editors and chance < 0.5:
            return pick_item(sorted(page.editors), self.draw)
        return f"Editor {int(self.draw() * max(40, len(self.pages))):,}"

    def _add_page(self, paragraphs: list[list[str]], comment: str, editor: str = "") -> GrowingPage:
        page = GrowingPage(len(self.pages) + 1, next(self.names), paragraphs)
        self.pages.append(page)
        self._save(page, editor or self._pick_editor(None), comment)
        return page

    def _save(self, page: GrowingPage, editor: str, comment: str, minutes: float = 0) -> None:
        self.now += timedelta(minutes=minutes or 20 + int(self.draw() * 400))
        self.revision += 1
        text = "\n\n".join(" ".join(own) for own in page.paragraphs)
        stamp = self.now.strftime("%Y-%m-%dT%H:%M:%SZ")
        page.revisions.append(PlantedRevision(self.revision, stamp, editor, comment, text))
        if not editor[0].isdigit():
            page.editors.add(editor)


@dataclass(frozen=True)
class PlantedHistory:
    """A wiki with its history and what is known of it: `PlantedHistory(200, 6000).write("folder")`."""

    pages: int = 200
    revisions: int = 6_000
    seed: int = 1
    quotes: int = 3  # of a thousand revisions, those that bring sentences of a source outside the wiki

    def write(self, folder: str | Path) -> HistoryTruth:
        """Write `history.xml` and `truth_history.json`; return the truth."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        wiki = HistoryWriter(self.pages, self.revisions, self.seed, self.quotes)
        with (folder / "history.xml").open("w", encoding="utf-8", newline="\n") as out:
            out.write(HEADER)
            for page in wiki.pages:
                out.writelines(render_history(page))
            out.write(FOOTER)
        truth = HistoryTruth(wiki.truth.copies, wiki.truth.imports, _keep_standing(wiki))
        rows = {
            "copies": [vars(each) for each in truth.copies],
            "imports": truth.imports,
            "corrections": [vars(each) for each in truth.corrections],
        }
        (folder / "truth_history.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
        return truth


def _keep_standing(wiki: HistoryWriter) -> list[PlantedCorrection]:
    """The corrections of which both texts are still there."""
    texts = {str(page.number): {text for own in page.paragraphs for text in own} for page in wiki.pages}
    return [
        each
        for each in wiki.truth.corrections
        if each.text in texts[each.page] and each.other_text in texts[each.other_page]
    ]


def render_history(page: GrowingPage) -> Iterator[str]:
    """One `<page>` with all its revisions."""
    yield f"  <page>\n    <title>{escape(page.title)}</title>\n    <ns>0</ns>\n    <id>{page.number}</id>\n"
    for each in page.revisions:
        who = f"<ip>{each.editor}</ip>" if each.editor[0].isdigit() else f"<username>{escape(each.editor)}</username>"
        comment = f"      <comment>{escape(each.comment)}</comment>\n" if each.comment else ""
        yield (
            f"    <revision>\n      <id>{each.number}</id>\n      <timestamp>{each.timestamp}</timestamp>\n"
            f"      <contributor>{who}</contributor>\n{comment}      <model>wikitext</model>\n"
            f'      <text xml:space="preserve">{escape(each.text)}</text>\n    </revision>\n'
        )
    yield "  </page>\n"
