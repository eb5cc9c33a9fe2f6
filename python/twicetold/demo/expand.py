"""Frames made longer at their slots, in many ways.

One frame with only its slots drawn anew would repeat its fixed words in every use, and any two uses would be alike. So
each frame is cut into variants: slots here and there grow a second word, a place, a companion, until fixed words are
less than half of the text. Growth at different slots also moves what stays fixed out of line.
"""

from __future__ import annotations

import re

from twicetold.demo.draws import Draw, shuffle_items

SLOT_PATTERN = re.compile(r"\{([a-z_:]+)\}")

_LONGER_FORMS: dict[str, tuple[str, ...]] = {
    "place": (
        "old {place}", "{place} and {place}", "{place} on the {surname}", "{region} {place}",
        "{place} below {place}", "{place} or {place}", "{place} by the {adj} {feature}",
    ),
    "person": (
        "{person} of {place}", "the {adj} {job} {person}", "{person} and {person}", "{given} {person}",
        "{person} or {person}", "the {job} {person}", "{person} and {a:job} from {place}",
        "the {person_noun} of {person}",
    ),
    "year": ("{month} {year}",),
    "good": (
        "{adj} {good}", "{good} from {place}", "{colour} {good}", "{good} and {good}", "{good} or {adj} {good}",
        "{good} bought of {person}", "{adj} {good} and {good}",
    ),
    "building": (
        "{building} of {material}", "{building} beside {a:adj} {feature}", "{building} owned by {person}",
        "{building} and {building}", "{building} once {done} by {person}", "{building} near {place}",
    ),
    "feature": (
        "{feature} of {rock}", "{feature} full of {animal_plural}", "{feature} near {place}", "{feature} and {feature}",
        "{feature} grown with {plant}", "{feature} owned by {person}",
    ),
    "adj": ("{adj} and {adj}",),
    "colour": ("{colour} and {colour}", "{adj} {colour}"),
    "plant": ("{adj} {plant}", "{colour} {plant}", "{plant} and {plant}", "{plant} under {plant}"),
    "animal_plural": ("{colour} {animal_plural}", "{animal_plural} and {adj} {animal_plural}", "{adj} {animal_plural}"),
    "job_plural": ("{adj} {job_plural}", "{job_plural} and {job_plural}", "{job_plural} of {place}"),
    "rock": ("{colour} {rock}", "{rock} and {rock}", "{adj} {rock}", "{rock} like that of {place}"),
    "material": ("{colour} {material}", "{material} and {material}", "{adj} {material}", "{material} from {place}"),
    "event": ("{adj} {event}", "{region} {event}", "{event} and {event}"),
    "document": ("{document} by {person}", "{document} on {topic}", "{document} in {colour} leather"),
    "topic": ("{topic} and {topic}", "{adj} {topic}"),
    "work": ("{work} and {work}", "{adj} {work}"),
    "group": ("{group} and {group}", "{group} of {person}"),
    "did": ("{did} and {did}", "{adverb} {did}", "{did} or {did}"),
    "done": ("{adverb} {done}", "{done} and {done}", "{done} and later {done}"),
    "instrument": ("{adj} {instrument}", "{instrument} and {instrument}"),
    "form": ("{form} and {form}", "{form} after {person}"),
    "picture": ("{picture} of {person}", "{picture} in {colour}", "{picture} and {picture}"),
    "vessel": ("{vessel} or {vessel}", "{vessel} of {person}"),
    "number_word": ("{number_word} or {number_word}",),
    "office": ("{office} and {office}",),
    "form_plural": ("{form_plural} and {form_plural}", "{adj} {form_plural}"),
    "surname": ("{surname} and {surname}",),
}  # fmt: skip
for _name in ("building", "feature"):
    _forms = [form.replace("{" + _name + "}", "{a:" + _name + "}", 1) for form in _LONGER_FORMS[_name]]
    _LONGER_FORMS["a:" + _name] = (*_forms, "{a:adj} {" + _name + "}")
_LONGER_FORMS["a:job"] = ("{a:adj} {job}", "{a:job} and {job}", "{a:job} from {place}")
_LONGER_FORMS["a:adj"] = ("{a:adj} and {adj}", "{a:adj} but {adj}")
_LONGER_FORMS["a:document"] = ("{a:adj} {document}", "{a:document} by {person}")
_STIFF_SLOTS = frozenset(
    "date length area height weight span money percent millions circa number small decade day key".split()
)
"""Slots whose text is half fixed: `km (`, `crowns`, the century."""


def measure_fixed_share(frame: str, lengths: dict[str, float]) -> float:
    """The share of a frame's text that is the same in each use: `1.0` when there is no slot."""
    fixed = float(len(SLOT_PATTERN.sub("", frame)))
    total = fixed
    for name in SLOT_PATTERN.findall(frame):
        length = lengths[name]
        total += length
        fixed += length * (0.5 if name in _STIFF_SLOTS else 0.05)
    return fixed / total


def expand_frame(
    frame: str, count: int, share: float, lengths: dict[str, float], draw: Draw, least: int = 1
) -> list[str]:
    """`count` longer versions of the frame, each grown until at most `share` of it is fixed, or every slot has grown.

    At least `least` slots grow, or a frame rich in slots would have only one version. A slot grows once, so that a
    sentence stays one a person could have written.
    """
    grown = []
    for _ in range(count):
        parts = SLOT_PATTERN.split(frame)  # text, slot, text, slot, ..., text
        for number in range(1, len(parts), 2):
            parts[number] = "{" + parts[number] + "}"
        places = shuffle_items([number for number in range(1, len(parts), 2) if _has_longer_form(parts, number)], draw)
        for done, number in enumerate(places[:5]):
            if done >= least and measure_fixed_share("".join(parts), lengths) <= share:
                break
            forms = _LONGER_FORMS[parts[number][1:-1]]
            parts[number] = forms[int(draw() * len(forms))]
        text = "".join(parts)
        grown.append(
            text.replace("{region}", "{region_cap}", 1) if text.startswith("{region}") else _capitalise_text(text)
        )
    return grown


def _capitalise_text(text: str) -> str:
    return text[0].upper() + text[1:]


def _has_longer_form(parts: list[str], number: int) -> bool:
    """Whether the slot has a longer form here: a year after a month has not."""
    return parts[number][1:-1] in _LONGER_FORMS and not (parts[number] == "{year}" and parts[number - 1] == " ")
