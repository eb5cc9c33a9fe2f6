"""`python -m benchmarks.rfc_direction RELATIONS TEXTS`: which of two editions is the older one, by what changed alone.

RELATIONS is a table of RFCs that obsolete or update others, TEXTS a folder of `rfcNNNN.txt`. Headers, running titles,
RFC numbers and years are removed, so that no date can decide. What is left: how much either says that the other does
not, whether sentences that were edited grew, sections that specifications came to have, and words such as "changes
since". How much each says is learnt on every other pair and measured on the rest.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter
from pathlib import Path

import numpy as np

LEAST_SHARED = 5  # sentences that both have: fewer, and nothing is known to have been edited
SURE = 0.8  # a direction is decided where the model is that sure
_NUMBER = re.compile(r"\bRFC[\s-]*\d+\b|\b(19|20)\d\d\b|\b\d{3,}\b", re.IGNORECASE)
_RUNNING = re.compile(r"\[Page \d+\]\s*$|^RFC \d+ .*\d{4}\s*$", re.MULTILINE)
_BEGINNING = re.compile(r"^\s*(\d+\.?\s+)?(abstract|introduction|overview|status of this memo)\s*$", re.I | re.M)
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z0-9(\"])|\n\s*\n")
_WORD = re.compile(r"[a-z]+")
PHRASES = {
    "changes since": r"\bchanges (from|since|to)\b|\bdifferences (from|between)\b|\bprevious (version|specification)\b",
    "replaces": r"\b(obsoletes?|replaces?|supersedes?|revises?|updates?)\b",
    "clarified": r"\b(clarif\w+|errat\w+|deprecated|no longer)\b",
    "iana": r"\biana considerations\b",
    "security": r"\bsecurity considerations\b",
    "key words": r"\b(MUST|SHOULD|MAY|REQUIRED|RECOMMENDED)\b",
    "references": r"\b(normative|informative) references\b",
}
FEATURES = ("own text", "edited sentences grew", *PHRASES)


def read_text(path: Path) -> str:
    """The body of an RFC without what tells its age."""
    text = path.read_text(encoding="utf-8", errors="replace")
    text = "\n".join(line for line in text.split("\n") if not _RUNNING.search(line))
    found = _BEGINNING.search(text[:20_000])
    return _NUMBER.sub(" ", text[found.start() :] if found else text[1_000:])


def list_sentences(text: str) -> dict[str, list[str]]:
    """The words of each sentence of five words or more, by the sentence in its normal form."""
    found = {}
    for sentence in _SENTENCE_END.split(text):
        words = _WORD.findall(sentence.lower())
        if len(words) >= 5:
            found[" ".join(words)] = words
    return found


def compare_editions(left: str, right: str) -> np.ndarray | None:
    """What speaks for the left text being the newer one, of each feature; None where they share too little."""
    sides = [list_sentences(left), list_sentences(right)]
    shared = sides[0].keys() & sides[1].keys()
    if len(shared) < LEAST_SHARED:
        return None
    only = [{key: words for key, words in side.items() if key not in shared} for side in sides]
    sizes = [sum(map(len, side.values())) for side in only]
    values = [np.log((sizes[0] + 20) / (sizes[1] + 20)), _measure_growth(*only)]
    for name, pattern in PHRASES.items():
        flags = 0 if name == "key words" else re.IGNORECASE
        counts = [min(len(re.findall(pattern, text, flags)), 20) for text in (left, right)]
        values.append(np.log((counts[0] + 1) / (counts[1] + 1)))
    return np.array(values)


def _measure_growth(left: dict[str, list[str]], right: dict[str, list[str]]) -> float:
    """The root of the number of edited sentences that got longer, less those that got shorter."""
    places: dict[str, list[str]] = {}
    for key, words in right.items():
        for word in set(words):
            places.setdefault(word, []).append(key)
    grew = 0
    for words in left.values():
        own = set(words)
        likely = Counter(key for word in own if len(places.get(word, ())) <= 20 for key in places.get(word, ()))
        for key, _ in likely.most_common(1):
            other = set(right[key])
            if 2 * len(own & other) >= 0.7 * (len(own) + len(other)):
                grew += (len(words) > len(right[key])) - (len(words) < len(right[key]))
    return float(np.sign(grew) * np.sqrt(abs(grew)))


def fit_weights(rows: np.ndarray) -> np.ndarray:
    """Weights under which the newer edition is likeliest; each row speaks for the truth where it is positive."""
    weights = np.zeros(rows.shape[1])
    for _ in range(5_000):
        chance = 1 / (1 + np.exp(-(rows @ weights)))
        weights += 0.05 * ((1 - chance) @ rows / len(rows) - 0.01 * weights)
    return weights


def main() -> None:
    """Print the share of pairs that are decided, and the share of these that is right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("relations", type=Path)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--most", type=int, default=0, help="pairs to read, spread over the table; 0 for all")
    given = parser.parse_args()
    with given.relations.open(encoding="utf-8", newline="") as file:
        pairs = sorted({(row["newer"], row["older"]) for row in csv.DictReader(file, delimiter="\t")})
    paths = [[given.texts / f"{name.lower()}.txt" for name in pair] for pair in pairs]
    there = [each for each in paths if all(path.exists() for path in each)]
    there = there[:: max(len(there) // given.most, 1)] if given.most else there
    rows = [compare_editions(read_text(newer), read_text(older)) for newer, older in there]
    learnt, tested = ([row for row in rows[half::2] if row is not None] for half in (0, 1))
    weights = fit_weights(np.array(learnt))
    print(f"{len(pairs):,} pairs, {len(there):,} read, {len(learnt) + len(tested):,} share {LEAST_SHARED} sentences")
    for name, weight, values in zip(FEATURES, weights, np.array(tested).T, strict=True):
        told = values[values != 0]
        right = (told > 0).mean() if len(told) else 0.0
        print(f"{name:<24}weight {weight:6.2f}   alone: decides {len(told) / len(tested):.2f}, right {right:.2f}")
    chances = 1 / (1 + np.exp(-(np.array(tested) @ weights)))
    decided = np.maximum(chances, 1 - chances) >= SURE
    all_tested = len(rows[1::2])
    print(f"tested: {all_tested:,} pairs, {len(tested):,} comparable, all of these right {(chances > 0.5).mean():.3f}")
    print(f"decided: {decided.sum() / all_tested:.3f} of all, {decided.mean():.3f} of those comparable")
    print(f"right, of the decided: {(chances[decided] > 0.5).mean():.3f}")


if __name__ == "__main__":
    main()
