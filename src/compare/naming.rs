//! What each span is: a value that differs, another name, a denial, other wording, something added.

use super::same::{Span, one_thing, one_word};
use super::spans::Differing;
use super::tokens::{Sentence, Token};
use super::words::{are_opposite, before_place, is_negation, is_place, is_quantity};
use super::{Change, ChangeKind};
use crate::values::{Relation, Value, What, relate};

/// With more changes than this, moved words are not looked for: every pair of changes is compared.
const CROWD: usize = 60;

/// A span of more tokens than this is another passage: which of its words answer which is not asked.
const LONG: usize = 150;

/// Names every span. Words that only moved are `Order` on both places.
pub fn name(left: &Sentence, right: &Sentence, spans: &[Differing]) -> Vec<Change> {
    let mut changes: Vec<Change> = spans.iter().map(|span| change(left, right, span)).collect();
    moved(left, right, &mut changes);
    flattened(left, right, &mut changes);
    changes
}

fn change(left: &Sentence, right: &Sentence, span: &Differing) -> Change {
    let one = Span { sentence: left, tokens: &left.tokens[span.left.0..span.left.1] };
    let two = Span { sentence: right, tokens: &right.tokens[span.right.0..span.right.1] };
    let named = if span.letters_only { letters(one, two) } else { Named::of(one, two, place_before(left, span)) };
    Change {
        kind: named.kind,
        left_tokens: span.left,
        right_tokens: span.right,
        left: bytes(left, span.left),
        right: bytes(right, span.right),
        disagrees: named.disagrees,
        residue: named.residue,
        relation: named.relation,
    }
}

/// The bytes of tokens; of none, the place behind the token before.
fn bytes(sentence: &Sentence, (from, to): (usize, usize)) -> (usize, usize) {
    if from < to {
        return (sentence.tokens[from].start, sentence.tokens[to - 1].end);
    }
    let place = from.checked_sub(1).map_or(0, |before| sentence.tokens[before].end);
    (place, place)
}

/// Whether the word before a span says that a place follows.
fn place_before(sentence: &Sentence, span: &Differing) -> bool {
    let before = span.left.0.checked_sub(1).map(|at| &sentence.tokens[at]);
    before.is_some_and(|token| before_place(&token.folded))
}

struct Named {
    kind: ChangeKind,
    disagrees: bool,
    residue: bool,
    relation: Option<Relation>,
}

impl From<ChangeKind> for Named {
    fn from(kind: ChangeKind) -> Named {
        Named { kind, disagrees: false, residue: false, relation: None }
    }
}

/// Equal but for case is punctuation, as the guide has it; accents are spelling.
fn letters(left: Span, right: Span) -> Named {
    let lower = |span: Span| -> String {
        span.tokens.iter().flat_map(|token| span.sentence.text_of(token).chars()).flat_map(char::to_lowercase).collect()
    };
    let marks = left.only_marks() || lower(left) == lower(right);
    if marks { ChangeKind::Punctuation.into() } else { ChangeKind::Wording.into() }
}

impl Named {
    fn of(left: Span, right: Span, place_before: bool) -> Named {
        if left.tokens.len().max(right.tokens.len()) > LONG {
            return one_sided(left, right).unwrap_or(ChangeKind::Wording.into());
        }
        if left.only_marks() && right.only_marks() {
            return ChangeKind::Punctuation.into();
        }
        if lost(left, right) {
            return Named { residue: true, ..ChangeKind::Wording.into() };
        }
        if let Some(named) = values(left, right) {
            return named;
        }
        if let Some(named) = one_sided(left, right) {
            return named;
        }
        if one_thing(left, right) {
            let joined = left.squeezed() == right.squeezed() && left.plain() == right.plain();
            return if joined { ChangeKind::Punctuation.into() } else { ChangeKind::Wording.into() };
        }
        denied(left, right)
            .or_else(|| renamed(left, right, place_before))
            .or_else(|| quantities(left, right))
            .unwrap_or(ChangeKind::Wording.into())
    }
}

