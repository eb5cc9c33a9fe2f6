//! The next byte of a block that can matter, sixteen bytes at a time.

/// Bytes that can matter: stops, quotes, brackets, line ends, and the first bytes of the characters beyond ASCII among
/// them. `«` is C2 AB, `؟` D8 9F, `।` E0 A5 A4, `…` E2 80 A6, `。` E3 80 82, `！` EF BC 81.
static MATTERS: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b".!?;\n\r\x0c()[]{}\"'\xc2\xcd\xd5\xd6\xd8\xdb\xdc\xdf\xe0\xe1\xe2\xe3\xea\xef";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};

/// How many bytes are looked up one by one after a sign that only looked like one that matters. In Chinese all do.
const STRETCH: usize = 64;

/// The first place at or after `at` whose byte matters.
#[inline]
pub(super) fn find(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let signs = signs(chunk);
        if signs == 0 {
            at += 16;
            continue;
        }
        at += signs.trailing_zeros() as usize / 8;
        if MATTERS[bytes[at] as usize] {
            return Some(at);
        }
        let end = bytes.len().min(at + STRETCH);
        if let Some(found) = look_up(bytes, at, end) {
            return Some(found);
        }
        at = end;
    }
    if let Some(chunk) = bytes.last_chunk() {
        // The last sixteen bytes once more, without those before `at`.
        let past = 8 * (at + 16 - bytes.len()) as u32;
        let signs = signs(chunk).checked_shr(past).unwrap_or(0);
        if signs == 0 {
            return None;
        }
        at += signs.trailing_zeros() as usize / 8;
    }
    look_up(bytes, at, bytes.len())
}

/// The same, byte by byte and before `end`.
fn look_up(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let found = bytes.get(at..end)?.iter().position(|byte| MATTERS[*byte as usize])?;
    Some(at + found)
}

/// A byte that is not zero for each of those that may matter: all that do, everything beyond ASCII, and a few more such as
/// `#$%&`. Written so that the compiler makes vector instructions of it: masks, and no `&&`.
#[inline]
fn signs(chunk: &[u8; 16]) -> u128 {
    let mask = |is_sign: bool| if is_sign { 0xff } else { 0u8 };
    let mut signs = [0; 16];
    for (sign, byte) in signs.iter_mut().zip(chunk) {
        *sign = (mask((*byte as i8) < b'*' as i8) & mask(*byte != b' '))
            | mask(*byte == b'.')
            | mask(*byte | 4 == b'?')
            | mask(*byte | 0x20 == b'{')
            | mask(*byte | 0x20 == b'}');
    }
    u128::from_le_bytes(signs)
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
                assert_eq!(find(&bytes, 0), MATTERS[byte as usize].then_some(place), "{byte:x} at {place}");
            }
        }
        assert_eq!(find(b"", 0), None);
        assert_eq!(find(".好好好好好好好好好好好好好好好好好好好好好好好好。".as_bytes(), 1), Some(73));
    }
}
