//! Two sentences side by side: which words changed, and what each change is.
//!
//! Reading order: `tokens` cuts, `cut_sentences` keeps, `align` puts together, `spans` gathers what differs, `change_kinds` says what each difference is,
//! `same_names` knows spellings, `pointers` numbers that tell nothing, `words` the short lists, `stretches` shows two texts as one.
//! Nothing here knows titles or documents: that is for `kinds`.

mod align;
mod change_kinds;
mod cut_sentences;
mod pointers;
mod same_names;
mod spans;
mod stretches;
#[cfg(test)]
mod tests;
mod tokens;
pub mod words;

pub use cut_sentences::CutSentences;
pub use same_names::{Span, are_word_forms, measure_edit_distance};
pub use stretches::{Stretch, compare_texts};
pub use tokens::{Class, Sentence, Token, fold_text, has_word};

use std::rc::Rc;

use crate::values::Relation;

/// What a change is. Where the values agree it is never `Number` or `Date`: that is `Wording`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// Another number, amount or measure.
    Number,
    /// Another date, year or time.
    Date,
    /// Another name.
    Name,
    /// Another place.
    Place,
    /// Another word of quantity: some, most, only.
    Quantity,
    /// A denial on one side only, or words that exclude each other.
    Negation,
    /// Other words for the same, or words of which nothing can be told.
    Wording,
    /// Marks, quotes, capitals.
    Punctuation,
    /// The same words in another place.
    Order,
    /// Words that the right side has more.
    Addition,
    /// Words that the left side has more.
    Removal,
}

impl ChangeKind {
    /// The word for it in tables.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Number => "number",
            ChangeKind::Date => "date",
            ChangeKind::Name => "name",
            ChangeKind::Place => "place",
            ChangeKind::Quantity => "quantity",
            ChangeKind::Negation => "negation",
            ChangeKind::Wording => "wording",
            ChangeKind::Punctuation => "punctuation",
            ChangeKind::Order => "order",
            ChangeKind::Addition => "addition",
            ChangeKind::Removal => "removal",
        }
    }

    fn swap_sides(self) -> Self {
        match self {
            ChangeKind::Addition => ChangeKind::Removal,
            ChangeKind::Removal => ChangeKind::Addition,
            other => other,
        }
    }
}

/// A stretch that differs: tokens and bytes on each side; an empty stretch stands where the words would.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What it is.
    pub kind: ChangeKind,
    /// First token and the one after the last, on the left.
    pub left_tokens: (usize, usize),
    /// The same on the right.
    pub right_tokens: (usize, usize),
    /// First byte and the one after the last, on the left.
    pub left: (usize, usize),
    /// The same on the right.
    pub right: (usize, usize),
    /// Whether the two cannot both hold of one subject.
    pub disagrees: bool,
    /// Whether it looks like what an extraction lost: superscripts, formulas, markup.
    pub residue: bool,
    /// How the values relate, where there is one on each side.
    pub relation: Option<Relation>,
}

impl Change {
    fn swap_sides(&self) -> Change {
        Change {
            kind: self.kind.swap_sides(),
            left_tokens: self.right_tokens,
            right_tokens: self.left_tokens,
            left: self.right,
            right: self.left,
            ..self.clone()
        }
    }
}

/// Two sentences, the tokens that belong together, and the changes in the order of the left.
#[derive(Debug)]
pub struct Comparison<'t> {
    /// One sentence.
    pub left: Rc<Sentence<'t>>,
    /// The other.
    pub right: Rc<Sentence<'t>>,
    /// Numbers of equal tokens.
    pub shared: Vec<(usize, usize)>,
    /// What differs.
    pub changes: Vec<Change>,
}

impl<'t> Comparison<'t> {
    /// The same with the sides turned round.
    pub fn swap_sides(self) -> Comparison<'t> {
        let mut changes: Vec<Change> = self.changes.iter().map(Change::swap_sides).collect();
        changes.sort_by_key(|change| (change.left, change.right));
        let shared = self.shared.iter().map(|&(one, two)| (two, one)).collect();
        Comparison { left: self.right, right: self.left, shared, changes }
    }
}

/// Compares two sentences. Turning the sides round mirrors the result and nothing else.
pub fn compare_sentences<'t>(left: Rc<Sentence<'t>>, right: Rc<Sentence<'t>>) -> Comparison<'t> {
    if (left.text, left.title) > (right.text, right.title) {
        return compare_sentences(right, left).swap_sides();
    }
    let pairs = align::align_tokens(&left, &right);
    let mut changes = change_kinds::name_changes(&left, &right, &spans::find_differing_spans(&left, &right, &pairs));
    changes.sort_by_key(|change| (change.left, change.right));
    let shared = pairs.into_iter().filter(|&(one, two)| left.tokens[one].folded == right.tokens[two].folded).collect();
    Comparison { left, right, shared, changes }
}
