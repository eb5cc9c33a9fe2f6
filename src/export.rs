//! Text as lines for other programs: JSON strings, and sentences one to a line.

/// Appends `text` as a JSON string, quotes included: `a "b"` becomes `"a \"b\""`.
///
/// Everything but the quote, the backslash and control characters stays as it is.
pub fn push_json_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
        out.extend_from_slice(&rest[..at]);
        match rest[at] {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            control => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
        }
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// Appends `text` on one line: control characters, newlines among them, become blanks.
pub fn push_line(text: &str, out: &mut Vec<u8>) {
    out.extend(text.bytes().map(|byte| if byte < 0x20 || byte == 0x7f { b' ' } else { byte }));
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_json_string_reads_back_as_it_was(text in any::<String>()) {
            let mut out = Vec::new();
            push_json_string(&text, &mut out);
            let back: String = serde_json::from_slice(&out).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(back, text);
        }
    }

    #[test]
    fn a_line_is_one_line() {
        let mut out = Vec::new();
        push_line("two\nlines\u{0}", &mut out);
        assert_eq!(out, b"two lines \n");
    }
}
