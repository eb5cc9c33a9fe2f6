"""Frames for painters and composers."""

from __future__ import annotations

from twicetold.demo.frames import Subject, parse_frames

PAINTER = Subject(
    noun="painter",
    title="{given} {core}",
    definitions=parse_frames("""
    {it} was a painter from {place} known for {picture_plural} in {colour} and {colour} and for {a:adj} {picture}
    {it} (born {date} at {place}) was a painter who {did} the {adj} {picture} now in the {place} {group}
    {it} was {a:job} and painter who worked in {place} from {year} and taught {topic} at the {place} {group}
    """),
    statements=parse_frames("""
    The {person_noun} of {a:job} from {place}, the artist studied {topic} with {person} until {year}
    A {year} {picture} of {a:adj} {feature} was {done} by {person} for {money}
    {a_cap:adj} {picture} showing the {event} of {year} hangs in the {building} at {place}
    Critics such as {person} {did} the {colour} skies and {adj} {building} in the {picture}
    Travels to {place} in the {decade} led to {small} {picture_plural} of {animal_plural} and {plant}
    The pigments, {colour} and {colour}, were ground from {rock} bought of {person} at {place}
    {person} sat for {a:adj} {picture} in {month} {year} and {adverb} {did} it
    From {year} the studio stood behind {a:adj} {building} in {place}, shared with the {job} {person}
    {number_word_cap} {picture_plural} were {done} in the {event} of {year} at {place}
    A pupil, {person}, {did} the unfinished {picture} of {person} and sold it to {a:job}
    The {place} {group} {did} a show of {small} {picture_plural} on {date}
    Letters to the {job} {person} complain of {adj} rooms, {adj} canvas and the price of {good}
    In old age the artist turned to {topic} and {topic} and lived by {work} near {place}
    {person} called the {picture} of {place} "{adj}, {adj} and {adj}" in {a:document} of {year}
    """),
    sections=("Early life", "Career", "Works", "Reception", "Later years"),
    infobox="artist",
    categories=("Painters from {place}", "People born in {year}"),
)

COMPOSER = Subject(
    noun="composer",
    title="{given} {core}",
    definitions=parse_frames("""
    {it} was a composer and {job} from {place} who wrote {small} works, among them {a:adj} {form} for {instrument}
    {it} (died {date} at {place}) was a composer of {form_plural} and {office} to the {place} {group}
    {it} was {a:instrument} player and composer whose {form} in {key} was heard at {place} in {year}
    """),
    statements=parse_frames("""
    The {form} in {key} for {instrument} and {instrument} was {done} by {person} at {place} in {year}
    Lessons in {instrument} and {topic} from {a:job} named {person} began in {year}
    {person} {did} {a:adj} {form} from these years and {adverb} compared it to {a:feature}
    The {place} {group} gave the first hearing of {a:adj} {form} on {date}
    A slow movement in {key} quotes {a:adj} {form} sung by {job_plural} at {place}
    Of the {number_word} {form_plural} written in {place}, only {a:form} for {instrument} survives
    Work as {office} at {place} left little time for {form_plural}, but {a:form} was {done} by {year}
    The manuscript of the {form} in {key} was {done} in {a:building} at {place}
    Marriage to {person}, the {person_noun} of {a:job}, brought {a:adj} house at {place} in {year}
    Parts for {instrument}, {instrument} and {number_word} {instrument_plural} were {done} by {person}
    The libretto, {adverb} taken from {a:document} by {person}, tells of the {event} at {place}
    Printed by {person} of {place} in {year}, the {form_plural} sold {number} copies
    A rival, {person}, {did} the {adj} use of {instrument} in the {form} as {adj}
    Sketches for {a:adj} {form} in {key} were sold to the {place} {group} for {money}
    """),
    sections=("Life", "Music", "Style", "Works", "Influence"),
    infobox="musical artist",
    categories=("Composers from {place}", "People who died in {year}"),
)
