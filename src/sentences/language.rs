//! Which rules a text is split by: the language of its code, or a cheap guess from its script and small words.

use std::sync::OnceLock;

use super::words::Words;

/// The languages with rules of their own. Every other one is `Unknown`, which is split by the English rules: the stops of
/// all scripts are known there too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Language {
    Unknown,
    English,
    German,
    Dutch,
    Swedish,
    Danish,
    Norwegian,
    French,
    Spanish,
    Catalan,
    Portuguese,
    Italian,
    Romanian,
    Polish,
    Czech,
    Slovak,
    Croatian,
    Slovene,
    Finnish,
    Estonian,
    Hungarian,
    Turkish,
    Indonesian,
    Vietnamese,
    Russian,
    Ukrainian,
    Bulgarian,
    Greek,
    Armenian,
    Arabic,
    Persian,
    Urdu,
    Hebrew,
    Hindi,
    Thai,
    Chinese,
    Japanese,
    Korean,
}

/// The codes of each language: ISO 639-1, the common three-letter ones, and Wikipedia's own.
const LANGUAGE_CODES: &[(&str, Language)] = &[
    ("en eng simple sco", Language::English),
    ("de deu ger als bar nds lb gsw", Language::German),
    ("nl nld dut af vls li", Language::Dutch),
    ("sv swe", Language::Swedish),
    ("da dan", Language::Danish),
    ("no nb nn nob nno nor", Language::Norwegian),
    ("fr fra fre oc wa", Language::French),
    ("es spa gl ast an", Language::Spanish),
    ("ca cat", Language::Catalan),
    ("pt por", Language::Portuguese),
    ("it ita vec lmo scn nap", Language::Italian),
    ("ro ron rum", Language::Romanian),
    ("pl pol szl", Language::Polish),
    ("cs ces cze", Language::Czech),
    ("sk slk slo", Language::Slovak),
    ("hr hrv bs sh", Language::Croatian),
    ("sl slv", Language::Slovene),
    ("fi fin", Language::Finnish),
    ("et est", Language::Estonian),
    ("hu hun", Language::Hungarian),
    ("tr tur az", Language::Turkish),
    ("id ind ms", Language::Indonesian),
    ("vi vie", Language::Vietnamese),
    ("ru rus be bel kk ky", Language::Russian),
    ("uk ukr", Language::Ukrainian),
    ("bg bul mk sr", Language::Bulgarian),
    ("el ell gre grc", Language::Greek),
    ("hy hye arm", Language::Armenian),
    ("ar ara arz", Language::Arabic),
    ("fa fas per", Language::Persian),
    ("ur urd", Language::Urdu),
    ("he heb yi", Language::Hebrew),
    ("hi hin mr ne sa", Language::Hindi),
    ("th tha", Language::Thai),
    ("zh zho chi cmn yue wuu gan lzh", Language::Chinese),
    ("ja jpn", Language::Japanese),
    ("ko kor", Language::Korean),
];

/// Small words that are frequent in one language and rare in its neighbours.
const SMALL_WORDS: &[(&str, Language)] = &[
    ("the of and was is to that for with from which his were", Language::English),
    ("der die das und ist ein eine nicht von mit im den wurde auf", Language::German),
    ("de het een van en is niet op werd voor zijn aan", Language::Dutch),
    ("och att är som en på för med av till inte från", Language::Swedish),
    ("og at er en af til på med det ikke blev fra", Language::Danish),
    ("og at er en av til på med det ikke ble fra", Language::Norwegian),
    ("le la les des et est une du dans qui pour par au", Language::French),
    ("el la los las y es una del en por con que fue", Language::Spanish),
    ("el la els les i és una del amb per que va dels", Language::Catalan),
    ("o a os as e é uma do da em não por com foi", Language::Portuguese),
    ("il la i gli e è una di che per del della nel con", Language::Italian),
    ("și este o un în de la cu din care pentru nu", Language::Romanian),
    ("w i na z się jest do nie że przez od po został", Language::Polish),
    ("je se na v a byl která ve že pro z jako byla", Language::Czech),
    ("je sa na v a bol ktorá vo že pre z ako bola", Language::Slovak),
    ("je se u i na su bio od za koji kao iz", Language::Croatian),
    ("je se v in na so bil za ki kot iz pri", Language::Slovene),
    ("ja on oli ei se että joka sen hän ovat mutta", Language::Finnish),
    ("ja on oli ei see et mis ta ning kui selle", Language::Estonian),
    ("a az és egy hogy nem volt is meg ez", Language::Hungarian),
    ("ve bir bu için ile olarak da de olan çok", Language::Turkish),
    ("yang dan di dari dengan untuk ini pada adalah itu", Language::Indonesian),
    ("và của là có được trong một các những cho", Language::Vietnamese),
];

/// The small words, each with one bit per language it belongs to.
fn small_words() -> &'static Words<u32> {
    static WORDS: OnceLock<Words<u32>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lists = SMALL_WORDS.iter().enumerate().map(|(at, (words, _))| (*words, 1u32 << at));
        Words::new(lists, |old, new| old | new)
    })
}

/// How much of a text `guess` reads.
const GUESS_BYTES: usize = 2000;

impl Language {
    /// How many there are.
    pub(super) const COUNT: usize = Language::Korean as usize + 1;

    /// The language of a code: `"en"`, `"en-GB"`, `"zh-hant"`, `"zh_TW"`. What is not known is `Unknown`, and so is `""`.
    pub fn from_code(code: &str) -> Language {
        let primary = code.split(['-', '_']).next().unwrap_or("");
        for (codes, language) in LANGUAGE_CODES {
            if codes.split(' ').any(|known| known.eq_ignore_ascii_case(primary)) {
                return *language;
            }
        }
        Language::Unknown
    }