/// What an extraction leaves: `formula_5`, `codice_14`, markup, and formulas whose small digits are gone.
fn lost(left: Span, right: Span) -> bool {
    let residue = |span: Span| {
        span.tokens.iter().any(|token| {
            let digits = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
            ["formula_", "codice_", "math_"].iter().any(|start| token.folded.strip_prefix(start).is_some_and(digits))
        })
    };
    let letters =
        |span: Span| -> String { span.squeezed().chars().filter(|letter| !letter.is_ascii_digit()).collect() };
    let mixed = |span: Span| {
        span.tokens.iter().any(|token| {
            token.is_word()
                && token.folded.bytes().any(|byte| byte.is_ascii_digit())
                && token.folded.bytes().any(|byte| byte.is_ascii_alphabetic())
        })
    };
    let digits = |span: Span| span.tokens.iter().any(|token| token.folded.bytes().any(|byte| byte.is_ascii_digit()));
    residue(left)
        || residue(right)
        || ((mixed(left) && !digits(right)) || (mixed(right) && !digits(left)))
            && !letters(left).is_empty()
            && (letters(left) == letters(right) || hexadecimal(left, right))
}

/// `5Ehex` and `5E`: a base written small.
fn hexadecimal(left: Span, right: Span) -> bool {
    let (one, two) = (left.squeezed(), right.squeezed());
    one.strip_suffix("hex") == Some(&two) || two.strip_suffix("hex") == Some(&one)
}

/// The first value of a span, if it has one.
fn value<'a>(span: Span<'a, '_>) -> Option<&'a Value> {
    span.tokens.iter().find_map(|token| span.sentence.value_of(token))
}

/// A change with a value on both sides, or a figure in the place of words.
fn values(left: Span, right: Span) -> Option<Named> {
    match (value(left), value(right)) {
        (Some(one), Some(two)) => {
            let relation = relate(one, two);
            let kind = if relation == Relation::Equal { ChangeKind::Wording } else { sort(one, two) };
            let disagrees = relation == Relation::Different || relation == Relation::Incomparable;
            Some(Named { kind, disagrees, residue: false, relation: Some(relation) })
        }
        (Some(one), None) if right.content().next().is_some() => Some(sort(one, one).into()),
        (None, Some(two)) if left.content().next().is_some() => Some(sort(two, two).into()),
        _ => None,
    }
}

/// Dates and years are `Date`, every other value is `Number`.
fn sort(left: &Value, right: &Value) -> ChangeKind {
    let timely = |value: &Value| matches!(value.what, What::Date | What::Time);
    if timely(left) || timely(right) { ChangeKind::Date } else { ChangeKind::Number }
}

/// Something that only one side has.
fn one_sided(left: Span, right: Span) -> Option<Named> {
    let (bare_left, bare_right) = (left.only_marks(), right.only_marks());
    let (kind, more) = match (bare_left, bare_right) {
        (true, false) => (ChangeKind::Addition, right),
        (false, true) => (ChangeKind::Removal, left),
        _ => return None,
    };
    let content: Vec<&Token> = more.content().collect();
    if more.tokens.iter().any(|token| is_negation(&token.folded)) {
        let bare = content.iter().all(|token| is_negation(&token.folded));
        return Some(Named { disagrees: bare, ..ChangeKind::Negation.into() });
    }
    if content.is_empty() {
        return Some(ChangeKind::Wording.into());
    }
    if content.iter().all(|token| is_quantity(&token.folded)) {
        return Some(ChangeKind::Quantity.into());
    }
    Some(kind.into())
}

/// A denial on one side: `not`, a word with `un-` or `non-` before it, a word for the contrary.
fn denied(left: Span, right: Span) -> Option<Named> {
    let count = |span: Span| span.tokens.iter().filter(|token| is_negation(&token.folded)).count();
    let prefixed = |one: Span, two: Span| {
        let (one, two) = (one.squeezed(), two.squeezed());
        two.len() > 3 && ["un", "non", "in", "im"].iter().any(|before| one.strip_prefix(before) == Some(&two))
    };
    if count(left) != count(right) {
        let bare = undenied(left) == undenied(right);
        return Some(Named { disagrees: bare, ..ChangeKind::Negation.into() });
    }
    let opposite = left.content().any(|one| right.content().any(|two| are_opposite(&one.folded, &two.folded)));
    (opposite || prefixed(left, right) || prefixed(right, left))
        .then(|| Named { disagrees: true, ..ChangeKind::Negation.into() })
}

