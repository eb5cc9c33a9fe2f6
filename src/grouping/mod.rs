//! Rows and pairs brought together by equal keys, within a memory budget and in one order whatever the budget.
//!
//! [`Grouper`] takes (key, value) rows and gives them sorted, piece by piece; [`collect_group_pairs`] turns equal keys into
//! candidate pairs; [`PairSet`] keeps each pair once. What does not fit into memory goes to a temporary file that the
//! system removes by itself, even after `kill -9`. Nothing here knows what a key means.

mod gather;
mod grouper;
mod groups;
mod merge;
mod pair_set;
mod pairs;
mod partition;
pub(crate) mod scratch;

pub use grouper::Grouper;
pub use groups::{Groups, Piece};
pub use merge::Pairs;
pub use pair_set::PairSet;
pub use pairs::{collect_group_pairs, emit_group_pairs};
