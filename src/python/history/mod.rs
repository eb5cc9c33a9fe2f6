//! Revisions to what is new in them (`cut`), and pages to the lives of their sentences (`walk`).
//!
//! `columns` names what a walk reads, `parse` makes sentences of paragraphs, and `rows` is what a walk gives.

mod columns;
mod cut;
mod parse;
mod rows;
mod walk;

pub(super) use cut::RevisionCutter;
pub(super) use walk::walk_pages;
