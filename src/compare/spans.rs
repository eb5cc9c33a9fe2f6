//! What differs between two aligned sentences, cut into spans: the words between two equal tokens, each value with the value in
//! its place, and tokens that differ in case or accents alone.

use super::tokens::Sentence;

/// Tokens that differ, on each side from the first to the one after the last; one side may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferingSpan {
    /// On the left.
    pub left: (usize, usize),
    /// On the right.
    pub right: (usize, usize),
    /// Whether the tokens are equal but for case and accents.
    pub letters_only: bool,
}

/// The spans in order. `pairs` are the tokens that belong together.
pub fn find_differing_spans(left: &Sentence, right: &Sentence, pairs: &[(usize, usize)]) -> Vec<DifferingSpan> {
    let mut spans = Vec::new();
    let (mut one, mut two) = (0, 0);
    for &(first, second) in pairs {
        push_gap(&mut spans, (one, first), (two, second));
        let (token, other) = (&left.tokens[first], &right.tokens[second]);
        if token.folded != other.folded {
            spans.push(DifferingSpan { left: (first, first + 1), right: (second, second + 1), letters_only: false });
        } else if left.text_of(token) != right.text_of(other) {
            push_letter_change(&mut spans, first, second);
        }
        (one, two) = (first + 1, second + 1);
    }
    push_gap(&mut spans, (one, left.tokens.len()), (two, right.tokens.len()));
    join_hyphenated(left, right, spans)
}

fn push_gap(spans: &mut Vec<DifferingSpan>, left: (usize, usize), right: (usize, usize)) {
    if left.0 < left.1 || right.0 < right.1 {
        spans.push(DifferingSpan { left, right, letters_only: false });
    }
}

/// A token that differs in its letters' form alone; a run of them is one span.
fn push_letter_change(spans: &mut Vec<DifferingSpan>, first: usize, second: usize) {
    if let Some(last) = spans.last_mut()
        && last.letters_only
        && last.left.1 == first
        && last.right.1 == second
    {
        last.left.1 += 1;
        last.right.1 += 1;
        return;
    }
    spans.push(DifferingSpan { left: (first, first + 1), right: (second, second + 1), letters_only: true });
}

/// Two spans of words with nothing but a hyphen or full stop between them are one: `Afro-Asiatic`, `B. J. McLeod`.
fn join_hyphenated(left: &Sentence, right: &Sentence, spans: Vec<DifferingSpan>) -> Vec<DifferingSpan> {
    let mut joined: Vec<DifferingSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if should_join(left, right, last, &span) => {
                last.left.1 = span.left.1;
                last.right.1 = span.right.1;
            }
            _ => joined.push(span),
        }
    }
    joined
}

fn should_join(left: &Sentence, right: &Sentence, last: &DifferingSpan, next: &DifferingSpan) -> bool {
    let wordy = |span: &DifferingSpan| {
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
