//! Spanish, without what is a word of English too: "sin", "son", "once", "me", "no" stay where they are not.

use super::WordTable;

pub static WORDS: WordTable = WordTable {
    code: "es",
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre setiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    about: "aproximadamente unos unas alrededor",
    nearly: "casi",
    over: "supera superan",
    under: "bajo",
    numbers: &["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"],
    scales: &[(3, "mil"), (6, "millones millón")],
    function_words: "el la los las un una unos unas del de y e o pero en con por para sobre entre hasta desde durante según \
                     que es eran fue fueron ser sido ha han había este esta estos estas ese esa como más muy también al se",
    pronouns: "él ella ellos ellas nosotros",
    negations: "nunca jamás ningún ninguna ninguno tampoco nadie nada",
    hedges: "quizás quizá probablemente posiblemente casi aproximadamente supuestamente podría",
    citations: "consultado archivado editorial isbn",
    pointers: "sección secciones tabla cuadro figura anexo página páginas ecuación nota",
    aspects: "historia economía geografía política cultura demografía transporte lista deporte clima",
};
