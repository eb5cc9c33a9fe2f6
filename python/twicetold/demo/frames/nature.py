"""Frames for species and asteroids."""

from __future__ import annotations

from twicetold.demo.frames import Subject, parse_frames

SPECIES = Subject(
    noun="species",
    title="{core} {animal}",
    definitions=parse_frames("""
    The {it} ({genus} {surname_lower}) is {a:animal} of the {adj} {feature} near {place} and the {feature} of {place}
    The {it} is a species of {animal} first {done} by the {job} {person} at {place} in {year}
    The {it} is {a:adj} {animal} with {colour} flanks, native to the {feature} of {place} in {region} {surname}
    """),
    statements=parse_frames("""
    Adults weigh up to {weight} and are {colour} above, {colour} below, with {a:colour} band
    It feeds on {plant}, {plant} and the larvae of {animal_plural}, which it takes from {a:feature}
    The call, {a:adj} whistle, carries over {length} of {feature} and alarms {animal_plural}
    Nests of {plant} and {plant} are hidden {adverb} in {a:adj} {feature} from {month} on
    {person} {did} a specimen of {span} taken at {place} on {date}
    Numbers fell by {percent} after the {event} of {year} at {place}
    Young are {colour} and {colour} until the {ordinal} week and eat {plant} and small {animal_plural}
    The name honours {person}, {a:job} of {place} who wrote on {topic} in {year}
    Remains in {rock} at {place} suggest {a:adj} relative lived there beside {animal_plural}
    A colony of {number} was {done} on {a:adj} {feature} by the {place} {group} in {year}
    It was once hunted for {good} with {animal_plural} and traded for {good} at {place}
    The {place} {group} has bred {small} pairs in {a:adj} {building} since {year}
    Males hold {a:feature} of {area} and drive off {animal_plural}, {animal_plural} and {job_plural}
    In {place} folklore the animal guards {a:adj} {building} and brings {good} to {job_plural}
    """),
    sections=("Description", "Distribution", "Behaviour", "Taxonomy", "Conservation"),
    infobox="species",
    categories=("Fauna of {place}", "Species described in {year}"),
)

ASTEROID = Subject(
    noun="asteroid",
    title="{number_plain} {core}",
    definitions=parse_frames("""
    {it} is {a:adj} asteroid discovered on {date} by {person} at {place} observatory
    {it} is a minor planet about {length} across, found by {person} of the {place} {group} in {year}
    {it} is {a:adj} stony body of the {region} belt, named after {person}, {a:job} of {place}
    """),
    statements=parse_frames("""
    Its spectrum suggests {rock}, {rock} and traces of {rock} beneath {a:adj} crust
    A light curve by {person}, taken at {place} in {month} {year}, gave a period of {small} hours
    A pass at {millions} kilometres was {done} on {date} by {person} at {place}
    Radar from {place} showed {a:adj} crater of {length} near the {region} pole
    The {job} {person} {did} plates of {year} in {a:building} at {place} and found it again
    Occultations seen at {place} and {place} on {date} fixed its width at {length}
    A probe of the {place} {group} {adverb} {did} {a:adj} ridge there in {year}
    Its surface is {colour} to {colour}, like {rock} collected at {place}
    The orbit takes {number} days and was {done} by {person} in {month} {year}
    {person} proposed the name {surname}, but the {place} {group} {did} it in {year}
    Of its {number_word} larger pits, one is named {place} and one {surname} after {a:job}
    Dust from it may have caused the {adj} meteors seen over {place} on {date}
    Models by {person} need {a:adj} core of {rock} covered with {height} of dust
    A moon of {length} was {done} by {person} with the telescope at {place}
    """),
    sections=("Discovery", "Orbit", "Physical properties", "Naming", "Exploration"),
    infobox="planet",
    categories=("Asteroids named for people of {place}", "Objects discovered in {year}"),
)
