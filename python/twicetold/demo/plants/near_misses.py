"""Near misses: two sentences in the same frame that look alike at a glance and are below the threshold."""

from __future__ import annotations

from twicetold.demo.draws import NEAR_MISS, seed_stream, shuffle_items
from twicetold.demo.plants.members import PlantedSentence
from twicetold.demo.sentences import Grammar
from twicetold.demo.similarity import compute_edit_similarity
from twicetold.demo.words import SUBJECTS


def build_near_miss(grammar: Grammar, seed: int, pair: int, side: int) -> PlantedSentence:
    """One of two sentences whose edit similarity is 0.55 to 0.75."""
    draw = seed_stream(seed, NEAR_MISS, pair)
    subject = int(draw() * len(SUBJECTS))
    while True:
        base = grammar.draw_base_sentence(subject, draw, 75)
        text = base.render_text("")
        slots = shuffle_items(range(len(base.slots)), draw)
        for count in range(2, len(slots) + 1):
            other = grammar.redraw_slots(base, slots[:count], draw)
            similarity = compute_edit_similarity(text, other.render_text(""))
            if similarity < 0.55:
                break
            if similarity <= 0.75:
                chosen = other if side else base
                return PlantedSentence(-1, "", 0, chosen.render_text(""), tuple(chosen.values), pair=pair)
