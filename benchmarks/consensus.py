"""The best text of noisy copies: `python -m benchmarks.consensus FILE [--texts 150] [--rates 4,8,12]`.

FILE is the table of BLN600. Of each transcribed article, up to 1,500 characters, 3 to 20 copies are made with noise as
scanners make it (`noise_corpus.py`); the rates are those of the copies, and "mixed" draws one for each copy between 0
and twice the mean. Printed are the mean character error of the copies and that of the best text, as a share of the
transcription's characters, and in how many articles the best text has at most half the errors of its copies.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from benchmarks.bln600 import join_articles, read_sentences
from benchmarks.noise_corpus import add_noise
from twicetold.matching.trees import compare_copies

SEED = 600
CHARACTERS = 1_500
COPIES = (3, 4, 5, 7, 10, 20)
MIXED = "mixed"


def measure_error(text: str, truth: str) -> float:
    """Edits for each character of the truth."""
    return float(Levenshtein.distance(text, truth)) / max(len(truth), 1)


def make_copies(text: str, copies: int, rate: str, draw: random.Random) -> list[str]:
    """Noisy copies; with `mixed`, each of another rate up to 16 %."""
    rates = [draw.uniform(0, 0.16) if rate == MIXED else int(rate) / 100 for _ in range(copies)]
    return [add_noise(text, own, draw)[0] for own in rates]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--texts", type=int, default=150)
    parser.add_argument("--rates", default=f"4,8,12,{MIXED}")
    asked = parser.parse_args(arguments)
    articles = [" ".join(pair.transcription.split()) for pair in join_articles(read_sentences(asked.file))]
    texts = [text[:CHARACTERS].strip() for text in articles if len(text) >= 300][: asked.texts]
    print(f"{len(texts)} transcriptions of up to {CHARACTERS:,} characters\n")
    print("| noise | copies | error of copies | of best text | share | articles at most half |")
    print("| --- | --- | --- | --- | --- | --- |")
    for rate in asked.rates.split(","):
        for copies in COPIES:
            draw = random.Random(f"{SEED} {rate} {copies}")
            means, bests = [], []
            for text in texts:
                made = make_copies(text, copies, rate, draw)
                means.append(sum(measure_error(each, text) for each in made) / copies)
                bests.append(measure_error(compare_copies(made).best_text, text))
            mean, best = sum(means) / len(means), sum(bests) / len(bests)
            half = sum(one <= two / 2 for one, two in zip(bests, means, strict=True))
            figures = f"{mean:.4f} | {best:.4f} | {best / mean:.2f} | {half} of {len(texts)}"
            print(f"| {rate if rate == MIXED else f'{rate} %'} | {copies} | {figures} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
