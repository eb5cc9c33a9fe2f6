//! Names that differ. Most of them are one thing by two names, so a difference of names alone needs direct evidence: an
//! office that one person holds, a place that only one can be.

use crate::compare::{Change, ChangeKind, Comparison};

/// What is seen around the names that differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameSigns {
    /// Names differ, and nothing else disagrees.
    pub alone: bool,
    /// The sentence says who holds an office, or what is first among others.
    pub office: bool,
}

impl NameSigns {
    /// Reads them off the changes.
    pub fn new(comparison: &Comparison) -> NameSigns {
        let mut facts = comparison.changes.iter().filter(|change| change.disagrees).peekable();
        let alone = facts.peek().is_some() && facts.all(is_name_change);
        let shared = || comparison.shared.iter().map(|&(at, _)| &comparison.left.tokens[at]);
        NameSigns { alone, office: alone && shared().any(|token| is_office(&token.folded)) }
    }
}

fn is_name_change(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Name | ChangeKind::Place)
}

/// Words for what only one can be at a time.
#[rustfmt::skip]
fn is_office(word: &str) -> bool {
    matches!(
        word,
        "president" | "minister" | "secretary" | "chairman" | "chairwoman" | "chair" | "director" | "king" | "queen"
            | "emperor" | "mayor" | "governor" | "leader" | "head" | "headed" | "led" | "capital" | "winner" | "champion"
            | "ceo" | "chief" | "commander" | "ambassador" | "captain" | "coach" | "founder" | "author" | "centered"
            | "headquartered" | "headquarters" | "largest" | "highest" | "longest" | "tallest"
    )
}
