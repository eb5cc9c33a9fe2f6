//! The marks that the expanded text carries from the first pass to the second.
//!
//! They are control characters, which a page never needs (the index deletes any that it holds). Two of them carry
//! a number, written as seven more control characters of four bits each, so that no later rule mistakes it for text.

/// A stretch to be shown as it stands: `<nowiki>`, `<math>`, a listing. Carries its number.
pub(super) const LITERAL: u8 = 0x01;
/// Something that is no text stood here.
pub(super) const SEAM: u8 = 0x02;
/// Something that may have been text stood here.
pub(super) const LOSS: u8 = 0x03;
/// A footnote stood here. Carries its number.
pub(super) const REFERENCE: u8 = 0x04;
/// Nothing; keeps the signs around it from meaning anything together.
pub(super) const GAP: u8 = 0x05;

const NUMBER_DIGITS: usize = 7;

/// How many bytes a mark with a number takes.
pub(super) const NUMBERED_MARK_BYTES: usize = 1 + NUMBER_DIGITS;

/// Writes a mark with its number.
pub(super) fn push_numbered(text: &mut String, mark: u8, number: usize) {
    let digit = |digit: usize| 0x10 | (number >> (4 * digit) & 15) as u8;
    let signs = [mark, digit(0), digit(1), digit(2), digit(3), digit(4), digit(5), digit(6)];
    text.extend(signs.map(char::from));
}

/// The number of the mark at `at`.
pub(super) fn read_number(bytes: &[u8], at: usize) -> usize {
    let digits = bytes.get(at + 1..at + NUMBERED_MARK_BYTES).unwrap_or_default();
    digits.iter().enumerate().fold(0, |number, (digit, byte)| number | usize::from(byte & 15) << (4 * digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_survives() {
        let mut text = String::from("ab");
        push_numbered(&mut text, LITERAL, 1_234_567);
        assert_eq!(read_number(text.as_bytes(), 2), 1_234_567);
        assert_eq!(text.len(), 2 + NUMBERED_MARK_BYTES);
    }
}
