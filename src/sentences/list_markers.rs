//! Lists written in one line: "1. The first item 2. The second item", "a) tea b) milk", "• one • two".
//!
//! Only a block that begins with a marker is such a list, and only the marker that is next in order parts it.

use super::letters::{char_at, char_before};
use super::shapes::read_word_before;

/// What closes a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkerClose {
    Dot,
    Bracket,
    DotBracket,
}

/// The marker that would be next in this block.
pub(super) struct ListMarkers {
    next: Option<(Marker, MarkerClose)>,
    bullet: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Number(u32),
    Letter(u8),
}

impl Marker {
    /// `"9"` -> `Number(9)`, `"b"` -> `Letter(b'b')`.
    fn read(word: &str) -> Option<Marker> {
        match word.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(Marker::Letter(*letter)),
            [b'0'..=b'9', ..] if word.len() <= 3 => word.parse().ok().map(Marker::Number),
            _ => None,
        }
    }

    fn next_marker(self) -> Marker {
        match self {
            Marker::Number(number) => Marker::Number(number + 1),
            Marker::Letter(letter) => Marker::Letter(letter + 1),
        }
    }
}

impl ListMarkers {
    /// From the beginning of a block: `"1.) The"` expects "2.)".
    pub(super) fn from_text(text: &str) -> ListMarkers {
        // Most blocks begin with a word.
        if let [first, second, ..] = text.as_bytes()
            && first.is_ascii_alphabetic()
            && second.is_ascii_alphabetic()
        {
            return ListMarkers { next: None, bullet: None };
        }
        let text = text.trim_start();
        let bullet = text.chars().next().filter(|letter| matches!(letter, '•' | '⁃' | '‣' | '◦' | '▪'));
        let rest = text.trim_start_matches(|letter: char| bullet == Some(letter) || letter == ' ');
        let length = rest.bytes().take(4).take_while(u8::is_ascii_alphanumeric).count();
        let (word, tail) = rest.split_at(length);
        let close = match tail.as_bytes() {
            [b'.', b')', b' ', ..] => Some(MarkerClose::DotBracket),
            [b'.', b' ', ..] => Some(MarkerClose::Dot),
            [b')', b' ', ..] => Some(MarkerClose::Bracket),
            _ => None,
        };
        let next = Marker::read(word).zip(close).map(|(marker, close)| (marker.next_marker(), close));
        ListMarkers { next, bullet }
    }

    /// At the `.` or `)` of a marker: where the next item begins, when this is the next one. `start` is where the
    /// sentence begins.
    #[inline]
    pub(super) fn find_item(&mut self, text: &str, start: usize, at: usize) -> Option<usize> {
        let (expected, close) = self.next?;
        self.match_item(expected, close, text, start, at)
    }

    fn match_item(
        &mut self,
        expected: Marker,
        close: MarkerClose,
        text: &str,
        start: usize,
        at: usize,
    ) -> Option<usize> {
        if !text.as_bytes().get(at.wrapping_sub(1)).is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        let found = match (text.as_bytes().get(at)?, text.as_bytes().get(at + 1)) {
            (b'.', Some(b')')) => MarkerClose::DotBracket,
            (b'.', _) => MarkerClose::Dot,
            _ => MarkerClose::Bracket,
        };
        let word = read_word_before(text, at);
        if found != close || Marker::read(word) != Some(expected) {
            return None;
        }
        let behind = at + if close == MarkerClose::DotBracket { 2 } else { 1 };
        let mut begin = at - word.len();
        if char_at(text, behind) != Some(' ') || begin <= start {
            if begin == start {
                self.next = Some((expected.next_marker(), close));
            }
            return None;
        }
        let follows = char_at(text, behind + 1);
        if close == MarkerClose::Dot && !follows.is_some_and(|letter| letter.is_uppercase()) {
            return None;
        }
        while let Some(letter) =
            char_before(text, begin).filter(|letter| *letter == ' ' || self.bullet == Some(*letter))
        {
            begin -= letter.len_utf8();
        }
        let word = read_word_before(text, begin);
        let is_apart = begin < at - 1 && begin > start;
        if !is_apart || text.as_bytes().get(begin.wrapping_sub(1)) == Some(&b'.') || takes_number(word) {
            return None;
        }
        self.next = Some((expected.next_marker(), close));
        Some(begin)
    }

    /// At a bullet: the block begins with the same one, and a blank stands before this one.
    pub(super) fn is_bullet_item(&self, text: &str, at: usize) -> bool {
        self.bullet.is_some()
            && self.bullet == char_at(text, at)
            && char_before(text, at).is_some_and(char::is_whitespace)
    }
}

/// A word that takes a number itself: "see chapter 2. The".
fn takes_number(word: &str) -> bool {
    const NUMBERED_WORDS: [&str; 22] = [
        "chapter", "section", "part", "page", "step", "table", "figure", "line", "act", "type", "phase", "war",
        "volume", "number", "class", "level", "grade", "stage", "group", "room", "and", "or",
    ];
    NUMBERED_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_next_marker_parts_a_list() {
        let text = "1) tea 3) milk 2) salt";
        let mut numbering = ListMarkers::from_text(text);
        assert_eq!(numbering.find_item(text, 0, 8), None);
        assert_eq!(numbering.find_item(text, 0, 16), Some(14));
        let text = "1. See chapter 2. The rest";
        assert_eq!(ListMarkers::from_text(text).find_item(text, 0, 16), None);
    }
}
