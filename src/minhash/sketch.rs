//! Sketches: a byte of each minimum. How many bytes two sketches share tells how alike two sets are, nearly.
//!
//! A sketch of 208 bytes is compared in the time in which a text is fetched from memory, so that long texts are looked
//! at only where it says that they may be alike. Which share is still let through is chosen in `plan/sketches.py`.

use multiversion::multiversion;

/// How many bytes stand at the same place in both.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub fn count_shared_bytes(left: &[u8], right: &[u8]) -> u32 {
    let mut shared = 0;
    // A count of bytes fits a byte while it is of fewer than 256, which keeps the loop in narrow lanes.
    for (left, right) in left.chunks(128).zip(right.chunks(128)) {
        shared += u32::from(left.iter().zip(right).map(|(one, other)| u8::from(one == other)).sum::<u8>());
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equal_bytes_are_counted(pairs in prop::collection::vec((0u8..4, 0u8..4), 0..700)) {
            let (left, right): (Vec<u8>, Vec<u8>) = pairs.iter().copied().unzip();
            let equal = pairs.iter().filter(|(one, other)| one == other).count();
            prop_assert_eq!(count_shared_bytes(&left, &right) as usize, equal);
        }
    }
}
