"""Frames for lakes, rivers and towns."""

from __future__ import annotations

from twicetold.demo.frames import Subject, parse_frames

LAKE = Subject(
    noun="lake",
    title="Lake {core}",
    definitions=parse_frames("""
    {it} is {a:adj} lake in the {region} district of {place}, with a surface of {area} and {a:feature} at its outlet
    {it} is a freshwater lake near {place} that was dammed in {year} to supply the {building} at {place}
    {it} is {a:adj} reservoir between {place} and {place}, formed when {a:feature} was closed off {circa}
    """),
    statements=parse_frames("""
    The deepest sounding, {height}, was taken by the {job} {person} close to {a:adj} {feature}
    {animal_cap_plural} and {animal_plural} winter there, and {a:adj} hide was {done} by {person} in {year}
    Its outflow drives {a:adj} {building} at {place} before it reaches the {feature} below {place}
    The {region} shore is {material} and {rock}, overgrown with {plant}, {plant} and stunted {plant}
    A survey of {year} counted {number} {animal_plural} on the {adj} {feature} beside {place}
    Boats carrying {good} and {good} crossed from {place} to {place} until the {event} of {year}
    The water is {colour} after rain because the {adj} {feature} above {place} sheds {rock} and {rock}
    Ice held {small} days in {year}, and {good} and {good} crossed it to {place} with {person}
    {person} drowned here on {date} while ferrying {number_word} crates of {good} to {place}
    The lake bed holds {material} posts of {a:adj} settlement, which the {job} {person} {did} in {year}
    Divers from the {place} {group} raised {a:adj} {vessel} laden with {good} in {month} {year}
    A path of {length} rings the lake by way of {place}, the {adj} {building} and {a:feature}
    In dry years the level falls by {height} and lays bare {a:adj} {building} of {material}
    Rights to its {animal} fishery were {done} by the {place} {group} for {money} in {year}
    """),
    sections=("Geography", "History", "Wildlife", "Water use", "Access"),
    infobox="lake",
    categories=("Lakes of {place}", "Reservoirs named in {year}"),
)

RIVER = Subject(
    noun="river",
    title="{core} River",
    definitions=parse_frames("""
    The {it} is a river of {length} that rises on {a:adj} {feature} above {place} and joins the {surname} near {place}
    The {it} is {a:adj} tributary of the {surname}, flowing through {place}, {place} and a belt of {feature}
    The {it} drains {area} of {adj} country between the {feature} of {place} and the {building} at {place}
    """),
    statements=parse_frames("""
    Rafts of {good} were floated down to {place}, where {a:job} named {person} {did} them
    Its {adj} middle course cuts through {rock} and {rock} between {place} and {place}
    A gauge {done} at {place} showed {number} litres a second in the {event} of {year}
    {animal_cap_plural} spawn above the {adj} {feature} at {place}, and {animal_plural} hunt along the {plant} banks
    The first crossing, {a:adj} ford at {place}, was {done} by {person} {circa}
    A lock of {material} was {done} at {place} in {year} to let {vessel_plural} pass with {good}
    Flooding on {date} carried away the {building} at {place} and {number_word} wagons of {good}
    Gold was panned by {a:job} from {place} at the {adj} {feature} in the {decade}
    The lower river is tidal for {length}, up to {a:adj} weir beside the {place} {building}
    Pollution from the {place} {building} killed {number} {animal_plural} in {month} {year}
    Its name was written {surname} on {a:adj} {document} that the {place} {group} {did} in {year}
    {person} mapped the source in {year} and found {a:adj} {feature} ringed with {plant} and {plant}
    The valley supports {work}, {work} and, since the {decade}, {work} on {a:adj} scale
    Below {place} the stream splits round {a:adj} island planted with {plant} by {person}
    """),
    sections=("Course", "Hydrology", "History", "Ecology", "Navigation"),
    infobox="river",
    categories=("Rivers of {place}", "Tributaries of the {surname}"),
)

TOWN = Subject(
    noun="town",
    title="{core}",
    definitions=parse_frames("""
    {it} is {a:adj} town in the {region} part of {place} county, known for {work} and its {adj} {building}
    {it} is a market town of {number} inhabitants on {a:adj} {feature}, {length} from {place}
    {it} is a village and former parish near {place}, grown up round {a:building} that {person} {did} in {year}
    """),
    statements=parse_frames("""
    A charter for the sale of {good} was granted by {person}, then {office} of {place}, in {year}
    Its {adj} {building} of {material} was {done} by the {job} {person} in {year}
    The census of {year} listed {number} households, {small} {job_plural} and one {adj} {building}
    {work_cap} and {work} fed the people until {person} {did} the {event} of {year}
    The square is paved with {material} and {material}, and faces {a:adj} {building} {done} in {year}
    {person}, {a:job} born here in {year}, {did} the {adj} {building} of {place}
    A fair for {good} and {good} is held each {day} beside the {adj} {feature}
    The coat of arms shows {a:colour} {animal} above {number_word} {colour} {plant} leaves
    Trams ran from {place} to the {adj} {building} between {year} and the {event} of {year}
    The {place} {group} moved into {a:adj} {building} here after the {event} of {year}
    Fire destroyed {small} houses and the {building} of {person} on {date}
    Turnout for the {year} council was {percent}, and {person} of the {place} {group} was chosen {office}
    The oldest street leads from {a:adj} {building} to {a:feature} planted with {plant}
    Merchants shipped {good} to {place} and brought back {good} in {adj} {vessel_plural}
    """),
    sections=("History", "Geography", "Economy", "Landmarks", "Notable people"),
    infobox="settlement",
    categories=("Towns in {place}", "Market towns chartered in {year}"),
)
