//! The signs that mean something: found once for the whole text, so that the rest is copied without a look at each byte.

use std::hint::black_box;

/// How many bytes a word of the map stands for.
const WORD_BITS: usize = u64::BITS as usize;

/// The copying has to stop at `byte` when `next` follows. Written without branches, so that many are tested at once.
#[inline(always)]
fn is_stop_byte(byte: u8, next: u8) -> bool {
    let folded = byte | 0x20;
    (byte < 0x20)
        | (byte == next) & ((byte == b' ') | (byte == b'\'') | (byte == b'_'))
        | (folded == b'{')
        | (folded == b'}')
        | (byte == b'<')
        | (byte == b'&')
}

/// The same for the characters outside of ASCII.
#[inline(always)]
fn is_wide_stop_byte(byte: u8, next: u8) -> bool {
    (byte == 0xc2) & (next <= 0xad)
        | (byte == 0xe2) & (next <= 0x81)
        | (byte == 0xe3) & (next == 0x80)
        | (byte == 0xef) & (next == 0xbb)
}

/// The stops of a text, one bit per byte. Reusable.
#[derive(Default)]
pub(super) struct Stops {
    words: Vec<u64>,
    /// The same for brackets and line ends alone.
    brackets: Vec<u64>,
}

impl Stops {
    /// Finds the stops of `text`, in place of those of the text before.
    pub fn mark_stops(&mut self, text: &str) {
        let bytes = text.as_bytes();
        self.words.clear();
        self.brackets.clear();
        let (words, last) = bytes.as_chunks();
        let mut shifted = bytes.get(1..).unwrap_or_default().as_chunks().0.iter();
        for word in words {
            match shifted.next() {
                Some(next) => self.push_word(word, next),
                None => self.push_last_word(word),
            }
        }
        self.push_last_word(last);
        self.words.push(0);
        self.brackets.push(0);
    }

    /// Takes the stops of a word's bytes; `next` has the bytes that follow each of them.
    #[inline(always)]
    fn push_word(&mut self, bytes: &[u8; WORD_BITS], next: &[u8; WORD_BITS]) {
        let mut word = mark_bytes(bytes, next, is_stop_byte);
        if !bytes.is_ascii() {
            word |= mark_bytes(bytes, next, is_wide_stop_byte);
        }
        self.words.push(word);
        self.brackets.push(mark_bytes(bytes, next, |byte, _| (byte == b'[') | (byte == b']') | (byte == b'\n')));
    }

    /// The same at the end of the text, for a word at most; nothing follows.
    #[inline(never)]
    fn push_last_word(&mut self, last: &[u8]) {
        let (mut bytes, mut next) = ([0; WORD_BITS], [0; WORD_BITS]);
        bytes[..last.len()].copy_from_slice(last);
        next[..WORD_BITS - 1].copy_from_slice(&bytes[1..]);
        self.push_word(&bytes, &next);
    }

    /// The first stop at or after `at`; `to` or more if there is none before it.
    ///
    /// `ab [[c`, 0 -> 3
    #[inline]
    pub fn next_stop(&self, at: usize, to: usize) -> usize {
        find_next_bit(&self.words, at, to)
    }

    /// The same for brackets and line ends.
    #[inline]
    pub fn next_bracket(&self, at: usize, to: usize) -> usize {
        find_next_bit(&self.brackets, at, to)
    }
}

/// The first bit at or after `at`. The 64 bits that begin there are looked at as one, so that one look most often does.
#[inline(always)]
fn find_next_bit(words: &[u64], at: usize, to: usize) -> usize {
    let (place, shift) = (at / WORD_BITS, at % WORD_BITS);
    if let Some([first, second]) = words.get(place..).and_then(|rest| rest.first_chunk()) {
        let word = first >> shift | second << 1 << (WORD_BITS - 1 - shift);
        if word != 0 {
            return at + word.trailing_zeros() as usize;
        }
    }
    find_far_bit(words, place + 1, to)
}

