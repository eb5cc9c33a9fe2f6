//! Shingles: a 64-bit hash for every window of characters of a text, and the Jaccard similarity of two sets.
//!
//! A window's hash is [`hash_window`] of its bytes and of nothing else: the same in every text, on every machine, on every
//! path through this file. `features::words` makes windows of words of it. It is no rolling hash. A roll hands each window's state to the next, one after another;
//! hashing each window anew is independent work, of which AVX-512 does 32 windows at a time (`wide`) at twice the
//! rate.

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

pub(crate) const FIRST_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
pub(crate) const SECOND_FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

/// The state before the first word of a window of `length` bytes (or words).
#[inline(always)]
pub(crate) fn begin_hash(length: usize) -> u64 {
    (length as u64).wrapping_mul(SECOND_FACTOR) ^ FIRST_FACTOR
}

/// Takes eight more bytes into the state.
///
/// Two multiplications stand between any two words: with one, a change of the eighth character could be undone by a
/// change of the twelfth in one pair of 65,536.
#[inline(always)]
pub(crate) fn add_word(state: u64, word: u64) -> u64 {
    let value = state ^ word;
    let value = (value ^ (value >> 32)).wrapping_mul(FIRST_FACTOR);
    (value ^ (value >> 29)).wrapping_mul(SECOND_FACTOR)
}

/// The hash when all words are taken: the well mixed high bits brought to the low ones.
#[inline(always)]
pub(crate) fn finish_hash(state: u64) -> u64 {
    state ^ (state >> 32)
}

/// Spreads every bit of `value` over all 64; no two values give the same.
#[inline(always)]
pub(crate) fn mix_bits(value: u64) -> u64 {
    finish_hash(add_word(FIRST_FACTOR, value))
}

/// The hash of one window: its bytes eight at a time, the last eight overlapping those before, fewer padded with zeros.
///
/// The number of bytes enters as well, so `"a"` and `"a\0"` differ. Distinct windows meet once in 2^64 pairs.
#[inline]
pub fn hash_window(window: &[u8]) -> u64 {
    seal_hash(hash_unsealed(window))
}

/// What [`seal_hash`] makes the hash of a window of: all of [`hash_window`] but its last step.
#[inline]
pub(crate) fn hash_unsealed(window: &[u8]) -> u64 {
    let state = begin_hash(window.len());
    let Some(&last) = window.last_chunk() else {
        let mut padded = [0; 8];
        padded[..window.len()].copy_from_slice(window);
        return state ^ u64::from_le_bytes(padded);
    };
    let (words, _) = window[..window.len() - 1].as_chunks();
    words.iter().fold(state, |state, &word| add_word(state, u64::from_le_bytes(word))) ^ u64::from_le_bytes(last)
}

/// The last step of a hash. A state meets a word by exclusive or, so that [`hash_unsealed`] can have done that already.
#[inline(always)]
pub(crate) fn seal_hash(unsealed: u64) -> u64 {
    finish_hash(add_word(0, unsealed))
}

/// Appends the hash of every window of `length` characters; a shorter text gives one, of the whole; "" gives none.
///
/// `push_character_shingles("abcd", 3, ..)` appends the hashes of `"abc"` and `"bcd"`. A `length` of 0 counts as 1.
pub fn push_character_shingles(text: &str, length: usize, out: &mut Vec<u64>) {
    let length = length.max(1);
    let bytes = text.as_bytes();
    let plain = count_ascii_prefix(bytes);
    let end = if plain < length { find_window_end(text, length) } else { Some(length) };
    let Some(mut end) = end else {
        if !text.is_empty() {
            out.push(hash_window(bytes));
        }
        return;
    };
    let mut start = 0;
    loop {
        if end - start == length {
            // The window is ASCII; so are all up to the next other character.
            let run = end + count_ascii_prefix(&bytes[end..]);
            push_ascii_shingles(&bytes[start..run], length, out);
            (start, end) = (run - length, run);
        } else {
            out.push(hash_window(&bytes[start..end]));
        }
        if end == bytes.len() {
            return;
        }
        start += measure_character(bytes[start]);
        end += measure_character(bytes[end]);
    }
}

/// How many bytes from the first on are ASCII.
pub(crate) fn count_ascii_prefix(bytes: &[u8]) -> usize {
    // Whole chunks first, which the compiler tests in wide registers.
    let (chunks, _) = bytes.as_chunks::<32>();
    let plain = |chunk: &[u8; 32]| chunk.iter().fold(0, |all, byte| all | byte) < 0x80;
    let skipped = 32 * chunks.iter().position(|chunk| !plain(chunk)).unwrap_or(chunks.len());
    skipped + bytes[skipped..].iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len() - skipped)
}

/// Where the first `length` characters end; `None` where there are fewer.
fn find_window_end(text: &str, length: usize) -> Option<usize> {
    if text.len() < length {
        return None;
    }
    let last = text.char_indices().nth(length - 1)?;
    Some(last.0 + last.1.len_utf8())
}

/// The bytes of the character that begins with `first`.
#[inline(always)]
fn measure_character(first: u8) -> usize {
    match first {
        0..0xc0 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

/// Appends the hash of every window of `length` bytes.
fn push_ascii_shingles(bytes: &[u8], length: usize, out: &mut Vec<u64>) {
    let from = out.len();
    out.resize(from + bytes.len() + 1 - length, 0);
    let out = &mut out[from..];
    #[cfg(target_arch = "x86_64")]
    let done = avx512::hash_windows(bytes, length, out);
    #[cfg(not(target_arch = "x86_64"))]
    let done = 0;
    hash_one_by_one(bytes, length, done, out);
}

/// Hashes the windows from number `first` on.
fn hash_one_by_one(bytes: &[u8], length: usize, first: usize, out: &mut [u64]) {
    for (out, window) in out.iter_mut().zip(bytes.windows(length)).skip(first) {
        *out = hash_window(window);
    }
}

/// Makes a set of a list: sorted, each hash once.
pub fn make_distinct(shingles: &mut Vec<u64>) {
    shingles.sort_unstable();
    shingles.dedup();
}

/// How many hashes two sets share and how many they have together; both sorted, as [`make_distinct`] leaves them.
///
/// `count_shared_and_all(&[1, 2, 3], &[2, 3, 4])` is `(2, 4)`: a similarity of 0.5.
pub fn count_shared_and_all(left: &[u64], right: &[u64]) -> (u32, u32) {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    // Both steps are numbers, not branches: which side is behind cannot be foreseen.
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        shared += u32::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    (shared, (left.len() + right.len()) as u32 - shared)
}
