//! Character entities in wikitext: as in HTML, but only with their semicolon, and never a control character.

use crate::entities::decode_reference;

/// The character at the `&` at `at`, and where the entity ends: `&ndash;` -> `('–', 7)`.
pub(super) fn decode_entity(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let (sign, length) = decode_reference(bytes.get(at..)?)?;
    let end = at + length;
    let is_whole = bytes.get(end - 1) == Some(&b';');
    let is_shown = matches!(sign, '\n' | '\t') || !(sign.is_control() || sign == char::REPLACEMENT_CHARACTER);
    (is_whole && is_shown).then_some((sign, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_names_or_numbers() {
        assert_eq!(decode_entity(b"&ndash;x", 0), Some(('–', 7)));
        assert_eq!(decode_entity(b"a&#8239;", 1), Some(('\u{202f}', 8)));
        assert_eq!(decode_entity(b"&#x41;", 0), Some(('A', 6)));
        assert_eq!(decode_entity(b"AT&T; and", 2), None);
        assert_eq!(decode_entity(b"&amp", 0), None);
        assert_eq!(decode_entity(b"&#1;", 0), None);
    }
}
