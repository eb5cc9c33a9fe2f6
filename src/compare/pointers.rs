//! Numbers that point instead of telling: `[8]`, `(8)`, `see section 5.6`, `Table 3`, the label of an item, the page number of a
//! line of contents. They differ from copy to copy, and nothing disagrees. And numbers that are a part of a name: `RFC 2571`.

use super::tokens::{Sentence, Token};
use super::{Change, ChangeKind};

/// Blanks or dots between the words of a line of contents and its page.
const LEADER_LENGTH: usize = 3;

/// Changes from one pointer to another are `Wording`, changes from one numbered name to another are `Name`.
pub fn mark_pointers(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
    for change in changes.iter_mut().filter(|change| change.disagrees && change.relation.is_some()) {
        let both = |test: fn(&Sentence, usize) -> bool| {
            let holds = |sentence: &Sentence, (from, to): (usize, usize)| {
                (from..to).find(|&at| sentence.tokens[at].value().is_some()).is_some_and(|at| test(sentence, at))
            };
            holds(left, change.left_tokens) && holds(right, change.right_tokens)
        };
        if both(is_pointer) {
            (change.kind, change.disagrees) = (ChangeKind::Wording, false);
        } else if both(is_part_of_name) {
            (change.kind, change.relation) = (ChangeKind::Name, None);
        }
    }
}

/// Whether the value at a token points to a place in a text.
fn is_pointer(sentence: &Sentence, at: usize) -> bool {
    let folded = |place: Option<usize>| place.and_then(|place| sentence.tokens.get(place)).map_or("", |it| &*it.folded);
    let before = folded(at.checked_sub(1));
    let behind = folded(Some(at + 1));
    let in_brackets = before == "[" && matches!(behind, "]" | "," | "." | "-")
        || before == "(" && behind == ")" && is_bare(sentence, at);
    in_brackets || follows_pointing_word(sentence, at) || is_label(sentence, at) || is_page_of_contents(sentence, at)
}

/// Whether the value at a token is one or two digits and nothing else: the step of a figure, `(8)`.
fn is_bare(sentence: &Sentence, at: usize) -> bool {
    let own = &sentence.tokens[at].folded;
    own.len() <= 2 && own.bytes().all(|byte| byte.is_ascii_digit())
}

/// `section 4`, `sections 4 and 5`, `Table No. 3`, `Appendix B.2`.
fn follows_pointing_word(sentence: &Sentence, at: usize) -> bool {
    let is_between = |token: &&Token| {
        token.is_mark() && &*token.folded != ")"
            || token.value().is_some()
            || matches!(&*token.folded, "and" | "or" | "no" | "number" | "nr")
            || token.is_word() && token.folded.chars().count() == 1
    };
    let word = sentence.tokens[at.saturating_sub(6)..at].iter().rev().find(|token| !is_between(token));
    word.is_some_and(|word| word.roles.is_pointer_word())
}

/// The number of an item: `(8) Unless`, `3. If`, `13.5.3 Combining Headers`.
fn is_label(sentence: &Sentence, at: usize) -> bool {
    let folded = |place: usize| sentence.tokens.get(place).map_or("", |token| &*token.folded);
    let own = &sentence.tokens[at];
    let closes = matches!(folded(at + 1), ")" | "." | ":");
    let is_dotted = own.folded.matches('.').count() >= 1 || folded(at + 1) == ".";
    let follows_capital =
        sentence.tokens[at + 1..].iter().find(|token| token.is_word()).is_some_and(|word| word.capital);
    match at {
        0 => (closes || is_dotted) && follows_capital,
        1 => folded(0) == "(" && folded(2) == ")",
        _ => false,
    }
}

/// `Cache Replacement ........ 93`, and with blanks in the place of dots.
fn is_page_of_contents(sentence: &Sentence, at: usize) -> bool {
    let before = &sentence.text[..sentence.tokens[at].start];
    let leader = before.chars().rev().take_while(|letter| matches!(letter, '.' | ' ' | '\t' | '·' | '…')).count();
    at + 1 == sentence.tokens.len() && leader >= LEADER_LENGTH
}

/// Whether the value at a token is counted by the letters before it: `RFC 2571`, `ISO 8859`, `IPP/1.1`, `PKCS #7`.
fn is_part_of_name(sentence: &Sentence, at: usize) -> bool {
    let place = match at.checked_sub(1).map(|before| &*sentence.tokens[before].folded) {
        Some("/" | "#" | "-") => at.checked_sub(2),
        _ => at.checked_sub(1),
    };
    place.map(|place| &sentence.tokens[place]).is_some_and(|token| {
        let own = &sentence.text[token.start..token.end];
        token.is_word() && own.len() > 1 && own.chars().all(char::is_uppercase)
    })
}
