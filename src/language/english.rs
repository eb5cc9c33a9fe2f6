//! English. Words that only English has a list of are in `compare::words` and `values::lexicon`.

use super::WordTable;

pub static WORDS: WordTable = WordTable {
    code: "en",
    months: [
        "january jan",
        "february feb",
        "march mar",
        "april apr",
        "may",
        "june jun",
        "july jul",
        "august aug",
        "september sept sep",
        "october oct",
        "november nov",
        "december dec",
    ],
    about: "about approximately approx around roughly circa ca c some estimated",
    nearly: "nearly almost",
    over: "over above exceeding",
    under: "under below",
    numbers: &[
        "zero nought",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ],
    scales: &[(6, "million mio"), (9, "billion"), (12, "trillion")],
    function_words: "a an the of in on at by for from to with as and or but nor is are was were be been being has have had do \
        does did will would can could may might shall should must into onto over under between through during \
        after before since until than then so if also there here where when while such however though although \
        because due per within upon about up out off down 's s some other another same very s' de la le el von \
        van der di du des",
    pronouns: "he she it they his her its their hers theirs him them this these that those who which we our i you both",
    negations: "not never no none nor neither without cannot nobody nothing unable failed denied",
    hedges: "possibly probably perhaps reportedly allegedly may might can could would should likely supposedly \
        apparently generally usually often sometimes typically about around approximately roughly nearly almost \
        estimated circa some",
    citations: "retrieved accessed archived",
    pointers: "section sections table tables figure figures fig appendix annex equation eq page pages footnote note step listing",
    aspects: "history economy geography demographics politics culture government foreign relations transport \
        transportation military armed forces religion languages language list lists climate education law \
        constitution music cinema telecommunications communications tourism agriculture outline index timeline \
        book modern early life works bibliography discography filmography sport sports health energy \
        architecture art literature philosophy theory meteorological",
};
