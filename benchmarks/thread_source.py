"""Threads in any number, made of real ones by a seeded recombination, with near-duplicates at known places.

A new thread has the shape of a real one: so many words in each field, and no field that the real one lacks. Its words
are stretches of four real words on average, from texts of that field, joined where they share a word. Of these one in
six is then another word (of questions and answers one in five, of questions of up to four words one in two), and one in
fifty a name, of which there are more the more threads there are. And some are new words, that no other thread has. One
thread in 50 is a copy of another, edited as people do.

How many words are new follows what was measured on 2,560 real threads (English ones: four Stack Exchange sites,
`english-se.jsonl`, SemEval), the mean of six draws of an eighth, a quarter, a half, and all: the share of words, and of
shingles of three words, that stand in one thread only.

    field, words      320   640  1280  2560   power of n     law at 120,000   made
    question 1       .382  .317  .254  .202   -.336                    .055   .069
    question 3       .953  .929  .894  .853   -.069                    .654   .643
    description 1    .240  .186  .145  .113   -.357                    .029   .037
    description 3    .918  .858  .809  .760   -.090                    .538   .549
    answer 1         .277  .216  .166  .126   -.408                    .026   .036
    answer 3         .941  .910  .872  .823   -.087                    .589   .602

The power is that of the last doubling, and is taken to go on: as threads grow from n to 2n, so many new words come in
as keep to it (Heaps' law). The words' law sets the rate of new words; for the rates of other words three settings were
tried, and the one that came nearest to the shingles' at 40,000 and 120,000 was taken. Above that it was not looked at.

How it is not like real threads: it means nothing; at 2,560 it is more varied (.83 for .76 of descriptions); and what is
alike without being a copy is mostly questions of five or six words that are the beginning of one sentence ("What is the
difference between"): such pairs grow nearly as n squared. Whole questions of up to four words repeat about as little as
real ones: at 2,560 .99 stand once, of real ones .97 when threads that stand twice among them are counted once.
A smaller number of threads is the beginning of a larger one.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from twicetold.jobs.threads.flow import number_threads, read_every_thread

FIELDS = ("question", "description", "answer")
SEED = 20110711
BATCH = 10_000
FRESH = 2**40  # new words: no two threads draw the same
STRETCH = 4  # words, on average
OTHER, NAME = (1 / 5, 1 / 6, 1 / 5), (1 / 50, 1 / 50, 1 / 50)  # of each field's words: what stands there instead
SHORT, SHORT_OTHER = 4, 1 / 2  # words of a question that only names a thing; what is then another word
# Of MEASURED threads such a share of each field's words stands in one only; their number grows by this power.
ONCE, GROWTH, MEASURED = (0.202, 0.113, 0.126), (0.664, 0.643, 0.592), 2560
COPIES = 1 / 50
EDITED = (0.0, 0.1, 0.25, 0.5, 1.0)  # how much of that a copy undergoes once more
NEW_ANSWER, NO_DESCRIPTION, GOES_ON = 0.2, 0.1, 0.15  # of the copies
SPREAD = 2654435761  # odd, so that no two threads get one name: a copy stands anywhere

Ids = NDArray[np.int64]
Thread = list[Ids]  # the words of each field


@dataclass(frozen=True)
class Pool:
    """The words of all real texts of a field, one after another, and where each word stands."""

    ids: Ids
    begins: Ids  # where sentences begin
    order: Ids  # places, in order of their words
    first: Ids  # where in `order` those of a word begin, and where the last end

    @classmethod
    def of(cls, texts: Sequence[list[str]], number: dict[str, int]) -> Pool:
        words = [word for text in texts for word in text] or [""]
        ids = np.array([number[word] for word in words], np.int64)
        ends = np.array([word[-1:] in (".", "?", "!") for word in words[:-1]], bool)
        begins = np.concatenate([[0], np.flatnonzero(ends) + 1]).astype(np.int64)
        first = np.concatenate([[0], np.cumsum(np.bincount(ids, minlength=len(number)))]).astype(np.int64)
        return cls(ids, begins, np.argsort(ids, kind="stable").astype(np.int64), first)

    def walk(self, lengths: Ids, draw: np.random.Generator) -> list[Ids]:
        """A text of each length: a stretch, then on from another place where its last word stands, and so on.

        It begins as a sentence does, a short one anywhere: the beginning of a sentence, cut off, is "What is the".
        """
        rows, left = np.flatnonzero(lengths), lengths[lengths > 0]
        anywhere = draw.integers(0, len(self.ids), len(rows))
        place = np.where(left > SHORT, draw.choice(self.begins, len(rows)), anywhere)
        parts: list[tuple[Ids, Ids, Ids]] = []
        while len(rows):
            run = np.minimum(np.minimum(draw.geometric(1 / STRETCH, len(rows)), left), len(self.ids) - place)
            parts.append((rows, place, run))
            word = self.ids[place + run - 1]
            among = self.first[word + 1] - self.first[word]
            place = self.order[self.first[word] + (draw.random(len(rows)) * among).astype(np.int64)] + 1
            left = left - run
            going = left > 0
            rows, left, place = rows[going], left[going], place[going] % len(self.ids)
        return np.split(self._gathered(parts), np.cumsum(lengths)[:-1])

    def _gathered(self, parts: list[tuple[Ids, Ids, Ids]]) -> Ids:
        """The words of the stretches, each text's together."""
        rows, places, runs = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(rows, kind="stable")
        places, runs = places[order], runs[order]
        ends = np.cumsum(runs)
        within: Ids = np.arange(ends[-1]) - np.repeat(ends - runs, runs)
        return self.ids[np.repeat(places, runs) + within]


