//! German, without what is a word of English too: "die", "war", "man", "hat", "also".

use super::WordTable;

pub static WORDS: WordTable = WordTable {
    code: "de",
    months: [
        "januar jänner",
        "februar",
        "märz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober okt",
        "november",
        "dezember dez",
    ],
    about: "etwa ungefähr circa zirka rund",
    nearly: "beinahe knapp",
    over: "über",
    under: "unter",
    numbers: &[
        "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
    ],
    scales: &[(3, "tausend"), (6, "millionen million"), (9, "milliarden milliarde mrd"), (12, "billionen")],
    function_words: "der das den dem des ein eine einer eines einem einen und oder aber von vom im zu zum zur mit bei beim \
                     nach aus auf gegen durch über unter vor zwischen ist sind waren wurde wurden wird werden worden \
                     haben hatte hatten sein seit bis als wie dass auch noch nur schon sowie bzw um",
    pronouns: "er sie wir ihr ihre ihren ihrer ihrem seine seinen seiner seinem dieser diese dieses diesem diesen",
    negations: "nicht kein keine keinen keiner keinem nie niemals ohne weder niemand nichts",
    hedges: "vielleicht möglicherweise vermutlich wahrscheinlich angeblich etwa ungefähr meist oft könnte soll",
    citations: "abgerufen archiviert hrsg verlag auflage seiten bd",
    pointers: "abschnitt abschnitten tabelle abbildung abb anhang seite seiten fußnote gleichung",
    aspects: "geschichte wirtschaft geographie geografie politik kultur verkehr bevölkerung liste sport militär klima",
};
