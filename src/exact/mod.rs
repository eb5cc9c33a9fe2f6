//! Stretches of text that occur more than once, to the letter: `passages --exact`.
//!
//! Reading order: `tokens` (what is never cut: a word, a run of blanks, a run of signs), `windows` (from every token the
//! shortest stretch that is long enough), `links` (a window and the first place of the same window), `chains` (windows
//! in a row with sources in a row), `settle` (the texts compared, and the ends of what is equal).
//!
//! A stretch of at least the wanted length that begins and ends with whole tokens holds the window of its first token, so
//! every such stretch that occurs twice is found; a window is a number of 61 bits, so the texts are compared before
//! anything is reported.

mod chains;
mod links;
mod settle;
mod tokens;
mod windows;

#[cfg(test)]
mod tests;

pub use chains::{Repeat, chain_links};
pub use links::{Link, Place, link_places};
pub use settle::{ComparedText, EqualStretch, StretchLimits, find_equal_stretches};
pub use tokens::find_letter_before;
pub use windows::{Window, WindowRules, list_windows};
