//! Which rules a text is split by: the language of its code, or a cheap guess from its script and small words.

use std::sync::OnceLock;

use super::languages::FAMILIES;
use super::row::Row;
use super::words::Words;

/// A language with a row in the table of `languages/`. Every other one is `UNKNOWN`, which is split by the English rules:
/// the stops of all scripts are known there too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(u8);

/// How much of a text `guess` reads.
const GUESS_BYTES: usize = 2000;

impl Language {
    /// Any language without a row of its own.
    pub const UNKNOWN: Language = Language(0);

    /// The table has room for this many.
    pub(super) const MOST: usize = 64;

    /// All languages, in the order of the table.
    pub(super) fn all() -> impl Iterator<Item = Language> {
        (0..table().len()).map(|at| Language(at as u8))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn row(self) -> &'static Row {
        table()[self.index()]
    }

    /// Its English name: `"German"`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The language of a code: `"en"`, `"en-GB"`, `"zh-hant"`, `"zh_TW"`. What is not known is `UNKNOWN`, and so is `""`.
    pub fn from_code(code: &str) -> Language {
        let primary = code.split(['-', '_']).next().unwrap_or("");
        let has_code = |row: &Row| row.codes.split(' ').any(|known| known.eq_ignore_ascii_case(primary));
        let found = table().iter().position(|row| !primary.is_empty() && has_code(row));
        Language(found.unwrap_or(0) as u8)
    }

    /// The likely language of a text, from its first 2,000 bytes: the script decides, and among Latin scripts a vote of
    /// small words. `"Der Damm ist alt und die Stadt ist klein."` -> German; `"12 345"` -> `UNKNOWN`.
    pub fn guess(text: &str) -> Language {
        let mut end = text.len().min(GUESS_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let head = &text[..end];
        let mut scripts =
            ScriptCounts { latin: 0, han: 0, kana: 0, named: [0; 32], strange: 0, own: [0; Language::MOST] };
        for letter in head.chars() {
            scripts.count(letter);
        }
        scripts.find_language().unwrap_or_else(|| vote_by_small_words(head))
    }
}

/// The rows of all families in one list.
fn table() -> &'static [&'static Row] {
    static TABLE: OnceLock<Vec<&'static Row>> = OnceLock::new();
    TABLE.get_or_init(|| FAMILIES.iter().flat_map(|rows| rows.iter()).take(Language::MOST).collect())
}

/// The small words, each with one bit per language it belongs to.
fn small_words() -> &'static Words<u64> {
    static WORDS: OnceLock<Words<u64>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lists = table().iter().enumerate().map(|(at, row)| (row.small_words, 1u64 << at));
        Words::new(lists, |old, new| old | new)
    })
}

/// The first and the last letter of a script, and its languages.
type Script = ((char, char), Vec<Language>);

/// The scripts that rows name, each with its languages in the order of the table.
fn scripts() -> &'static [Script] {
    static SCRIPTS: OnceLock<Vec<Script>> = OnceLock::new();
    SCRIPTS.get_or_init(|| {
        let mut scripts: Vec<Script> = Vec::new();
        for language in Language::all() {
            let Some(range) = language.row().script else { continue };
            match scripts.iter_mut().find(|(known, _)| *known == range) {
                Some((_, languages)) => languages.push(language),
                None => scripts.push((range, vec![language])),
            }
        }
        scripts
    })
}

/// Letters counted by script.
struct ScriptCounts {
    latin: u32,
    han: u32,
    kana: u32,
    /// Of each of the scripts that rows name.
    named: [u32; 32],
    /// Of all other scripts.
    strange: u32,
    /// Letters that only some languages of a script have.
    own: [u32; Language::MOST],
}

impl ScriptCounts {
    fn count(&mut self, letter: char) {
        match letter {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => self.latin += 1,
            '\0'..='\u{7f}' => {}
            '\u{3040}'..='\u{30ff}' => self.kana += 1,
            '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => self.han += 1,
            other if other.is_alphabetic() => self.count_named(other),
            _ => {}
        }
    }

