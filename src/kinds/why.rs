//! The reason in a short English phrase that names what decided, and what sort of drift it is.

use super::citation::signs;
use super::evidence::Evidence;
use super::pair::Pair;
use super::subject::Subject;
use super::titles::{Titles, mentions};
use crate::compare::{Change, ChangeKind, Comparison, Sentence};
use crate::values::{Relation, What};

/// The longest quotation, in characters.
const LONGEST: usize = 40;

/// Why a pair is of its kind: `same subject "Guinea"; 1984 / 1985 cannot both hold`.
pub fn why(kind: &str, pair: &Pair, comparison: &Comparison, titles: &Titles, evidence: &Evidence) -> String {
    match kind {
        "reference" => reference(pair, comparison),
        "drift" => format!("{}; {}", same(pair, comparison, titles), disagreement(comparison)),
        "copyedit" => format!("{}; {}", same(pair, comparison, titles), agreement(comparison)),
        "template" => template(pair, comparison, titles, evidence),
        _ if evidence.holds("markup") => "markup or a run-together table, not a sentence".to_owned(),
        _ if evidence.holds("broken") => "a broken sentence that goes on otherwise".to_owned(),
        _ => "alike by chance: no subject and no claim is shared".to_owned(),
    }
}

fn reference(pair: &Pair, comparison: &Comparison) -> String {
    if pair.cited() {
        return "both stand among the references".to_owned();
    }
    let found = signs(&comparison.left).into_iter().chain(signs(&comparison.right));
    let mut names: Vec<&str> = found.collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(4);
    if names.is_empty() {
        "both read as citations".to_owned()
    } else {
        format!("both are citations: {}", names.join(", "))
    }
}

/// What is said of the subject where it is one.
fn same(pair: &Pair, comparison: &Comparison, titles: &Titles) -> String {
    if titles.same || titles.one_subject {
        let shorter = if pair.right.title.len() < pair.left.title.len() { pair.right.title } else { pair.left.title };
        return format!("same subject \"{}\"", quoted(shorter));
    }
    let (one, two) = (Subject::of(&comparison.left), Subject::of(&comparison.right));
    let name = names(comparison, |left, right| one.holds(left) && two.holds(right));
    if let Some(name) = name.or_else(|| names(comparison, |_, _| true)) {
        return format!("same subject \"{}\"", quoted(&name));
    }
    "same statement".to_owned()
}

/// The first name that both sides share within the given tokens.
fn names(comparison: &Comparison, within: impl Fn(usize, usize) -> bool) -> Option<String> {
    let mut run: Option<(usize, usize)> = None;
    for &(left, right) in &comparison.shared {
        let named = comparison.left.tokens[left].name && within(left, right);
        run = match (run, named) {
            (None, true) => Some((left, left + 1)),
            (Some((first, end)), true) if end == left => Some((first, left + 1)),
            (Some(_), _) => break,
            (None, false) => None,
        };
    }
    let (first, end) = run?;
    let tokens = &comparison.left.tokens;
    Some(comparison.left.text[tokens[first].start..tokens[end - 1].end].to_owned())
}

fn disagreement(comparison: &Comparison) -> String {
    let facts = comparison.changes.iter().filter(|change| change.disagrees);
    let facts: Vec<String> = facts.take(2).map(|change| versus(comparison, change)).collect();
    if facts.is_empty() {
        let weighty = comparison.changes.iter().find(|change| change.kind == ChangeKind::Wording);
        return weighty
            .map_or("the facts differ".to_owned(), |change| format!("{} differ", versus(comparison, change)));
    }
    format!("{} cannot both hold", facts.join(" and "))
}

fn agreement(comparison: &Comparison) -> String {
    let changes = &comparison.changes;
    let find = |wanted: &dyn Fn(&Change) -> bool| changes.iter().find(|change| wanted(change));
    if let Some(change) = find(&|change| change.disagrees) {
        return format!("{} may both hold", versus(comparison, change));
    }
    if let Some(change) = find(&|change| change.relation == Some(Relation::Compatible)) {
        return format!("{} are compatible", versus(comparison, change));
    }
    if let Some(change) = find(&|change| change.relation == Some(Relation::Equal)) {
        return format!("{} are one value", versus(comparison, change));
    }
    if find(&|change| change.residue).is_some() {
        return "what differs was lost in extraction".to_owned();
    }
    let added = |change: &&Change| matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal);
    if let Some(change) = changes.iter().find(added) {
        let text = format!("{}{}", left_text(comparison, change), right_text(comparison, change));
        return format!("only one side adds \"{}\"", quoted(&text));
    }
    "only wording, order or punctuation changes".to_owned()
}

