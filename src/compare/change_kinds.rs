//! What each span is: a value that differs, another name, a denial, other wording, something added.

use super::pointers::mark_pointers;
use super::same_names::{Span, are_same_word, name_same_thing};
use super::spans::DifferingSpan;
use super::tokens::{Sentence, Token};
use super::words::{are_opposite, is_place, is_place_preposition, is_quantity};
use super::{Change, ChangeKind};
use crate::values::{Relation, Value, relate_values};

/// With more changes than this, moved words are not looked for: every pair of changes is compared.
const MOST_CHANGES_FOR_MOVES: usize = 60;

/// In a longer span a word and its opposite need not answer each other.
const LONGEST_OPPOSITE_WORDS: usize = 3;

/// A span of more tokens than this is another passage: which of its words answer which is not asked.
const LONGEST_SPAN_TOKENS: usize = 150;

/// Names every span. Words that only moved are `Order` on both places.
pub fn name_changes(left: &Sentence, right: &Sentence, spans: &[DifferingSpan]) -> Vec<Change> {
    let mut changes: Vec<Change> = spans.iter().map(|span| describe_change(left, right, span)).collect();
    mark_moved_words(left, right, &mut changes);
    mark_flattened_powers(left, right, &mut changes);
    mark_pointers(left, right, &mut changes);
    mark_reordered_names(left, right, &mut changes);
    clear_balanced_negations(left, right, &mut changes);
    changes
}

fn describe_change(left: &Sentence, right: &Sentence, span: &DifferingSpan) -> Change {
    let one = Span { sentence: left, tokens: &left.tokens[span.left.0..span.left.1] };
    let two = Span { sentence: right, tokens: &right.tokens[span.right.0..span.right.1] };
    let named = if span.letters_only {
        classify_letter_change(one, two)
    } else {
        ChangeVerdict::from_spans(one, two, follows_place_word(left, span))
    };
    Change {
        kind: named.kind,
        left_tokens: span.left,
        right_tokens: span.right,
        left: find_byte_range(left, span.left),
        right: find_byte_range(right, span.right),
        disagrees: named.disagrees,
        residue: named.residue,
        relation: named.relation,
    }
}

/// The bytes of tokens; of none, the place behind the token before.
fn find_byte_range(sentence: &Sentence, (from, to): (usize, usize)) -> (usize, usize) {
    if from < to {
        return (sentence.tokens[from].start, sentence.tokens[to - 1].end);
    }
    let place = from.checked_sub(1).map_or(0, |before| sentence.tokens[before].end);
    (place, place)
}

/// Whether the word before a span says that a place follows.
fn follows_place_word(sentence: &Sentence, span: &DifferingSpan) -> bool {
    let before = span.left.0.checked_sub(1).map(|at| &sentence.tokens[at]);
    before.is_some_and(|token| is_place_preposition(&token.folded))
}

struct ChangeVerdict {
    kind: ChangeKind,
    disagrees: bool,
    residue: bool,
    relation: Option<Relation>,
}

impl From<ChangeKind> for ChangeVerdict {
    fn from(kind: ChangeKind) -> ChangeVerdict {
        ChangeVerdict { kind, disagrees: false, residue: false, relation: None }
    }
}

/// Equal but for case is punctuation, as the guide has it; accents are spelling.
fn classify_letter_change(left: Span, right: Span) -> ChangeVerdict {
    let lower = |span: Span| -> String {
        span.tokens.iter().flat_map(|token| span.sentence.text_of(token).chars()).flat_map(char::to_lowercase).collect()
    };
    let marks = left.has_only_marks() || lower(left) == lower(right);
    if marks { ChangeKind::Punctuation.into() } else { ChangeKind::Wording.into() }
}

impl ChangeVerdict {
    fn from_spans(left: Span, right: Span, place_before: bool) -> ChangeVerdict {
        if left.tokens.len().max(right.tokens.len()) > LONGEST_SPAN_TOKENS {
            return classify_one_sided(left, right).unwrap_or(ChangeKind::Wording.into());
        }
        if left.has_only_marks() && right.has_only_marks() {
            return ChangeKind::Punctuation.into();
        }
        if is_extraction_residue(left, right) {
            return ChangeVerdict { residue: true, ..ChangeKind::Wording.into() };
        }
        if let Some(named) = classify_value_change(left, right) {
            return named;
        }
        if let Some(named) = classify_one_sided(left, right) {
            return named;
        }
        if name_same_thing(left, right) {
            let joined = left.squeeze() == right.squeeze() && left.folded_words() == right.folded_words();
            return if joined { ChangeKind::Punctuation.into() } else { ChangeKind::Wording.into() };
        }
        classify_negation(left, right)
            .or_else(|| classify_name_change(left, right, place_before))
            .or_else(|| classify_quantity_change(left, right))
            .unwrap_or(ChangeKind::Wording.into())
    }
}

