//! The five entities of XML and its numbered characters. What is not one of them stays as it is.

use memchr::memchr;

/// A reference (`&#1114111;`) is no longer than this.
pub const LONGEST_REFERENCE_BYTES: usize = 12;

/// Reads the reference at the head of `bytes` (which begins with `&`): its character and its length.
///
/// `&lt;b` -> `('<', 4)`, `&#x41;` -> `('A', 6)`, `&nbsp;` -> `None` (not of XML: it belongs to the wikitext)
#[inline]
pub fn decode_reference(bytes: &[u8]) -> Option<(char, usize)> {
    match bytes {
        [_, b'q', b'u', b'o', b't', b';', ..] => Some(('"', 6)),
        [_, b'l', b't', b';', ..] => Some(('<', 4)),
        [_, b'g', b't', b';', ..] => Some(('>', 4)),
        [_, b'a', b'm', b'p', b';', ..] => Some(('&', 5)),
        [_, b'a', b'p', b'o', b's', b';', ..] => Some(('\'', 6)),
        [_, b'#', ..] => decode_numbered(bytes),
        _ => None,
    }
}

fn decode_numbered(bytes: &[u8]) -> Option<(char, usize)> {
    let end = memchr(b';', &bytes[..bytes.len().min(LONGEST_REFERENCE_BYTES)])?;
    let digits = std::str::from_utf8(&bytes[2..end]).ok()?;
    let (digits, radix) = match digits.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => (hexadecimal, 16),
        None => (digits, 10),
    };
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None; // `from_str_radix` would take a sign
    }
    let number = u32::from_str_radix(digits, radix).ok().filter(|&number| number != 0)?;
    Some((char::from_u32(number)?, end + 1))
}

/// A short field without its entities; bytes that are not UTF-8 become U+FFFD.
///
/// `AT&amp;T` -> `AT&T`
pub fn unescape_into(bytes: &[u8], text: &mut String) {
    let mut rest = bytes;
    while let Some(at) = memchr(b'&', rest) {
        text.push_str(&String::from_utf8_lossy(&rest[..at]));
        let (character, length) = decode_reference(&rest[at..]).unwrap_or(('&', 1));
        text.push(character);
        rest = &rest[at + length..];
    }
    text.push_str(&String::from_utf8_lossy(rest));
}

/// [`unescape_into`] a new string.
pub fn unescape(bytes: &[u8]) -> String {
    let mut text = String::new();
    unescape_into(bytes, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entities_of_xml_are_decoded_once() {
        assert_eq!(unescape(b"a &lt;b&gt; &quot;c&quot; &apos;d&apos; &amp;lt; e"), "a <b> \"c\" 'd' &lt; e");
        assert_eq!(unescape(b"&#65;&#x42;&#10;&#x1F600;"), "AB\n\u{1F600}");
    }

    #[test]
    fn what_is_no_reference_stays() {
        for same in
            ["&nbsp;", "&", "&;", "&#;", "&#x;", "&#+5;", "&#0;", "&#xD800;", "&#99999999;", "a & b", "&l", "&amp"]
        {
            assert_eq!(unescape(same.as_bytes()), same);
        }
    }
}
