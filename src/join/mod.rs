//! Every pair of units that is as similar as wanted, exactly.
//!
//! Reading order: `measure` (what a threshold says beforehand: Eq. 2 and Eq. 3 of paper 003), `bucket_counts` (about how often
//! each feature occurs) and `peel` (what can match nothing); then the two ways through the rest, `size_classes` and `cell` (by document: block
//! against block) or `postings` (by term: list by list). `edit` does the same for edit similarity.

pub mod bucket_counts;
pub mod cell;
pub mod edit;
mod feature_numbers;
pub mod measure;
pub mod peel;
pub mod postings;
pub mod size_classes;

#[cfg(test)]
mod tests;
