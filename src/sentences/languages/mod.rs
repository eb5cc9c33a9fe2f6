//! The table of languages, one file per family. To add a language, add a row to the file of its family; to teach a
//! language an abbreviation, add it to the list of its kind.
//!
//! Words are in lower case and without their last stop: "p.m." is `p.m`.

mod eastern;
mod english;
mod germanic;
mod indic;
mod near_east;
mod others;
mod romance;
mod slavic;

use super::row::{Kind, List, Row};
pub(super) use english::{ENGLISH, MARKED_NAMES, REPORTING};

/// All rows. The first is for texts of unknown language.
pub(super) static FAMILIES: &[&[Row]] = &[
    english::ROWS,
    germanic::ROWS,
    romance::ROWS,
    slavic::ROWS,
    others::ROWS,
    indic::ROWS,
    near_east::ROWS,
    eastern::ROWS,
];

/// What languages with a list of their own share.
pub(super) const COMMON: &[List] = &[
    (Kind::Title, "dr prof mr mrs ms st"),
    (Kind::Starter, "jr inc ltd corp bros ph.d m.d b.a m.a et al"),
    (Kind::Never, "vs cf viz ca e.g i.e"),
    (Kind::Capital, "etc"),
    (Kind::Number, "no nr vol pp fig op"),
];
