//! Every pair of units that is as similar as wanted, exactly.
//!
//! Reading order: `measure` (what a threshold says beforehand: Eq. 2 and Eq. 3 of paper 003), `counting` (about how often
//! each feature occurs) and `peel` (what can match nothing); then the two ways through the rest, `blocks` and `cell` (by document: block
//! against block) or `postings` (by term: list by list). `edit` does the same for edit similarity.

pub mod blocks;
pub mod cell;
pub mod counting;
pub mod edit;
pub mod measure;
mod numbering;
pub mod peel;
pub mod postings;

#[cfg(test)]
mod tests;
