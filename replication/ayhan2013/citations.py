"""A question of paper 000: do articles that share sentences share citations as well?

A citation is a web address, an ISBN or a DOI in the markup of an article. Pairs of articles that share a sentence are
compared with all other pairs of the same dumps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from replication.base import Part, Table
from replication.minhash.dump import find_page_id, is_article, read_pages
from replication.minhash.wikiclean import find_markup
from replication.runs import format_share
from replication.source import DUMPS, Source

CITATION = re.compile(
    r"https?://[^\s|\]<>{}&\"]+|isbn\s*=?\s*[\d-]{10,17}x?|doi\s*=\s*10\.[^\s|}]+", re.IGNORECASE | re.ASCII
)
ABOVE = (0, 1, 5, 20)

Pair = frozenset[str]


def find_citations(page: str) -> frozenset[str]:
    """List what an article cites: `"{{cite|url=http://a.org/b |isbn=0-12345678-9}}"` -> its address and its ISBN."""
    found = (each.lower().rstrip("/.,)") for each in CITATION.findall(find_markup(page)))
    return frozenset(re.sub(r"^(isbn|doi)[\s=]*", r"\1 ", each) for each in found)


def run(source: Source) -> Iterator[Part]:
    paths = [source.find(name) for name in DUMPS]
    cited = {
        find_page_id(page): find_citations(page) for path in paths for page in read_pages(path) if is_article(page)
    }
    cited = {name: own for name, own in cited.items() if own}
    made = source.run_job("sentences", "dumps-ayhan2013", [str(path) for path in paths], preset="ayhan2013")
    shared: dict[Pair, int] = {
        frozenset((row["left_document"], row["right_document"])): row["shared"]
        for row in made.document_pairs.to_pylist()
    }
    every = [frozenset(pair) for pair in combinations(sorted(cited), 2)]
    others = [pair for pair in every if pair not in shared]
    yield (
        f"{len(cited):,} articles of the authors' three dumps cite something (a web address, an ISBN or a DOI). "
        "Pairs of articles that share sentences, by `--preset ayhan2013`, are compared with all other pairs:"
    )
    groups = {
        f"more than {above} shared sentences": [pair for pair in every if shared.get(pair, 0) > above]
        for above in ABOVE
    }
    rows = []
    for name, pairs in {**groups, "no shared sentence": others}.items():
        both = sum(bool(cited[left] & cited[right]) for left, right in map(sorted, pairs))
        mean = sum(len(cited[left] & cited[right]) for left, right in map(sorted, pairs)) / max(len(pairs), 1)
        rows.append([name, len(pairs), format_share(both, len(pairs)), f"{mean:.2f}"])
    yield Table(["articles with", "pairs", "share a citation", "citations shared on average"], rows)
    sharing = [pair for pair in every if pair in shared]
    both = sum(bool(cited[left] & cited[right]) for left, right in map(sorted, sharing))
    without = sum(bool(cited[left] & cited[right]) for left, right in map(sorted, others))
    times = (both / max(len(sharing), 1)) / max(without / max(len(others), 1), 1e-9)
    yield (
        f"Articles that share sentences share a citation {times:.0f} times as often as others. "
        "The dumps were chosen by subject, so even the others are related."
    )
