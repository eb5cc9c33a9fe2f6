//! Sentences: splits a block of plain text (a paragraph, a list item) into byte ranges.
//!
//! A stop ends a sentence unless something speaks against it: an abbreviation, an initial, a number, a small letter after
//! it, an open bracket or quotation, a clause that reports speech. The way of a stop: `scan` finds it with `find`,
//! `fast_path` or else `stop` and `abbreviations` decide, `open` holds the end back while a bracket is open, `sink` takes it. `languages`
//! has a row for each language, and `rules` are made from it.
//!
//! All looks ahead and back are bounded, so the time is linear in the text whatever the text is. Nothing is learned from
//! the text: a block splits the same way wherever it stands.

mod abbreviations;
mod east;
mod fast_path;
mod find;
mod follower;
mod language;
mod languages;
mod letters;
mod list_markers;
mod open;
#[cfg(test)]
mod properties;
mod quotes;
mod row;
mod rules;
mod scan;
mod shapes;
mod sink;
mod stop;
#[cfg(test)]
mod tests;
mod units;
mod words;

pub use language::Language;
pub use sink::LONGEST_SENTENCE_CHARACTERS;
pub use units::TextUnit;

/// Splits blocks by the rules of one language. It holds no state of its own: copy it freely.
#[derive(Clone, Copy)]
pub struct Splitter {
    rules: &'static rules::Rules,
}

impl Splitter {
    /// A splitter for a language; the lists are made once per process.
    pub fn new(language: Language) -> Splitter {
        Splitter { rules: rules::Rules::for_language(language) }
    }

    /// Appends the byte ranges of the sentences of a block, in order, without the white space around them.
    ///
    /// A single newline is white space, two in a row end a sentence. Every character that is not white is in exactly one
    /// range. `"It rained. Dr. Ash left."` -> `[(0, 10), (11, 24)]`
    pub fn split(&self, text: &str, out: &mut Vec<(u32, u32)>) {
        scan::Scan::run(text, self.rules, out);
    }
}
