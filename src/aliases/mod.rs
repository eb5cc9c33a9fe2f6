//! Other names for a thing, as a corpus tells them itself.
//!
//! Reading order: `words` (a sentence as words and marks, and which of them make a name), `abbreviations` (`WWF` and what it
//! is short for), `sentence` ("X (Y)", "X, also known as Y", "X, or Y,"), `page` (redirects, links with a label, bold names
//! and disambiguated titles of a wiki), `names` (names as numbers, to be joined by). What is found is a claim of the text, and is counted by those who call this.

mod abbreviations;
mod names;
mod page;
mod sentence;
#[cfg(test)]
mod tests;
mod words;

pub use names::{hash_name, list_name_questions, pair_names};
pub use page::{find_page_aliases, find_redirect_alias, find_title_alias};
pub use sentence::find_sentence_aliases;

/// How an alias is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A page of a wiki that only leads to another.
    Redirect,
    /// `[[Equinor|Statoil]]`.
    Link,
    /// A bold name in the first sentence of an article.
    Bold,
    /// `Mercury (planet)`: without what tells it from others of its name.
    Title,
    /// `World Wide Fund for Nature (WWF)`.
    Abbreviation,
    /// `Burma, also known as Myanmar`, `Equinor (formerly Statoil)`.
    Marked,
    /// `Skanderbeg (Skënderbeu)`.
    Bracket,
    /// `The Oder, or Odra, is`.
    Or,
}

impl Source {
    /// The word for it in tables.
    pub fn name(self) -> &'static str {
        match self {
            Source::Redirect => "redirect",
            Source::Link => "link",
            Source::Bold => "bold",
            Source::Title => "title",
            Source::Abbreviation => "abbreviation",
            Source::Marked => "marked",
            Source::Bracket => "bracket",
            Source::Or => "or",
        }
    }
}

/// Two names of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alias<'t> {
    /// The name that the text prefers: a title, a long form, the first one named.
    pub name: &'t str,
    /// The other name.
    pub other: &'t str,
    /// How it is known.
    pub source: Source,
}

/// Longer names are none.
const MOST_NAME_CHARACTERS: usize = 80;

impl<'t> Alias<'t> {
    /// The alias, where both may be names of one thing: not too long, not the same, and with the same figures.
    fn new(name: &'t str, other: &'t str, source: Source) -> Option<Alias<'t>> {
        let figures = |text: &'t str| text.chars().filter(|letter| letter.is_numeric());
        let (one, two) = (name.chars().count(), other.chars().count());
        let fits = one.min(two) >= 2 && one.max(two) <= MOST_NAME_CHARACTERS;
        let same = fits && name.to_lowercase() == other.to_lowercase();
        (fits && !same && figures(name).eq(figures(other))).then_some(Alias { name, other, source })
    }
}