fn template(pair: &Pair, comparison: &Comparison, titles: &Titles, evidence: &Evidence) -> String {
    let own = own_names(comparison, titles);
    let mut why = if let Some((left, right)) = own {
        format!("subject {} / {} is each article's own", quoted(&left), quoted(&right))
    } else if pair.one_document() {
        "two parallel statements of one article".to_owned()
    } else if evidence.holds("gender_changed") {
        "two persons".to_owned()
    } else if titles.known {
        format!("each is said of its own article: {} / {}", quoted(pair.left.title), quoted(pair.right.title))
    } else {
        "one frame, other names and figures".to_owned()
    };
    let slots = comparison.changes.iter().filter(|change| change.disagrees).count();
    if let Some(context) = pair.context.filter(|context| context.cluster > 20) {
        why += &format!("; {} pairs share the frame", context.cluster);
    } else if slots > 1 {
        why += &format!("; {slots} slots change together");
    }
    why
}

/// The changed span that holds each title's own word.
fn own_names(comparison: &Comparison, titles: &Titles) -> Option<(String, String)> {
    let holds = |sentence: &Sentence, (from, to): (usize, usize), words: &[String]| {
        sentence.tokens[from..to].iter().any(|token| words.iter().any(|word| mentions(&token.folded, word)))
    };
    let change = comparison.changes.iter().find(|change| {
        holds(&comparison.left, change.left_tokens, &titles.own_left)
            && holds(&comparison.right, change.right_tokens, &titles.own_right)
    })?;
    Some((left_text(comparison, change).to_owned(), right_text(comparison, change).to_owned()))
}

fn left_text<'t>(comparison: &Comparison<'t>, change: &Change) -> &'t str {
    &comparison.left.text[change.left.0..change.left.1]
}

fn right_text<'t>(comparison: &Comparison<'t>, change: &Change) -> &'t str {
    &comparison.right.text[change.right.0..change.right.1]
}

fn versus(comparison: &Comparison, change: &Change) -> String {
    format!("{} / {}", quoted(left_text(comparison, change)), quoted(right_text(comparison, change)))
}

/// A text cut to a length that a table can show.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// `dated-update` where each side names its own date for its own figure, `update` where a figure changes with time and one
/// side is a newer or a dated text, else `contradiction`.
pub fn drift_sort(pair: &Pair, comparison: &Comparison, evidence: &Evidence) -> &'static str {
    let facts: Vec<&Change> = comparison.changes.iter().filter(|change| change.disagrees).collect();
    let dates = facts.iter().filter(|change| change.kind == ChangeKind::Date).count();
    if dates > 0 && dates < facts.len() {
        return "dated-update";
    }
    let one_dated = comparison
        .changes
        .iter()
        .any(|change| matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal) && dated(comparison, change));
    if one_dated && dates == 0 {
        return "update";
    }
    let versions = evidence.holds("versions") && pair.left.document != pair.right.document;
    let changing = dates == 0 && present(&comparison.left) && present(&comparison.right);
    let planned = comparison.left.tokens.iter().chain(&comparison.right.tokens).any(|token| &*token.folded == "will");
    if versions && (changing || planned) { "update" } else { "contradiction" }
}

fn dated(comparison: &Comparison, change: &Change) -> bool {
    let dates = |sentence: &Sentence, (from, to): (usize, usize)| {
        let mut values = sentence.tokens[from..to].iter().filter_map(|token| sentence.value_of(token));
        values.any(|value| value.what == What::Date)
    };
    dates(&comparison.left, change.left_tokens) || dates(&comparison.right, change.right_tokens)
}

/// Whether a sentence speaks of now.
fn present(sentence: &Sentence) -> bool {
    let past = |word: &str| matches!(word, "was" | "were" | "had" | "did") || word.len() > 4 && word.ends_with("ed");
    let now = |word: &str| matches!(word, "is" | "are" | "has" | "have" | "now" | "today" | "currently");
    let has =
        |wanted: &dyn Fn(&str) -> bool| sentence.tokens.iter().any(|token| token.is_word() && wanted(&token.folded));
    has(&now) || !has(&past)
}
