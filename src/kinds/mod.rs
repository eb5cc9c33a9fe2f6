//! What a match is: `identical`, `template`, `copyedit`, `drift`, `reference` or `other`, with the evidence.
//!
//! Reading order: `pair` (what is known of a match), `titles` (with `unspaced` for scripts without blanks), `subject`,
//! `citation`, `dates`, `names` and `parallels` (what each part of it says), `view` and `evidence` (all of it as named
//! numbers), `model` (their weights, a table that can be read), `decide` (the kind), `explanation` and `disagreement` (the
//! reason).

mod citation;
mod dates;
mod decide;
mod disagreement;
mod evidence;
mod explanation;
mod model;
mod names;
mod pair;
mod parallels;
mod subject;
#[cfg(test)]
mod tests;
mod titles;
mod unspaced;
mod view;

pub use decide::{Classifier, Decision};
pub use evidence::Evidence;
pub use model::Model;
pub use pair::{Context, Pair, Places, Side};
