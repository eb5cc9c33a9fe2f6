//! Whom a sentence is about, as far as its first words tell: a pronoun, a description, a name.

use crate::compare::words::{is_generic, is_verb};
use crate::compare::{Sentence, Token};

/// How many tokens a subject may have.
const LONGEST_SUBJECT_TOKENS: usize = 14;

/// The subject of a sentence: its tokens, and how it names whom it is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    /// First token, and the one after the last.
    pub tokens: (usize, usize),
    /// It is a pronoun: `he`, `its`, `they`.
    pub pronoun: bool,
    /// It has no name in it: `the city`, `the race`.
    pub nameless: bool,
    /// It is `the` and a common noun, nothing more: `the district`.
    pub described: bool,
    /// It begins with `the` and a noun by which an article calls its own subject.
    pub generic: bool,
}

impl Subject {
    /// The words before the first verb, without an opening such as `In 1917,`.
    pub fn from_sentence(sentence: &Sentence) -> Subject {
        let tokens = &sentence.tokens;
        let first = find_beginning(tokens);
        let end = (first..tokens.len().min(first + LONGEST_SUBJECT_TOKENS))
            .find(|&at| at > first && ends_subject(&tokens[at]))
            .unwrap_or(tokens.len().min(first + LONGEST_SUBJECT_TOKENS));
        let part = &tokens[first.min(end)..end];
        let opening = part.iter().find(|token| !token.is_mark());
        let pronoun = opening.is_some_and(|token| token.roles.is_pronoun() || &*token.folded == "there");
        let nameless = !part.iter().any(|token| token.name || token.value().is_some());
        let words = part.iter().filter(|token| token.is_word()).count();
        let described = nameless && words <= 4 && opening.is_some_and(|token| &*token.folded == "the");
        let generic = part.len() > 1
            && &*part[0].folded == "the"
            && part[1..].iter().take(2).any(|token| !token.name && is_generic(&token.folded));
        Subject { tokens: (first, end), pronoun, nameless, described, generic }
    }

    /// Whether a token of the sentence belongs to it.
    pub fn contains(&self, at: usize) -> bool {
        (self.tokens.0..self.tokens.1).contains(&at)
    }
}

/// Where the sentence proper begins: behind marks, and behind an adverbial that a comma closes.
fn find_beginning(tokens: &[Token]) -> usize {
    let first = tokens.iter().position(|token| !token.is_mark()).unwrap_or(0);
    let adverbial = tokens.get(first).is_some_and(|token| {
        matches!(
            &*token.folded,
            "in" | "on"
                | "at"
                | "by"
                | "during"
                | "after"
                | "before"
                | "since"
                | "for"
                | "as"
                | "from"
                | "with"
                | "under"
                | "however"
                | "also"
                | "according"
                | "following"
                | "although"
        )
    });
    if !adverbial {
        return first;
    }
    let comma = tokens.iter().skip(first).take(10).position(|token| &*token.folded == ",");
    comma.map_or(first, |at| (first + at + 1).min(tokens.len()))
}

fn ends_subject(token: &Token) -> bool {
    token.is_word()
        && !token.name
        && (is_verb(&token.folded)
            || token.folded.len() > 4 && token.folded.ends_with("ed") && !token.roles.is_function_word())
}