/// What an extraction leaves: `formula_5`, `codice_14`, markup, and formulas whose small digits are gone.
fn is_extraction_residue(left: Span, right: Span) -> bool {
    let residue = |span: Span| {
        span.tokens.iter().any(|token| {
            let digits = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
            ["formula_", "codice_", "math_"].iter().any(|start| token.folded.strip_prefix(start).is_some_and(digits))
        })
    };
    let letters = |span: Span| -> String { span.squeeze().chars().filter(|letter| !letter.is_ascii_digit()).collect() };
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
            && (letters(left) == letters(right) || differs_by_base(left, right))
}

/// `5Ehex` and `5E`: a base written small.
fn differs_by_base(left: Span, right: Span) -> bool {
    let (one, two) = (left.squeeze(), right.squeeze());
    one.strip_suffix("hex") == Some(&two) || two.strip_suffix("hex") == Some(&one)
}

/// The first value of a span, if it has one.
fn first_value<'a>(span: Span<'a, '_>) -> Option<&'a Value> {
    span.tokens.iter().find_map(|token| span.sentence.value_of(token))
}

/// A change with a value on both sides, or a figure in the place of words.
fn classify_value_change(left: Span, right: Span) -> Option<ChangeVerdict> {
    match (first_value(left), first_value(right)) {
        (Some(one), Some(two)) => {
            let relation = relate_values(one, two);
            let kind = if relation == Relation::Equal { ChangeKind::Wording } else { choose_value_kind(one, two) };
            let disagrees = relation == Relation::Different || relation == Relation::Incomparable;
            Some(ChangeVerdict { kind, disagrees, residue: false, relation: Some(relation) })
        }
        (Some(one), None) if right.content_words().next().is_some() => Some(choose_value_kind(one, one).into()),
        (None, Some(two)) if left.content_words().next().is_some() => Some(choose_value_kind(two, two).into()),
        _ => None,
    }
}

/// Dates and years are `Date`, every other value is `Number`.
fn choose_value_kind(left: &Value, right: &Value) -> ChangeKind {
    if left.is_timely() || right.is_timely() { ChangeKind::Date } else { ChangeKind::Number }
}

