//! Why two sentences drift, as one sentence that names the subject, the two values and where each stands.

use super::explanation::{find_shared_name, quote_text, read_left, read_right};
use super::pair::Pair;
use super::subject::Subject;
use super::titles::Titles;
use crate::compare::words::is_verb;
use crate::compare::{Change, ChangeKind, Comparison, Token};

/// The longest title, in characters.
const LONGEST_TITLE_CHARACTERS: usize = 60;

/// The reason for a drift: `Both say how many lakes Orrin has: 41 in *Orrin*, 43 in *Lakes of Orrin*.`
pub fn explain_drift(drift: &str, pair: &Pair, comparison: &Comparison, titles: &Titles) -> String {
    let facts = list_facts(comparison);
    let places = Places::new(pair);
    let subject = find_subject(pair, comparison, titles);
    if drift == "dated-update" {
        return explain_dated(&facts, comparison, &places);
    }
    if let Some(one_sided) = facts.iter().find(|fact| is_one_sided(comparison, fact)) {
        return explain_one_sided(one_sided, comparison, &places, subject.as_deref());
    }
    let noun = facts.first().and_then(|fact| find_noun(comparison, fact));
    let (plain, right) = join_values(&facts, comparison);
    let head = subject.as_deref().map(|subject| {
        facts
            .first()
            .and_then(|fact| describe_claim(comparison, fact, noun, subject))
            .map_or_else(|| (name_claim(comparison, &facts, subject), false), |claim| (claim, true))
    });
    let claimed = head.as_ref().is_some_and(|(_, claimed)| *claimed);
    let left = if claimed { plain } else { join_counted_values(&facts, comparison) };
    match head {
        Some((head, _)) => format!("{head}: {left} in {}, {right} in {}.", places.left, places.right),
        None => format!("{} says {left}, {} says {right}.", capitalise(&places.left), places.right),
    }
}

/// `Both say of Orrin “who settled the island in …”`: the words before the value tell what is said, else those behind it.
fn name_claim(comparison: &Comparison, facts: &[&Change], subject: &str) -> String {
    let quoted = facts.first().and_then(|fact| quote_words_around(comparison, fact));
    quoted.map_or_else(|| format!("Both speak of {subject}"), |quote| format!("Both say of {subject} “{quote}”"))
}

/// So many words before or behind a value are quoted, at least two.
const MOST_QUOTED_TOKENS: usize = 5;

fn quote_words_around(comparison: &Comparison, fact: &Change) -> Option<String> {
    let left = &comparison.left;
    let is_shared = |at: usize| comparison.shared.binary_search_by_key(&at, |&(one, _)| one).is_ok();
    let quotable =
        |at: &usize| is_shared(*at) && !matches!(&*left.tokens[*at].folded, "." | ";" | ":" | "(" | ")" | "\"");
    let telling = |from: usize, to: usize| {
        to >= from + 2 && left.tokens[from..to].iter().any(|token| token.has_meaning() && !token.name)
    };
    let (start, end) = fact.left_tokens;
    let first = (start.saturating_sub(MOST_QUOTED_TOKENS)..start).rev().take_while(quotable).last().unwrap_or(start);
    if telling(first, start) {
        let words = &left.text[left.tokens[first].start..left.tokens[start - 1].end];
        return Some(format!("{} …", words.trim_start_matches([',', ' '])));
    }
    let last = (end..left.tokens.len().min(end + MOST_QUOTED_TOKENS)).take_while(quotable).last()? + 1;
    telling(end, last).then(|| {
        format!("… {}", left.text[left.tokens[end].start..left.tokens[last - 1].end].trim_end_matches([',', ' ']))
    })
}

