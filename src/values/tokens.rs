//! A text as tokens: words that values are made of, figures, marks, and codes that look like figures.
//!
//! A run of letters and digits that begins with a letter is one word, so that `H2O` and `formula_5` hold no figure. Han, kana and
//! hangul have no spaces: each such character is a mark of its own.

use super::figures::{self, Figure};
use super::lexicon::{self, Lexeme};
use super::money::{self, Currency};
use super::step_count;

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: TokenKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word(Lexeme),
    /// A word without a part in values.
    Other,
    Figure(Figure),
    /// US$.
    Dollar(Currency),
    Mark(char),
    /// An ISBN, a telephone number, a version.
    Code,
}

/// No identifier is longer, and what comes after "doi" is looked through no further.
const LONGEST_CODE: usize = 100;

/// All tokens of a text, in order.
pub(super) fn split_tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), tokens: Vec::with_capacity(text.len() / 4 + 4) };
    let mut at = 0;
    while at < text.len() {
        at = lexer.take_token(at);
    }
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    /// Takes what stands at a place; gives the place behind it.
    fn take_token(&mut self, at: usize) -> usize {
        match self.bytes[at] {
            byte if byte.is_ascii_whitespace() => at + 1,
            byte if byte.is_ascii_alphabetic() || byte == b'_' => self.take_word(at),
            byte if byte.is_ascii_digit() => self.take_figure(at),
            b'+' => match self.find_telephone_end(at) {
                Some(end) => self.push_token(at, end, TokenKind::Code),
                None => self.push_token(at, at + 1, TokenKind::Mark('+')),
            },
            byte if byte < 0x80 => self.push_token(at, at + 1, TokenKind::Mark(byte as char)),
            _ => self.take_non_ascii(at),
        }
    }

    fn push_token(&mut self, start: usize, end: usize, kind: TokenKind) -> usize {
        self.tokens.push(Token { start, end, kind });
        end
    }

    fn take_non_ascii(&mut self, at: usize) -> usize {
        let Some(letter) = self.text[at..].chars().next() else { return self.text.len() };
        match letter {
            '０'..='９' => self.take_figure(at),
            _ if letter.is_whitespace() => at + letter.len_utf8(),
            _ if is_word_letter(letter) => self.take_word(at),
            _ => self.push_token(at, at + letter.len_utf8(), TokenKind::Mark(letter)),
        }
    }

    fn take_word(&mut self, start: usize) -> usize {
        let end = self.find_word_end(start);
        step_count::count_steps(end - start);
        let word = &self.text[start..end];
        if self.bytes.get(end) == Some(&b'$')
            && let Some(currency) = money::find_dollar(word)
        {
            return self.push_token(start, end + 1, TokenKind::Dollar(currency));
        }
        match lexicon::find_lexeme(word.as_bytes()) {
            Some(Lexeme::Web) if self.text[end..].starts_with([':', '.']) => self.find_run_end(end),
            Some(Lexeme::CodeName) => {
                self.push_token(start, end, TokenKind::Word(Lexeme::CodeName));
                self.take_named_code(end)
            }
            Some(lexeme) => self.push_token(start, end, TokenKind::Word(lexeme)),
            None => self.push_token(start, end, TokenKind::Other),
        }
    }

    fn find_word_end(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.bytes.len() {
            let byte = self.bytes[at];
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                at += 1;
            } else if byte < 0x80 {
                break;
            } else {
                match self.text[at..].chars().next() {
                    Some(letter) if is_word_letter(letter) => at += letter.len_utf8(),
                    _ => break,
                }
            }
        }
        at
    }

    /// The end of what has no space in it.
    fn find_run_end(&self, start: usize) -> usize {
        self.text[start..].find(char::is_whitespace).map_or(self.text.len(), |length| start + length)
    }

    /// What follows "ISBN" or "doi", if a figure is in it; the digits of an ISBN may stand apart.
    fn take_named_code(&mut self, from: usize) -> usize {
        let is_digit = |at: usize| self.bytes.get(at).is_some_and(u8::is_ascii_digit);
        let start = from + self.bytes[from..].iter().take(3).take_while(|byte| matches!(byte, b' ' | b':')).count();
        let mut end = start;
        while end < self.bytes.len().min(start + LONGEST_CODE) {
            match self.bytes[end] {
                b' ' if !(is_digit(end - 1) && is_digit(end + 1)) => break,
                b' ' | b'!'..=b'~' => end += 1,
                _ => break,
            }
        }
        step_count::count_steps(end - start);
        let code = self.text[start..end].trim_end_matches(|letter: char| !letter.is_alphanumeric());
        if start == from || !code.bytes().any(|byte| byte.is_ascii_digit()) {
            return from;
        }
        let end = start + code.len();
        self.push_token(start, end, TokenKind::Code)
    }

    /// The end of "+1 212-555-0123": a plus and nine to fifteen digits in groups.
    fn find_telephone_end(&self, at: usize) -> Option<usize> {
        let run = self.bytes[at + 1..].iter().take(24);
        let length = run.take_while(|byte| matches!(byte, b'0'..=b'9' | b' ' | b'-' | b'(' | b')')).count();
        step_count::count_steps(length);
        let end = at + 1 + self.text[at + 1..at + 1 + length].trim_end_matches([' ', '-', '(', ')']).len();
        let digits = self.bytes[at + 1..end].iter().filter(|byte| byte.is_ascii_digit()).count();
        let is_grouped = digits < end - at - 1 && self.bytes[at + 1].is_ascii_digit();
        (is_grouped && (9..=15).contains(&digits)).then_some(end)
    }

    fn take_figure(&mut self, start: usize) -> usize {
        let behind_month = matches!(
            self.tokens.last(),
            Some(Token { kind: TokenKind::Word(Lexeme::Month(_) | Lexeme::ForeignMonth(_)), .. })
        );
        match figures::scan_figure(self.text, start, !behind_month) {
            (end, Some(figure)) => self.push_token(start, end, TokenKind::Figure(figure)),
            (end, None) => self.push_token(start, end, TokenKind::Code),
        }
    }
}

/// Whether a letter beyond ASCII joins its neighbours in a word.
fn is_word_letter(letter: char) -> bool {
    letter.is_alphanumeric()
        && !is_east_asian(letter)
        && !matches!(letter, '½' | '¼' | '¾' | '⅐'..='⅞' | '⁰'..='⁹' | '⁻')
}

/// Han, kana, hangul and full-width forms.
fn is_east_asian(letter: char) -> bool {
    matches!(letter as u32, 0x1100..=0x11ff | 0x2e80..=0x9fff | 0xa960..=0xa97f | 0xac00..=0xd7ff | 0xf900..=0xfaff
        | 0xff00..=0xffef | 0x20000..=0x3ffff)
}