@dataclass(frozen=True)
class Real:
    """Real threads to make others of: their words, a pool for each field, and how long their fields are."""

    words: list[str]
    pools: tuple[Pool, ...]
    shapes: Ids

    @classmethod
    def of(cls, threads: Sequence[dict[str, str]]) -> Real:
        texts = [[thread[name].split() for thread in threads] for name in FIELDS]
        words = sorted({word for field in texts for text in field for word in text} | {""})
        number = {word: at for at, word in enumerate(words)}
        pools = tuple(Pool.of(field, number) for field in texts)
        shapes = np.array([[len(text) for text in field] for field in texts], np.int64).T
        return cls(words, pools, shapes)

    def batch(self, at: int, seed: int) -> tuple[list[Thread], list[tuple[int, int]]]:
        """The threads from `at` on, and which of them is a copy of which."""
        draw = np.random.default_rng((seed, at))
        shapes = self.shapes[draw.integers(0, len(self.shapes), BATCH)]
        fields = [pool.walk(shapes[:, which], draw) for which, pool in enumerate(self.pools)]
        threads = [self._reworded(texts, at, 1.0, draw) for texts in zip(*fields, strict=True)]
        copies = np.flatnonzero(draw.random(BATCH - 1) < COPIES) + 1
        of = (draw.random(len(copies)) ** 2 * copies).astype(np.int64)  # some are copied more often than others
        for copy, source in zip(copies, of, strict=True):
            threads[copy] = self._copied(threads[source], threads[copy], at, draw)
        return threads, [(at + int(copy), at + int(source)) for copy, source in zip(copies, of, strict=True)]

    def _reworded(self, thread: Sequence[Ids], at: int, rate: float, draw: np.random.Generator) -> Thread:
        """Other words for some, any as likely as another; names, of which there are more and more; and new words."""
        return [self._replaced(text, which, at, rate, draw) for which, text in enumerate(thread)]

    def _replaced(self, text: Ids, which: int, at: int, rate: float, draw: np.random.Generator) -> Ids:
        chance = draw.random(len(text)) / rate if rate else np.ones(len(text))
        others = draw.integers(0, len(self.words), len(text))
        named = len(self.words) + (names(at) * draw.random(len(text)) ** 2).astype(np.int64)
        fresh = -1 - draw.integers(0, FRESH, len(text))
        other = SHORT_OTHER if which == 0 and len(text) <= SHORT else OTHER[which]
        until = np.cumsum((new_words(which, at), NAME[which], other))
        return np.select([chance < each for each in until], [fresh, named, others], text)

    def _copied(self, source: Thread, own: Thread, at: int, draw: np.random.Generator) -> Thread:
        """A thread as somebody would write it who had read the source; what is new in it is of a thread of its own."""
        question, description, answer = self._reworded(source, at, float(draw.choice(EDITED)), draw)
        new_answer, no_description, goes_on = draw.random(3) < (NEW_ANSWER, NO_DESCRIPTION, GOES_ON)
        answer = own[2] if new_answer else np.concatenate([answer, own[2][:30]]) if goes_on else answer
        return [question, description[:0] if no_description else description, answer]


