//! The rules of each language, made from its row when first asked for and shared by all splitters.

use std::sync::OnceLock;

use super::language::Language;
use super::languages::{COMMON, ENGLISH, MARKED_NAMES, REPORTING};
use super::row::{Kind, Row};
use super::words::Words;

/// How one language ends its sentences.
pub(super) struct Rules {
    /// Its habits.
    pub(super) row: &'static Row,
    /// Abbreviations without their last stop.
    pub(super) abbreviations: Words<Kind>,
    /// Words that open sentences and are no names.
    pub(super) starters: Words<()>,
    /// Names that end in a mark: "Yahoo!".
    pub(super) marked_names: Words<()>,
    /// "I" has a capital wherever it stands.
    pub(super) has_capital_i: bool,
    /// Verbs that report speech: "said".
    pub(super) reporting: Words<()>,
    /// How a clause opens that only tells a time: "At".
    pub(super) time_openers: Words<()>,
    /// What goes on after a time: "Monday".
    pub(super) time_followers: Words<()>,
}

impl Rules {
    /// The rules of a language, made when first asked for.
    pub(super) fn for_language(language: Language) -> &'static Rules {
        static ALL: [OnceLock<Rules>; Language::MOST] = [const { OnceLock::new() }; Language::MOST];
        ALL[language.index()].get_or_init(|| Rules::new(language.row()))
    }

    fn new(row: &'static Row) -> Rules {
        let shared = if row.abbreviations.is_empty() { ENGLISH.abbreviations } else { COMMON };
        let lists = shared.iter().chain(row.abbreviations).map(|(kind, words)| (*words, *kind));
        let set = |own: &'static str, english: &'static str| {
            Words::new([(if own.is_empty() { english } else { own }, ())].into_iter(), |(), ()| ())
        };
        Rules {
            row,
            abbreviations: Words::new(lists, |_, own| own),
            starters: set(row.starters, ENGLISH.starters),
            has_capital_i: row.starters.is_empty() || row.capital_titles,
            marked_names: set(MARKED_NAMES, ""),
            reporting: set(REPORTING, ""),
            time_openers: set(row.time_openers, ENGLISH.time_openers),
            time_followers: set(row.time_followers, ENGLISH.time_followers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_in_lower_case() {
        for language in Language::all() {
            let row = language.row();
            for (_, words) in row.abbreviations {
                assert_eq!(*words, words.to_lowercase(), "{}", row.name);
            }
            for words in [row.starters, row.time_openers, row.time_followers, row.small_words, row.codes] {
                assert_eq!(words, words.to_lowercase(), "{}", row.name);
            }
        }
    }

    #[test]
    fn a_language_overrides_the_common_list() {
        let kind = |code: &str, word: &str| Rules::for_language(Language::from_code(code)).abbreviations.get(word);
        assert_eq!(kind("en", "Etc"), Some(Kind::Capital));
        assert_eq!(kind("de", "etc"), Some(Kind::Starter));
        assert_eq!(kind("ru", "Г"), Some(Kind::AfterNumber));
    }
}
