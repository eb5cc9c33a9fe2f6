"""Frames any article can use: statements, short statements, openers before a statement, tails after it."""

from __future__ import annotations

from twicetold.demo.frames import parse_frames

STATEMENTS = parse_frames("""
    {person}, {a:job} from {place}, {did} {a:adj} {document} on the subject in {year}
    The {place} {group} keeps {a:adj} {document} and {number_word} {picture_plural} that show the {building}
    During the {event} of {year} the {job} {person} {adverb} {did} {a:building} nearby
    A {document} by {person} lists {good}, {good} and {a:adj} {building} at {place}
    Between {year} and {year} the {want} of {good} was {adverb} {done} by the {place} {group}
    {person} and {person} {did} each other's {document_plural} on {topic} for {number_word} years
    The {job} {person} left {money} to the {place} {group} for {a:adj} {building}
    According to {a:adj} {document} of {year}, {person} {did} the {building} for {good}
    A legend has {a:job} of {place} trade {a:colour} {animal} for {good} and {a:adj} {building}
    Since {year} the {event} has been marked at {place} with {form_plural} and {good}
    {a_cap:adj} {building} of {material} at {place} was {done} to house the {document_plural} of {person}
    The {place} {group}, led by {person}, {did} {a:adj} plan for {work} in {month} {year}
    Evidence for {work} comes from {a:adj} {feature}, where {rock} and {good} were {done}
    {person} served as {office} of {place} for {small} months and {did} the {want} of {good}
    A photograph of {date} by {person} shows {a:adj} {building}, {job_plural} and {a:animal}
    The {ordinal} edition of the {document}, {done} by {person} in {year}, drops all mention of {topic}
    Few {job_plural} in {place} approved of {person}, whose {adj} {building} stood by {a:feature}
    In {month} {year} thieves took {good}, {a:adj} {document} and {money} from {person}
    The cost, {money}, was met from a duty on {good} that {person} {did} at {place}
    Visitors in the {decade} praised the {adj} {building}, the {plant} and the {colour} {feature}
    {a_cap:job} named {person} {adverb} {did} the {picture} that hung in {a:building} at {place}
    Excavation in {year} by {person} uncovered {material} walls, {good} and {a:adj} {feature}
    The {want} of {good} in {place} and the {event} of {year} hastened the change
    An inscription in {a:adj} {building} names {person}, {office}, and {person}, {a:job}
    {person} compared the {feature} at {place} with {a:adj} {building} seen in {year}
    The {person_noun} of {person} sold {a:adj} {building} in {place} to {a:job} for {money}
    {topic_cap} and {topic} were taught in {a:adj} {building} there by {person} from {year}
    A committee of {number_word} {job_plural} from {place} {did} the {adj} {document} on {date}
    {good_cap} and {good} from {place} were {adverb} {done} by {person} in the {decade}
    The {region} {feature} is {done} by the {place} {group} for its {plant}, {plant} and {animal_plural}
    Reports of {a:colour} {animal} near {place} were {adverb} {done} by {person} in {year}
    Some {percent} of the {good} sold at {place} in {year} had been {done} by {person}
    The {building}, {adj} and {adj}, passed from {person} to {a:job} in {month} {year}
    {person} of {place} wrote {a:form} in {key} for {a:job} who had {done} the {event} of {year}
    A fund for {a:adj} {building} was {adverb} {done} when {person} left {place} on {date}
    For {number_word} years {person} {did} rainfall at {place}, noting {height} of snow in {year}
    {animal_cap_plural} and {plant} appear on the seal that {person} cut for the {place} {group}
    Its {ordinal} keeper, {person}, had been {a:job} at {place} before the {event} of {year}
""")

SHORT_STATEMENTS = parse_frames("""
    {person} {did} {good} at {place}
    {person} died near {place}
    {place} {did} {adj} {good} from {place}
    {person} brought {work} to {place}
    {person} never {did} {person}
    Only {person} and {person} of {place} objected
    {person} {adverb} {did} {place}
    {place} and {place} {did} {person}
    {person} left {place} to {person}
    {good_cap} and {good} went to {place} and {place}
    {person} and {surname} {did} {place}
    {adj_cap} {animal_plural} live at {place} and {place}
    {person} taught {topic} at {place}
    {plant_cap}, {plant} and {plant} grow at {place}
    {person} {did} {person} and {adj} {job_plural}
    {person} met {person} {adverb}
    {person} {did} {topic} with {person}
    {place} lies between {place} and {place}
    {work_cap} made {person} and {person} {adj}
    {person}, {person} and {person} left
""")

