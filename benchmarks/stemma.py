"""Trees of copies without dates: `python -m benchmarks.stemma FOLDER`.

FOLDER has a tradition as Stemmaweb stores it, NAME.xml.xz (a graph of readings in GraphML), and its true tree,
NAME.dot. The readings are compared as they are (`readings`) and as they follow from the texts of the copies
(`texts`). Printed are the share of true relations between parent and child that the tree has, without direction; the
share of copies with the right parent where the true root is given; and the root that the tree has itself. A lost copy
is passed over: its copies count as those of its parent. "Triples" is the measure of Roos and Heikkilä (2009): of
three copies, is the right one nearer to the first?
"""

from __future__ import annotations

import lzma
import re
import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from xml.etree import ElementTree

from twicetold.matching.trees import compare_copies, find_tree

_SPACE = "{http://graphml.graphdrawing.org/xmlns}"
Edges = set[tuple[str, str]]


def read_tradition(path: Path) -> dict[str, list[tuple[int, str]]]:
    """The readings of each copy: the rank in the graph, and the words."""
    with lzma.open(path) as file:
        graph = ElementTree.parse(file).getroot().find(f"{_SPACE}graph")
    assert graph is not None
    words: dict[str, tuple[int, str]] = {}
    for node in graph.iter(f"{_SPACE}node"):
        data = {each.get("key"): each.text or "" for each in node.iter(f"{_SPACE}data")}
        words[str(node.get("id"))] = int(data.get("dn6", "0")), data.get("dn2", "")
    found: dict[str, dict[int, str]] = defaultdict(dict)
    for edge in graph.iter(f"{_SPACE}edge"):
        data = {each.get("key"): each.text or "" for each in edge.iter(f"{_SPACE}data")}
        rank, text = words[str(edge.get("target"))]
        if "de0" in data and "de4" not in data and text != "#END#":
            found[data["de0"]][rank] = text
    return {name: sorted(own.items()) for name, own in sorted(found.items())}


def number_readings(copies: Mapping[str, Sequence[tuple[int, str]]]) -> list[list[int]]:
    """Readings as numbers by rank. A copy that has nothing for 30 ranks in a row lacks them; less is an omission."""
    ranks = sorted({rank for own in copies.values() for rank, _ in own})
    rows = []
    numbers: dict[tuple[int, str], int] = {}
    counts: dict[int, int] = defaultdict(lambda: 1)
    for own in copies.values():
        said, row = dict(own), []
        for rank in ranks:
            text = said.get(rank, "").lower()
            if (rank, text) not in numbers:
                numbers[rank, text] = counts[rank]
                counts[rank] += 1
            row.append(numbers[rank, text])
        rows.append(_mark_gaps(row, [rank in said for rank in ranks]))
    return rows


def _mark_gaps(row: list[int], is_there: Sequence[bool], least: int = 30) -> list[int]:
    first = 0
    while first < len(row):
        last = first
        while last < len(row) and is_there[last] == is_there[first]:
            last += 1
        if not is_there[first] and last - first >= least:
            row[first:last] = [0] * (last - first)
        first = last
    return row


def read_stemma(path: Path) -> Edges:
    """The true relations among copies that are there."""
    text = path.read_text(encoding="utf-8")
    lost = set(re.findall(r"(\w+) *\[ *class=hypothetical", text))
    edges = set(re.findall(r"(\w+) *-> *(\w+)", text))
    for name in lost:
        above = {one for one, two in edges if two == name}
        below = {two for one, two in edges if one == name}
        edges = {edge for edge in edges if name not in edge} | {(one, two) for one in above for two in below}
    return edges


def direct_edges(edges: Iterable[tuple[str, str]], root: str) -> Edges:
    """The edges of a tree as they lead away from its root."""
    beside: dict[str, set[str]] = defaultdict(set)
    for one, two in edges:
        beside[one].add(two)
        beside[two].add(one)
    found: Edges = set()
    seen, queue = {root}, deque([root])
    while queue:
        name = queue.popleft()
        for other in sorted(beside[name] - seen):
            found.add((name, other))
            seen.add(other)
            queue.append(other)
    return found


def measure_steps(edges: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """How many edges lie between each two copies."""
    listed = list(edges)
    names = {name for edge in listed for name in edge}
    found = {}
    for name in names:
        steps, queue = {name: 0}, deque([name])
        while queue:
            now = queue.popleft()
            for one, two in listed:
                for here, there in ((one, two), (two, one)):
                    if here == now and there not in steps:
                        steps[there] = steps[now] + 1
                        queue.append(there)
        found[name] = steps
    return found


def compare_triples(found: Iterable[tuple[str, str]], true: Iterable[tuple[str, str]]) -> float:
    """The mean agreement on which of two copies is nearer to a third."""
    one, two = measure_steps(found), measure_steps(true)

    def sign(steps: Mapping[str, Mapping[str, int]], a: str, b: str, c: str) -> int:
        return (steps[a][b] > steps[a][c]) - (steps[a][b] < steps[a][c])

    scores = [1 - abs(sign(one, *three) - sign(two, *three)) / 2 for three in permutations(sorted(two), 3)]
    return sum(scores) / max(len(scores), 1)


def main(arguments: list[str]) -> None:
    for path in sorted(Path(arguments[0]).glob("*.xml.xz")):
        copies = read_tradition(path)
        true = read_stemma(path.with_name(path.name.replace(".xml.xz", ".dot")))
        names = list(copies)
        children = {two for _, two in true}
        (root,) = {one for one, _ in true} - children
        texts = [" ".join(text for _, text in own) for own in copies.values()]
        print(f"{path.name}: {len(names)} copies, {len(true)} relations, the true root is {root}")
        for way, rows in {"readings": number_readings(copies), "texts": compare_copies(texts).readings}.items():
            tree = find_tree(rows)
            edges = {(names[one], names[two]) for one, two, _ in tree.edges}
            right = sum((one, two) in edges or (two, one) in edges for one, two in true)
            directed = direct_edges(edges, root)
            parents = sum(edge in true for edge in directed)
            own_root = names[tree.root] if tree.root is not None else "none"
            print(
                f"{way}: {right} of {len(true)} relations, {right / len(true):.3f}; from the true root {parents} of "
                f"{len(names) - 1} parents, {parents / (len(names) - 1):.3f}; "
                f"triples {compare_triples(edges, true):.3f}; root found: {own_root}"
            )
            for one, two in sorted(directed - true):
                print(f"  wrong: {one} -> {two}, true {', '.join(sorted(up for up, down in true if down == two))}")


if __name__ == "__main__":
    main(sys.argv[1:])
