//! The search for the next sign that means something: most of a page is copied without a look at each byte.

/// The copying has to stop at `byte` when `next` follows. Written without branches, so that many are tested at once.
#[inline(always)]
fn stops(byte: u8, next: u8) -> bool {
    (byte < 0x20)
        | (byte == b' ') & (next <= b' ')
        | (byte == b'\'') & (next == b'\'')
        | (byte == b'_') & (next == b'_')
        | (byte == b'[')
        | (byte == b']')
        | (byte == b'<')
        | (byte == b'&')
        | (byte == b'{')
        | (byte == b'}')
        | (byte == 0xc2) & (next <= 0xad)
        | (byte == 0xe2) & (next <= 0x81)
        | (byte == 0xe3) & (next == 0x80)
        | (byte == 0xef) & (next == 0xbb)
}

/// The first place at or after `at` where the copying has to stop; `to` or more if there is none before it.
///
/// `ab [[c`, 0 -> 3
pub(super) fn next_stop(bytes: &[u8], mut at: usize, to: usize) -> usize {
    const LANES: usize = 16;
    while at < to {
        let Some(chunk) = bytes.get(at..at + LANES + 1) else { break };
        let mut flags = [0u8; LANES];
        for lane in 0..LANES {
            flags[lane] = u8::from(stops(chunk[lane], chunk[lane + 1]));
        }
        let flags = u128::from_le_bytes(flags);
        if flags != 0 {
            return at + flags.trailing_zeros() as usize / 8;
        }
        at += LANES;
    }
    while at < to && !stops(bytes[at], bytes.get(at + 1).copied().unwrap_or(0)) {
        at += 1;
    }
    at
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
            "It's a plain text, as most are. Then a [[link]] and  two blanks; \u{a0}, é–“x” 茶\u{3000}, __TOC__ ''x''"
                .as_bytes();
        let mut found = Vec::new();
        let mut at = next_stop(text, 0, text.len());
        while at < text.len() {
            found.push(at);
            at = next_stop(text, at + 1, text.len());
        }
        let next = |at: usize| text.get(at + 1).copied().unwrap_or(0);
        let slow: Vec<_> = (0..text.len()).filter(|&at| stops(text[at], next(at))).collect();
        assert_eq!(found, slow);
        assert_eq!(next_stop(b"ab [[c", 0, 6), 3);
    }
}
