//! Two texts compared letter by letter, and the ends of what is equal.

use super::tokens::{Token, TokenKind, can_begin, can_end, list_tokens};
use super::windows::WindowRules;

/// What two texts have in common from a place on, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EqualStretch {
    /// Where it begins in both.
    pub start: u32,
    /// Where it ends, with a whole word or sign.
    pub end: u32,
}

/// How far a stretch may go, in characters.
#[derive(Clone, Copy, Debug)]
pub struct StretchLimits {
    /// To where in the texts. They go on beyond it if the documents do: that shows whether a word ends there.
    pub most: u32,
    /// How long it may be: a document does not repeat itself by a stretch that overlaps its source.
    pub longest: u32,
}

/// A text that may be equal to another one, from the place after `before` characters on.
#[derive(Clone, Copy, Debug)]
pub struct ComparedText<'t> {
    /// The text.
    pub text: &'t str,
    /// 1 if the text begins with a letter of the token before it, as `find_letter_before` gives: that shows whether a word begins
    /// there. Otherwise 0.
    pub before: u32,
}

impl ComparedText<'_> {
    /// Its tokens; that of the letter before has the place of the first one.
    fn list_tokens(&self) -> Vec<Token> {
        let place = |place: u32| place.saturating_sub(self.before);
        let token = |token: Token| Token { start: place(token.start), end: place(token.end), ..token };
        list_tokens(self.text).map(token).collect()
    }
}

/// The stretches of at least the wanted length that are equal in both texts, and hold one of the windows that begin at `offsets`. A
/// window that is in an earlier stretch makes no other.
pub fn find_equal_stretches(
    (copy, source): (ComparedText<'_>, ComparedText<'_>),
    offsets: &[u64],
    limits: StretchLimits,
    rules: &WindowRules,
) -> Vec<EqualStretch> {
    let (left, right) = (copy.list_tokens(), source.list_tokens());
    let is_equal = |own: usize, other: usize| {
        let (one, two) = (&left[own], &right[other]);
        (one.start, one.end) == (two.start, two.end) && copy.text[one.from..one.to] == source.text[two.from..two.to]
    };
    let mut found: Vec<EqualStretch> = Vec::new();
    for &offset in offsets {
        let (Some(own), Some(other)) = (find_token(&left, offset), find_token(&right, offset)) else {
            continue;
        };
        let covered = found.last().map_or(0, |last| last.end);
        if left[own].start < covered && find_window_end(&left, own, rules).is_some_and(|end| end <= covered) {
            continue;
        }
        let mut first = (own, other);
        if limits.longest == u32::MAX {
            let (mut at, mut beside) = first;
            while at > 0 && beside > 0 && is_equal(at - 1, beside - 1) && left[at - 1].start >= covered {
                if left[at - 1].from == 0 && copy.before > 0 || right[beside - 1].from == 0 && source.before > 0 {
                    break; // it may have begun earlier
                }
                (at, beside) = (at - 1, beside - 1);
                if can_begin(&left, at) && can_begin(&right, beside) {
                    first = (at, beside);
                }
            }
        }
        let most = limits.most.min(left[own].start.saturating_add(limits.longest));
        let (mut words, mut last) = (0, None);
        for (at, beside) in (first.0..left.len()).zip(first.1..right.len()) {
            let one = &left[at];
            if !is_equal(at, beside) || one.end > most {
                break;
            }
            words += u32::from(one.kind == TokenKind::Word);
            if can_end(&left, at) {
                last = Some((one, words));
            }
        }
        if let Some((last, words)) = last
            && rules.is_enough(&left[first.0], last, words)
        {
            found.push(EqualStretch { start: left[first.0].start, end: last.end });
        }
    }
    found
}

/// Where the window of a token ends.
fn find_window_end(tokens: &[Token], first: usize, rules: &WindowRules) -> Option<u32> {
    let mut words = 0;
    (first..tokens.len()).find_map(|at| {
        words += u32::from(tokens[at].kind == TokenKind::Word);
        (can_end(tokens, at) && rules.is_enough(&tokens[first], &tokens[at], words)).then_some(tokens[at].end)
    })
}

/// The token that begins there.
fn find_token(tokens: &[Token], start: u64) -> Option<usize> {
    let at = tokens.partition_point(|token| u64::from(token.end) <= start);
    tokens.get(at).filter(|token| u64::from(token.start) == start).map(|_| at)
}
