"""Frames for mills, bridges, railway lines and ships."""

from __future__ import annotations

from twicetold.demo.frames import Subject, parse_frames

MILL = Subject(
    noun="mill",
    title="{core} Mill",
    definitions=parse_frames("""
    {it} is {a:adj} mill of {material} at {place}, {done} for the grinding of {good} in {year}
    {it} is a tower mill near {place} with {number_word} {colour} sails, {done} by the {job} {person} in {year}
    {it} is {a:adj} watermill on the {surname}, which ground {good} for the {building} at {place} until {year}
    """),
    statements=parse_frames("""
    The first stones, cut from {rock} at {place}, weighed {weight} and were {done} in {year}
    {person}, {a:job}, leased the mill for {money} and {did} its {adj} {building}
    A wheel of {material}, {height} across, was {done} by {person} of {place} in {year}
    Its sails were lost in the {event} of {year} and {done} with {material} by the {place} {group}
    The miller's house has {a:adj} {building} of {material} and a loft for {good}
    Sacks of {good} went by {vessel} to {place}, where {person} {did} them for {money}
    In {year} {a:adj} engine from {place} was {adverb} {done}, and {good} gave way to {good}
    The cap, {colour} and clad in {material}, can be seen from {a:feature} at {place}
    Repairs costing {money} were {done} by {person} and the {place} {group} in {month} {year}
    {animal_cap_plural} nest under the {adj} roof, and {plant} has taken over the {feature} behind it
    An inventory of {year} names {number_word} pairs of stones, {a:adj} {building} and {small} sacks of {good}
    A dispute over water with the {building} at {place} was settled by {person} on {date}
    Grinding of {good} ceased after the {event} of {year}, when {person} {did} the machinery
    The {person_noun} of {person} {adverb} {did} the mill and its {adj} {feature} in {year}
    """),
    sections=("History", "Machinery", "Building", "Owners", "Today"),
    infobox="mill",
    categories=("Mills in {place}", "Industrial buildings completed in {year}"),
)

BRIDGE = Subject(
    noun="bridge",
    title="{core} Bridge",
    definitions=parse_frames("""
    {it} is {a:adj} bridge of {material} that carries the {place} road over {a:feature} at {place}
    {it} is a footbridge of {number_word} spans between {place} and the {building} at {place}, opened on {date}
    {it} is {a:adj} toll bridge across the {surname}, {done} by {person} in {year} with {material} from {place}
    """),
    statements=parse_frames("""
    The main arch, {height} wide, is built of {material} on piers of {rock} from {place}
    Tolls on {good} and {good} were taken by {person} until the {event} of {year}
    {a_cap:job} from {place}, {person}, won the contract with {a:adj} design in {material}
    One pier was {done} by the {event} of {year} and {done} in {material} for {money}
    A tablet of {material} names {person}, {office} of {place}, and the date {date}
    The deck is lit by {small} {colour} lamps which the {place} {group} {did} in {year}
    {number} carts a year, most with {good} or {good}, crossed to {place} in the {decade}
    It replaced {a:adj} ferry run by {person} from the {building} at {place}
    Engineers of the {place} {group} {adverb} {did} its {adj} foundations in {year}
    The parapet bears {number_word} carved {animal_plural} by the sculptor {person} of {place}
    Weight was limited to {weight} after cracks in the {material} were {done} in {month} {year}
    Soldiers under {person} held the {region} end for {number_word} days in the {event} of {year}
    Painters have {done} the view towards {a:adj} {building} since {person} showed it in {year}
    Between the piers lies {a:adj} {feature}, used by {animal_plural} and by the {place} {group}
    """),
    sections=("Design", "Construction", "History", "Traffic", "In culture"),
    infobox="bridge",
    categories=("Bridges in {place}", "Bridges completed in {year}"),
)

RAILWAY = Subject(
    noun="line",
    title="{core}–{place} line",
    definitions=parse_frames("""
    The {it} is a railway of {length} opened in {year} to bring {good} from {place} to {a:building} at {place}
    The {it} is {a:adj} branch line serving {place}, {place} and the {building} at {place}
    The {it} was a narrow-gauge railway built {adverb} by {person} for the carriage of {good} and {good}
    """),
    statements=parse_frames("""
    The summit, {height} above the sea, lies in {a:adj} cutting through {rock} near {place}
    Trains of {good} were hauled by {number_word} {colour} locomotives bought from {person} of {place}
    {place} station has {a:adj} {building} of {material}, {done} by {person} in {year}
    A viaduct over {a:feature} at {place} cost {money} and the lives of {number_word} workers
    Passenger services to {place} ended on {date}, though {good} was carried until {year}
    The {place} {group} {did} the {region} section for {money} after the {event} of {year}
    Electric working reached {place} in {month} {year}, using power from {a:adj} {building}
    An express hit a wagon of {good} at {place} on {date}, killing {number_word} people
    The track follows {a:adj} {feature} for {length} before it climbs to {place}
    {person}, {office} of the company, {did} {a:adj} extension to {place} in {year}
    Receipts from {good} fell by {percent} in {year}, and the {building} at {place} was {done}
    Its signals were {done} from {a:adj} box at {place} by the {job} {person}
    A tunnel of {length} under {a:feature} was dug by {job_plural} from {place}
    Carriages in {colour} and {colour} ran to the {event} at {place} every {month}
    """),
    sections=("Route", "History", "Rolling stock", "Accidents", "Closure"),
    infobox="rail line",
    categories=("Railway lines opened in {year}", "Railways of {place}"),
)

SHIP = Subject(
    noun="ship",
    title="SS {core}",
    definitions=parse_frames("""
    {it} was {a:adj} {vessel} launched at {place} on {date} for the {place} {group}
    {it} was {a:vessel} of {number} tons, built by {person} at {place} in {year} to carry {good}
    {it} is {a:adj} {vessel} preserved at {place} as a museum of {work}
    """),
    statements=parse_frames("""
    Her hull of {material} was laid down by {person} and {done} at {place} in {year}
    She carried {good} from {place} and returned with {number} bales of {good}
    The {vessel} struck {a:adj} {feature} off {place} on {date} with the loss of {number_word} hands
    Captain {person}, formerly {a:job} of {place}, took command in {month} {year}
    New boilers from {place} raised her speed and cost the {place} {group} {money}
    In the {event} of {year} she was {done} and armed with {number_word} guns at {place}
    Her figurehead, {a:colour} {animal} in {material}, hangs in the {building} at {place}
    Salvors led by {person} brought up {weight} of {good} from {a:feature} in {year}
    She was sold to the {job} {person} for {money} and renamed {surname}
    Mutineers under {person} seized her near {place} and {did} her cargo of {good}
    A voyage from {place} to {place} took {small} days because of the {event} of {year}
    The crew of {small} included {number_word} {job_plural} and {a:adj} {job} from {place}
    Fog hid {a:adj} {building} at {place} when she ran into the {vessel} {surname} on {date}
    {person} {adverb} {did} her log, which the {place} {group} printed in {year}
    """),
    sections=("Construction", "Service", "Loss", "Crew", "Legacy"),
    infobox="ship",
    categories=("Ships built in {place}", "Maritime incidents of {year}"),
)
