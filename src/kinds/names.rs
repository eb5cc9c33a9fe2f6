//! Names that differ. Most of them are one thing by two names, so a difference of names alone needs direct evidence: an
//! office that one person holds, a place that something is based in.

use crate::compare::{Change, ChangeKind, Comparison, Sentence};

/// How far from a name the word for its office may stand, in tokens.
const OFFICE_TOKENS: usize = 5;

/// What is seen around the names that differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameSigns {
    /// Names differ, and nothing else disagrees.
    pub alone: bool,
    /// The name is said to hold an office, or to be where something is based.
    pub office: bool,
}

impl NameSigns {
    /// Reads them off the changes.
    pub fn new(comparison: &Comparison) -> NameSigns {
        let mut facts = comparison.changes.iter().filter(|change| change.disagrees).peekable();
        let alone = facts.peek().is_some() && facts.all(is_name_change);
        let names = || comparison.changes.iter().filter(|change| change.disagrees && is_name_change(change));
        NameSigns { alone, office: alone && names().any(|change| holds_office(comparison, change)) }
    }
}

fn is_name_change(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Name | ChangeKind::Place)
}

/// `X is the present secretary`, `centered on X`, on both sides.
fn holds_office(comparison: &Comparison, change: &Change) -> bool {
    let side = |sentence: &Sentence, (from, to): (usize, usize)| {
        let tokens = &sentence.tokens;
        let behind = &tokens[to..tokens.len().min(to + OFFICE_TOKENS)];
        let is = behind.first().is_some_and(|token| matches!(&*token.folded, "is" | "was" | "became" | "are"));
        let based = tokens[from.saturating_sub(2)..from].iter().any(|token| is_base(&token.folded));
        based || is && behind.iter().any(|token| is_office(&token.folded))
    };
    side(&comparison.left, change.left_tokens) && side(&comparison.right, change.right_tokens)
}

/// Words for what only one can be at a time.
#[rustfmt::skip]
fn is_office(word: &str) -> bool {
    matches!(
        word,
        "president" | "minister" | "secretary" | "chairman" | "chairwoman" | "chair" | "director" | "king" | "queen"
            | "emperor" | "mayor" | "governor" | "leader" | "head" | "capital" | "winner" | "champion" | "ceo" | "chief"
            | "commander" | "ambassador" | "captain" | "coach" | "founder" | "author" | "largest" | "highest"
            | "longest" | "tallest"
    )
}

/// Words for where something is.
fn is_base(word: &str) -> bool {
    matches!(word, "centered" | "centred" | "headquartered" | "based" | "located" | "situated")
}
