//! The rules of each language: its abbreviations, the words that open its sentences, and a few habits.
//!
//! They are made once per language and shared by all splitters; the lists are in `lists/`.

use std::sync::OnceLock;

use super::language::Language;
use super::lists;
use super::words::Words;

/// What a full stop after an abbreviation means. Nothing ends before a small letter, so only what follows in capitals,
/// digits and the like is told here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It never ends a sentence: "e.g.", "vs.".
    Never,
    /// Before a name; with a small letter it is like `Starter`: "Gen. Hale", but "of the gen. The".
    Title,
    /// It ends a sentence only before a word that opens sentences: "Inc. The", but "Inc. Magazine".
    Starter,
    /// It ends a sentence before any capital: "etc. Trade".
    Capital,
    /// Before a number; else like `Capital`: "No. 5", but "no. Hale".
    Number,
    /// A month or a day, only when it has a capital: before a number it goes on, else like `Starter`.
    Date,
    /// A time or an era: like `Capital`, but "At 5 a.m. Hale" and "7 a.m. Monday" go on.
    Time,
    /// After a number a unit, and like `Capital`; else a place, and like `Title`: "5 ft. Hale", but "Ft. Hale".
    Unit,
    /// After a number like `Capital`, else like `Never`: Russian "1901 г. Она", but "г. Орин".
    AfterNumber,
}

/// A list of abbreviations of one kind, without their last stop, parted by blanks.
pub(super) type List = (Kind, &'static str);

/// How one language ends its sentences.
pub(super) struct Rules {
    /// The language.
    pub(super) language: Language,
    /// Abbreviations without their last stop.
    pub(super) abbreviations: Words<Kind>,
    /// Words that open sentences and are no names.
    pub(super) starters: Words<()>,
    /// A number with a stop is an ordinal: "3. Mai".
    pub(super) ordinals: bool,
    /// Names that end in a mark: "Yahoo!".
    pub(super) marked_names: Words<()>,
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
        static ALL: [OnceLock<Rules>; Language::COUNT] = [const { OnceLock::new() }; Language::COUNT];
        ALL[language as usize].get_or_init(|| Rules::new(language))
    }

    fn new(language: Language) -> Rules {
        let (own, starters) = lists::find_lists(language);
        let common = if own.is_empty() { lists::ENGLISH } else { lists::COMMON };
        let keep = |(): (), (): ()| ();
        Rules {
            language,
            abbreviations: Words::new(common.iter().chain(own).map(|(kind, words)| (*words, *kind)), |_, own| own),
            starters: Words::new([(starters, ())].into_iter(), keep),
            ordinals: matches!(
                language,
                Language::German
                    | Language::Danish
                    | Language::Norwegian
                    | Language::Finnish
                    | Language::Estonian
                    | Language::Hungarian
                    | Language::Turkish
                    | Language::Czech
                    | Language::Slovak
                    | Language::Croatian
                    | Language::Slovene
            ),
            marked_names: Words::new([(lists::MARKED_NAMES, ())].into_iter(), keep),
            reporting: Words::new([(lists::REPORTING, ())].into_iter(), keep),
            time_openers: Words::new([(lists::TIME_OPENERS, ())].into_iter(), keep),
            time_followers: Words::new([(lists::TIME_FOLLOWERS, ())].into_iter(), keep),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_starters_and_lower_case_lists() {
        for code in ["en", "de", "nl", "sv", "fr", "es", "pt", "it", "pl", "cs", "ru", "uk", "tr", "el", ""] {
            let (own, starters) = lists::find_lists(Language::from_code(code));
            assert!(!starters.is_empty(), "{code}");
            for (_, words) in own {
                assert_eq!(*words, words.to_lowercase(), "{code}");
            }
        }
    }

    #[test]
    fn a_language_overrides_the_common_list() {
        assert_eq!(Rules::for_language(Language::English).abbreviations.get("Etc"), Some(Kind::Capital));
        assert_eq!(Rules::for_language(Language::German).abbreviations.get("etc"), Some(Kind::Starter));
        assert_eq!(Rules::for_language(Language::Russian).abbreviations.get("Г"), Some(Kind::AfterNumber));
    }
}
