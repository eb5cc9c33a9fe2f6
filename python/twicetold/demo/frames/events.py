"""Frames for battles, elections and songs."""

from __future__ import annotations

from twicetold.demo.frames import Subject, parse_frames

BATTLE = Subject(
    noun="battle",
    title="Battle of {core}",
    definitions=parse_frames("""
    The {it} was fought on {date} between the army of {person} and {number} men of {place} under {person}
    The {it} ended the {event} of {year} when {person} {did} {a:adj} {building} near {place}
    The {it} was {a:adj} action of the {place} war, fought round {a:feature} and {a:building} in {month} {year}
    """),
    statements=parse_frames("""
    {person} drew up {number} foot on {a:adj} {feature} with {number_word} guns behind the {building}
    Rain on the night of {day} turned the {adj} {feature} to mud and spoiled the powder of {person}
    A charge led by {person}, once {a:job} of {place}, broke the {region} wing
    The {place} regiment lost {small} men at {a:adj} {building} held by {person}
    Scouts mistook {a:adj} {feature} for the road to {place} and met the {job_plural} of {person}
    The baggage, with {good}, {good} and {money}, was {done} at {place}
    {person} wrote in {a:document} of {year} that the guns were {adverb} {done} at dawn
    Reinforcements from {place} arrived by {vessel} only after the {building} was {done}
    Prisoners were marched {length} to {place} and kept in {a:adj} {building} until {month}
    {person} put the dead at {number} and the {job} {person} of {place} at {number}
    A monument of {material} was {done} on the {feature} by the {place} {group} in {year}
    The treaty signed by {person} at {place} on {date} gave up {a:building} and {a:feature}
    Cavalry under {person} crossed {a:adj} {feature} and burned {good} stored at {place}
    Every {month} {job_plural} of {place} re-enact the storming of {a:adj} {building}
    """),
    sections=("Background", "Forces", "The battle", "Aftermath", "Memory"),
    infobox="military conflict",
    categories=("Battles involving {place}", "Conflicts in {year}"),
)

ELECTION = Subject(
    noun="election",
    title="{year} {core} election",
    definitions=parse_frames("""
    The {it} was held on {date} to fill {small} seats and chose {person}, {a:job}, as {office} of {place}
    The {it} followed the {event} of {year} and was won by {person} of the {place} {group} with {percent}
    The {it} was {a:adj} contest between {person} and {person} over {topic} and the price of {good}
    """),
    statements=parse_frames("""
    {person}, {a:job} from {place}, took {percent} of the vote and {number_word} of {small} wards
    Turnout in {place} was {percent}, the lowest since the {event} of {year}
    The campaign turned on {topic}, {work} and the {want} of {good} at {place}
    Ballots from {place} were {done} in {a:adj} {building} and counted on {date}
    The {place} {group} backed {person} after {a:adj} speech on {topic} in {month}
    A recount by {person}, {office} of {place}, moved {small} votes to the {job} {person}
    Posters in {colour} and {colour} promised {a:adj} {building} and cheaper {good}
    Women of {place} voted in {number_word} wards, where {person} {did} the {job} {person}
    The {document} of {person} on {topic} sold {number} copies before polling
    Voters in the {region} wards {adverb} {did} the tax on {good}, which {person} had {done}
    A court in {place} {did} the result of {number_word} wards on {date}
    {person} withdrew in {month} over {a:adj} {document} about the {want} of {good}
    Seats held by {job_plural} fell from {small} to {number_word}, and {person} resigned as {office}
    The new council {did} {a:adj} {building} and {a:building} at {place} within {small} days
    """),
    sections=("Background", "Campaign", "Results", "Aftermath", "By ward"),
    infobox="election",
    categories=("Elections in {place}", "{year} elections"),
)

SONG = Subject(
    noun="song",
    title="The {adj_cap} {animal_cap} of {core}",
    definitions=parse_frames("""
    "{it}" is {a:form} by {person}, written at {place} in {year} for {instrument} and {instrument}
    "{it}" is {a:adj} song that {person} of {place} {did} {circa} among the local {job_plural}
    "{it}" is a song in {key} about {a:adj} {job} and the {event} of {year} at {place}
    """),
    statements=parse_frames("""
    The words tell of {a:job} from {place} who loses {a:adj} {animal} and {number_word} sacks of {good}
    {person} recorded it with {instrument}, {instrument} and {a:adj} choir at {place} in {year}
    It reached number {small} in {place} in {month} {year} and sold {number} copies
    The tune resembles {a:adj} {form} in {key} that {person} {did} in {year}
    A verse on the {event} of {year} was {done} by {person} and is {adverb} left out
    {job_cap_plural} of {place} sang it at {work}, to the beat of {instrument} and {instrument}
    The {place} {group} {did} its use in {a:adj} film about {topic} on {date}
    Critic {person} called the refrain "{adj}" and the {instrument} solo "{adj} and {adj}"
    A sheet with {a:colour} {animal} on the cover was sold by {person} for {money}
    The bridge moves to {key} while {instrument} and {instrument} answer the {adj} voice of {person}
    Versions from {place} and {place} swap the {animal} for {a:animal} and the {good} for {good}
    It was sung at the {event} of {year} by {number} {job_plural} before {a:adj} {building}
    The singer {person}, {person_noun} of {person}, learned it from {a:job} near {place}
    A manuscript of {circa} in the {building} at {place} has {number_word} more verses on {topic}
    """),
    sections=("Composition", "Lyrics", "Recordings", "Reception", "Other versions"),
    infobox="song",
    categories=("Songs about {place}", "{year} songs"),
)