def names(at: int) -> int:
    """How many names there are by then: of a million threads 790,000."""
    return int(50 * (at + BATCH) ** 0.7)


def new_words(which: int, at: int) -> float:
    """How many of a field's words are new, which no other thread has, after `at` threads: as their law grows there."""
    grown = max(at + BATCH / 2, MEASURED) / MEASURED
    return ONCE[which] * GROWTH[which] * float(grown ** (GROWTH[which] - 1))


def texts_of(threads: Sequence[Thread], vocabulary: pa.Array) -> list[list[str]]:
    """The fields of threads as text, a list for each field."""
    columns = []
    for which in range(len(FIELDS)):
        own = [thread[which] for thread in threads]
        offsets = np.concatenate([[0], np.cumsum([len(text) for text in own])]).astype(np.int32)
        words = spelled(np.concatenate(own), vocabulary)
        columns.append(pc.binary_join(pa.ListArray.from_arrays(pa.array(offsets), words), " ").to_pylist())
    return columns


def spelled(ids: Ids, vocabulary: pa.Array) -> pa.Array:
    """The words of numbers; those below 0 are new, and are spelled by their number."""
    fresh, which = np.unique(ids[ids < 0], return_inverse=True)
    places = ids.copy()
    places[ids < 0] = len(vocabulary) + which
    return pa.concat_arrays([vocabulary, pa.array([f"n{-each:x}" for each in fresh], pa.string())]).take(places)


def generated(real: Real, count: int, seed: int = SEED) -> Iterator[tuple[list[dict[str, str]], list[tuple[str, str]]]]:
    """`count` threads in batches, each with the pairs of copy and source among them."""
    made = [f"{real.words[at % len(real.words)].strip('.,?!')[:6]}{at:x}" for at in range(names(count))]
    vocabulary = pa.array(real.words + made)
    for at in range(0, count, BATCH):
        threads, pairs = real.batch(at, seed)
        own = threads[: count - at]
        columns = texts_of(own, vocabulary)
        rows = zip(*columns, strict=True)
        ids = (called(at + place) for place in range(len(own)))
        named = [{"id": own_id, **dict(zip(FIELDS, row, strict=True))} for own_id, row in zip(ids, rows, strict=True)]
        yield named, [(called(copy), called(source)) for copy, source in pairs if copy < count]


def called(number: int) -> str:
    return f"{number * SPREAD % 2**32:010}"


def read(paths: Sequence[str]) -> list[dict[str, str]]:
    """The threads of what `twicetold threads` takes: JSONL, dumps of Stack Exchange and the like."""
    from twicetold.engines.local import Local
    from twicetold.jobs.threads.settings import ThreadSettings
    from twicetold.readers.inputs import find_inputs

    engine, settings = Local(), ThreadSettings()
    table = number_threads(read_every_thread(find_inputs(paths, settings.reading), settings, engine), engine)
    return [row for (batch,) in engine.stream_batches(table) for row in batch.select(list(FIELDS)).to_pylist()]


def write(real: Real, count: int, folder: Path, seed: int = SEED) -> tuple[Path, Path]:
    """Two files of so many threads: JSON lines, and the pairs of copy and source."""
    threads, copies = folder / f"threads-{count}.jsonl", folder / f"copies-{count}.csv"
    with threads.open("w", encoding="utf-8") as file, copies.open("w", encoding="utf-8", newline="") as other:
        table = csv.writer(other, lineterminator="\n")
        table.writerow(("left", "right", "duplicate"))
        for rows, pairs in generated(real, count, seed):
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            table.writerows((left, right, 1) for left, right in pairs)
    return threads, copies


def told(threads: Sequence[dict[str, str]]) -> dict[str, float]:
    """What makes threads easy or hard to join: words, how many differ, and the shingles that one text only has."""
    words: Counter[str] = Counter()
    shingles: Counter[tuple[str, ...]] = Counter()
    for thread in threads:
        for name in FIELDS:
            own = thread[name].lower().split()
            words.update(own)
            shingles.update(set(zip(own, own[1:], own[2:], strict=False)))
    alone = sum(1 for count in shingles.values() if count == 1)
    return {
        "words a thread": sum(words.values()) / len(threads),
        "words that differ": float(len(words)),
        "shingles in one text only": alone / max(sum(shingles.values()), 1),
        "texts with the commonest shingle": float(max(shingles.values(), default=0)) / len(threads),
    }
