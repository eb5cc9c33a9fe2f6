"""The measurement of kinds: no pair is judged by a model that was trained on it."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from benchmarks import contradictions, kinds, kinds_train, labelled_pairs
from benchmarks.logistic import fit_weights


def row(name, kind, left, right, titles, same):
    context = {"identical_sentences_shared": 1, "near_pairs_shared": 1, "cluster_pairs": 1}
    sides = {"left": left, "right": right, "left_title": titles[0], "right_title": titles[1]}
    sources = {"left_source": f"a#{titles[0]}", "right_source": f"b#{titles[1]}"}
    return {"id": name, "kind": kind, "subject_same": same, "context": context, **sides, **sources}


@pytest.fixture
def pairs():
    rows = []
    for at in range(12):
        town, other = f"Town{chr(97 + at)}", f"Burg{chr(97 + at)}"
        wall = "{} has {} gates in its wall."
        rows += [
            row(f"t{at}", "template", wall.format(town, at), wall.format(other, at + 3), (town, other), "false"),
            row(f"d{at}", "drift", wall.format(town, at), wall.format(town, at + 3), (town, town), "true"),
            row(f"c{at}", "copyedit", wall.format(town, at), wall.format(town, at) + " today", (town, town), "true"),
            row(
                f"r{at}",
                "reference",
                f'Roe, Ann ({1950 + at}). "{town}". ISBN 1.',
                f'Roe, Ann ({1951 + at}). "{town}". ISBN 2.',
                (town, town),
                "true",
            ),
        ]
    rows.append(row("o", "other", "It is also called a bell.", "It is also called ore.", ("Bell", "Ore"), "false"))
    return labelled_pairs.LabelledPairs(rows)


def test_the_weights_answer_as_the_evidence_does():
    evidence = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    constant, weights = fit_weights(evidence, np.array([False, False, True, True]), 10.0)
    assert weights[1] == 0, "what never varies has no weight"
    assert constant < 0 < constant + weights[0]


def test_every_pair_stands_in_one_fold_with_all_of_its_articles(pairs):
    parts = kinds.split_folds(pairs, 3)
    assert sorted(place for part in parts for place in part) == list(range(len(pairs.rows)))
    titles = [{pairs.rows[place][f"{side}_title"] for place in part for side in ("left", "right")} for part in parts]
    assert sum(map(len, titles)) == len(set().union(*titles))


def test_the_untouched_fifth_shares_no_article_with_the_others(pairs):
    linked = row("l", "template", "A", "B", ("Towna", "Burgb"), "false")
    others, untouched = labelled_pairs.LabelledPairs([*pairs.rows, linked]).split_untouched()
    assert len(others.rows) + len(untouched.rows) == len(pairs.rows) + 1
    assert 0 < len(untouched.rows) < len(others.rows)
    titles = [
        {each[f"{side}_title"] for each in some.rows for side in ("left", "right")} for some in (others, untouched)
    ]
    assert not titles[0] & titles[1]


def test_no_model_judges_a_pair_that_it_was_trained_on(pairs, monkeypatch):
    seen = []

    def spy(some):
        seen.append(set(some.ids))
        return kinds_train.train(some)

    monkeypatch.setattr(kinds, "train", spy)
    monkeypatch.setattr(kinds, "ROUNDS", 1)
    rounds = kinds.cross_validate_models(pairs, ["context", "texts"])
    for part, trained in zip(kinds.split_folds(pairs, 0), seen, strict=True):
        assert trained == set(pairs.ids) - {pairs.ids[place] for place in part}
    assert all(each["kind"] in kinds.ALL_KINDS for each in rounds["context"][0])


def test_pairs_that_were_trained_on_are_left_out_or_cross_validated(pairs, tmp_path, monkeypatch, capsys):
    model, file = tmp_path / "model.tsv", tmp_path / "pairs.jsonl"
    model.write_text(kinds_train.train(pairs.select(range(6))))
    monkeypatch.setattr(kinds_train, "MODEL", model)
    monkeypatch.setattr(kinds, "ROUNDS", 1)
    assert kinds_train.read_trained_hashes() == {kinds_train.hash_pair(row) for row in pairs.rows[:6]}

    def run(rows):
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        monkeypatch.setattr("sys.argv", ["kinds", str(file)])
        kinds.main()
        return capsys.readouterr().out

    mixed = run(pairs.rows)
    assert mixed.startswith("6 pairs are left out")
    last = mixed.splitlines()[-1]
    assert last.startswith("macro F1 ")
    assert "; drift P " in last
    assert "; accuracy " in last
    model.write_text(kinds_train.train(pairs))
    assert run(pairs.rows).startswith("the shipped model was trained on these pairs: what follows is cross-validated")


def test_contradictions_are_judged_by_their_texts_in_either_order(tmp_path, monkeypatch, capsys):
    texts = [("a", "b", "true"), ("c", "d", "true"), ("e", "f", "both:dated"), ("g", "h", "both:alias")]
    labels = tmp_path / "labels.jsonl"
    labels.write_text(
        "".join(json.dumps({"left": one, "right": two, "label": label}) + "\n" for one, two, label in texts)
    )
    found = [("b", "a", "contradiction", 0.9), ("g", "h", "contradiction", 0.8), ("e", "f", "dated-update", 0.8)]
    found += [("d", "c", "contradiction", 0.1), ("x", "y", "contradiction", 0.7)]
    rows = [
        {"left_text": one, "right_text": two, "left_title": "L", "right_title": "R"}
        | {"drift": drift, "confidence": confidence, "why": "because"}
        for one, two, drift, confidence in found
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "contradictions.parquet")
    monkeypatch.setattr("sys.argv", ["contradictions", str(labels), str(tmp_path)])
    contradictions.main()
    out = capsys.readouterr().out
    assert "all contradictions: 1 of 2 right, precision 0.50 (1 both:alias; 1 unlabelled)" in out
    assert "true ones listed: 1 of 2" in out
    assert "dated: 1 of 1 right, precision 1.00 (no other; 0 unlabelled)" in out
    assert "[L] x" in out