OPENERS = parse_frames("""
    In {year},
    In {month} {year},
    On {date},
    By the {decade},
    After the {event} of {year},
    Before the {event} at {place},
    According to {person},
    With help from the {place} {group},
    Despite the {want} of {good},
    Under the {adj} rule of {person},
    As {a:job} from {place} noted in {year},
    During {a:adj} {month},
    Because of the {want} of {good},
    At the request of {person},
    Unlike {a:adj} {building} in {place},
    For {number_word} years after {year},
    In {a:adj} {document} of {year},
    Near {place},
    To the surprise of {job_plural} in {place},
    Thanks to {person}, {a:job},
    When the {building} at {place} was {done},
    Seen from {a:feature} near {place},
    Following the {event} of {year},
    Shortly before {date},
    On the advice of {person},
    Towards the end of {year},
    In the {region} parishes,
    Like the {building} at {place},
    From {month} to {month},
    Some {number_word} years earlier,
    With {good} from {place},
    Against the wishes of {person},
    As early as {year},
    In the words of {person},
    Together with {person},
    Since the {decade},
    Once {person} had left {place},
    Judging by {a:adj} {document},
    For want of {good},
    In {a:adj} {feature} near {place},
""")

TAILS = parse_frames("""
    , while {a:adj} {building} at {place} was {adverb} {done} by {person}
    , shortly before {person} {did} the {adj} {document} of {year}
    , although {person} later {did} {a:adj} {document} that said otherwise
    , and the {job} {person} {did} {a:adj} {feature} there in {month}
    , as {a:document} kept in {place} shows
    ; {a:job} from {place} {adverb} {did} it in {year}
    , together with {a:adj} {building} of {material}
    , a year after the {event} at {place}
    , which {person} {adverb} called {adj}
    , to the annoyance of {job_plural} in {place}
    , partly because of the {want} of {good}
    , in return for {good} and {money}
    , when {good} from {place} cost {money} a load
    , with {number_word} {job_plural} and {a:adj} {vessel} in attendance
    , but the {place} {group} {did} the plan after the {event} of {year}
    , and {animal_plural} have lived in the {adj} {feature} ever since
    , a fact that {person} {did} in {a:adj} {document}
    , following {a:adj} quarrel between {person} and {a:job} of {place}
    , for which {person} was made {office} of {place} in {year}
    , not far from {a:adj} {feature} of {rock} and {plant}
    , until the {event} of {year} put an end to {work} in {place}
    , where {plant} and {plant} still grow among {material}
    , after {person} had {done} the {building} for {small} days
    , whose {adj} {building} survives in {place}
    , despite {a:adj} {document} from {person} warning of the {event}
    , at a time when {place} lived by {work} and {work}
    , as the {office} {person} had {adverb} promised on {day}
    , using {good} and {material} brought from {place} by {vessel}
    , under the eyes of {person} and {number_word} {job_plural}
    , and again in {year} at the {adj} {building} of {person}
    , so that by {year} only {a:adj} {building} and {number_word} {animal_plural} remained
    , about {length} from {place} and {a:adj} {feature}
    , the {ordinal} such {event} since {year}
    , according to {person}, {office} of the {place} {group}
    , and sold {good} to {job_plural} from {place} until {month} {year}
    , though {percent} of the {good} was lost on the way to {place}
    , a habit shared by {job_plural} in {place} and {adj} {animal_plural} alike
    , in spite of {adj} weather and the {want} of {good}
    , because {a:colour} {animal} had been seen over {a:feature} at {place}
    , before being {done} by the {place} {group} for {money}
    , with views over {a:adj} {feature} as far as {place}
    , and {person}, {a:job}, wrote {a:adj} {form} on the theme
    , as did {person} of {place} in {year}
    , an account that {person} and {person} {adverb} {did}
    , near the spot where {person} {did} {a:adj} {building} in {year}
    , at the cost of {number_word} lives and {weight} of {good}
    , one of {small} such cases in the {region} {feature} of {place}
    , leaving {a:adj} {building}, some {good} and {a:adj} {document}
    , a change that {job_plural} {adverb} {did} in {year}
    , and not, as {person} believed, by {a:job} from {place}
    , which now stands beside the {building} in {place}
    , giving {place} its {adj} {feature} and {adj} name
    , on {a:adj} site between {a:feature} and the {place} {building}
    , then in the hands of {person}, the {person_noun} of {a:job}
    ; the {adj} {document} of {person} dates this to {circa}
    , and {topic} became a subject at the {place} {group} in {year}
    , to judge from {good}, {rock} and {material} found at {place}
    , for fear of the {event} that {person} {did} in {month}
    , save for {a:adj} {building} owned by {a:job}
    , earning {person} {money} and the thanks of the {place} {group}
""")
