//! What differs between two aligned sentences, cut into spans: the words between two equal tokens, each value with the value in
//! its place, and tokens that differ in case or accents alone.

use super::tokens::Sentence;

/// Tokens that differ, on each side from the first to the one after the last; one side may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differing {
    /// On the left.
    pub left: (usize, usize),
    /// On the right.
    pub right: (usize, usize),
    /// Whether the tokens are equal but for case and accents.
    pub letters_only: bool,
}

/// The spans in order. `pairs` are the tokens that belong together.
pub fn spans(left: &Sentence, right: &Sentence, pairs: &[(usize, usize)]) -> Vec<Differing> {
    let mut spans = Vec::new();
    let (mut one, mut two) = (0, 0);
    for &(first, second) in pairs {
        gap(&mut spans, (one, first), (two, second));
        let (token, other) = (&left.tokens[first], &right.tokens[second]);
        if token.folded != other.folded {
            spans.push(Differing { left: (first, first + 1), right: (second, second + 1), letters_only: false });
        } else if left.text_of(token) != right.text_of(other) {
            letters(&mut spans, first, second);
        }
        (one, two) = (first + 1, second + 1);
    }
    gap(&mut spans, (one, left.tokens.len()), (two, right.tokens.len()));
    join(left, right, spans)
}

fn gap(spans: &mut Vec<Differing>, left: (usize, usize), right: (usize, usize)) {
    if left.0 < left.1 || right.0 < right.1 {
        spans.push(Differing { left, right, letters_only: false });
    }
}

/// A token that differs in its letters' form alone; a run of them is one span.
fn letters(spans: &mut Vec<Differing>, first: usize, second: usize) {
    if let Some(last) = spans.last_mut()
        && last.letters_only
        && last.left.1 == first
        && last.right.1 == second
    {
        last.left.1 += 1;
        last.right.1 += 1;
        return;
    }
    spans.push(Differing { left: (first, first + 1), right: (second, second + 1), letters_only: true });
}

/// Two spans of words with nothing but a hyphen or full stop between them are one: `Afro-Asiatic`, `B. J. McLeod`.
fn join(left: &Sentence, right: &Sentence, spans: Vec<Differing>) -> Vec<Differing> {
    let mut joined: Vec<Differing> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if joins(left, right, last, &span) => {
                last.left.1 = span.left.1;
                last.right.1 = span.right.1;
            }
            _ => joined.push(span),
        }
    }
    joined
}

fn joins(left: &Sentence, right: &Sentence, last: &Differing, next: &Differing) -> bool {
    let wordy = |span: &Differing| {
        let words = |sentence: &Sentence, (from, to): (usize, usize)| {
            from < to && sentence.tokens[from..to].iter().all(|token| token.value().is_none())
        };
        !span.letters_only && words(left, span.left) && words(right, span.right)
    };
    next.left.0 == last.left.1 + 1
        && next.right.0 == last.right.1 + 1
        && matches!(&*left.tokens[last.left.1].folded, "-" | "." | "/" | "&")
        && right.tokens[last.right.1].is_mark()
        && wordy(last)
        && wordy(next)
}
