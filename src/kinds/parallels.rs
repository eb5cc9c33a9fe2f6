//! Parallel statements: one frame filled for two things, often in one article. What changes is the label before a colon, the
//! head of the sentence, or words that exclude each other.

use super::subject::Subject;
use crate::compare::words::are_opposite;
use crate::compare::{Change, ChangeKind, Comparison, Sentence};

/// How far a label goes, in tokens.
const LONGEST_LABEL_TOKENS: usize = 12;

/// What is parallel in a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parallels {
    /// The labels before a colon differ.
    pub label_changed: bool,
    /// Words of the two subjects differ that are no pronouns.
    pub head_changed: bool,
    /// A part of a word with hyphens differs in a subject: `Framed-Route`, `Framed-Pool`.
    pub compound_changed: bool,
    /// How many changes put a word in the place of one that it excludes: `upper`, `lower`.
    pub opposites: usize,
}

impl Parallels {
    /// Reads them off the changes.
    pub fn new(comparison: &Comparison, subjects: (Subject, Subject)) -> Parallels {
        let (left, right) = (&comparison.left, &comparison.right);
        let labels = (find_label_end(left), find_label_end(right));
        let weighty = || {
            comparison
                .changes
                .iter()
                .filter(|change| !change.residue && !matches!(change.kind, ChangeKind::Punctuation | ChangeKind::Order))
        };
        let label_changed =
            labels.0.is_some_and(|end| weighty().any(|change| is_within(left, change.left_tokens, (0, end))))
                && labels.1.is_some_and(|end| weighty().any(|change| is_within(right, change.right_tokens, (0, end))));
        let head_changed = weighty().any(|change| {
            is_within(left, change.left_tokens, subjects.0.tokens)
                && is_within(right, change.right_tokens, subjects.1.tokens)
        });
        let compound_changed = comparison.changes.iter().any(|change| {
            is_part_of_compound(left, change.left_tokens, subjects.0.tokens)
                || is_part_of_compound(right, change.right_tokens, subjects.1.tokens)
        });
        let opposites = weighty().filter(|change| is_opposition(comparison, change)).count();
        Parallels { label_changed, head_changed, compound_changed, opposites }
    }
}

/// The token of the colon that ends a label.
fn find_label_end(sentence: &Sentence) -> Option<usize> {
    let colon = sentence.tokens.iter().take(LONGEST_LABEL_TOKENS).position(|token| &*token.folded == ":")?;
    (colon + 1 < sentence.tokens.len()).then_some(colon)
}

/// Whether a change puts words that mean something into a part of the sentence.
fn is_within(sentence: &Sentence, (from, to): (usize, usize), part: (usize, usize)) -> bool {
    (from..to).any(|at| {
        let token = &sentence.tokens[at];
        (part.0..part.1).contains(&at) && token.has_meaning() && !token.roles.is_pronoun()
    })
}

/// Whether a change puts a word of a subject beside a hyphen that ties it to a word that stays.
fn is_part_of_compound(sentence: &Sentence, (from, to): (usize, usize), subject: (usize, usize)) -> bool {
    let is_tied = |hyphen: usize, other: usize| {
        let (Some(mark), Some(word)) = (sentence.tokens.get(hyphen), sentence.tokens.get(other)) else { return false };
        matches!(&*mark.folded, "-" | "_") && !word.is_mark() && (mark.end == word.start || word.end == mark.start)
    };
    let has_word = (from..to).any(|at| sentence.tokens[at].has_meaning() && (subject.0..subject.1).contains(&at));
    let inside = |at: usize| &*sentence.tokens[at].folded == "-" || &*sentence.tokens[at].folded == "_";
    has_word
        && (from >= 2 && is_tied(from - 1, from - 2)
            || is_tied(to, to + 1)
            || from >= 1 && from < to && inside(from) && !sentence.tokens[from - 1].is_mark()
            || from < to && to < sentence.tokens.len() && inside(to - 1) && !sentence.tokens[to].is_mark())
}

/// Whether a change puts a word in the place of one that it excludes.
pub fn is_opposition(comparison: &Comparison, change: &Change) -> bool {
    let left = &comparison.left.tokens[change.left_tokens.0..change.left_tokens.1];
    let right = &comparison.right.tokens[change.right_tokens.0..change.right_tokens.1];
    left.len() <= 4
        && right.len() <= 4
        && left.iter().any(|one| right.iter().any(|two| are_opposite(&one.folded, &two.folded)))
}