/// What a span says besides its denials.
fn undenied<'a>(span: Span<'a, '_>) -> Vec<&'a str> {
    span.content().filter(|token| !is_negation(&token.folded)).map(|token| &*token.folded).collect()
}

/// A name in the place of another name.
fn renamed(left: Span, right: Span, place_before: bool) -> Option<Named> {
    let (one, two) = (left.names(), right.names());
    if one.is_empty() || two.is_empty() || left.only_points() || right.only_points() {
        return None;
    }
    let known = |token: &&Token, others: &[&Token]| others.iter().any(|other| one_word(token, other));
    let disagrees = !one.iter().any(|token| known(token, &two));
    let place = |names: &[&Token]| names.iter().any(|token| is_place(&token.folded));
    let kind = if place_before || place(&one) && place(&two) { ChangeKind::Place } else { ChangeKind::Name };
    Some(Named { disagrees, ..kind.into() })
}

/// Other words of quantity, and nothing else that means something.
fn quantities(left: Span, right: Span) -> Option<Named> {
    let has = |span: Span| span.tokens.iter().any(|token| is_quantity(&token.folded));
    let rest = |span: Span| span.content().filter(|token| !is_quantity(&token.folded)).count();
    ((has(left) || has(right)) && rest(left) + rest(right) <= 1).then(|| ChangeKind::Quantity.into())
}

/// Words taken away here and put in there are `Order`.
fn moved(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
    if changes.len() > CROWD {
        return;
    }
    let plain =
        |sentence: &Sentence, (from, to): (usize, usize)| Span { sentence, tokens: &sentence.tokens[from..to] }.plain();
    for one in 0..changes.len() {
        let text = plain(left, changes[one].left_tokens);
        if text.is_empty() || !plain(right, changes[one].right_tokens).is_empty() {
            continue;
        }
        let other = (0..changes.len()).find(|&two| {
            plain(left, changes[two].left_tokens).is_empty()
                && plain(right, changes[two].right_tokens) == text
                && changes[two].kind != ChangeKind::Order
        });
        if let Some(two) = other {
            changes[one] = Change { kind: ChangeKind::Order, disagrees: false, ..changes[one].clone() };
            changes[two] = Change { kind: ChangeKind::Order, disagrees: false, ..changes[two].clone() };
        }
    }
}

/// Figures whose small last digits an extraction lost: `20 = 1` for 2 to the power 0 becomes `2 = 1`. Two of them, or one
/// beside another loss, are no accident; nor is `2016` for 20 to the base 16.
fn flattened(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
    let tail = |change: &Change| {
        let (one, two) = (&left.text[change.left.0..change.left.1], &right.text[change.right.0..change.right.1]);
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let rest = one.strip_prefix(two).or_else(|| two.strip_prefix(one)).filter(|rest| !rest.is_empty());
        rest.filter(|_| change.disagrees && plain(one) && plain(two)).map(str::to_owned)
    };
    let tails: Vec<Option<String>> = changes.iter().map(tail).collect();
    let short = tails.iter().flatten().count();
    let disagreeing = changes.iter().filter(|change| change.relation.is_some() && change.disagrees).count();
    let sure = short > 1
        || changes.iter().any(|change| change.residue)
        || tails.iter().flatten().any(|rest| matches!(rest.as_str(), "16" | "hex"));
    if short == 0 || short < disagreeing || !sure {
        return;
    }
    for (change, _) in changes.iter_mut().zip(&tails).filter(|(_, tail)| tail.is_some()) {
        change.disagrees = false;
        change.residue = true;
    }
}
