//! The reason in a short English phrase that names what decided, and what sort of drift it is.

use super::citation::list_citation_signs;
use super::disagreement::{explain_drift, find_subject};
use super::evidence::Evidence;
use super::pair::Pair;
use super::titles::{Titles, is_title_word};
use crate::compare::{Change, ChangeKind, Comparison, Sentence};
use crate::values::Relation;

/// The longest quotation, in characters.
const LONGEST_QUOTE_CHARACTERS: usize = 40;

/// Why a pair is of its kind: `same subject "Guinea"; only one side adds "again"`. Of a drift it is a sentence.
pub fn explain_kind(
    (kind, drift): (&str, &str),
    pair: &Pair,
    comparison: &Comparison,
    titles: &Titles,
    evidence: &Evidence,
) -> String {
    match kind {
        "reference" => explain_reference(pair, comparison),
        "drift" => explain_drift(drift, pair, comparison, titles),
        "copyedit" => {
            format!("{}; {}", explain_same_subject(pair, comparison, titles), explain_agreement(pair, comparison))
        }
        "template" => explain_template(pair, comparison, titles, evidence),
        _ if evidence.holds("markup") => "markup or a run-together table, not a sentence".to_owned(),
        _ if evidence.holds("broken") => "a broken sentence that goes on otherwise".to_owned(),
        _ => "alike by chance: no subject and no claim is shared".to_owned(),
    }
}

fn explain_reference(pair: &Pair, comparison: &Comparison) -> String {
    if pair.is_in_references() {
        return "both stand among the references".to_owned();
    }
    let found = list_citation_signs(&comparison.left).into_iter().chain(list_citation_signs(&comparison.right));
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
fn explain_same_subject(pair: &Pair, comparison: &Comparison, titles: &Titles) -> String {
    find_subject(pair, comparison, titles)
        .map_or("same statement".to_owned(), |subject| format!("same subject \"{}\"", quote_text(&subject)))
}

/// The first name that both sides share within the given tokens.
pub fn find_shared_name(comparison: &Comparison, within: impl Fn(usize, usize) -> bool) -> Option<String> {
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

fn explain_agreement(pair: &Pair, comparison: &Comparison) -> String {
    if let Some((left, right)) = pair.same_names.first() {
        return format!("{} and {} are two names of one thing", quote_text(left), quote_text(right));
    }
    let changes = &comparison.changes;
    let find = |wanted: &dyn Fn(&Change) -> bool| changes.iter().find(|change| wanted(change));
    if let Some(change) = find(&|change| change.disagrees) {
        return format!("{} may both hold", quote_change(comparison, change));
    }
    if let Some(change) = find(&|change| change.relation == Some(Relation::Compatible)) {
        return format!("{} are compatible", quote_change(comparison, change));
    }
    if let Some(change) = find(&|change| change.relation == Some(Relation::Equal)) {
        return format!("{} are one value", quote_change(comparison, change));
    }
    if find(&|change| change.residue).is_some() {
        return "what differs was lost in extraction".to_owned();
    }
    let added = |change: &&Change| matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal);
    if let Some(change) = changes.iter().find(added) {
        let text = format!("{}{}", read_left(comparison, change), read_right(comparison, change));
        return format!("only one side adds \"{}\"", quote_text(&text));
    }
    "only wording, order or punctuation changes".to_owned()
}

fn explain_template(pair: &Pair, comparison: &Comparison, titles: &Titles, evidence: &Evidence) -> String {
    let own = find_own_names(comparison, titles);
    let mut why = if let Some((left, right)) = own {
        format!("subject {} / {} is each article's own", quote_text(&left), quote_text(&right))
    } else if pair.is_in_one_document() {
        "two parallel statements of one article".to_owned()
    } else if evidence.holds("gender_changed") {
        "two persons".to_owned()
    } else if titles.known {
        format!("each is said of its own article: {} / {}", quote_text(pair.left.title), quote_text(pair.right.title))
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
fn find_own_names(comparison: &Comparison, titles: &Titles) -> Option<(String, String)> {
    let holds = |sentence: &Sentence, (from, to): (usize, usize), words: &[String]| {
        sentence.tokens[from..to].iter().any(|token| words.iter().any(|word| is_title_word(&token.folded, word)))
    };
    let change = comparison.changes.iter().find(|change| {
        holds(&comparison.left, change.left_tokens, &titles.own_left)
            && holds(&comparison.right, change.right_tokens, &titles.own_right)
    })?;
    Some((read_left(comparison, change).to_owned(), read_right(comparison, change).to_owned()))
}

pub fn read_left<'t>(comparison: &Comparison<'t>, change: &Change) -> &'t str {
    &comparison.left.text[change.left.0..change.left.1]
}

pub fn read_right<'t>(comparison: &Comparison<'t>, change: &Change) -> &'t str {
    &comparison.right.text[change.right.0..change.right.1]
}

fn quote_change(comparison: &Comparison, change: &Change) -> String {
    format!("{} / {}", quote_text(read_left(comparison, change)), quote_text(read_right(comparison, change)))
}

/// A text cut to a length that a table can show.
pub fn quote_text(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE_CHARACTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
