//! Edit distance within a diagonal band, one machine word a column (Myers 1999, the band of Hyyrö 2003).
//!
//! The table of distances has the left text downwards and the right one across. Where at most `most` edits are allowed, only
//! cells within `most` of the diagonal matter. A word holds, for one column, the differences between cells that lie below
//! each other, bit `b` for row `column - middle + b`: the word moves down with the diagonal, one row a column. Rows above the
//! first count 0 1 2 ... along the columns, as the first does, so the edge needs no case of its own. The
//! diagonal that ends in the last cell stays at one bit, and along it distances never fall: they are counted there, and when they
//! pass `most` the answer is known.

use super::{ABSENT_BYTE, LONGEST_TABLED_TEXT};

/// A character as the tables know it.
pub trait Code: Copy + Eq + std::hash::Hash + rapidfuzz::HashableChar {
    /// Its row in [`Masks`].
    fn mask_row(self) -> usize;

    /// How many characters both begin with.
    fn count_common_prefix(left: &[Self], right: &[Self]) -> usize {
        left.iter().zip(right).take_while(|(left, right)| left == right).count()
    }

    /// How many characters both end with.
    fn count_common_suffix(left: &[Self], right: &[Self]) -> usize {
        left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count()
    }
}

impl Code for u32 {
    fn mask_row(self) -> usize {
        self as usize
    }
}

impl Code for u8 {
    fn mask_row(self) -> usize {
        usize::from(self.min(ABSENT_BYTE))
    }

    /// Eight bytes at a time.
    fn count_common_prefix(left: &[u8], right: &[u8]) -> usize {
        let (left_words, right_words) = (left.as_chunks::<8>().0, right.as_chunks::<8>().0);
        let equal = left_words.iter().zip(right_words).take_while(|(left, right)| left == right).count() * 8;
        equal + left[equal..].iter().zip(&right[equal..]).take_while(|(left, right)| left == right).count()
    }

    fn count_common_suffix(left: &[u8], right: &[u8]) -> usize {
        let (left_words, right_words) = (left.as_rchunks::<8>().1, right.as_rchunks::<8>().1);
        let words = left_words.iter().rev().zip(right_words.iter().rev());
        let equal = words.take_while(|(left, right)| left == right).count() * 8;
        let (left, right) = (&left[..left.len() - equal], &right[..right.len() - equal]);
        equal + left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count()
    }
}

/// Where each character stands in the left text: a row of bits for each, with empty words before and after.
#[derive(Debug, Default)]
pub struct Masks {
    bits: Vec<u64>,
    words: usize,
}

/// Empty words before and after the bits of a text, so that a window of 128 may reach over both ends.
const EMPTY_WORDS_BEFORE: usize = 1;
const EMPTY_WORDS_AFTER: usize = 2;

impl Masks {
    /// Sets the bits of `text`, whose codes are below `rows`. A text longer than [`LONGEST_TABLED_TEXT`] gets none.
    pub fn set_text<C: Code>(&mut self, text: &[C], rows: usize) {
        self.bits.clear();
        if text.len() > LONGEST_TABLED_TEXT {
            return;
        }
        let words = text.len().div_ceil(64) + EMPTY_WORDS_BEFORE + EMPTY_WORDS_AFTER;
        self.words = words;
        self.bits.resize(rows * words, 0);
        for (word, codes) in text.chunks(64).enumerate() {
            for (bit, code) in codes.iter().enumerate() {
                self.bits[code.mask_row() * words + EMPTY_WORDS_BEFORE + word] |= 1 << bit;
            }
        }
    }

    /// 64 bits of a character from bit `start` on; `start` counts the empty words.
    #[inline(always)]
    fn window(&self, row: usize, start: usize) -> u64 {
        let at = row * self.words + start / 64;
        let [low, high] = [self.bits[at], self.bits[at + 1]];
        (low >> (start % 64)) | ((high << 1) << (63 - start % 64))
    }

    #[inline(always)]
    fn wide_window(&self, row: usize, start: usize) -> u128 {
        u128::from(self.window(row, start)) | (u128::from(self.window(row, start + 64)) << 64)
    }
}

macro_rules! band {
    ($(#[$doc:meta])* $name:ident, $word:ty, $middle:expr, $window:ident) => {
        $(#[$doc])*
        ///
        /// `left` is the length of the left text from `prefix` on, without what both end with. It may be longer or shorter
        /// than `right` by `most`.
        pub fn $name<C: Code>(masks: &Masks, prefix: usize, left: usize, right: &[C], most: usize) -> Option<usize> {
            let last: $word = 1 << ($middle + left - right.len());
            let mut distance = left.saturating_sub(right.len());
            // Down the first column every cell is one more than the cell above it; above the first row all are 0.
            let mut more = <$word>::MAX << $middle;
            let mut less: $word = 0;
            for (column, code) in right.iter().enumerate() {
                let mut equal = masks.$window(code.mask_row(), EMPTY_WORDS_BEFORE * 64 + prefix + column - $middle);
                if column < $middle {
                    // Rows above the first are not part of the text, though a prefix may stand there.
                    equal &= <$word>::MAX << ($middle - column);
                }
                // Where the step along the diagonal is free.
                let free = (((equal & more).wrapping_add(more)) ^ more) | (equal | less);
                distance += usize::from(free & last == 0);
                if distance > most {
                    return None;
                }
                // Where the step across is not one more; written so that few operations wait for `free`.
                let not_more = (free & !less) | (more & !less);
                let below = free >> 1;
                more = (free & more) | (!below & not_more);
                less = below & !not_more;
            }
            Some(distance)
        }
    };
}

/// The widest band of [`narrow`].
pub const WIDEST_NARROW_BAND: usize = 31;
/// The widest band of [`wide`].
pub const WIDEST_BAND: usize = 63;

band!(
    /// The distance where it is at most `most`, itself at most [`WIDEST_NARROW_BAND`].
    narrow, u64, WIDEST_NARROW_BAND, window
);
band!(
    /// The distance where it is at most `most`, itself at most [`WIDEST_BAND`].
    wide, u128, WIDEST_BAND, wide_window
);

#[cfg(test)]
mod tests {
    use super::*;

    fn both(left: &[u8], right: &[u8], most: usize) -> (Option<usize>, Option<usize>) {
        let mut masks = Masks::default();
        masks.set_text(left, 129);
        (narrow(&masks, 0, left.len(), right, most), wide(&masks, 0, left.len(), right, most))
    }

    #[test]
    fn a_kitten_is_three_edits_from_sitting() {
        assert_eq!(both(b"kitten", b"sitting", 3), (Some(3), Some(3)));
        assert_eq!(both(b"kitten", b"sitting", 2), (None, None));
        assert_eq!(both(b"sitting", b"kitten", 31), (Some(3), Some(3)));
    }

    #[test]
    fn common_ends_are_found_by_words_and_bytes() {
        let (left, right) = (b"0123456789abcdefX0123456789", b"0123456789abcdefYY0123456789");
        assert_eq!((u8::count_common_prefix(left, right), u8::count_common_suffix(left, right)), (16, 10));
        assert_eq!((u8::count_common_prefix(left, left), u8::count_common_suffix(left, &left[5..])), (27, 22));
    }
}
