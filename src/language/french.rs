//! French, without what is a word of English too: "on", "son", "pour", "est", "sans" stay where they are not.

use super::WordTable;

pub static WORDS: WordTable = WordTable {
    code: "fr",
    months: [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    about: "environ approximativement vers",
    nearly: "presque",
    over: "dépasse dépassent",
    under: "sous",
    numbers: &["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"],
    scales: &[(3, "mille"), (6, "millions million"), (9, "milliards milliard")],
    function_words: "le la les un une du de des et mais dans sur avec par chez entre vers pendant depuis aux ainsi dont \
                     que qui est sont était étaient fut furent été être avait avaient ont ce cet cette ces au comme \
                     après avant",
    pronouns: "il elle ils elles nous vous ses leur leurs celui celle",
    negations: "pas jamais aucun aucune sans ne ni rien personne",
    hedges: "peut-être probablement environ presque parfois souvent pourrait aurait semble",
    citations: "consulté éditions archivé isbn",
    pointers: "section sections tableau figure annexe page pages équation note",
    aspects: "histoire économie géographie politique démographie transports liste sport climat",
};
