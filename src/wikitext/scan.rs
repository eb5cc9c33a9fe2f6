//! The signs that mean something: found once for the whole text, so that the rest is copied without a look at each byte.

/// How many bytes are tested at once.
const LANES: usize = 16;

/// How many bytes a word of the map stands for.
const WORD: usize = u64::BITS as usize;

/// The copying has to stop at `byte` when `next` follows. Written without branches, so that many are tested at once.
#[inline(always)]
fn stops(byte: u8, next: u8) -> bool {
    let folded = byte | 0x20;
    (byte < 0x20)
        | (byte == b' ') & (next <= b' ')
        | (byte == next) & ((byte == b'\'') | (byte == b'_'))
        | (folded == b'{')
        | (folded == b'}')
        | (byte == b'<')
        | (byte == b'&')
}

/// The same for the characters outside of ASCII.
#[inline(always)]
fn stops_beyond_ascii(byte: u8, next: u8) -> bool {
    (byte == 0xc2) & (next <= 0xad)
        | (byte == 0xe2) & (next <= 0x81)
        | (byte == 0xe3) & (next == 0x80)
        | (byte == 0xef) & (next == 0xbb)
}

/// The stops of a text, one bit per byte. Reusable.
#[derive(Default)]
pub(super) struct Stops {
    words: Vec<u64>,
}

impl Stops {
    /// Finds the stops of `text`, in place of those of the text before.
    pub fn find(&mut self, text: &str) {
        let bytes = text.as_bytes();
        self.words.clear();
        self.words.reserve(bytes.len() / WORD + 1);
        let mut at = 0;
        while let Some(window) = bytes.get(at..at + WORD + 1).and_then(|window| window.first_chunk()) {
            self.words.push(word(window));
            at += WORD;
        }
        let mut window = [0; WORD + 1];
        let rest = &bytes[at..];
        window[..rest.len()].copy_from_slice(rest);
        let known = 1u64.checked_shl(rest.len() as u32).map_or(u64::MAX, |bit| bit - 1);
        self.words.push(word(&window) & known);
    }

    /// The first stop at or after `at`; `to` or more if there is none before it.
    ///
    /// `ab [[c`, 0 -> 3
    #[inline]
    pub fn next(&self, at: usize, to: usize) -> usize {
        let mut place = at / WORD;
        let Some(mut word) = self.words.get(place).map(|word| word & (u64::MAX << (at % WORD))) else { return to };
        while word == 0 {
            place += 1;
            match self.words.get(place) {
                Some(&next) if place * WORD < to => word = next,
                _ => return to,
            }
        }
        place * WORD + word.trailing_zeros() as usize
    }
}

/// The stops of a word's bytes and the one after them.
#[inline(always)]
fn word(window: &[u8; WORD + 1]) -> u64 {
    let mut word = 0;
    for part in 0..WORD / LANES {
        let start = part * LANES;
        word |= u64::from(bits(window, start, stops)) << start;
    }
    if !window.is_ascii() {
        for part in 0..WORD / LANES {
            let start = part * LANES;
            word |= u64::from(bits(window, start, stops_beyond_ascii)) << start;
        }
    }
    word
}

/// One bit for each of the bytes from `start` on.
#[inline(always)]
fn bits(window: &[u8; WORD + 1], start: usize, stops: impl Fn(u8, u8) -> bool) -> u16 {
    let mut flags = [0u8; LANES];
    for (lane, flag) in flags.iter_mut().enumerate() {
        *flag = u8::from(stops(window[start + lane], window[start + lane + 1]));
    }
    let flags = u128::from_le_bytes(flags);
    // The product gathers the lowest bit of each of eight bytes in its highest byte.
    let gather = |flags: u64| (flags.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16;
    gather(flags as u64) | gather((flags >> 64) as u64) << 8
}

/// What becomes of a character.
pub(super) enum Sign {
    Blank,
    Nothing,
    Itself,
}

/// All blanks are one blank; what cannot be seen vanishes. Joiners stay: Persian, Hindi and emoji need them.
pub(super) fn sign(c: char) -> Sign {
    match c {
        ' ' | '\n' | '\t' | '\r' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' => Sign::Blank,
        '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Sign::Blank,
        '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => Sign::Nothing,
        '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => Sign::Nothing,
        _ => Sign::Itself,
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
        stops_found.find(&text);
        let mut found = Vec::new();
        let mut at = stops_found.next(0, text.len());
        while at < text.len() {
            found.push(at);
            at = stops_found.next(at + 1, text.len());
        }
        let bytes = text.as_bytes();
        let next = |at: usize| bytes.get(at + 1).copied().unwrap_or(0);
        let is_stop = |at: usize| stops(bytes[at], next(at)) || stops_beyond_ascii(bytes[at], next(at));
        let slow: Vec<_> = (0..text.len()).filter(|&at| is_stop(at)).collect();
        assert_eq!(found, slow);
        stops_found.find("ab [[c");
        assert_eq!(stops_found.next(0, 6), 3);
    }
}
