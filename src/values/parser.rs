//! Finds values in tokens: at each token the longest reading, then on behind it.
//!
//! Nothing looks further ahead than it takes, but for a few tokens, so the work is linear in the text.

use super::amounts::Amount;
use super::figures::Figure;
use super::hedges::Hedge;
use super::lexicon::Lexeme;
use super::tokens::{Token, TokenKind};
use super::{Content, Value, ValueSort, step_count};

/// The tokens of a text.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
}

impl Parser<'_> {
    /// All values, in order.
    pub(super) fn parse_values(&self) -> Vec<Value> {
        let (mut values, mut at) = (Vec::new(), 0);
        while at < self.tokens.len() {
            match self.parse_value(at) {
                Some((value, next)) => {
                    values.push(value);
                    at = next;
                }
                None => at += 1,
            }
        }
        values
    }

    /// The value that begins at a token, and the token behind it.
    fn parse_value(&self, at: usize) -> Option<(Value, usize)> {
        let is_roman = || self.tokens[at].kind == TokenKind::Other && self.find_lexeme(at + 1) == Some(Lexeme::Century);
        if !can_begin(self.tokens[at].kind) && !is_roman() {
            return None;
        }
        let (hedge, start) = self.parse_hedge(at);
        let (mut content, next) = self.parse_content(start)?;
        let (hedge, start) = if hedge.can_qualify(&content) { (hedge, at) } else { (Hedge::None, start) };
        if !matches!(hedge, Hedge::None | Hedge::About | Hedge::Before | Hedge::After)
            && let Content::Date(date) = content
            && date.is_bare_year
            && let Some(year) = date.known_year()
        {
            // "over 2000" is a count.
            content = Content::Amount(Amount::from_year(year));
        }
        let (hedge, next) = self.parse_hedge_after(hedge, next, &content);
        let conversion = self.parse_years_ago(&content, next).or_else(|| self.parse_conversion(&content, next));
        let (conversion, next) = conversion.map_or((None, next), |(other, next)| (Some(Box::new(other)), next));
        let value = Value {
            start: self.tokens[start].start,
            end: self.tokens[next - 1].end,
            what: self.choose_sort(&content, start, next),
            hedge,
            content,
            conversion,
        };
        Some((value, next))
    }

    fn parse_content(&self, at: usize) -> Option<(Content, usize)> {
        if self.token_kind(at)? == TokenKind::Code {
            return Some((Content::Code(hash_code(self.slice_tokens(at, at + 1))), at + 1));
        }
        self.parse_date_content(at).or_else(|| self.parse_time_content(at)).or_else(|| self.parse_amount_content(at))
    }

    fn choose_sort(&self, content: &Content, at: usize, next: usize) -> ValueSort {
        match content {
            Content::Amount(amount) => amount.value_sort(),
            Content::Date(date) if date.is_bare_year && !self.reads_as_year(at, next) => ValueSort::Number,
            Content::Date(_) => ValueSort::Date,
            Content::Time(_) => ValueSort::Time,
            Content::Amounts(..) | Content::Dates(..) | Content::Times(..) => ValueSort::Range,
            Content::Code(_) => ValueSort::Code,
        }
    }

    /// Whether four digits stand where a year would: not before a plural, as in "2134 confirmed cases".
    fn reads_as_year(&self, at: usize, next: usize) -> bool {
        if at.checked_sub(1).and_then(|before| self.find_lexeme(before)).is_some_and(|word| {
            matches!(
                word,
                Lexeme::In
                    | Lexeme::The
                    | Lexeme::When
                    | Lexeme::Until
                    | Lexeme::From
                    | Lexeme::Before
                    | Lexeme::After
                    | Lexeme::Month(_)
            )
        }) {
            return true;
        }
        !(next..next + 2).take_while(|&word| self.token_kind(word) == Some(TokenKind::Other)).any(|word| {
            let text = self.slice_tokens(word, word + 1);
            let is_plural =
                text.ends_with('s') && !text.ends_with("ss") && !text.ends_with("us") && !text.ends_with("is");
            text.len() > 4 && is_plural && text.starts_with(|letter: char| letter.is_ascii_lowercase())
        })
    }

    pub(super) fn token_kind(&self, at: usize) -> Option<TokenKind> {
        step_count::count_steps(1);
        self.tokens.get(at).map(|token| token.kind)
    }

    pub(super) fn find_lexeme(&self, at: usize) -> Option<Lexeme> {
        match self.token_kind(at) {
            Some(TokenKind::Word(lexeme)) => Some(lexeme),
            _ => None,
        }
    }

    pub(super) fn read_mark(&self, at: usize) -> Option<char> {
        match self.token_kind(at) {
            Some(TokenKind::Mark(mark)) => Some(mark),
            _ => None,
        }
    }

    /// The text of the tokens from `from` to before `to`.
    pub(super) fn slice_tokens(&self, from: usize, to: usize) -> &str {
        step_count::count_steps(to - from);
        &self.text[self.tokens[from].start..self.tokens[to - 1].end]
    }

    /// Whether a token stands right behind the one before it.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).is_some_and(|token| token.start == self.tokens[at - 1].end)
    }

    /// Whether a hyphen stands between two tokens without a space: "twenty-five".
    pub(super) fn is_hyphenated(&self, at: usize) -> bool {
        matches!(self.read_mark(at), Some('-' | '‑' | '‐')) && self.is_glued(at) && self.is_glued(at + 1)
    }

    /// Whether nothing but an opening bracket or quote stands right before a token.
    pub(super) fn is_free(&self, at: usize) -> bool {
        !self.is_glued(at)
            || matches!(self.read_mark(at - 1), Some('(' | '[' | '"' | '“' | '‘' | '—' | '$' | '€' | '£'))
    }

    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| self.text.as_bytes()[token.start].is_ascii_uppercase())
    }

    /// Whether letters stand right behind a token's predecessor, as in "76ers".
    pub(super) fn is_word_glued(&self, at: usize) -> bool {
        self.is_glued(at) && matches!(self.token_kind(at), Some(TokenKind::Word(_) | TokenKind::Other))
    }

    /// Whether a figure is the tail of a name, as in "COVID-19"; "mid-1990s" is none.
    pub(super) fn is_tail_of_name(&self, at: usize) -> bool {
        at >= 2
            && self.is_hyphenated(at - 1)
            && match self.token_kind(at - 2) {
                Some(TokenKind::Other) => {
                    !matches!(self.slice_tokens(at - 2, at - 1), "pre" | "Pre" | "post" | "Post" | "non")
                }
                Some(TokenKind::Word(Lexeme::Part(_) | Lexeme::Month(_) | Lexeme::From | Lexeme::About)) => false,
                Some(TokenKind::Word(_)) => !matches!(self.token_kind(at), Some(TokenKind::Word(_))),
                _ => false,
            }
    }

    /// The number of a figure of plain digits below `limit`.
    pub(super) fn read_plain_number(&self, at: usize, limit: u32) -> Option<u32> {
        match self.token_kind(at)? {
            TokenKind::Figure(Figure::Plain) => {
                super::figures::read_small_number(self.slice_tokens(at, at + 1)).filter(|&it| it < limit)
            }
            _ => None,
        }
    }
}

/// Whether any value or hedge begins with such a token: most do not, and are done with here.
fn can_begin(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Figure(_) | TokenKind::Dollar(_) | TokenKind::Code => true,
        TokenKind::Other => false,
        TokenKind::Mark(mark) => !mark.is_ascii() || matches!(mark, '$' | '-' | '+' | '~' | '<' | '>' | '\'' | '.'),
        TokenKind::Word(word) => !matches!(
            word,
            Lexeme::Of
                | Lexeme::And
                | Lexeme::In
                | Lexeme::To
                | Lexeme::Or
                | Lexeme::So
                | Lexeme::Than
                | Lexeme::When
                | Lexeme::Until
        ),
    }
}

/// A hash of the letters and digits of a code: hyphens and case do not matter.
fn hash_code(code: &str) -> u64 {
    code.bytes().filter(u8::is_ascii_alphanumeric).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    })
}
