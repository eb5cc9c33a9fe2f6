//! Quotes that can open and close, and those of tokenized text, which have blanks on both sides.

use super::letters::{char_at, char_before};
use super::open::Pair;
use super::scan::Scan;

/// How far the quotes of tokenized text are counted.
const LONGEST_LOOK_BYTES: usize = 1000;

impl Scan<'_> {
    /// A quote that can open and close: what stands around it tells which it does.
    pub(super) fn handle_quote(&mut self, letter: char, at: usize) {
        let (pair, is_either) = match letter {
            '"' => (Pair::Straight, true),
            '\'' | '’' => (Pair::Single, letter == '\''),
            '“' | '”' => (Pair::Curly, letter == '”'),
            _ => (Pair::Angle, true),
        };
        if letter == '\'' && (is_clitic(self.text, at) || self.handle_quote_apart(at)) {
            return;
        }
        let before = char_before(self.text, at);
        let next = char_at(self.text, at + letter.len_utf8());
        let is_left = before
            .is_none_or(|before| before.is_whitespace() || matches!(before, '(' | '[' | '—' | '–' | '“' | '‘' | '/'));
        if pair == Pair::Single
            && !is_left
            && !before.is_some_and(|before| matches!(before, '.' | ',' | '!' | '?' | '…'))
        {
            return;
        }
        let opened = self.open.find(pair).map(|opened| char_at(self.text, opened.at));
        let opens = match letter {
            '“' => opened != Some(Some('„')) && opened != Some(Some('“')),
            '«' | '»' => opened.is_none() || opened == Some(Some(letter)),
            _ => {
                is_either
                    && is_left
                    && next.is_some_and(|next| !next.is_whitespace())
                    && (letter != '”' || opened.is_none())
            }
        };
        self.drop_expired_pairs(at);
        if opens {
            if opened.is_some() {
                let sink = &mut self.sink;
                self.open.drop_all(|end| sink.end_sentence(end));
            }
            self.open.open(pair, at);
        } else {
            self.open.close(pair);
        }
    }

    /// `'` or `''` with blanks around it, as in tokenized text. It holds no end back: in a text that lost some of its words
    /// such quotes stand around nothing.
    fn handle_quote_apart(&mut self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        if at > 0 && bytes[at - 1] == b'\'' && is_quote_apart(self.text, at - 1) {
            return true; // the second of two
        }
        if !is_quote_apart(self.text, at) {
            return false;
        }
        self.quote_apart = Some(!self.closes_quote_apart(at));
        true
    }

    /// Behind the blank at `at` stands a quote with blanks around it that closes what is open: "said , ' Go . ' He". The
    /// only one of a text closes what was opened before it.
    pub(super) fn is_closing_quote_apart(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        if bytes.get(at + 1) == Some(&b'"') {
            return matches!(bytes.get(at + 2), None | Some(b' ' | b'\n')) && self.open.find(Pair::Straight).is_some();
        }
        if bytes.get(at + 1) != Some(&b'\'') || !is_quote_apart(self.text, at + 1) {
            return false;
        }
        self.closes_quote_apart(at + 1)
    }

    /// Every second quote with blanks around it closes; the first does when their number is odd, unless it opens the text.
    fn closes_quote_apart(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        if let Some(is_open) = self.quote_apart {
            return is_open;
        }
        if at == 0 || bytes[at - 1] == b'\n' {
            return false;
        }
        let mut count = 0;
        let mut place = at;
        let end = bytes.len().min(at + LONGEST_LOOK_BYTES);
        while place < end && bytes[place] != b'\n' {
            if bytes[place] == b'\'' && is_quote_apart(self.text, place) {
                count += 1;
                place += 1;
            }
            place += 1;
        }
        count % 2 == 1
    }
}

/// `'` or `''` at `at` has blanks, or an end of the line, on both sides.
fn is_quote_apart(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let end = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'\''));
    matches!(at.checked_sub(1).and_then(|before| bytes.get(before)), None | Some(b' ' | b'\n'))
        && matches!(bytes.get(end), None | Some(b' ' | b'\n'))
}

/// In tokenized text the end of a word stands apart: "the mill 's wheel", "they 'll".
fn is_clitic(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let rest = &bytes[at + 1..bytes.len().min(at + 4)];
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    at > 0 && bytes[at - 1] == b' ' && matches!(&rest[..length], b"s" | b"ll" | b"re" | b"ve" | b"d" | b"m" | b"t")
}
