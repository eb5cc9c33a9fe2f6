//! How often each letter stands in a text, in 16 bytes: enough to see that two texts cannot be alike, without reading them.
//!
//! Characters fall into 28 classes, each counted modulo 16 (four bits), beside the length (16 bits). An edit changes the
//! length by at most one and the counts of at most two classes by one, and what the counts differ modulo 16 is never more
//! than they differ. So of two texts, the sum of those differences and of that of the lengths is at most twice the
//! number of edits: where it is more than the threshold allows, the pair is no match. No match is ever lost.

/// The counts of a text, as two numbers: 16 classes in the first, 12 classes and the length in the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LetterCounts {
    /// The first 16 classes, the first in the lowest four bits.
    pub first: u64,
    /// The other 12 classes, above them the length in characters, at most [`LONGEST`].
    pub second: u64,
}

/// A text of this length or a longer one may be like any text.
const LONGEST: u64 = 0xffff;
const CLASSES: u32 = 28;
const LENGTH_SHIFT: u32 = 48;
const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const ONES: u64 = 0x0101_0101_0101_0101;

/// The class of every ASCII character: a letter of its own, digits with the four rarest, space, and all that is left.
const ASCII_CLASSES: [u8; 128] = {
    let mut classes = [27; 128];
    let mut at = 0;
    while at < 26 {
        classes[b'a' as usize + at] = at as u8;
        classes[b'A' as usize + at] = at as u8;
        at += 1;
    }
    let rare = [b'j' - b'a', b'q' - b'a', b'x' - b'a', b'z' - b'a'];
    at = 0;
    while at < 10 {
        classes[b'0' as usize + at] = rare[at % 4];
        at += 1;
    }
    classes[b' ' as usize] = 26;
    classes
};

impl LetterCounts {
    /// The counts of a text: of `"aab"` two of the first class, one of the second, and a length of 3.
    pub fn count(text: &str) -> Self {
        let mut counts = [0u8; CLASSES as usize];
        let mut length = 0;
        if text.is_ascii() {
            text.bytes().for_each(|byte| {
                let count = &mut counts[usize::from(ASCII_CLASSES[usize::from(byte & 127)])];
                *count = count.wrapping_add(1);
            });
            length = text.len() as u64;
        } else {
            for character in text.chars() {
                let class = match ASCII_CLASSES.get(character as usize) {
                    Some(&class) => usize::from(class),
                    None => ((character as u32).wrapping_mul(0x9e37_79b1) >> 16) as usize % CLASSES as usize,
                };
                counts[class] = counts[class].wrapping_add(1);
                length += 1;
            }
        }
        let pack = |part: &[u8]| part.iter().rev().fold(0, |packed, &count| packed << 4 | u64::from(count & 15));
        LetterCounts { first: pack(&counts[..16]), second: pack(&counts[16..]) | length.min(LONGEST) << LENGTH_SHIFT }
    }

    /// Whether two texts may have an edit similarity of `1 - share`, as far as their counts tell.
    #[inline]
    pub fn may_differ_by(self, other: Self, share: f64) -> bool {
        let (left, right) = (self.second >> LENGTH_SHIFT, other.second >> LENGTH_SHIFT);
        let longer = left.max(right);
        let classes = (1 << LENGTH_SHIFT) - 1;
        // 28 classes of at most 8: the sum fits the byte in which it is formed.
        let differing =
            add_differences(self.first, other.first) + add_differences(self.second & classes, other.second & classes);
        let least = (differing.wrapping_mul(ONES) >> 56) + left.abs_diff(right);
        // A thousandth more: the product is rounded, and the number of edits is whole.
        longer == LONGEST || least as f64 <= 2.0 * (share * longer as f64 + 0.001)
    }
}

/// In each byte the differences of its two nibbles, modulo 16 and without sign, added up.
#[inline]
fn add_differences(left: u64, right: u64) -> u64 {
    let difference = |left: u64, right: u64| {
        let modulo = ((left & NIBBLES | ONES << 4) - (right & NIBBLES)) & NIBBLES;
        let negative = modulo >> 3 & ONES; // from 8 on, counted as 16 minus
        (modulo ^ ((negative << 4) - negative)) + negative
    };
    difference(left, right) + difference(left >> 4, right >> 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::compute_exact_edit_similarity;
    use proptest::prelude::*;

    #[test]
    fn counts_stand_in_their_places() {
        let counts = LetterCounts::count("aab");
        assert_eq!(counts, LetterCounts { first: 0x12, second: 3 << 48 });
        assert_eq!(LetterCounts::count("Ä z").second & 0xf_0000_0000, 0, "a count of `u`");
    }

    #[test]
    fn texts_of_other_letters_or_lengths_are_told_apart() {
        let counts = |text: &str| LetterCounts::count(text);
        assert!(counts("he was born in vienna").may_differ_by(counts("he was born in berlin"), 0.3));
        assert!(!counts("he was born in vienna").may_differ_by(counts("six zebras jump quickly"), 0.3));
        assert!(!counts("aaaaaaaaaa").may_differ_by(counts("aaaaaaaaaaaaaaa"), 0.2));
        // 16 more of one letter are none more, modulo 16; the length still tells.
        assert!(!counts("a").may_differ_by(counts(&"a".repeat(17)), 0.2));
        assert!(counts(&"a".repeat(70_000)).may_differ_by(counts("b"), 0.0), "too long to tell");
    }

    proptest! {
        #[test]
        fn no_pair_that_reaches_the_threshold_is_ruled_out(
            left in "[a-eA-C0-9 é東.]{0,60}", right in "[a-eA-C0-9 é東.]{0,60}", cut in 0..60usize, threshold in 0.0..1.0f64
        ) {
            // Two texts that share a beginning, so that some reach any threshold.
            let shared: String = left.chars().take(cut).chain(right.chars().skip(cut)).collect();
            for other in [&right, &shared] {
                if compute_exact_edit_similarity(&left, other) >= threshold {
                    prop_assert!(LetterCounts::count(&left).may_differ_by(LetterCounts::count(other), 1.0 - threshold));
                }
            }
        }

        #[test]
        fn differences_are_those_of_the_nibbles(left: u64, right: u64) {
            let nibble = |number: u64, at: u32| (number >> (4 * at) & 15) as i64;
            let expected: i64 = (0..16).map(|at| {
                let modulo = (nibble(left, at) - nibble(right, at)).rem_euclid(16);
                modulo.min(16 - modulo)
            }).sum();
            let bytes = add_differences(left, right).to_le_bytes();
            prop_assert_eq!(bytes.iter().map(|&byte| i64::from(byte)).sum::<i64>(), expected);
        }
    }
}
