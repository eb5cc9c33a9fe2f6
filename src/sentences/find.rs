//! The next byte of a block that can matter, eight bytes at a time.

/// Bytes that can matter: stops, quotes, brackets, line ends, and the first bytes of the characters beyond ASCII among
/// them. `«` is C2 AB, `؟` D8 9F, `।` E0 A5 A4, `…` E2 80 A6, `。` E3 80 82, `！` EF BC 81.
static BYTES_THAT_MATTER: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b".!?;:\n\r\x0c()[]{}\"'\xc2\xcd\xd5\xd6\xd8\xdb\xdc\xdf\xe0\xe1\xe2\xe3\xea\xef";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};

/// How many bytes are looked up one by one after a sign that only looked like one that matters. In Chinese all do.
const LOOKUP_BYTES: usize = 64;

/// The first place at or after `at` whose byte matters.
#[inline]
pub(super) fn find_next(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let signs = mark_candidates(u64::from_le_bytes(*chunk));
        if signs == 0 {
            at += 8;
            continue;
        }
        at += signs.trailing_zeros() as usize / 8;
        if BYTES_THAT_MATTER[bytes[at] as usize] {
            return Some(at);
        }
        if bytes[at].is_ascii() {
            at += 1;
            continue;
        }
        let end = bytes.len().min(at + LOOKUP_BYTES);
        if let Some(found) = find_byte_by_byte(bytes, at, end) {
            return Some(found);
        }
        at = end;
    }
    if let Some(chunk) = bytes.last_chunk().filter(|_| at < bytes.len()) {
        // The last eight bytes once more, without those before `at`.
        let signs = mark_candidates(u64::from_le_bytes(*chunk)) >> (8 * (at + 8 - bytes.len()));
        if signs == 0 {
            return None;
        }
        at += signs.trailing_zeros() as usize / 8;
    }
    find_byte_by_byte(bytes, at, bytes.len())
}

/// The same, byte by byte and before `end`.
fn find_byte_by_byte(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let found = bytes.get(at..end)?.iter().position(|byte| BYTES_THAT_MATTER[*byte as usize])?;
    Some(at + found)
}

/// The high bit of each byte that may matter: of all that do, of everything beyond ASCII, and of a few more such as `#$%&`.
#[inline]
fn mark_candidates(bytes: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let low = bytes & (ONES * 0x7f);
    // The high bit of each byte that is another one.
    let differs = |bytes: u64, from: u8| (bytes ^ (ONES * u64::from(from))) + ONES * 0x7f;
    let is_above = low + ONES * (0x80 - b'*' as u64);
    let folded = low | (ONES * 0x20);
    let quiet = (is_above | !differs(low, b' '))
        & differs(low, b'.')
        & differs(low | (ONES * 5), b'?')
        & differs(folded, b'{')
        & differs(folded, b'}');
    (!quiet | bytes) & (ONES << 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_matters_is_found_wherever_it_stands() {
        for byte in 0..=255u8 {
            for place in 0..40 {
                let mut bytes = [b'x'; 40];
                bytes[place] = byte;
                assert_eq!(
                    find_next(&bytes, 0),
                    BYTES_THAT_MATTER[byte as usize].then_some(place),
                    "{byte:x} at {place}"
                );
            }
        }
        assert_eq!(find_next(b"", 0), None);
        assert_eq!(find_next(".好好好好好好好好好好好好好好好好好好好好好好好好。".as_bytes(), 1), Some(73));
    }
}
