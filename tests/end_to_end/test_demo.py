"""`twicetold demo`: what was planted, what was found of it, and a true contradiction at the end."""

import json

PLANTED = 4_000


def test_the_demo_counts_what_it_planted_and_ends_with_a_contradiction(twicetold):
    out = twicetold("demo", "-o", "demo", "--sentences", PLANTED)[0]
    found = json.loads(twicetold("demo", "-o", "again", "--sentences", PLANTED, "--json")[0])
    assert found["found"] == found["planted"] > 0
    assert found["near_misses_found"] == 0
    assert found["planted_contradictions"] >= 2
    assert found["contradictions_found"] >= found["planted_contradictions"] / 2
    assert found["contradictions_not_planted"] <= 2 * found["planted_contradictions"]
    assert found["planted_dated_updates"] >= 1
    counted = f"{found['contradictions_found']:,} of {found['planted_contradictions']:,}"
    assert f"planted contradictions found: {counted}; listed but not planted: " in out
    last = out.rstrip().rpartition("\n\n")[2]
    assert last.startswith("contradiction ")
    assert "History of " in last


def test_the_history_demo_counts_what_it_planted_and_shows_a_tree(twicetold):
    out = twicetold("demo", "--history", "-o", "demo", "--pages", 30)[0]
    assert "planted copies: " in out
    assert "copied from" in out
    found = json.loads(twicetold("demo", "--history", "-o", "demo", "--pages", 30, "--json")[0])
    assert found["F1"] >= 0.95
    assert "not empty" in twicetold("demo", "--history", "-o", ".", code=2)[1]
