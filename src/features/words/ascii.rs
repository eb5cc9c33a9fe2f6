//! The words of ASCII text, as ICU would find them, 64 bytes at a time: which bytes belong to words is a mask of bits, and
//! a word is a run of ones in it.

use std::ops::Range;

use multiversion::multiversion;

/// What an ASCII character is to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    /// The underscore: part of a word, but nothing stands between it and a letter.
    Joiner,
    /// Part of a word between two letters,
    BetweenLetters,
    /// between two digits,
    BetweenDigits,
    /// or between either.
    BetweenBoth,
    Other,
}

fn classify_byte(byte: Option<&u8>) -> Class {
    match byte {
        Some(b'a'..=b'z' | b'A'..=b'Z') => Class::Letter,
        Some(b'0'..=b'9') => Class::Digit,
        Some(b'_') => Class::Joiner,
        Some(b':') => Class::BetweenLetters,
        Some(b',' | b';') => Class::BetweenDigits,
        Some(b'.' | b'\'') => Class::BetweenBoth,
        _ => Class::Other,
    }
}

/// Whether a word goes on over the character at this place, which is not part of words by itself.
fn continues_word(bytes: &[u8], at: usize) -> bool {
    let before = classify_byte(at.checked_sub(1).and_then(|before| bytes.get(before)));
    let after = classify_byte(bytes.get(at + 1));
    match classify_byte(bytes.get(at)) {
        Class::BetweenLetters => before == Class::Letter && after == Class::Letter,
        Class::BetweenDigits => before == Class::Digit && after == Class::Digit,
        Class::BetweenBoth => before == after && matches!(before, Class::Letter | Class::Digit),
        _ => false,
    }
}

/// Calls `give` with the bytes that each word stands at, and `base` added to them. All of `bytes` must be ASCII.
#[inline]
pub(super) fn for_each_word(bytes: &[u8], base: usize, give: &mut impl FnMut(Range<usize>)) {
    // An underscore by itself is no word, nor are several.
    let mut give = |start: usize, end: usize| {
        if bytes[start] != b'_' || bytes[start..end].iter().any(u8::is_ascii_alphanumeric) {
            give(base + start..base + end);
        }
    };
    let mut open = None;
    let mut marks = [Mark::default(); BLOCKS_PER_CALL];
    for (part, from) in bytes.chunks(BLOCK * BLOCKS_PER_CALL).zip((0..).step_by(BLOCK * BLOCKS_PER_CALL)) {
        mark_blocks(part, &mut marks);
        for (mark, from) in marks[..part.len().div_ceil(BLOCK)].iter().zip((from..).step_by(BLOCK)) {
            let before = u64::from(open.is_some());
            let inside = mark.find_word_bytes(bytes, from, before);
            // Where a word begins or ends. The first ends the one that reaches into this block.
            let mut edges = inside ^ (inside << 1 | before);
            let mut next = || {
                let edge = (edges != 0).then(|| from + edges.trailing_zeros() as usize);
                edges &= edges.wrapping_sub(1);
                edge
            };
            if open.is_none() {
                open = next();
            }
            while let Some(start) = open {
                let Some(end) = next() else { break };
                give(start, end);
                open = next();
            }
        }
    }
    if let Some(start) = open {
        give(start, bytes.len());
    }
}

const BLOCK: usize = 64;
/// Blocks that are marked with one call.
const BLOCKS_PER_CALL: usize = 16;

/// Of each byte of a block a bit.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// A letter, a digit or the underscore: part of words by itself.
    inside: u64,
    /// Part of a word between some others.
    between: u64,
}

impl Mark {
    /// The bytes of the block at `from` that belong to words; `before` is 1 where the byte before the block does.
    #[inline]
    fn find_word_bytes(&self, bytes: &[u8], from: usize, before: u64) -> u64 {
        let after = bytes.get(from + BLOCK).is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphanumeric());
        let mut inside = self.inside;
        let mut doubtful = self.between & (inside << 1 | before) & (inside >> 1 | u64::from(after) << (BLOCK - 1));
        while doubtful != 0 {
            let at = doubtful.trailing_zeros();
            inside |= u64::from(continues_word(bytes, from + at as usize)) << at;
            doubtful &= doubtful - 1;
        }
        inside
    }
}

/// Marks block after block; what is missing of the last one belongs to no word.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn mark_blocks(bytes: &[u8], marks: &mut [Mark; BLOCKS_PER_CALL]) {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    for (block, mark) in blocks.iter().zip(marks.iter_mut()) {
        *mark = mark_block(block);
    }
    if let Some(mark) = marks.get_mut(blocks.len()) {
        let mut padded = [0; BLOCK];
        padded[..rest.len()].copy_from_slice(rest);
        *mark = mark_block(&padded);
    }
}

#[inline(always)]
fn mark_block(block: &[u8; BLOCK]) -> Mark {
    let (eights, _) = block.as_chunks::<8>();
    let (mut own, mut shared) = ([0; 8], [0; 8]);
    for ((&eight, own), shared) in eights.iter().zip(&mut own).zip(&mut shared) {
        let eight = u64::from_le_bytes(eight);
        *own = gather_high_bits(mark_word_bytes(eight));
        *shared = gather_high_bits(mark_joining_bytes(eight));
    }
    Mark { inside: u64::from_le_bytes(own), between: u64::from_le_bytes(shared) }
}

const LOW_BITS: u64 = u64::MAX / 255;

/// The highest bit of each of eight ASCII bytes that is a letter, a digit or the underscore.
///
/// None is above 127, so no sum carries into the next: `byte + 128 - first` has its highest bit from `first` on.
#[inline(always)]
fn mark_word_bytes(bytes: u64) -> u64 {
    let from = |bytes: u64, first: u8| bytes + LOW_BITS * (128 - u64::from(first));
    let lower = bytes | (LOW_BITS * 0x20);
    let letter = from(lower, b'a') & !from(lower, b'z' + 1);
    let digit = from(bytes, b'0') & !from(bytes, b'9' + 1);
    letter | digit | mark_equal_bytes(bytes, b'_')
}

/// The highest bit of each of eight ASCII bytes that may stand between others in a word.
#[inline(always)]
fn mark_joining_bytes(bytes: u64) -> u64 {
    // `:` and `;` differ in the last bit, `,` and `.` in the one before.
    mark_equal_bytes(bytes | LOW_BITS, b';')
        | mark_equal_bytes(bytes | (LOW_BITS * 2), b'.')
        | mark_equal_bytes(bytes, b'\'')
}

/// The highest bit of each byte that is this one; other bits mean nothing.
#[inline(always)]
fn mark_equal_bytes(bytes: u64, byte: u8) -> u64 {
    !((bytes ^ (LOW_BITS * u64::from(byte))) + LOW_BITS * 127)
}

/// The highest bits of eight bytes, side by side.
#[inline(always)]
fn gather_high_bits(high: u64) -> u8 {
    let bits = (high >> 7) & LOW_BITS;
    let pairs = bits | bits >> 7;
    let fours = pairs | pairs >> 14;
    (fours | fours >> 28) as u8
}