    fn count_named(&mut self, letter: char) {
        // The Greek letters with the marks of antiquity have a block of their own.
        let letter = if matches!(letter, '\u{1f00}'..='\u{1fff}') { 'α' } else { letter };
        let found = scripts().iter().position(|((first, last), _)| (*first..=*last).contains(&letter));
        let Some(at) = found.filter(|at| *at < self.named.len()) else {
            self.strange += 1;
            return;
        };
        self.named[at] += 1;
        for language in &scripts()[at].1 {
            self.own[language.index()] += u32::from(language.row().own_letters.contains(letter));
        }
    }

    /// The language a script alone tells; `None` for Latin. An ideograph or a syllable weighs as much as two letters.
    fn find_language(&self) -> Option<Language> {
        let (best, count) = self
            .named
            .iter()
            .enumerate()
            .fold((0, 0), |best, (at, count)| if *count > best.1 { (at, *count) } else { best });
        let most = count.max(self.strange);
        let east = 2 * (self.han + self.kana);
        if east > self.latin && east > 2 * most {
            return Some(Language::from_code(if self.kana * 10 > self.han { "ja" } else { "zh" }));
        }
        if most <= self.latin {
            return if self.latin == 0 { Some(Language::UNKNOWN) } else { None };
        }
        if self.strange >= count {
            return Some(Language::UNKNOWN);
        }
        let languages = &scripts()[best].1;
        let is_told = |language: &&Language| self.own[language.index()] * 80 > count;
        let plain = |language: &&Language| language.row().own_letters.is_empty();
        languages.iter().find(is_told).or_else(|| languages.iter().find(plain)).copied()
    }
}

/// The language whose small words are most frequent; English on a tie, `UNKNOWN` when none occurs twice.
fn vote_by_small_words(text: &str) -> Language {
    let words = small_words();
    let mut votes = [0u32; Language::MOST];
    for word in text.split(|letter: char| !letter.is_alphabetic()) {
        let mut languages = words.get(word).unwrap_or(0);
        while languages != 0 {
            votes[languages.trailing_zeros() as usize] += 1;
            languages &= languages - 1;
        }
    }
    let mut best = (1, Language::UNKNOWN);
    for language in Language::all() {
        if votes[language.index()] > best.0 {
            best = (votes[language.index()], language);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_up_to_its_region() {
        assert_eq!(Language::from_code("en-GB").name(), "English");
        assert_eq!(Language::from_code("zh-hant").name(), "Chinese");
        assert_eq!(Language::from_code("zh_TW").name(), "Chinese");
        assert_eq!(Language::from_code("PT-br").name(), "Portuguese");
        assert_eq!(Language::from_code(""), Language::UNKNOWN);
        assert_eq!(Language::from_code("tlh").name(), "Unknown");
    }

    #[test]
    fn a_guess_reads_script_and_small_words() {
        for (text, language) in [
            ("The well was dug in the spring, and the water was good.", "English"),
            ("Der Brunnen wurde im Frühjahr gegraben, und das Wasser ist gut.", "German"),
            ("Le puits a été creusé au printemps et les gens du village sont dans la rue.", "French"),
            ("El pozo fue cavado en la primavera por los vecinos y el agua es buena.", "Spanish"),
            ("Il pozzo è stato scavato nel giardino della villa e gli ospiti che sono qui.", "Italian"),
            ("De put is in het voorjaar gegraven en het water van een bron is niet op.", "Dutch"),
            ("Колодец вырыли весной, и вода в нём хорошая.", "Russian"),
            ("Криницю викопали навесні, і вода в ній добра.", "Ukrainian"),
            ("这口井是春天挖的，水很好。", "Chinese"),
            ("井戸は春に掘られ、水は良い。", "Japanese"),
            ("우물은 봄에 팠고 물이 좋다.", "Korean"),
            ("حُفرت البئر في الربيع والماء جيد.", "Arabic"),
            ("12 345", "Unknown"),
            ("", "Unknown"),
        ] {
            assert_eq!(Language::guess(text).name(), language, "{text}");
        }
    }
}
