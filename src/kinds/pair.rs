//! A match as it comes from a run: two sentences, where they stand, and what else their documents share.

use crate::compare::{ChangeKind, Comparison, CutSentences, compare_sentences};

/// One sentence and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side<'t> {
    /// The sentence.
    pub text: &'t str,
    /// The title of its document.
    pub title: &'t str,
    /// The heading it stands under.
    pub section: &'t str,
    /// `prose`, `list`, `reference` and so on; empty if unknown.
    pub block: &'t str,
    /// The document's own name; empty if unknown.
    pub document: &'t str,
}

/// What the two documents share besides this pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// Identical sentences in both.
    pub identical: i64,
    /// Near-duplicate pairs between them; in one document, its other pairs.
    pub near: i64,
    /// Pairs in the match's cluster.
    pub cluster: i64,
    /// What stands around the two sentences, if it is known.
    pub places: Option<Places>,
}

/// Where the two sentences stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Identical sentences near both, on the same side.
    pub neighbours_identical: i64,
    /// Near-duplicate sentences near both, on the same side.
    pub neighbours_near: i64,
    /// Sentences from one to the other in one document; 0 in two.
    pub distance: i64,
    /// Members of the cluster in the document that has fewer of them.
    pub repeats: i64,
}

/// A match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pair<'t> {
    /// One side.
    pub left: Side<'t>,
    /// The other.
    pub right: Side<'t>,
    /// What is known of the documents, if anything.
    pub context: Option<Context>,
    /// Names of the two texts that are known to be of one thing, each as it stands on the left and on the right.
    pub same_names: &'t [(&'t str, &'t str)],
}

impl<'t> Pair<'t> {
    /// The pair with its sides in one order, whichever way it came, and whether that turned it round.
    pub fn put_in_order(&self) -> (Pair<'t>, bool) {
        let turned = self.left > self.right;
        (if turned { Pair { left: self.right, right: self.left, ..*self } } else { *self }, turned)
    }

    /// Its sentences compared. A change between two names of one thing is one of wording, and never disagrees.
    pub fn compare_sentences(&self, sentences: &mut CutSentences<'t>) -> Comparison<'t> {
        let mut cut = |side: &Side<'t>| sentences.cut(side.text, side.title);
        let mut found = compare_sentences(cut(&self.left), cut(&self.right));
        for change in found.changes.iter_mut().filter(|change| change.disagrees && change.relation.is_none()) {
            let left = &found.left.text[change.left.0..change.left.1];
            let right = &found.right.text[change.right.0..change.right.1];
            if self.same_names.iter().any(|&(one, two)| (one, two) == (left, right) || (two, one) == (left, right)) {
                (change.kind, change.disagrees) = (ChangeKind::Wording, false);
            }
        }
        found
    }

    /// Whether both sentences stand in one document.
    pub fn is_in_one_document(&self) -> bool {
        !self.left.document.is_empty()
            && self.left.document == self.right.document
            && self.left.title == self.right.title
    }

    /// Whether both stand among references or in a footer.
    pub fn is_in_references(&self) -> bool {
        let cites = |side: &Side| matches!(side.block, "reference" | "footer");
        cites(&self.left) && cites(&self.right)
    }
}
