//! Two texts as one row of stretches: what both have, what one of them has alone. It is what people are shown of a change.

use std::ops::Range;

use super::tokens::Sentence;
use super::{align, spans};

/// A stretch of two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch<'t> {
    /// Both texts have it.
    Both(&'t str),
    /// Only the left text has it.
    Left(&'t str),
    /// Only the right text has it.
    Right(&'t str),
}

/// Compares two texts of any length by the same alignment as [`compare_sentences`](super::compare_sentences).
///
/// The stretches add up to both texts. Changes with nothing but white space between them are one, so that a phrase reads as a
/// phrase: `("the old town", "a new town")` -> `Left("the old")`, `Right("a new")`, `Both(" town")`
pub fn compare_texts<'t>(left: &'t str, right: &'t str) -> Vec<Stretch<'t>> {
    let mut pieces = if left > right {
        find_pieces(right, left).into_iter().map(Piece::swap_sides).collect()
    } else {
        find_pieces(left, right)
    };
    join_changes(&mut pieces, left);
    let mut found = Vec::with_capacity(2 * pieces.len());
    for piece in pieces {
        let (one, two) = (&left[piece.left], &right[piece.right]);
        if !piece.differs {
            found.push(Stretch::Both(one));
            continue;
        }
        found.extend((!one.is_empty()).then_some(Stretch::Left(one)));
        found.extend((!two.is_empty()).then_some(Stretch::Right(two)));
    }
    found
}

/// Bytes of both texts that belong together.
struct Piece {
    left: Range<usize>,
    right: Range<usize>,
    differs: bool,
}

impl Piece {
    fn swap_sides(self) -> Piece {
        Piece { left: self.right, right: self.left, ..self }
    }
}

/// Both texts from the beginning to the end.
fn find_pieces(left: &str, right: &str) -> Vec<Piece> {
    let (one, two) = (Sentence::new(left, ""), Sentence::new(right, ""));
    let pairs = align::align_tokens(&one, &two);
    let mut pieces = Vec::new();
    let (mut from, mut other_from) = (0, 0);
    for span in spans::find_differing_spans(&one, &two, &pairs) {
        let (own, other) = (find_bytes(&one, span.left), find_bytes(&two, span.right));
        push_same(&mut pieces, (left, from..own.start), (right, other_from..other.start));
        (from, other_from) = (own.end, other.end);
        push_change(&mut pieces, (left, own), (right, other));
    }
    push_same(&mut pieces, (left, from..left.len()), (right, other_from..right.len()));
    pieces
}

/// The bytes of tokens; those of none are the place before the token that follows.
fn find_bytes(sentence: &Sentence<'_>, (first, after): (usize, usize)) -> Range<usize> {
    let place = |token: usize| sentence.tokens.get(token).map_or(sentence.text.len(), |token| token.start);
    match sentence.tokens.get(first..after) {
        Some([only]) => only.start..only.end,
        Some([opening, .., closing]) => opening.start..closing.end,
        _ => place(first)..place(first),
    }
}

/// A change without the words that both sides of it begin or end with: of the dates `May 1905` and `May 1906`, the years.
fn push_change(pieces: &mut Vec<Piece>, left: (&str, Range<usize>), right: (&str, Range<usize>)) {
    let ((one, own), (two, other)) = (left, right);
    let (rest, other_rest) = (&one[own.clone()], &two[other.clone()]);
    let head = count_same(rest.chars(), other_rest.chars());
    let head = rest[..head].rfind(char::is_whitespace).map_or(0, |at| at + count_blank(&rest[at..head]));
    let tail = count_same(rest[head..].chars().rev(), other_rest[head..].chars().rev());
    let tail = rest[rest.len() - tail..].find(char::is_whitespace).map_or(0, |at| tail - at);
    let (start, other_start) = (own.start + head, other.start + head);
    let (end, other_end) = (own.end - tail, other.end - tail);
    let mut push = |left: Range<usize>, right: Range<usize>, differs: bool| {
        if !left.is_empty() || !right.is_empty() {
            pieces.push(Piece { left, right, differs });
        }
    };
    push(own.start..start, other.start..other_start, false);
    push(start..end, other_start..other_end, true);
    push(end..own.end, other_end..other.end, false);
}

/// The bytes that two texts have in common at this end.
fn count_same(left: impl Iterator<Item = char>, right: impl Iterator<Item = char>) -> usize {
    left.zip(right).take_while(|(one, two)| one == two).map(|(letter, _)| letter.len_utf8()).sum()
}

/// The bytes of the white space that a text begins with.
fn count_blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Pieces that have the same tokens, and perhaps other white space between them.
fn push_same(pieces: &mut Vec<Piece>, left: (&str, Range<usize>), right: (&str, Range<usize>)) {
    let ((one, mut left), (two, mut right)) = (left, right);
    while !left.is_empty() || !right.is_empty() {
        let (rest, other) = (&one[left.clone()], &two[right.clone()]);
        let same = count_same(rest.chars(), other.chars());
        if same > 0 {
            let (end, other_end) = (left.start + same, right.start + same);
            pieces.push(Piece { left: left.start..end, right: right.start..other_end, differs: false });
            (left.start, right.start) = (end, other_end);
            continue;
        }
        let (skipped, other_skipped) = match (count_blank(rest), count_blank(other)) {
            (0, 0) => (rest.len(), other.len()),
            blanks => blanks,
        };
        let (end, other_end) = (left.start + skipped, right.start + other_skipped);
        pieces.push(Piece { left: left.start..end, right: right.start..other_end, differs: true });
        (left.start, right.start) = (end, other_end);
    }
}

/// Joins changes that touch, and those with nothing but white space between them.
fn join_changes(pieces: &mut Vec<Piece>, left: &str) {
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces.drain(..) {
        let is_blank = |piece: &Piece| !piece.differs && left[piece.left.clone()].trim().is_empty();
        if piece.differs && joined.len() >= 2 && is_blank(&joined[joined.len() - 1]) && joined[joined.len() - 2].differs
        {
            joined.pop();
        }
        match joined.last_mut() {
            Some(last) if last.differs == piece.differs => {
                (last.left.end, last.right.end) = (piece.left.end, piece.right.end);
            }
            _ => joined.push(piece),
        }
    }
    *pieces = joined;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Stretch, compare_texts};

    fn mark(left: &str, right: &str) -> String {
        let write = |stretch: &Stretch<'_>| match stretch {
            Stretch::Both(text) => text.to_string(),
            Stretch::Left(text) => format!("[-{text}-]"),
            Stretch::Right(text) => format!("{{+{text}+}}"),
        };
        compare_texts(left, right).iter().map(write).collect()
    }

    #[test]
    fn changes_are_shown_as_whole_words_and_phrases() {
        assert_eq!(mark("in May 1905.", "in May 1906."), "in May [-1905-]{+1906+}.");
        assert_eq!(mark("a b c", "a c"), "a [-b -]c");
        assert_eq!(mark("the old town", "a new town"), "[-the old-]{+a new+} town");
        assert_eq!(mark("湖很小。", "湖很大。"), "湖很[-小-]{+大+}。");
        assert_eq!(mark("", "new"), "{+new+}");
        assert_eq!(mark("a  b", "a b"), "a [- -]b");
        assert_eq!(
            mark("was one of the sons of Emperor Jimmu, and", "was one of the sons of Emperor Kōshō, and"),
            "was one of the sons of Emperor [-Jimmu-]{+Kōshō+}, and"
        );
    }

    proptest! {
        #[test]
        fn the_stretches_add_up_to_both_texts(left in "[abA .,1湖\n]{0,40}", right in "[abA .,1湖\n]{0,40}") {
            let found = compare_texts(&left, &right);
            let one: String = found.iter().filter_map(|each| match each {
                Stretch::Both(text) | Stretch::Left(text) => Some(*text),
                Stretch::Right(_) => None,
            }).collect();
            let two: String = found.iter().filter_map(|each| match each {
                Stretch::Both(text) | Stretch::Right(text) => Some(*text),
                Stretch::Left(_) => None,
            }).collect();
            prop_assert_eq!((one, two), (left, right));
        }
    }
}
