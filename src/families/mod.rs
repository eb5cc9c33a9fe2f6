//! Families: one text and all places where it stands, cut at the ends, edited and full of wrong letters as they may be.
//!
//! ```text
//! spans -> places -> core -> fits -> best text -> parents
//! ```
//!
//! `places` joins the passages of a document that overlap; `witness` is the text of a place, letter by letter; `align`
//! lays one text along another; `gather` takes the most typical place for a core and the places that fit it for members, so
//! that no text joins a family through a third one; `vote` makes the best text of them; `readings` says where they differ in
//! words, for `trees` to find out who copied from whom.

mod align;
mod gather;
mod gram_places;
mod places;
mod readings;
mod vote;
mod witness;

pub use align::{Alignment, Anchors, Fit};
pub use gather::{Family, FamilyMember, Occurrence, compare_witnesses, gather_families};
pub use places::{DocumentSpan, merge_spans};
pub use readings::list_readings;
pub use vote::{Ballot, vote_text};
pub use witness::{Witness, WitnessPart};
