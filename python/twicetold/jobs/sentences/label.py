"""What of a run of `sentences` people can label: matches and clusters by kind, and contradictions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import pyarrow as pa
import pyarrow.dataset as ds

from twicetold.evaluate.findings import Member
from twicetold.jobs.sentences.kinds import SENTENCE_KINDS
from twicetold.jobs.sentences.names import parse_place
from twicetold.jobs.sentences.show_contradictions import require_contradictions
from twicetold.label.base import ItemTexts, LabelAnswer, LabelItem, LabelSet, list_kind_answers
from twicetold.run import Run
from twicetold.run.finished import read_rows, read_schema, scan_table
from twicetold.views.rows import SIDES, Row

_PLACES = [f"{side}_{name}" for side in SIDES for name in ("document", "position")]
SHOWN_VARIANTS = 6  # texts of a cluster that are shown
SENTENCES_AROUND = 2  # before and after a sentence, where they are asked for


class SentenceLabels(LabelSet):
    """Findings whose sides are sentences, so that those before and after them can be read."""

    def read_surroundings(self, run: Run, names: Sequence[str]) -> list[str]:
        places = [parse_place(name) for name in names]
        said = _read_titles_and_texts(run, {each for place in places for each in _list_places_around(place)})
        return [" ".join(said[each][1] for each in _list_places_around(place) if each in said) for place in places]


class SentenceMatchLabels(SentenceLabels):
    """Matches: two distinct texts, so that none is `identical`."""

    name = "matches"
    question = "What are these two sentences?"
    answers = list_kind_answers(SENTENCE_KINDS, "identical")

    def read_items(self, run: Run) -> Iterator[LabelItem]:
        for row in read_rows(run, "matches", columns=[*_PLACES, "kind", "confidence"]):
            yield LabelItem(*_name_places(row), row["kind"], row["confidence"])

    def read_texts(self, run: Run, items: Sequence[LabelItem]) -> list[ItemTexts]:
        places = [(parse_place(item.left), parse_place(item.right)) for item in items]
        said = _read_titles_and_texts(run, {place for pair in places for place in pair if place})
        return [ItemTexts(*said.get(left, ("", "")), *said.get(right, ("", ""))) for left, right in places]


class SentenceClusterLabels(SentenceLabels):
    """Clusters, each named by its first member and the first with another text, or the second one."""

    name = "clusters"
    question = "What are these sentences?"
    answers = list_kind_answers(SENTENCE_KINDS)

    def read_items(self, run: Run) -> Iterator[LabelItem]:
        kinds = read_rows(run, "clusters", columns=["cluster", "kind", "confidence"])
        for row, members in zip(kinds, _read_first_members(run), strict=True):
            names = [f"{member['document']}:{member['position']}" for member in members[:2]]
            yield LabelItem(names[0], names[-1], row["kind"], row["confidence"])

    def read_texts(self, run: Run, items: Sequence[LabelItem]) -> list[ItemTexts]:
        wanted = {item.left for item in items}
        shown = {}
        for members in _read_first_members(run):
            name = f"{members[0]['document']}:{members[0]['position']}"
            if name in wanted:
                others = "\n".join(member["text"] for member in members[1:])
                shown[name] = ItemTexts(members[0]["title"], members[0]["text"], members[-1]["title"], others)
        return [shown[item.left] for item in items]


class ContradictionLabels(SentenceLabels):
    """What `twicetold contradictions` lists."""

    name = "contradictions"
    question = "Can both be true?"
    answers = (
        LabelAnswer("contradiction", "both speak of the same thing, and cannot both be true"),
        LabelAnswer("update", "a figure that changes with time, and one copy is older"),
        LabelAnswer("dated-update", "each side names its own date, so that both can be true"),
        LabelAnswer("none", "no conflict: another subject, another name for the same thing, or other words"),
    )
    refusal = "none"

    def read_items(self, run: Run) -> Iterator[LabelItem]:
        for row in self._read_rows(run, [*_PLACES, "drift", "confidence"]):
            yield LabelItem(*_name_places(row), row["drift"], row["confidence"])

    def read_texts(self, run: Run, items: Sequence[LabelItem]) -> list[ItemTexts]:
        wanted = {item[:2] for item in items}
        columns = [f"{side}_{name}" for side in SIDES for name in ("title", "text")]
        shown = {
            places: ItemTexts(*(row[name] for name in columns))
            for row in self._read_rows(run, [*_PLACES, *columns])
            if (places := _name_places(row)) in wanted
        }
        return [shown[item[:2]] for item in items]

    def _read_rows(self, run: Run, columns: list[str]) -> Iterator[Row]:
        """The rows of the table that are listed; those with a low confidence are only kept."""
        require_contradictions(run)
        if "listed" in read_schema(run, "contradictions").names:
            return read_rows(run, "contradictions", ds.field("listed"), [*columns, "listed"])
        return read_rows(run, "contradictions", columns=columns)


def _name_places(row: Row) -> tuple[str, str]:
    left, right = (f"{row[f'{side}_document']}:{row[f'{side}_position']}" for side in SIDES)
    return left, right


def _list_places_around(place: Member | None) -> list[Member]:
    document, position = place or ("", 0)
    return [(document, position + step) for step in range(-SENTENCES_AROUND, SENTENCES_AROUND + 1)]


def _read_titles_and_texts(run: Run, wanted: Collection[Member]) -> dict[Member | None, tuple[str, str]]:
    """The title and the text of each place, from the table `sentences`."""
    among = ds.field("document").isin(pa.array(sorted({document for document, _ in wanted}), pa.string()))
    found: dict[Member | None, tuple[str, str]] = {}
    for row in read_rows(run, "sentences", among, ["document", "title", "position", "text"]):
        place = (row["document"], row["position"])
        if place in wanted:
            found.setdefault(place, (row["title"], row["text"]))
    return found


def _read_first_members(run: Run) -> Iterator[list[Row]]:
    """Of each cluster in order: its first member, then one of each further text, or the second copy."""
    members: list[Row] = []
    variants: set[int] = set()
    spare: list[Row] = []
    cluster = None
    for batch in scan_table(run, "members", columns=["cluster", "document", "title", "position", "variant", "text"]):
        for row in batch.to_pylist():
            if row["cluster"] != cluster:
                if members:
                    yield members if len(members) > 1 else [*members, *spare]
                members, variants, spare, cluster = [], set(), [], row["cluster"]
            if row["variant"] not in variants and len(members) < SHOWN_VARIANTS:
                variants.add(row["variant"])
                members.append(row)
            elif not spare:
                spare = [row]
    if members:
        yield members if len(members) > 1 else [*members, *spare]
