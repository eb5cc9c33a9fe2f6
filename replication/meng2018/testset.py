"""The test dump of paper 002 by its own rules: articles, sentences and clusters, beside what its code gave."""

from __future__ import annotations

import json
from collections.abc import Iterator

from replication.base import Part, Table
from replication.minhash import figures
from replication.minhash.__main__ import COUNTS
from replication.minhash.tables import compare
from replication.source import PART, Source

PART_OF_FIXTURE = "meng_testset"
SHOWN_COUNTS = ("clusters", "sentences_in_clusters", "distinct_pairs", "meng_ego_clusters")


def run(source: Source) -> Iterator[Part]:
    expected = json.loads(source.find(f"wikipedia/{COUNTS}").read_text("utf-8"))[PART_OF_FIXTURE]
    counted = figures.count_by_002(source.find(PART))
    compared = compare(expected, counted)
    equal = sum(figure.is_equal for figure in compared)
    yield (
        f"{counted['docs']:,} articles and {counted['sentences']:,} sentences, of which {counted['kept']:,} have a "
        "length that counts. The paper says 12,966 sentences, which is a misprint: its code gives the same as ours. "
        f"{equal} of {len(compared)} figures are equal to those of its code."
    )
    columns = {"with its byte packing": counted["hash_head"], "every byte kept": counted["hash_fixed_packing"]}
    rows = [
        [name.removeprefix("meng_").replace("_", " "), *(column[name] for column in columns.values())]
        for name in SHOWN_COUNTS
    ]
    yield Table(["", *columns], rows)
    yield (
        '"Ego clusters" are what the paper counts: one for each sentence, with all that it is paired with. '
        "The clusters are connected components."
    )
