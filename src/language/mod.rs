//! Words that kinds and values must know, one table per language. To teach a language a word, add it to its file; to add a
//! language, write a file like the others and name it in `TABLES`.
//!
//! Nobody says in which language a pair of sentences is, so the tables are asked together. What means something else in
//! another of these languages (German "war", French "on") is left out. English itself has more words in `compare::words` and
//! in `values::lexicon`, where they have a grammar.

mod chinese;
mod english;
mod french;
mod german;
mod japanese;
mod russian;
mod spanish;
mod word_map;

use std::sync::LazyLock;

pub use word_map::WordMap;

use crate::compare::fold_text;

/// The words of one language, in lower case and parted by blanks. A language without blanks lists stretches of characters.
pub struct WordTable {
    /// Its code.
    pub code: &'static str,
    /// The months, each with its forms: "januar jan".
    pub months: [&'static str; 12],
    /// "about".
    pub about: &'static str,
    /// "nearly".
    pub nearly: &'static str,
    /// "over".
    pub over: &'static str,
    /// "under".
    pub under: &'static str,
    /// The numbers from zero on, each with its forms.
    pub numbers: &'static [&'static str],
    /// Powers of ten and their words: "million".
    pub scales: &'static [(u8, &'static str)],
    /// Words without a meaning of their own.
    pub function_words: &'static str,
    /// Words that stand for somebody named elsewhere.
    pub pronouns: &'static str,
    /// Words that turn a claim round.
    pub negations: &'static str,
    /// Words that weaken a claim.
    pub hedges: &'static str,
    /// Words of citations: "Retrieved".
    pub citations: &'static str,
    /// Words before the number of a place in a text: "section".
    pub pointers: &'static str,
    /// Words that name a side of a subject, in titles: "History".
    pub aspects: &'static str,
}

/// All languages.
pub static TABLES: [&WordTable; 7] = [
    &english::WORDS,
    &german::WORDS,
    &french::WORDS,
    &spanish::WORDS,
    &russian::WORDS,
    &chinese::WORDS,
    &japanese::WORDS,
];

const FUNCTION: u8 = 1;
const PRONOUN: u8 = 2;
const NEGATION: u8 = 4;
const HEDGE: u8 = 8;
const CITATION: u8 = 16;
const ASPECT: u8 = 32;
const POINTER: u8 = 64;

/// The words of all tables without case and accents, each with what it can be.
static ROLES: LazyLock<WordMap<String, u8>> = LazyLock::new(|| {
    let mut roles = WordMap::default();
    for table in TABLES {
        let lists = [
            (table.function_words, FUNCTION),
            (table.pronouns, FUNCTION | PRONOUN),
            (table.negations, NEGATION),
            (table.hedges, HEDGE),
            (table.citations, CITATION),
            (table.aspects, ASPECT),
            (table.pointers, POINTER),
        ];
        for (words, role) in lists {
            for word in words.split(' ').filter(|word| !word.is_empty()) {
                *roles.entry(fold_text(word)).or_insert(0) |= role;
            }
        }
    }
    roles
});

/// What a word can be, in any of the languages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles(u8);

impl Roles {
    /// Of a folded word.
    pub fn find(folded: &str) -> Roles {
        let contracted = if folded.ends_with("n't") { NEGATION } else { 0 };
        Roles(ROLES.get(folded).copied().unwrap_or(0) | contracted)
    }

    /// No meaning of its own: "und", "及".
    pub fn is_function_word(self) -> bool {
        self.0 & FUNCTION != 0
    }

    /// It stands for somebody named elsewhere: "elle", "他".
    pub fn is_pronoun(self) -> bool {
        self.0 & PRONOUN != 0
    }

    /// It turns a claim round: "nicht", "不".
    pub fn is_negation(self) -> bool {
        self.0 & NEGATION != 0
    }

    /// It weakens a claim: "vielleicht", "可能".
    pub fn is_hedge(self) -> bool {
        self.0 & HEDGE != 0
    }

    /// It belongs to citations: "abgerufen".
    pub fn is_citation_word(self) -> bool {
        self.0 & CITATION != 0
    }

    /// It stands before the number of a place in a text: "section", "abschnitt".
    pub fn is_pointer_word(self) -> bool {
        self.0 & POINTER != 0
    }

    /// It names a side of a subject: "geschichte", "历史".
    pub fn is_aspect(self) -> bool {
        self.0 & ASPECT != 0
    }
}

/// The aspect that a folded title of a script without blanks ends in: "加蓬历史" -> "历史".
pub fn find_closing_aspect(title: &str) -> Option<&'static str> {
    let unspaced = [&chinese::WORDS, &japanese::WORDS];
    let aspects = unspaced.iter().flat_map(|table| table.aspects.split(' '));
    aspects.filter(|aspect| title.len() > aspect.len() && title.ends_with(aspect)).max_by_key(|aspect| aspect.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_list() {
        for table in TABLES {
            let lists = [
                table.about,
                table.over,
                table.function_words,
                table.pronouns,
                table.negations,
                table.hedges,
                table.citations,
                table.aspects,
            ];
            assert!(lists.iter().all(|list| !list.is_empty()), "{}", table.code);
            assert!(table.months.iter().all(|month| !month.is_empty()), "{}", table.code);
            assert!(table.numbers.len() >= 11, "{}", table.code);
        }
    }

    #[test]
    fn words_of_other_languages_are_known_and_english_stays_as_it_is() {
        assert!(["und", "для", "的", "は"].iter().all(|word| Roles::find(word).is_function_word()));
        assert!(["nicht", "jamais", "не", "没", "don't"].iter().all(|word| Roles::find(word).is_negation()));
        assert!(["elle", "он", "他"].iter().all(|word| Roles::find(word).is_pronoun()));
        assert!(Roles::find("abgerufen").is_citation_word() && Roles::find("abschnitt").is_pointer_word());
        assert!(Roles::find("quizas").is_hedge() && Roles::find("historia").is_aspect());
        assert_eq!(find_closing_aspect("加蓬历史"), Some("历史"));
        // What other languages lack of English, and what English has of them.
        for word in ["war", "die", "on", "son", "sin", "fur", "mill", "hat", "man", "pour", "are", "art", "gift"] {
            let roles = Roles::find(word);
            assert_eq!(roles.is_function_word(), matches!(word, "on" | "are"), "{word}");
            assert!(!roles.is_negation() && !roles.is_hedge(), "{word}");
        }
    }
}
