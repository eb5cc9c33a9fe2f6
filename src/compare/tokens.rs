//! A sentence cut into tokens: words, values kept whole ("12 May 2010", "1.5 km"), and marks. Chinese and Japanese are cut by
//! the character. Every token knows its bytes in the text, so that a change can be shown where it stands.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::words::is_plain_opener;
use crate::language::Roles;
use crate::values::{Value, find_values};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Letters, perhaps with digits among them: `Calcium`, `formula_5`, `H2A`.
    Word,
    /// The value of this number in [`Sentence::values`].
    Value(usize),
    /// One character that is neither letter, digit nor space.
    Mark,
}

/// A stretch of the text.
#[derive(Clone, Debug)]
pub struct Token {
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What it is.
    pub class: Class,
    /// The text without case and accents: equal tokens have equal ones.
    pub folded: Box<str>,
    /// Whether it begins with a capital letter.
    pub capital: bool,
    /// Whether it is a name or a part of one, as far as capitals tell.
    pub name: bool,
    /// What it can be, besides a word: an article, a denial.
    pub roles: Roles,
}

impl Token {
    /// Whether it is a word.
    pub fn is_word(&self) -> bool {
        self.class == Class::Word
    }

    /// Whether it is a mark.
    pub fn is_mark(&self) -> bool {
        self.class == Class::Mark
    }

    /// Whether it means something: no mark, no article.
    pub fn has_meaning(&self) -> bool {
        !self.is_mark() && !self.roles.is_function_word()
    }

    /// Its value's number, if it is one.
    pub fn value(&self) -> Option<usize> {
        if let Class::Value(number) = self.class { Some(number) } else { None }
    }
}

/// A text with its tokens and values.
#[derive(Debug)]
pub struct Sentence<'t> {
    /// The text as it was given.
    pub text: &'t str,
    /// The title of its document.
    pub title: &'t str,
    /// Its tokens in order.
    pub tokens: Vec<Token>,
    /// Its values in order.
    pub values: Vec<Value>,
}

impl<'t> Sentence<'t> {
    /// Cuts a text. `title` helps to tell whether the first word is a name.
    pub fn new(text: &'t str, title: &'t str) -> Self {
        let values = find_standalone_values(text);
        let mut tokens = Vec::with_capacity(text.len() / 4);
        let mut from = 0;
        for (number, value) in values.iter().enumerate() {
            cut_tokens(text, from, value.start, &mut tokens);
            tokens.push(build_token(text, value.start, value.end, Class::Value(number)));
            from = value.end;
        }
        cut_tokens(text, from, text.len(), &mut tokens);
        mark_names(&mut tokens, title);
        Sentence { text, title, tokens, values }
    }

    /// The text of a token.
    pub fn text_of(&self, token: &Token) -> &'t str {
        &self.text[token.start..token.end]
    }

    /// The value of a token, if it is one.
    pub fn value_of(&self, token: &Token) -> Option<&Value> {
        token.value().and_then(|number| self.values.get(number))
    }
}

/// The values that stand on their own: not a digit within a word, as in `H2A`.
fn find_standalone_values(text: &str) -> Vec<Value> {
    let mut from = 0;
    let mut values = find_values(text);
    values.retain(|value| {
        let apart = value.start >= from && value.start < value.end && is_outside_word(text, value.start, value.end);
        if apart {
            from = value.end;
        }
        apart
    });
    values
}

fn is_outside_word(text: &str, start: usize, end: usize) -> bool {
    let (Some(before), Some(inside), Some(after)) = (text.get(..start), text.get(start..end), text.get(end..)) else {
        return false;
    };
    let glued = |one: Option<char>, two: Option<char>| {
        // Where words have no blanks between them, a value needs none either: 面积5平方公里.
        let spaced = |letter: char| letter.is_alphanumeric() && !is_unspaced_script(letter);
        one.is_some_and(spaced) && two.is_some_and(|letter| spaced(letter) || letter == '_') || one == Some('_')
    };
    let next = after.chars().next();
    let runs_on = next.is_some_and(char::is_alphabetic) && glued(inside.chars().next_back(), next);
    !glued(before.chars().next_back(), inside.chars().next()) && !runs_on
}

