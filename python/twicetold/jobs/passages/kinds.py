"""What a passage can be, and in what form. `locate.py` decides which it is."""

from __future__ import annotations

from twicetold.tables.kinds import Kind, list_kind_names
from twicetold.text.colours import BLUE, GREEN, GREY, ORANGE, PINK

BOILERPLATE = "boilerplate"  # not a finding: shown only where it is asked for

PASSAGE_KINDS = (
    Kind("document", "nearly all of both documents", BLUE),
    Kind("quotation", "a part of one in a part of the other", ORANGE),
    Kind("collection", "one document gathers parts of many; this is one of them", GREEN),
    Kind("multipage", "one document is a page of the other", PINK),
    Kind(BOILERPLATE, "what many documents have: a licence, a banner, a menu", GREY),
)
# What became of the words, whatever the passage is; `src/passages/forms.rs` has the bounds.
PASSAGE_FORMS = ("verbatim", "edited", "reworded", "summary")
FREE_FORMS = ("reworded", "summary")  # the words are in another order: word by word nearly all of them would differ
PASSAGE_KIND_NAMES = list_kind_names(PASSAGE_KINDS)
