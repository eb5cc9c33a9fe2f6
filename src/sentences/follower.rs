//! What comes after a possible sentence end: the first letter that counts, and its word.

use super::letters::{char_at, find_gap_end, is_dash, is_opener, is_symbol, is_word_part};

/// What the next sentence would begin with, quotes and brackets aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing, or a new paragraph.
    End,
    /// A capital.
    Upper,
    /// A small letter.
    Lower,
    /// A digit.
    Digit,
    /// A letter of a script without capitals.
    Caseless,
    /// A sign such as `$`, or a bracket around nothing.
    Symbol,
    /// A dash, and a capital after it.
    Dash,
    /// A comma, a closing bracket ...: the sentence goes on.
    Other,
}

/// What comes after byte `after`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Follower<'a> {
    text: &'a str,
    pub(super) class: Class,
    /// There is white space before it.
    pub(super) is_spaced: bool,
    /// There is a quote or a bracket before it.
    pub(super) is_opened: bool,
    /// Where its first letter is.
    pub(super) at: usize,
}

impl<'a> Follower<'a> {
    /// `" “The"` -> `Upper`, spaced, opened.
    pub(super) fn read(text: &'a str, after: usize) -> Follower<'a> {
        let (mut at, is_end) = find_gap_end(text, after);
        let is_spaced = at > after;
        let begin = at;
        for _ in 0..4 {
            match char_at(text, at) {
                Some(letter) if is_opener(letter) => at += letter.len_utf8(),
                _ => break,
            }
        }
        if text.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\'') && at > begin {
            // A quote with blanks around it; what is in another paragraph does not follow.
            let (next, is_end) = find_gap_end(text, at);
            if !is_end && char_at(text, next).is_some_and(char::is_alphanumeric) {
                at = next;
            }
        }
        let mut follower = Follower { text, class: Class::End, is_spaced, is_opened: at > begin, at };
        if !is_end && begin < text.len() {
            follower.class = follower.classify();
        }
        follower
    }

    fn classify(&self) -> Class {
        let Some(letter) = char_at(self.text, self.at) else {
            return Class::Other;
        };
        match letter {
            'a'..='z' => Class::Lower,
            'A'..='Z' => Class::Upper,
            '0'..='9' => Class::Digit,
            '\u{10d0}'..='\u{10ff}' => Class::Caseless, // Georgian capitals are for headings only
            _ if letter.is_lowercase() => Class::Lower,
            _ if letter.is_uppercase() => Class::Upper,
            _ if letter.is_numeric() => Class::Digit,
            _ if letter.is_alphabetic() => Class::Caseless,
            _ if is_symbol(letter) => Class::Symbol,
            _ if is_dash(letter) && self.is_dash_before_capital() => Class::Dash,
            _ if self.is_opened && !letter.is_whitespace() => Class::Symbol,
            _ => Class::Other,
        }
    }

    fn is_dash_before_capital(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or("");
        for (at, letter) in rest.char_indices().take(4) {
            if letter.is_whitespace() && find_gap_end(rest, at).1 {
                return false; // the capital is of another paragraph
            }
            if !is_dash(letter) && !letter.is_whitespace() && !is_opener(letter) {
                return letter.is_uppercase();
            }
        }
        false
    }

    /// The word there: letters and the apostrophes between them, at most 28 bytes.
    pub(super) fn word(&self) -> &'a str {
        read_word(self.text, self.at)
    }

    /// What stands right behind the word.
    pub(super) fn letter_after_word(&self) -> Option<char> {
        char_at(self.text, self.at + self.word().len())
    }

    /// The second word, when only white space parts it from the first.
    pub(super) fn second_word(&self) -> &'a str {
        let (at, is_end) = find_gap_end(self.text, self.at + self.word().len());
        if is_end {
            return "";
        }
        read_word(self.text, at)
    }
}

/// The word that begins at `at`: `"isn't it"` -> `"isn't"`.
pub(super) fn read_word(text: &str, at: usize) -> &str {
    let mut end = at;
    while let Some(letter) = char_at(text, end) {
        let is_inside = (is_word_part(letter) && !letter.is_numeric()) || (matches!(letter, '\'' | '’') && end > at);
        if !is_inside || end - at > 24 {
            break;
        }
        end += letter.len_utf8();
    }
    text.get(at..end).unwrap_or("").trim_end_matches(['\'', '’'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_brackets_are_looked_through() {
        let follower = Follower::read("x. (“The", 2);
        assert_eq!((follower.class, follower.is_spaced, follower.is_opened), (Class::Upper, true, true));
        assert_eq!(follower.word(), "The");
        assert_eq!(Follower::read("x. , so", 2).class, Class::Other);
        assert_eq!(Follower::read("x. — He", 2).class, Class::Dash);
        assert_eq!(Follower::read("x. — he", 2).class, Class::Other);
        assert_eq!(Follower::read("x.\n \nhe", 2).class, Class::End);
        assert_eq!(Follower::read("x.", 2).class, Class::End);
    }
}
