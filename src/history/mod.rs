//! The history of pages: which sentence was there from when to when, and which was edited into which.
//!
//! Reading order: `templates` (prose in parameters), `paragraphs` (a text cut where it can be parsed alone), `recut` (only
//! where it differs from the one before), `cutter` (revisions to what is new in them), `versions` (a revision's list of
//! paragraphs, from differences), `lineage` (which removed sentence a new one was made of), `origins` (which revision wrote
//! each of its words), `links` (the pages that a paragraph names), `editors` (what may be shown of who saved it), `walk` (a
//! page's revisions in order of time, to the lives of its sentences). `keys` is what they look hashes up in.
//!
//! Nothing here grows with the number of revisions but what is new in them: a page of 50,000 revisions that alternate
//! between two texts is two versions, and each paragraph is parsed once.

mod cutter;
mod editors;
mod keys;
mod lineage;
mod links;
mod origins;
mod paragraphs;
mod recut;
mod templates;
mod versions;
mod walk;

pub use cutter::{Cutter, Part, Parts};
pub use editors::{EditorNames, classify_editor, mask_addresses, show_editor};
pub use keys::KeyMap;
pub use links::{find_copy_notes, list_named_pages};
pub use paragraphs::{Markup, cut_paragraphs};
pub use templates::TemplateNames;
pub use versions::{VersionRow, Versions};
pub use walk::{Life, ParsedSentence, RevisionChange, Walk};

#[cfg(test)]
mod tests;
