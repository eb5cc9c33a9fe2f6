//! What is never cut: a word, a run of blanks, a run of signs.

use unicode_normalization::char::is_combining_mark;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// White space.
    Blank,
    /// Letters and digits; in scripts without blanks, such as Chinese, a single character.
    Word,
    /// Everything else.
    Sign,
}

/// A token's place in its text, in characters and bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Whether a stretch may begin with this token: with a word, or with a sign that does not follow one, such as `(`.
pub(super) fn can_begin(tokens: &[Token], at: usize) -> bool {
    match tokens[at].kind {
        TokenKind::Blank => false,
        TokenKind::Word => true,
        TokenKind::Sign => at == 0 || tokens[at - 1].kind == TokenKind::Blank,
    }
}

/// Whether a stretch may end with this token: with a word, or with a sign that follows one, such as a full stop.
pub(super) fn can_end(tokens: &[Token], at: usize) -> bool {
    match tokens[at].kind {
        TokenKind::Blank => false,
        TokenKind::Word => true,
        TokenKind::Sign => at > 0 && tokens[at - 1].kind != TokenKind::Blank,
    }
}

/// `ab, 湖水` -> `ab` `,` ` ` `湖` `水`
pub(super) fn list_tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut letters = text.char_indices().peekable();
    let mut place = 0;
    std::iter::from_fn(move || {
        let (from, letter) = letters.next()?;
        let kind = find_kind(letter);
        let (start, is_single) = (place, is_unspaced(letter));
        place += 1;
        while letters.next_if(|&(_, next)| is_continued(kind, is_single, next)).is_some() {
            place += 1;
        }
        let to = letters.peek().map_or(text.len(), |&(at, _)| at);
        Some(Token { kind, start, end: place, from, to })
    })
}

fn is_continued(kind: TokenKind, is_single: bool, next: char) -> bool {
    if next.is_ascii() {
        return !is_single && find_kind(next) == kind;
    }
    if is_attached(next) {
        return kind != TokenKind::Blank;
    }
    !is_single && !is_unspaced(next) && find_kind(next) == kind
}

fn find_kind(letter: char) -> TokenKind {
    if letter.is_alphanumeric() {
        TokenKind::Word
    } else if letter.is_whitespace() {
        TokenKind::Blank
    } else {
        TokenKind::Sign
    }
}

/// The letter that decides how the last token of a text goes on, if there is one. Put before the text that follows, it cuts that
/// as the whole text would.
///
/// An accent does not decide, what it stands on does: the `m` of `e\u{301}m` is of the same word, that of `湖\u{301}m` is not.
pub fn find_letter_before(text: &str) -> Option<char> {
    let mut first = None; // of the accents at the end
    for letter in text.chars().rev() {
        if !is_attached(letter) {
            return first.filter(|_| find_kind(letter) == TokenKind::Blank).or(Some(letter));
        }
        first = Some(letter);
    }
    first
}

/// Whether a character belongs to the one before it: accents, joiners, variants of emoji.
fn is_attached(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}') || is_combining_mark(letter)
}

/// Letters of scripts that write no blanks between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese.
fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
        && letter.is_alphanumeric()
}
