"""Tables 1 and 2 of paper 003 on labelled pairs: signatures field by field, and weights.

The paper's labels are for each field and for all pairs of 2,000 threads; here they are for threads, and only labelled
pairs are compared. The answers are those of SemEval: two threads that both match one question perfectly and have good
answers are a duplicate pair, and a perfect match with an irrelevant thread is another pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from replication import threads
from replication.base import Part, Table
from replication.source import Source
from replication.thread_tables import (
    PAPER_ROWS,
    LabelledThreads,
    choose_weights,
    measure_every_pair,
    measure_signatures,
    measure_weights,
    read_labelled_threads,
)
from replication.wu2011 import ENGLISH_SE, ENGLISH_SE_TRUTH, LCQMC, QQP, SEMEVAL
from replication.wu2011.planted_threads import write_threads

FIELDS = ("question", "description", "answer")
# F1 in per cent: question, description, answer.
TABLE_1 = {
    "2-shingles": (59.33, 99.54, 90.74),
    "3-shingles": (60.29, 99.54, 95.05),
    "4-shingles": (58.33, 99.54, 91.58),
    "winnowing (k = 3, w = 3)": (52.06, 97.24, 85.30),
    "winnowing (k = 5, w = 3)": (52.62, 97.16, 87.69),
    "I-Match [0.10, 0.90]": (53.59, 95.31, 44.16),
    "I-Match [0.20, 0.80]": (51.82, 93.95, 44.95),
    "SpotSigs, 50 antecedents": (20.77, 13.70, 74.56),
    "SpotSigs, 100 antecedents": (34.06, 18.75, 75.54),
}
TABLE_2 = (19.32, 27.66, 35.51, 43.22, 51.39, 60.64, 64.09, 66.22, 65.62, 46.03, 64.94)


def read_sets(source: Source) -> dict[str, LabelledThreads]:
    """Read the labelled pairs by name, or planted ones if there is no data."""
    if source.is_planted:
        return {"planted": read_labelled_threads(*write_threads(source))}
    converted = {
        "SemEval": threads.read_semeval(source.find(SEMEVAL)),
        "SemEval, two threads": threads.read_semeval_answers(source.find(SEMEVAL)),
        "LCQMC": threads.read_pair_table(source.find(LCQMC), "sentence1", "sentence2", "label"),
        "QQP": threads.read_pair_table(source.find(QQP), "2", "3", "1"),
    }
    sets = {"english-se": read_labelled_threads(source.find(ENGLISH_SE), source.find(ENGLISH_SE_TRUTH))}
    for name, each in converted.items():
        folder = source.scratch / f"labelled-{name.split(',')[0]}-{len(each.pairs)}"
        each.write(folder)
        sets[name] = read_labelled_threads(folder / "threads.jsonl", folder / "pairs.csv")
    return sets


def run(source: Source) -> Iterator[Part]:
    sets = read_sets(source)
    yield (
        "Only labelled pairs are compared. A threshold is chosen on one half of the pairs and used on the other, in "
        "both directions, and the results of the two halves are counted together; all pairs of one left thread are "
        "in one half."
    )
    rows = []
    for name, labelled in sets.items():
        fields = [field for field in FIELDS if labelled.mark_present(field).any()]
        counts = [f"{field} ({labelled.mark_present(field).sum():,} pairs)" for field in fields]
        rows.append([name, len(labelled.duplicate), int(labelled.duplicate.sum()), ", ".join(counts)])
    yield Table(["set", "pairs", "duplicates", "fields on both sides"], rows)
    if "SemEval, two threads" in sets:
        yield (
            'In "SemEval, two threads" both sides are threads with a good answer: two perfect matches of one question '
            "are a duplicate, a perfect match and an irrelevant thread are not."
        )
    yield "**Table 1.** F1 in per cent of each signature in each field:"
    yield build_table_one(sets)
    yield (
        '"Every pair called a duplicate" is the result of a threshold of 0: a signature below it is of little use on '
        "that set. The paper's figures are for all pairs among 2,000 threads with labels for each field, so the task "
        "is not the same."
    )
    yield describe_shingles(sets)
    yield (
        "**Table 2.** Weights of question, description and answer with 3-shingles, at the paper's threshold, and at "
        "one chosen on the other half:"
    )
    several = {name: own for name, own in sets.items() if sum(own.mark_present(field).any() for field in FIELDS) > 1}
    yield build_table_two(several)
    yield "The best weights of all 66 in steps of .1, chosen with their threshold on the other half:"
    chosen = [[name, *choose_weights(labelled)] for name, labelled in several.items()]
    yield Table(["set", "chosen on one half", "chosen on the other", "precision", "recall", "F1"], chosen)
    yield (
        "At the paper's thresholds almost nothing is found where people wrote both threads independently: a score of "
        ".5 needs half of all shingles, which is a copy. [Tune](../tune.md#what-it-is-worth) has what learnt settings "
        "reach on the same sets."
    )


def build_table_one(sets: dict[str, LabelledThreads]) -> Table:
    columns: dict[str, dict[str, str]] = {}
    for name, labelled in sets.items():
        for signature, found in measure_signatures(labelled).items():
            for field, each in found.items():
                columns.setdefault(f"{name}: {field}", {})[signature] = f"{100 * each.f1:.1f}"
        for field, each in measure_every_pair(labelled).items():
            columns[f"{name}: {field}"][EVERY_PAIR] = f"{100 * each.f1:.1f}"
    for number, field in enumerate(FIELDS):
        columns[f"paper: {field}"] = {name: f"{values[number]:.1f}" for name, values in TABLE_1.items()}
    rows = [[name, *(column.get(name, "") for column in columns.values())] for name in (*TABLE_1, EVERY_PAIR)]
    return Table(["F1 in %", *columns], rows)


EVERY_PAIR = "every pair called a duplicate"


def build_table_two(sets: dict[str, LabelledThreads]) -> Table:
    measured = {name: measure_weights(labelled) for name, labelled in sets.items()}
    rows: list[list[Any]] = []
    for number, (tenths, threshold) in enumerate(PAPER_ROWS):
        row: list[Any] = [*(each / 10 for each in tenths), threshold, TABLE_2[number]]
        for own in measured.values():
            printed, chosen = own[number]
            row += [f"{100 * printed.precision:.1f}", f"{100 * printed.recall:.1f}", f"{100 * printed.f1:.1f}"]
            row.append(f"{100 * chosen.f1:.1f}")
        rows.append(row)
    head = [*FIELDS, "threshold", "paper: F1"]
    for name in sets:
        head += [f"{name}: precision", "recall", "F1", "F1, threshold chosen"]
    return Table(head, rows)


def describe_shingles(sets: dict[str, LabelledThreads]) -> str:
    """Say which signature is best in each field of each set."""
    best: dict[str, list[str]] = {}
    for name, labelled in sets.items():
        found = measure_signatures(labelled)
        for field in next(iter(found.values())):
            signature = max(found, key=lambda each: found[each][field].f1)
            best.setdefault(signature, []).append(f"{name}: {field}")
    places = "; ".join(f"{signature} ({', '.join(own)})" for signature, own in best.items())
    said = f"{next(iter(best))} are best in every field of every set" if len(best) == 1 else f"The best are {places}"
    return (
        f"{said}. In the paper 3-shingles are best, by at most four points. "
        "Shorter shingles serve better where people wrote the two texts independently."
    )