    /// The likely language of a text, from its first 2,000 bytes: the script decides, and among Latin scripts a vote of
    /// small words. `"Der Damm ist alt und die Stadt ist klein."` -> `German`; `"12 345"` -> `Unknown`.
    pub fn guess(text: &str) -> Language {
        let mut end = text.len().min(GUESS_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let head = &text[..end];
        let mut scripts = ScriptCounts::default();
        for letter in head.chars() {
            scripts.count(letter);
        }
        scripts.language().unwrap_or_else(|| vote_by_small_words(head))
    }
}

/// Letters counted by script.
#[derive(Default)]
struct ScriptCounts {
    latin: u32,
    han: u32,
    kana: u32,
    others: [u32; 9],
    ukrainian: u32,
    bulgarian: u32,
    persian: u32,
    urdu: u32,
}

const OTHERS: [Language; 9] = [
    Language::Russian,
    Language::Greek,
    Language::Armenian,
    Language::Arabic,
    Language::Hebrew,
    Language::Hindi,
    Language::Thai,
    Language::Korean,
    Language::Unknown,
];

impl ScriptCounts {
    fn count(&mut self, letter: char) {
        match letter {
            'і' | 'ї' | 'є' | 'ґ' => self.ukrainian += 1,
            'ъ' => self.bulgarian += 1,
            'پ' | 'چ' | 'گ' | 'ی' | 'ک' => self.persian += 1,
            'ے' | 'ہ' | 'ں' | 'ٹ' | 'ڈ' => self.urdu += 1,
            _ => {}
        }
        match letter {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => self.latin += 1,
            '\u{400}'..='\u{52f}' => self.others[0] += 1,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => self.others[1] += 1,
            '\u{530}'..='\u{58f}' => self.others[2] += 1,
            '\u{600}'..='\u{6ff}' => self.others[3] += 1,
            '\u{590}'..='\u{5ff}' => self.others[4] += 1,
            '\u{900}'..='\u{97f}' => self.others[5] += 1,
            '\u{e00}'..='\u{e7f}' => self.others[6] += 1,
            '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' => self.others[7] += 1,
            '\u{3040}'..='\u{30ff}' => self.kana += 1,
            '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => self.han += 1,
            other if other.is_alphabetic() => self.others[8] += 1,
            _ => {}
        }
    }

    /// The language a script alone tells; `None` for Latin. An ideograph or a syllable weighs as much as two letters.
    fn language(&self) -> Option<Language> {
        let (best, count) =
            self.others.iter().enumerate().max_by_key(|(_, count)| **count).map_or((8, 0), |(at, count)| (at, *count));
        let east = 2 * (self.han + self.kana);
        if east > self.latin && east > 2 * count {
            return Some(if self.kana * 10 > self.han { Language::Japanese } else { Language::Chinese });
        }
        if count <= self.latin {
            return if self.latin == 0 { Some(Language::Unknown) } else { None };
        }
        Some(match OTHERS[best] {
            Language::Russian if self.ukrainian * 50 > count => Language::Ukrainian,
            Language::Russian if self.bulgarian * 100 > count => Language::Bulgarian,
            Language::Arabic if self.urdu * 50 > count => Language::Urdu,
            Language::Arabic if self.persian * 50 > count => Language::Persian,
            other => other,
        })
    }
}

/// The language whose small words are most frequent; English on a tie, `Unknown` when none occurs twice.
fn vote_by_small_words(text: &str) -> Language {
    let words = small_words();
    let mut votes = [0u32; SMALL_WORDS.len()];
    for word in text.split(|letter: char| !letter.is_alphabetic()) {
        let languages = words.get(word).unwrap_or(0);
        for (at, vote) in votes.iter_mut().enumerate() {
            *vote += languages >> at & 1;
        }
    }
    let mut best = (1, Language::Unknown);
    for (vote, (_, language)) in votes.iter().zip(SMALL_WORDS) {
        if *vote > best.0 {
            best = (*vote, *language);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_up_to_its_region() {
        assert_eq!(Language::from_code("en-GB"), Language::English);
        assert_eq!(Language::from_code("zh-hant"), Language::Chinese);
        assert_eq!(Language::from_code("zh_TW"), Language::Chinese);
        assert_eq!(Language::from_code("PT-br"), Language::Portuguese);
        assert_eq!(Language::from_code(""), Language::Unknown);
        assert_eq!(Language::from_code("tlh"), Language::Unknown);
    }

    #[test]
    fn a_guess_reads_script_and_small_words() {
        for (text, language) in [
            ("The well was dug in the spring, and the water was good.", Language::English),
            ("Der Brunnen wurde im Frühjahr gegraben, und das Wasser ist gut.", Language::German),
            ("Le puits a été creusé au printemps et les gens du village sont dans la rue.", Language::French),
            ("El pozo fue cavado en la primavera por los vecinos y el agua es buena.", Language::Spanish),
            ("Il pozzo è stato scavato nel giardino della villa e gli ospiti che sono qui.", Language::Italian),
            ("De put is in het voorjaar gegraven en het water van een bron is niet op.", Language::Dutch),
            ("Колодец вырыли весной, и вода в нём хорошая.", Language::Russian),
            ("Криницю викопали навесні, і вода в ній добра.", Language::Ukrainian),
            ("这口井是春天挖的，水很好。", Language::Chinese),
            ("井戸は春に掘られ、水は良い。", Language::Japanese),
            ("우물은 봄에 팠고 물이 좋다.", Language::Korean),
            ("حُفرت البئر في الربيع والماء جيد.", Language::Arabic),
            ("12 345", Language::Unknown),
            ("", Language::Unknown),
        ] {
            assert_eq!(Language::guess(text), language, "{text}");
        }
    }
}
