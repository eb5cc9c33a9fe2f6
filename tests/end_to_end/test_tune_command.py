"""`twicetold tune`: from labelled pairs to a settings file, and with it to matches that are better than before."""

import csv
import json
import random
import tomllib

import pytest

SUBJECTS = [
    f"{kind} of {place}"
    for kind in ("harbour", "lighthouse", "abbey", "bridge")
    for place in ("Orrin", "Velden", "Marsk", "Tolm", "Ysera", "Brandt")
]
FRAMES = [
    "How old is the {}?",
    "What is the age of the {}, please?",
    "Can anybody tell me in which year the {} was built?",
    "When was the {} finished?",
]


@pytest.fixture
def questions(tmp_path):
    """Two questions for each subject in other words, and labelled pairs: same subject, or same words."""
    chance = random.Random(5)
    threads, by_subject = [], {}
    for subject in SUBJECTS:
        for frame in FRAMES:
            by_subject.setdefault(subject, []).append(str(len(threads)))
            threads.append({"id": str(len(threads)), "question": frame.format(subject)})
    pairs = []
    for subject, ids in by_subject.items():
        one, two = chance.sample(ids, 2)
        pairs.append((one, two, 1))
        other = chance.choice([each for each in SUBJECTS if each != subject])
        place = chance.randrange(4)
        pairs.append((ids[place], by_subject[other][place], 0))
    (tmp_path / "threads.jsonl").write_text("".join(json.dumps(row) + "\n" for row in threads), encoding="utf-8")
    for name, part in (("train", pairs[:48]), ("all", pairs)):
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("left", "right", "duplicate"), *part])
    return tmp_path


@pytest.mark.slow
def test_what_is_tuned_is_what_the_job_takes_and_evaluate_confirms_it(twicetold, questions):
    options = ("--budget", "5s", "--starts", "3", "--folds", "3", "--vectors", "none")
    said, _ = twicetold("tune", "threads.jsonl", "--truth", "train.csv", "-o", "tuned.toml", *options)
    assert "48 labelled pairs, 24 duplicates" in said
    assert "unseen folds" in said
    settings = tomllib.loads((questions / "tuned.toml").read_text(encoding="utf-8"))["threads"]
    assert sum(aspect["weight"] for aspect in settings["aspects"]) == pytest.approx(1, abs=0.01)
    for aspect in settings["aspects"]:
        assert not aspect.get("source") or (questions / aspect["source"]).exists()
    assert settings["threshold"] >= settings["pair_threshold"], "chance pairs of a whole forum ask for more"
    at_pairs = ("--threshold", str(settings["pair_threshold"]))
    twicetold("threads", "threads.jsonl", "-o", "run", "--config", "tuned.toml", *at_pairs)
    said, _ = twicetold("evaluate", "run", "--truth", "train.csv", "--json")
    measures = json.loads(said.splitlines()[0])
    assert measures["f1"] > 0.8
    twicetold("threads", "threads.jsonl", "-o", "plain")
    said, _ = twicetold("evaluate", "plain", "--truth", "train.csv", "--json")
    assert json.loads(said.splitlines()[0])["f1"] < measures["f1"]


def test_words_alone_can_be_asked_for_and_json_says_all(twicetold, questions):
    options = ("--words-only", "--method", "logistic", "--measure", "accuracy", "--json", "--folds", "2")
    said, _ = twicetold("tune", "threads.jsonl", "--truth", "train.csv", *options)
    told = json.loads(said)
    assert (told["pairs"], told["duplicates"], told["unknown_pairs"]) == (48, 24, 0)
    assert {aspect["feature"] for aspect in told["aspects"]} == {"words"}
    assert 0 <= told["unseen"]["logistic"]["accuracy"] <= 1
    assert (questions / "tuned.toml").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-o", "tuned"), "`tuned` must end in .toml"),
        (("--budget", "soon"), "--budget soon"),
        (("--measure", "recall"), "unknown measure: `recall`"),
        (("--method", "guess"), "unknown method: `guess`"),
        (("--job", "passages"), "`passages` is not a job that can be tuned"),
        (("--folds", "1"), "`--folds` must be 2 or more"),
        (("--job", "sentences", "--precision", "0.5"), "`--precision` is for the job threads"),
    ],
)
def test_what_cannot_be_done_is_told_at_once(twicetold, questions, options, told):
    _, said = twicetold("tune", "threads.jsonl", "--truth", "train.csv", *options, code=2)
    assert told in said


def test_a_settings_file_is_not_written_over_unasked(twicetold, questions):
    (questions / "tuned.toml").write_text("", encoding="utf-8")
    _, said = twicetold("tune", "threads.jsonl", "--truth", "train.csv", code=2)
    assert "exists" in said


def test_too_few_pairs_or_pairs_of_other_threads_are_an_error(twicetold, questions):
    (questions / "few.csv").write_text("left,right,duplicate\n0,1,1\n0,4,0\n", encoding="utf-8")
    _, said = twicetold("tune", "threads.jsonl", "--truth", "few.csv", code=2)
    assert "give at least 20" in said
    (questions / "other.csv").write_text("left,right,duplicate\na,b,1\n", encoding="utf-8")
    _, said = twicetold("tune", "threads.jsonl", "--truth", "other.csv", code=2)
    assert "none of its pairs is in the input" in said


def test_settings_of_the_sentence_job_are_tuned_too(twicetold, tmp_path):
    """Copies with a changed year are the same; sentences of one template about other things are not."""
    chance = random.Random(8)
    names = [
        f"{first}{last}" for first in ("Or", "Vel", "Mar", "Tol", "Ys") for last in ("rin", "den", "sk", "mond", "era")
    ]
    said = []
    for name in names:
        year = chance.randrange(1500, 1900)
        base = f"The harbour of {name} was rebuilt after the great flood and opened to all ships again in {{}}."
        said += [
            base.format(year),
            base.format(year + 1),
            f"In {name} nobody remembers who painted the ceiling of the abbey.",
        ]
    rows = [{"id": str(number), "text": text} for number, text in enumerate(said)]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    pairs = [(f"{at}:0", f"{at + 1}:0", 1) for at in range(0, len(said), 3)]
    pairs += [(f"{at}:0", f"{at + 2}:0", 0) for at in range(0, len(said), 3)]
    with (tmp_path / "pairs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("left", "right", "duplicate"), *pairs])
    told, _ = twicetold("tune", "texts.jsonl", "--truth", "pairs.csv", "--job", "sentences", "-o", "s.toml")
    assert "keys find" in told
    settings = tomllib.loads((tmp_path / "s.toml").read_text(encoding="utf-8"))
    assert {"shingle", "rows", "bands"} <= settings["sentences"].keys()
    twicetold("sentences", "texts.jsonl", "-o", "run", "--config", "s.toml")
    said, _ = twicetold("evaluate", "run", "--truth", "pairs.csv", "--json")
    assert json.loads(said.splitlines()[0])["recall"] > 0.9
