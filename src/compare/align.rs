//! Which tokens of two sentences belong together: the heaviest common subsequence, in which values may also meet a value that
//! is not equal. A table of all pairs is made for what remains between the equal ends; where that would be too large, the
//! tokens that occur once on each side cut the sentences into pieces, and a piece that is still too large is left unaligned.

use std::collections::HashMap;

use super::tokens::{Sentence, Token};
use crate::values::{Relation, relate_values};

/// The largest table, in cells: two sentences of 500 tokens. Larger ones are cut first.
const LARGEST_TABLE_CELLS: usize = 1 << 18;

/// How often a piece is cut into smaller ones.
const MOST_CUTS: usize = 8;

/// Pairs of token numbers, rising on both sides: equal tokens, and values in the same place.
pub fn align_tokens(left: &Sentence, right: &Sentence) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(left.tokens.len().min(right.tokens.len()));
    let whole = TokenRanges { left: (0, left.tokens.len()), right: (0, right.tokens.len()) };
    Aligner { left, right }.align_ranges(whole, 0, &mut pairs);
    pairs
}

#[derive(Clone, Copy)]
struct TokenRanges {
    left: (usize, usize),
    right: (usize, usize),
}

struct Aligner<'a, 't> {
    left: &'a Sentence<'t>,
    right: &'a Sentence<'t>,
}

impl Aligner<'_, '_> {
    fn align_ranges(&self, mut piece: TokenRanges, depth: usize, pairs: &mut Vec<(usize, usize)>) {
        while piece.left.0 < piece.left.1
            && piece.right.0 < piece.right.1
            && self.are_equal(piece.left.0, piece.right.0)
        {
            pairs.push((piece.left.0, piece.right.0));
            piece.left.0 += 1;
            piece.right.0 += 1;
        }
        let mut tail = 0;
        while piece.left.0 < piece.left.1
            && piece.right.0 < piece.right.1
            && self.are_equal(piece.left.1 - 1, piece.right.1 - 1)
        {
            piece.left.1 -= 1;
            piece.right.1 -= 1;
            tail += 1;
        }
        let (rows, columns) = (piece.left.1 - piece.left.0, piece.right.1 - piece.right.0);
        if rows.saturating_mul(columns) <= LARGEST_TABLE_CELLS {
            self.align_by_table(piece, pairs);
        } else if depth < MOST_CUTS {
            self.align_by_anchors(piece, depth, pairs);
        }
        pairs.extend((0..tail).map(|at| (piece.left.1 + at, piece.right.1 + at)));
    }

    fn are_equal(&self, left: usize, right: usize) -> bool {
        self.left.tokens[left].folded == self.right.tokens[right].folded
    }

    /// The heaviest alignment by a table of all pairs.
    fn align_by_table(&self, piece: TokenRanges, pairs: &mut Vec<(usize, usize)>) {
        let (rows, columns) = (piece.left.1 - piece.left.0, piece.right.1 - piece.right.0);
        if rows == 0 || columns == 0 {
            return;
        }
        let width = columns + 1;
        let mut best = vec![0u32; (rows + 1) * width];
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let weight = self.weigh_pair(piece.left.0 + row, piece.right.0 + column);
                let both = if weight == 0 { 0 } else { weight + best[(row + 1) * width + column + 1] };
                let skipped = best[(row + 1) * width + column].max(best[row * width + column + 1]);
                best[row * width + column] = both.max(skipped);
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < rows && column < columns {
            let here = best[row * width + column];
            let weight = self.weigh_pair(piece.left.0 + row, piece.right.0 + column);
            if weight > 0 && here == weight + best[(row + 1) * width + column + 1] {
                pairs.push((piece.left.0 + row, piece.right.0 + column));
                row += 1;
                column += 1;
            } else if here == best[(row + 1) * width + column] {
                row += 1;
            } else {
                column += 1;
            }
        }
    }

    /// What it is worth to put two tokens together; 0 if they do not belong together.
    fn weigh_pair(&self, left: usize, right: usize) -> u32 {
        let (one, two) = (&self.left.tokens[left], &self.right.tokens[right]);
        if one.folded == two.folded {
            return if one.is_mark() {
                2
            } else if one.roles.is_function_word() {
                5
            } else {
                8
            };
        }
        match (self.left.value_of(one), self.right.value_of(two)) {
            (Some(first), Some(second)) => match relate_values(first, second) {
                Relation::Equal => 7,
                Relation::Compatible => 6,
                Relation::Different => 4,
                Relation::Incomparable => 1,
            },
            _ => 0,
        }
    }

    /// Cuts a large piece at tokens that occur once on each side and in the same order.
    fn align_by_anchors(&self, piece: TokenRanges, depth: usize, pairs: &mut Vec<(usize, usize)>) {
        let anchors = keep_longest_rising(&self.find_unique_tokens(piece));
        if anchors.is_empty() {
            return;
        }
        let mut from = (piece.left.0, piece.right.0);
        for &(left, right) in &anchors {
            self.align_ranges(TokenRanges { left: (from.0, left), right: (from.1, right) }, depth + 1, pairs);
            pairs.push((left, right));
            from = (left + 1, right + 1);
        }
        self.align_ranges(
            TokenRanges { left: (from.0, piece.left.1), right: (from.1, piece.right.1) },
            depth + 1,
            pairs,
        );
    }

    /// The tokens that occur once on each side, in the order of the left.
    fn find_unique_tokens(&self, piece: TokenRanges) -> Vec<(usize, usize)> {
        let left = map_unique_texts(&self.left.tokens, piece.left);
        let right = map_unique_texts(&self.right.tokens, piece.right);
        let mut both: Vec<_> =
            left.iter().filter_map(|(folded, place)| Some(((*place)?, (*right.get(folded)?)?))).collect();
        both.sort_unstable();
        both
    }
}

/// Where each text stands, or nothing if it stands twice.
fn map_unique_texts(tokens: &[Token], (from, to): (usize, usize)) -> HashMap<&str, Option<usize>> {
    let mut places = HashMap::with_capacity(to - from);
    for (at, token) in tokens.iter().enumerate().take(to).skip(from) {
        places.entry(&*token.folded).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places
}

/// The longest part of the pairs that rises on the right as well.
fn keep_longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let (mut piles, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::with_capacity(pairs.len()));
    for (at, pair) in pairs.iter().enumerate() {
        let pile = piles.partition_point(|&top| pairs[top].1 < pair.1);
        before.push(pile.checked_sub(1).map(|under| piles[under]));
        if pile == piles.len() {
            piles.push(at);
        } else {
            piles[pile] = at;
        }
    }
    let mut chain = Vec::with_capacity(piles.len());
    let mut next = piles.last().copied();
    while let Some(at) = next {
        chain.push(pairs[at]);
        next = before[at];
    }
    chain.reverse();
    chain
}