/// Cuts the bytes from `from` to `to`, in which no value stands.
fn cut_tokens(text: &str, from: usize, to: usize, tokens: &mut Vec<Token>) {
    let part = &text[from..to];
    let mut letters = part.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter.is_whitespace() {
            continue;
        }
        let mut end = at + letter.len_utf8();
        if !is_word_letter(letter) {
            if let Some(suffix) = measure_possessive(&part[at..]) {
                end = at + suffix;
                letters.next_if(|&(next, _)| next < end);
                tokens.push(build_token(text, from + at, from + end, Class::Word));
                continue;
            }
            tokens.push(build_token(text, from + at, from + end, Class::Mark));
            continue;
        }
        if !is_unspaced_script(letter) {
            while let Some((next, more)) = letters.next_if(|&(next, more)| continues_word(part, next, more)) {
                end = next + more.len_utf8();
            }
        }
        tokens.push(build_token(text, from + at, from + end, Class::Word));
    }
}

/// `'s` at the end of a word is a token of its own, so that `Haiti's` and `Haiti` share one: its length in bytes.
fn measure_possessive(rest: &str) -> Option<usize> {
    let mut letters = rest.chars();
    let (mark, letter) = (letters.next()?, letters.next()?);
    let ends = letters.next().is_none_or(|next| !is_word_letter(next));
    (matches!(mark, '\'' | '’') && matches!(letter, 's' | 'S') && ends).then(|| mark.len_utf8() + 1)
}

/// An accent that stands behind its letter.
fn is_accent_mark(letter: char) -> bool {
    !letter.is_ascii() && is_combining_mark(letter)
}

fn is_word_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether a word goes on with this letter; an apostrophe inside a word belongs to it, but not that of a closing `'s`.
fn continues_word(part: &str, at: usize, letter: char) -> bool {
    if matches!(letter, '\'' | '’') {
        let next = part[at + letter.len_utf8()..].chars().next();
        return next.is_some_and(is_word_letter) && measure_possessive(&part[at..]).is_none();
    }
    is_accent_mark(letter) || (is_word_letter(letter) && !is_unspaced_script(letter))
}

/// Scripts without spaces between words.
fn is_unspaced_script(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn build_token(text: &str, start: usize, end: usize, class: Class) -> Token {
    let own = &text[start..end];
    let capital = own.chars().next().is_some_and(char::is_uppercase);
    let folded = fold_text(own).into_boxed_str();
    let roles = if class == Class::Word { Roles::find(&folded) } else { Roles::default() };
    Token { start, end, class, folded, capital, name: false, roles }
}

/// Lower case, without accents, with plain dashes and quotes and single spaces.
pub fn fold_text(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let plain = |letter| match letter {
        '–' | '—' | '−' | '‐' | '‑' => '-',
        '’' | '‘' | 'ʻ' => '\'',
        '“' | '”' => '"',
        '\u{a0}' | '\u{2009}' | '\u{202f}' => ' ',
        other => other,
    };
    text.nfd().filter(|&letter| !is_combining_mark(letter)).flat_map(char::to_lowercase).map(plain).collect()
}

/// Marks the names: capitals inside the sentence, and a first word that cannot be an ordinary one.
fn mark_names(tokens: &mut [Token], title: &str) {
    let first = tokens.iter().position(|token| !token.is_mark());
    let title = fold_text(title);
    for at in 0..tokens.len() {
        let token = &tokens[at];
        if !token.is_word() || !token.capital || &*token.folded == "i" {
            continue;
        }
        let opening = Some(at) == first || (at > 0 && matches!(&*tokens[at - 1].folded, "." | "?" | "!" | ":"));
        let known = !is_plain_opener(&token.folded);
        tokens[at].name = known || (opening && token.folded.len() > 3 && has_word(&title, &token.folded));
    }
}

/// Whether a folded text holds a word.
pub fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.chars().next_back().is_some_and(is_word_letter) && !after.chars().next().is_some_and(is_word_letter)
    })
}
