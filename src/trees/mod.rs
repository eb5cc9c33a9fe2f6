//! Who copied from whom: parents of copies by what they have in common, with dates or without.
//!
//! `readings` says what each witness of a text has at each of its variant places; `parents` takes for each dated witness the
//! earlier one that explains it best, or none; `spanning` joins witnesses without dates into a tree, which has a root only where
//! lost text shows one.

mod parents;
mod readings;
mod spanning;

pub use parents::{Parent, find_parents};
pub use readings::Readings;
pub use spanning::{Tree, find_tree};