#[inline(never)]
fn find_far_bit(words: &[u64], mut place: usize, to: usize) -> usize {
    while place * WORD_BITS < to {
        match words.get(place) {
            Some(0) => place += 1,
            Some(word) => return place * WORD_BITS + word.trailing_zeros() as usize,
            None => break,
        }
    }
    to
}

/// Where the first of `signs` stands in `from..to`, `to` if nowhere. For short distances, eight bytes at a time: it is
/// not called but written into its caller, and looks past `to` rather than byte by byte.
///
/// `a|b`, 0, 3, `|` -> 1
#[inline(always)]
pub(super) fn find_sign<const COUNT: usize>(bytes: &[u8], from: usize, to: usize, signs: [u8; COUNT]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut at = from;
    while at < to {
        let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
            return bytes[at..to].iter().position(|byte| signs.contains(byte)).map_or(to, |offset| at + offset);
        };
        let eight = u64::from_le_bytes(*eight);
        // The lowest of the highest bits left is at the first byte that is equal: only those above it may be wrong.
        let found = signs.iter().fold(0, |found, sign| {
            let differs = eight ^ (u64::from(*sign) * ONES);
            found | differs.wrapping_sub(ONES) & !differs
        }) & (ONES << 7);
        if found != 0 {
            return (at + found.trailing_zeros() as usize / 8).min(to);
        }
        at += 8;
    }
    to
}

/// One bit for each byte of a word, each seen with the one after it.
#[inline(always)]
fn mark_bytes(bytes: &[u8; WORD_BITS], next: &[u8; WORD_BITS], wanted: impl Fn(u8, u8) -> bool) -> u64 {
    const LANES: usize = 16;
    let mut flags = [0u8; LANES];
    for (lane, flags) in flags.iter_mut().enumerate() {
        let flag = |part: usize| {
            let at = part * LANES + lane;
            u8::from(wanted(bytes[at], next[at])) << (2 * part)
        };
        *flags = flag(0) | flag(1) | flag(2) | flag(3);
    }
    // The flags go through memory, so that the compiler finds them sixteen at a time and not one by one.
    let flags = u128::from_le_bytes(*black_box(&flags));
    // Bit `row` of byte `column` is byte `8 * row + column`: three swaps turn rows and columns.
    let mut word = flags as u64 | ((flags >> 64) as u64) << 1;
    for (distance, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let swapped = (word ^ (word >> distance)) & mask;
        word ^= swapped ^ (swapped << distance);
    }
    word
}

/// What becomes of a character.
pub(super) enum CharacterClass {
    Blank,
    Nothing,
    Itself,
}

/// All blanks are one blank; what cannot be seen vanishes. Joiners stay: Persian, Hindi and emoji need them.
pub(super) fn classify_character(c: char) -> CharacterClass {
    match c {
        ' ' | '\n' | '\t' | '\r' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' => CharacterClass::Blank,
        '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => CharacterClass::Blank,
        '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => CharacterClass::Nothing,
        '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => CharacterClass::Nothing,
        _ => CharacterClass::Itself,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stop_is_found_where_it_is() {
        let text =
            "It's a plain text, as most are. Then a [[link]] and  two blanks; \u{a0}, é–“x” 茶\u{3000}, __TOC__ ''x''";
        let text = text.repeat(3);
        let mut stops_found = Stops::default();
        stops_found.mark_stops(&text);
        let mut found = Vec::new();
        let mut at = stops_found.next_stop(0, text.len());
        while at < text.len() {
            found.push(at);
            at = stops_found.next_stop(at + 1, text.len());
        }
        let bytes = text.as_bytes();
        let next = |at: usize| bytes.get(at + 1).copied().unwrap_or(0);
        let is_stop = |at: usize| is_stop_byte(bytes[at], next(at)) || is_wide_stop_byte(bytes[at], next(at));
        let slow: Vec<_> = (0..text.len()).filter(|&at| is_stop(at)).collect();
        assert_eq!(found, slow);
        stops_found.mark_stops("ab [[c");
        assert_eq!(stops_found.next_stop(0, 6), 3);
    }
}
