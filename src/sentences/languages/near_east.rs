//! Armenian, Georgian, Hebrew, Amharic and the languages of the Arabic script.

use crate::sentences::row::{Colon, Kind, Row};

/// What Arabic, Persian and Urdu share.
const ARABIC: Row = Row {
    name: "Arabic",
    codes: "ar ara arz",
    script: Some(('\u{600}', '\u{6ff}')),
    abbreviations: &[(Kind::Never, "د أ م ا.د أ.د ص ج ت ط هـ ق.م ق ه ب.م آ ش ڈاکٹر پروفیسر دکتر مهندس")],
    ..Row::PLAIN
};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "Armenian",
        codes: "hy hye arm hyw",
        script: Some(('\u{530}', '\u{58f}')),
        abbreviations: &[(Kind::Never, "թ թթ դ դդ պրոֆ ակ դոկտ տ տկն պ պր օր օրինակ հմմտ տես ք գ փ պող մ.թ.ա մ.թ")],
        colon: Colon::Single,
        is_period_a_pause: true,
        ..Row::PLAIN
    },
    Row {
        name: "Georgian",
        codes: "ka kat geo xmf",
        script: Some(('\u{10d0}', '\u{10ff}')),
        abbreviations: &[(
            Kind::Never,
            "პროფ აკად დოც მაგ ე.ი ე.წ ქ წმ ბ-ნი ქ-ნი იხ შდრ დაბ გარდ ჩვ.წ ძვ.წ ძვ ჩვ წ სს გვ ტ რედ",
        )],
        ..Row::PLAIN
    },
    Row {
        name: "Amharic",
        codes: "am amh ti tir",
        script: Some(('\u{1200}', '\u{139f}')),
        abbreviations: &[(Kind::Never, "ዓ.ም ዓ.ዓ ዶ.ር ዶር ፕ.ር ፕሮፌ ወ.ሮ ወ.ሪት ኢ.ር አ.አ ክ.ል.ዘ ሌ.ኮ ሻ ኮ.ል ገጽ ቁ")],
        colon: Colon::Double,
        ..Row::PLAIN
    },
    Row { name: "Urdu", codes: "ur urd pnb", own_letters: "ےہںٹڈ", ..ARABIC },
    Row { name: "Persian", codes: "fa fas per ckb", own_letters: "پچگیک", ..ARABIC },
    ARABIC,
    Row { name: "Hebrew", codes: "he heb yi", script: Some(('\u{590}', '\u{5ff}')), ..Row::PLAIN },
];