/// What cannot both hold; where nothing is said to be so, the first change of words.
fn list_facts<'c>(comparison: &'c Comparison) -> Vec<&'c Change> {
    let facts: Vec<&Change> = comparison.changes.iter().filter(|change| change.disagrees).take(2).collect();
    if !facts.is_empty() {
        return facts;
    }
    let weighty = |change: &&Change| !matches!(change.kind, ChangeKind::Punctuation | ChangeKind::Order);
    comparison.changes.iter().filter(weighty).take(1).collect()
}

/// Where each value stands, as the end of a sentence names it.
struct Places {
    left: String,
    right: String,
}

impl Places {
    fn new(pair: &Pair) -> Places {
        let (one, two) = (pair.left.title.trim(), pair.right.title.trim());
        if one.is_empty() || two.is_empty() {
            return Places { left: "one text".to_owned(), right: "the other".to_owned() };
        }
        if one == two {
            return Places { left: format!("one place of *{}*", cut_title(one)), right: "another".to_owned() };
        }
        Places { left: format!("*{}*", cut_title(one)), right: format!("*{}*", cut_title(two)) }
    }
}

fn cut_title(title: &str) -> String {
    match title.char_indices().nth(LONGEST_TITLE_CHARACTERS) {
        Some((end, _)) => format!("{}…", title[..end].trim_end()),
        None => title.to_owned(),
    }
}

/// `*Orrin* gives 2.4 % for May 2001, *Vale* 2.3 % for May 2002: one copy is older.`
fn explain_dated(facts: &[&Change], comparison: &Comparison, places: &Places) -> String {
    let dates = comparison.changes.iter().filter(|change| change.kind == ChangeKind::Date);
    let date = dates.into_iter().find(|change| !is_one_sided(comparison, change));
    let value = comparison.changes.iter().find(|change| change.disagrees && change.kind != ChangeKind::Date);
    let name =
        |change: &Change| (quote_text(read_left(comparison, change)), quote_text(read_right(comparison, change)));
    let one = capitalise(&places.left);
    match (value.map(name), date.map(name)) {
        (Some((left, right)), Some((then, later))) => {
            format!("{one} gives {left} for {then}, {} {right} for {later}: one copy is older.", places.right)
        }
        (None, Some((then, later))) => {
            format!("{one} speaks of {then}, {} of {later}: one copy is older.", places.right)
        }
        _ => {
            let (left, right) = join_values(facts, comparison);
            format!("{one} gives {left}, {} {right}, each at its own date: one copy is older.", places.right)
        }
    }
}

/// `Both speak of Orrin, but only *Lakes of Orrin* says “not”.`
fn explain_one_sided(fact: &Change, comparison: &Comparison, places: &Places, subject: Option<&str>) -> String {
    let (left, right) = (read_left(comparison, fact), read_right(comparison, fact));
    let (text, place) = if left.trim().is_empty() { (right, &places.right) } else { (left, &places.left) };
    let both = subject.map_or("Both say nearly the same".to_owned(), |subject| format!("Both speak of {subject}"));
    format!("{both}, but only {place} says “{}”.", quote_text(text))
}

fn is_one_sided(comparison: &Comparison, change: &Change) -> bool {
    read_left(comparison, change).trim().is_empty() || read_right(comparison, change).trim().is_empty()
}

/// The values of both sides: `("401 and 12", "403 and 14")`.
fn join_values(facts: &[&Change], comparison: &Comparison) -> (String, String) {
    let join = |values: Vec<String>| values.join(" and ");
    (
        join(facts.iter().map(|fact| quote_text(read_left(comparison, fact))).collect()),
        join(facts.iter().map(|fact| quote_text(read_right(comparison, fact))).collect()),
    )
}

/// The values of the left side with what each counts: `62 tornadoes and eight states`.
fn join_counted_values(facts: &[&Change], comparison: &Comparison) -> String {
    let name = |fact: &&Change| {
        let value = quote_text(read_left(comparison, fact));
        find_noun(comparison, fact).map_or(value.clone(), |noun| format!("{value} {noun}"))
    };
    facts.iter().map(name).collect::<Vec<String>>().join(" and ")
}

