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

use std::collections::HashMap;
use std::sync::LazyLock;

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
static ROLES: LazyLock<HashMap<String, u8>> = LazyLock::new(|| {
    let mut roles = HashMap::new();
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

fn has_role(folded: &str, role: u8) -> bool {
    ROLES.get(folded).is_some_and(|roles| roles & role != 0)
}

/// Whether a folded word has no meaning of its own: "und", "及".
pub fn is_function_word(folded: &str) -> bool {
    has_role(folded, FUNCTION)
}

/// Whether a folded word stands for somebody named elsewhere: "elle", "他".
pub fn is_pronoun(folded: &str) -> bool {
    has_role(folded, PRONOUN)
}

/// Whether a folded word turns a claim round: "nicht", "不".
pub fn is_negation(folded: &str) -> bool {
    has_role(folded, NEGATION)
}

/// Whether a folded word weakens a claim: "vielleicht", "可能".
pub fn is_hedge(folded: &str) -> bool {
    has_role(folded, HEDGE)
}

/// Whether a folded word belongs to citations: "abgerufen".
pub fn is_citation_word(folded: &str) -> bool {
    has_role(folded, CITATION)
}

/// Whether a folded word stands before the number of a place in a text: "section", "abschnitt".
pub fn is_pointer_word(folded: &str) -> bool {
    has_role(folded, POINTER)
}

/// Whether a folded word names a side of a subject: "geschichte", "历史".
pub fn is_aspect(folded: &str) -> bool {
    has_role(folded, ASPECT)
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
    use crate::compare::words;

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
        assert!(is_function_word("und") && is_function_word("для") && is_function_word("的") && is_function_word("は"));
        assert!(is_negation("nicht") && is_negation("jamais") && is_negation("не") && is_negation("没"));
        assert!(is_pronoun("elle") && is_pronoun("он") && is_pronoun("他"));
        assert!(is_citation_word("abgerufen") && is_hedge("quizas") && is_aspect("historia"));
        assert_eq!(find_closing_aspect("加蓬历史"), Some("历史"));
        // What other languages lack of English, and what English has of them.
        for word in ["war", "die", "on", "son", "sin", "fur", "mill", "hat", "man", "pour", "are", "art", "gift"] {
            assert_eq!(words::is_function_word(word), matches!(word, "on" | "are"), "{word}");
            assert!(!is_negation(word) && !is_hedge(word), "{word}");
        }
    }
}
