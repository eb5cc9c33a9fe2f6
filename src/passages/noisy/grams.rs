//! Grams: short runs of letters that float over the borders of words. They are what two noisy copies still have in common.

use super::letters::weigh_code;

/// The grams of some letters: for each first letter that has enough after it, a hash and how many letters it has, in order.
///
/// A gram is as long as its letters are worth `worth`: eight Latin letters, or three Chinese characters.
pub(super) fn hash_grams(codes: &[u32], worth: u32) -> Vec<(u64, u32)> {
    let mut found = Vec::with_capacity(codes.len());
    let (mut end, mut sum) = (0, 0);
    for first in 0..codes.len() {
        while sum < worth && end < codes.len() {
            sum += weigh_code(codes[end]);
            end += 1;
        }
        if sum < worth {
            break;
        }
        let mixed = codes[first..end]
            .iter()
            .fold(0u64, |state, &code| (state ^ u64::from(code)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
        found.push((finish(mixed), (end - first) as u32));
        sum -= weigh_code(codes[first]);
    }
    found
}

/// Spreads the last letters over all bits.
fn finish(state: u64) -> u64 {
    let state = (state ^ (state >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    state ^ (state >> 32)
}