/// Whom both speak of: the title that both share, or a name in both.
pub fn find_subject(pair: &Pair, comparison: &Comparison, titles: &Titles) -> Option<String> {
    if titles.same || titles.one_subject {
        let shorter = if pair.right.title.len() < pair.left.title.len() { pair.right.title } else { pair.left.title };
        return Some(cut_title(skip_aspect(shorter)));
    }
    let (one, two) = (Subject::from_sentence(&comparison.left), Subject::from_sentence(&comparison.right));
    let name = find_shared_name(comparison, |left, right| one.contains(left) && two.contains(right));
    name.or_else(|| find_shared_name(comparison, |_, _| true)).map(|name| quote_text(&name))
}

/// `History of Orrin` -> `Orrin`.
fn skip_aspect(title: &str) -> &str {
    let aspects = ["History", "Timeline", "Economy", "Geography", "Politics", "Demographics", "List", "Outline"];
    title
        .split_once(" of ")
        .filter(|(first, _)| aspects.contains(first))
        .map_or(title, |(_, rest)| rest.strip_prefix("the ").unwrap_or(rest))
}

/// What both sides count: the word behind the value, `lakes` of `41 lakes`.
fn find_noun<'t>(comparison: &Comparison<'t>, fact: &Change) -> Option<&'t str> {
    let (left, right) =
        (comparison.left.tokens.get(fact.left_tokens.1)?, comparison.right.tokens.get(fact.right_tokens.1)?);
    let counted = |token: &Token| {
        token.is_word() && token.has_meaning() && !token.name && token.folded.len() > 2 && !is_verb(&token.folded)
    };
    (fact.kind == ChangeKind::Number && left.folded == right.folded && counted(left))
        .then(|| comparison.left.text_of(left))
}

/// What both sides say of the subject, where it can be told from the words around the value: how many it has, or when it
/// was made.
fn describe_claim(comparison: &Comparison, fact: &Change, noun: Option<&str>, subject: &str) -> Option<String> {
    let before = |back: usize| {
        let left = comparison.left.tokens.get(fact.left_tokens.0.checked_sub(back)?)?;
        let right = comparison.right.tokens.get(fact.right_tokens.0.checked_sub(back)?)?;
        (left.folded == right.folded).then_some(left)
    };
    let figures = read_left(comparison, fact).chars().all(|letter| letter.is_ascii_digit() || letter == ',');
    let first = before(1)?;
    if let Some(noun) = noun.filter(|noun| noun.ends_with('s') && figures)
        && matches!(&*first.folded, "has" | "have" | "had" | "contains" | "contained" | "included" | "includes")
        && starts_sentence(comparison, fact, 2)
    {
        return Some(format!("Both say how many {noun} {subject} {}", comparison.left.text_of(first)));
    }
    let (made, was) = (before(2)?, before(3)?);
    let dated = fact.kind == ChangeKind::Date && matches!(&*first.folded, "in" | "on" | "since");
    let made_word = made.folded.ends_with("ed") || matches!(&*made.folded, "born" | "built" | "won" | "begun" | "held");
    (dated && made_word && matches!(&*was.folded, "was" | "were") && starts_sentence(comparison, fact, 4)).then(|| {
        let (made, was) = (comparison.left.text_of(made), comparison.left.text_of(was));
        format!("Both say when {subject} {was} {made}")
    })
}

/// Whether what stands up to so many tokens before a fact is the subject of the sentence, so that the claim is about it.
fn starts_sentence(comparison: &Comparison, fact: &Change, back: usize) -> bool {
    let subject = Subject::from_sentence(&comparison.left);
    let named = comparison.left.tokens[subject.tokens.0..subject.tokens.1.max(subject.tokens.0)].len() <= 4;
    named && !subject.described && fact.left_tokens.0 < subject.tokens.1 + back
}

fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