/// Something that only one side has.
fn classify_one_sided(left: Span, right: Span) -> Option<ChangeVerdict> {
    let (bare_left, bare_right) = (left.has_only_marks(), right.has_only_marks());
    let (kind, more) = match (bare_left, bare_right) {
        (true, false) => (ChangeKind::Addition, right),
        (false, true) => (ChangeKind::Removal, left),
        _ => return None,
    };
    let content: Vec<&Token> = more.content_words().collect();
    if more.tokens.iter().any(|token| token.roles.is_negation()) {
        let bare = content.iter().all(|token| token.roles.is_negation());
        return Some(ChangeVerdict { disagrees: bare, ..ChangeKind::Negation.into() });
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
fn classify_negation(left: Span, right: Span) -> Option<ChangeVerdict> {
    let count = |span: Span| span.tokens.iter().filter(|token| token.roles.is_negation()).count();
    let prefixed = |one: Span, two: Span| {
        let (one, two) = (one.squeeze(), two.squeeze());
        let denied = |before: &&str| one.strip_prefix(*before) == Some(two.as_str());
        two.len() > 3
            && (["un", "non", "dis"].iter().any(denied)
                || is_quality(&two) && ["in", "im", "ir", "il"].iter().any(denied))
    };
    if count(left) != count(right) {
        let bare = list_words_without_negation(left) == list_words_without_negation(right);
        return Some(ChangeVerdict { disagrees: bare, ..ChangeKind::Negation.into() });
    }
    let short = left.content_words().count().max(right.content_words().count()) <= LONGEST_OPPOSITE_WORDS;
    let opposite = short
        && left.content_words().any(|one| right.content_words().any(|two| are_opposite(&one.folded, &two.folded)));
    (opposite || prefixed(left, right) || prefixed(right, left))
        .then(|| ChangeVerdict { disagrees: true, ..ChangeKind::Negation.into() })
}

/// Whether a word is of a form that `in-` denies: `intelligible`, but not the `migrants` of `immigrants`.
fn is_quality(word: &str) -> bool {
    ["ble", "al", "ent", "ive", "ate", "ect", "ous", "ary", "ure"].iter().any(|ending| word.ends_with(ending))
}

/// What a span says besides its denials.
fn list_words_without_negation<'a>(span: Span<'a, '_>) -> Vec<&'a str> {
    span.content_words().filter(|token| !token.roles.is_negation()).map(|token| &*token.folded).collect()
}

/// A name in the place of another name.
fn classify_name_change(left: Span, right: Span, place_before: bool) -> Option<ChangeVerdict> {
    let (one, two) = (left.names(), right.names());
    if one.is_empty() || two.is_empty() || left.is_only_a_pointer() || right.is_only_a_pointer() {
        return None;
    }
    let known = |token: &&Token, others: &[&Token]| others.iter().any(|other| are_same_word(token, other));
    let disagrees = !one.iter().any(|token| known(token, &two));
    let place = |names: &[&Token]| names.iter().any(|token| is_place(&token.folded));
    let kind = if place_before || place(&one) && place(&two) { ChangeKind::Place } else { ChangeKind::Name };
    Some(ChangeVerdict { disagrees, ..kind.into() })
}

/// Other words of quantity, and nothing else that means something.
fn classify_quantity_change(left: Span, right: Span) -> Option<ChangeVerdict> {
    let has = |span: Span| span.tokens.iter().any(|token| is_quantity(&token.folded));
    let rest = |span: Span| span.content_words().filter(|token| !is_quantity(&token.folded)).count();
    ((has(left) || has(right)) && rest(left) + rest(right) <= 1).then(|| ChangeKind::Quantity.into())
}

/// Words taken away here and put in there are `Order`.
fn mark_moved_words(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
    if changes.len() > MOST_CHANGES_FOR_MOVES {
        return;
    }
    let plain = |sentence: &Sentence, (from, to): (usize, usize)| {
        Span { sentence, tokens: &sentence.tokens[from..to] }.folded_words()
    };
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

/// Names that changed places within a list: all that the changes take away on the left they put in on the right.
fn mark_reordered_names(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
    if changes.len() > MOST_CHANGES_FOR_MOVES {
        return;
    }
    let names = |sentence: &Sentence, range: (usize, usize)| -> Vec<String> {
        let span = Span { sentence, tokens: &sentence.tokens[range.0..range.1] };
        span.names().iter().map(|token| token.folded.to_string()).collect()
    };
    let gone: Vec<String> = changes.iter().flat_map(|change| names(left, change.left_tokens)).collect();
    let come: Vec<String> = changes.iter().flat_map(|change| names(right, change.right_tokens)).collect();
    for change in changes.iter_mut().filter(|change| change.disagrees && change.relation.is_none()) {
        let (one, two) = (names(left, change.left_tokens), names(right, change.right_tokens));
        let moved = one.iter().all(|name| come.contains(name)) && two.iter().all(|name| gone.contains(name));
        if moved && !one.is_empty() && !two.is_empty() {
            change.kind = ChangeKind::Order;
            change.disagrees = false;
        }
    }
}

/// `those were not` and `none of these were`: as many denials on both sides deny the same; `or not` denies nothing.
fn clear_balanced_negations(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
    let count = |sentence: &Sentence, (from, to): (usize, usize)| {
        let tokens = &sentence.tokens;
        let denies = |at: usize| {
            tokens[at].roles.is_negation()
                && !(at > 0 && &*tokens[at - 1].folded == "or" && &*tokens[at].folded == "not")
        };
        (from..to).filter(|&at| denies(at)).count()
    };
    let all = |sentence: &Sentence| count(sentence, (0, sentence.tokens.len()));
    if all(left) != all(right) {
        return;
    }
    let any = |sentence: &Sentence, (from, to): (usize, usize)| {
        sentence.tokens[from..to].iter().any(|token| token.roles.is_negation())
    };
    for change in changes.iter_mut().filter(|change| change.disagrees && change.kind == ChangeKind::Negation) {
        change.disagrees = !any(left, change.left_tokens) && !any(right, change.right_tokens);
    }
}

/// Figures whose small last digits an extraction lost: `20 = 1` for 2 to the power 0 becomes `2 = 1`. Two of them, or one
/// beside another loss, are no accident; nor is `2016` for 20 to the base 16.
fn mark_flattened_powers(left: &Sentence, right: &Sentence, changes: &mut [Change]) {
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
