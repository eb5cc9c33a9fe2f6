//! Hedges and bounds: "about", "more than", "at least", "up to", "200+", "or so". They are part of the value.

use super::Content;
use super::lexicon::Lexeme;
use super::numbers::NumberSort;
use super::parser::Parser;

/// What is said of a figure besides itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hedge {
    None,
    About,
    /// A little less: nearly, almost.
    Nearly,
    Over,
    AtLeast,
    Under,
    AtMost,
    /// Of dates.
    Before,
    /// Of dates.
    After,
}

impl Hedge {
    /// Whether one can say so: "over 200" but not "over 12 May", "before 1914" but not "before 5 km".
    pub(super) fn can_qualify(self, content: &Content) -> bool {
        match (self, content) {
            (Hedge::None | Hedge::About, Content::Code(_)) => self == Hedge::None,
            (Hedge::None | Hedge::About, _) => true,
            (Hedge::Before | Hedge::After, Content::Date(_)) => true,
            (Hedge::Before | Hedge::After, _) => false,
            (Hedge::Over | Hedge::AtLeast | Hedge::Under | Hedge::AtMost | Hedge::Nearly, Content::Date(date)) => {
                date.is_bare_year
            }
            (_, Content::Amount(amount)) => amount.sort != NumberSort::Ordinal,
            (_, Content::Amounts(..)) => true,
            _ => false,
        }
    }

    pub(super) fn is_lower_bound(self) -> bool {
        matches!(self, Hedge::Over | Hedge::AtLeast | Hedge::After)
    }

    pub(super) fn is_upper_bound(self) -> bool {
        matches!(self, Hedge::Under | Hedge::AtMost | Hedge::Before)
    }

    pub(super) fn is_vague(self) -> bool {
        matches!(self, Hedge::About | Hedge::Nearly)
    }
}

impl Parser<'_> {
    /// The hedge that begins at a token, and the token behind it: the same where there is none.
    pub(super) fn parse_hedge(&self, at: usize) -> (Hedge, usize) {
        if let Some(mark) = self.read_mark(at) {
            return match mark {
                '~' | '≈' | '∼' | '～' => (Hedge::About, at + 1),
                '>' => (Hedge::Over, at + 1),
                '<' => (Hedge::Under, at + 1),
                '≥' => (Hedge::AtLeast, at + 1),
                '≤' => (Hedge::AtMost, at + 1),
                _ if mark.is_ascii() => (Hedge::None, at),
                _ => self.parse_east_hedge(at),
            };
        }
        let Some(word) = self.find_lexeme(at) else { return (Hedge::None, at) };
        let (second, third) = (self.find_lexeme(at + 1), self.find_lexeme(at + 2));
        match (word, second, third) {
            (Lexeme::About, _, _) => (Hedge::About, at + 1 + usize::from(self.read_mark(at + 1) == Some('.'))),
            (Lexeme::Nearly, _, _) => (Hedge::Nearly, at + 1),
            (Lexeme::Over, _, _) => (Hedge::Over, at + 1),
            (Lexeme::Under, _, _) => (Hedge::Under, at + 1),
            (Lexeme::Before, _, _) => (Hedge::Before, at + 1),
            (Lexeme::After, _, _) => (Hedge::After, at + 1),
            (Lexeme::More, Some(Lexeme::Than), _) => (Hedge::Over, at + 2),
            (Lexeme::Less, Some(Lexeme::Than), _) => (Hedge::Under, at + 2),
            (Lexeme::At, Some(Lexeme::Least), _) => (Hedge::AtLeast, at + 2),
            (Lexeme::At, Some(Lexeme::Most), _) | (Lexeme::Up, Some(Lexeme::To), _) => (Hedge::AtMost, at + 2),
            (Lexeme::No, Some(Lexeme::More), Some(Lexeme::Than)) => (Hedge::AtMost, at + 3),
            (Lexeme::No, Some(Lexeme::Less), Some(Lexeme::Than)) => (Hedge::AtLeast, at + 3),
            (Lexeme::As, Some(Lexeme::Many), Some(Lexeme::As)) => (Hedge::AtMost, at + 3),
            _ => (Hedge::None, at),
        }
    }

    /// The "+" of "200+", the "or more" of "200 or more"; the first hedge stays.
    pub(super) fn parse_hedge_after(&self, hedge: Hedge, at: usize, content: &Content) -> (Hedge, usize) {
        let (found, next) = match (self.read_mark(at), self.find_lexeme(at), self.find_lexeme(at + 1)) {
            (Some('+'), ..) if self.is_glued(at) && !self.is_glued(at + 1) => (Hedge::AtLeast, at + 1),
            (_, Some(Lexeme::Or), Some(Lexeme::More)) => (Hedge::AtLeast, at + 2),
            (_, Some(Lexeme::Or), Some(Lexeme::Less)) => (Hedge::AtMost, at + 2),
            (_, Some(Lexeme::Or), Some(Lexeme::So)) => (Hedge::About, at + 2),
            _ => match self.parse_east_hedge_after(at) {
                Some(found) => found,
                None => return (hedge, at),
            },
        };
        if hedge == Hedge::None && found.can_qualify(content) { (found, next) } else { (hedge, at) }
    }
}
