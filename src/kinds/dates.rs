//! When a claim holds. A date can be a part of the claim ("as of 2010", "a 2011 survey", "between 1993 and 2010"): two copies
//! that name their own dates may both be true, and one is older. Or it is the fact ("elected in 1975"): then two cannot.

use super::citation::makes_claim;
use super::pair::Pair;
use crate::compare::{Change, ChangeKind, Comparison, Sentence, Token};
use crate::values::{Relation, Value, find_values, relate_values};

/// What the dates of a comparison say.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClaimDates {
    /// Each side names its own date as a part of the claim.
    pub anchored: bool,
    /// A date that differs is the fact itself, as far as the words before it tell.
    pub event: bool,
    /// Only one side names a date, or the words that named it were lost.
    pub one_sided: bool,
    /// The headings name different dates.
    pub sections: bool,
    /// One side plans what the other reports.
    pub planned: bool,
}

impl ClaimDates {
    /// Reads them off the changes, and off the headings that the sentences stand under.
    pub fn new(pair: &Pair, comparison: &Comparison) -> ClaimDates {
        let (left, right) = (&comparison.left, &comparison.right);
        let differing = |change: &&Change| change.disagrees && may_be_date(comparison, change);
        let (mut anchored, mut event) = (false, false);
        for change in comparison.changes.iter().filter(differing) {
            let (one, two) = (change.left_tokens.0, change.right_tokens.0);
            anchored |= is_anchor(left, one) && is_anchor(right, two);
            event |= is_event(left, one) || is_event(right, two);
        }
        anchored |= has_lost_anchor(left) && has_lost_anchor(right);
        let one_sided = comparison.changes.iter().any(|change| names_only_date(comparison, change))
            || has_lost_anchor(left) != has_lost_anchor(right);
        let sections =
            pair.left.section != pair.right.section && have_other_dates(pair.left.section, pair.right.section);
        ClaimDates { anchored, event, one_sided, sections, planned: find_plan(comparison).is_some() }
    }

    /// The sort of a drift: `dated-update` where each side names its own date, or only one does; `update` where a figure of
    /// today differs between two versions of an article, or a plan became a fact; else `contradiction`.
    pub fn name_drift(&self, are_versions: bool, comparison: &Comparison) -> &'static str {
        let facts = || comparison.changes.iter().filter(|change| change.disagrees);
        let dates = facts().filter(|change| change.kind == ChangeKind::Date).count();
        let figures = facts().filter(|change| change.kind == ChangeKind::Number).count();
        if self.anchored || self.sections || dates > 0 && figures > 0 && !self.event {
            return "dated-update";
        }
        if self.one_sided && dates == 0 && figures > 0 {
            return if are_versions { "update" } else { "dated-update" };
        }
        let changing = dates == 0 && is_in_present(&comparison.left) && is_in_present(&comparison.right);
        let plans = comparison.left.tokens.iter().chain(&comparison.right.tokens).any(|token| &*token.folded == "will");
        if self.planned || are_versions && (changing || plans) { "update" } else { "contradiction" }
    }
}

/// A date, or four digits that count something else as far as the values know: `2009 guidelines`.
fn may_be_date(comparison: &Comparison, change: &Change) -> bool {
    let year = |sentence: &Sentence, at: usize| {
        let value = sentence.tokens.get(at).and_then(|token| sentence.value_of(token));
        value.is_some_and(|value| value.years().is_some())
    };
    change.kind == ChangeKind::Date
        || change.kind == ChangeKind::Number
            && year(&comparison.left, change.left_tokens.0)
            && year(&comparison.right, change.right_tokens.0)
}

/// Nouns whose year says when something was found or laid down.
#[rustfmt::skip]
fn is_dated_noun(word: &str) -> bool {
    matches!(
        word,
        "survey" | "surveys" | "census" | "censuses" | "guideline" | "guidelines" | "report" | "reports" | "estimate"
            | "estimates" | "est" | "study" | "studies" | "poll" | "polls" | "index" | "edition" | "data" | "figures"
            | "statistics" | "constitution" | "constitutional" | "ranking" | "rankings" | "review" | "fiscal" | "budget"
            | "season" | "rate" | "level" | "levels" | "prices" | "dollars"
    )
}

/// Whether the date at a token is a part of the claim.
fn is_anchor(sentence: &Sentence, at: usize) -> bool {
    let Some(value) = sentence.tokens.get(at).and_then(|token| sentence.value_of(token)) else { return false };
    if value.years().is_none() {
        return false; // `the season from June to November` comes again each year
    }
    let word =
        |place: Option<usize>| place.and_then(|place| sentence.tokens.get(place)).map_or("", |token| &*token.folded);
    let before = |steps: usize| word(at.checked_sub(steps));
    let dated = |word: &str| is_dated_noun(word);
    dated(word(Some(at + 1)))
        || dated(word(Some(at + 2)))
        || dated(before(1))
        || matches!(before(1), "of" | "for" | "in" | "by") && (dated(before(2)) || dated(before(3)))
        || matches!(before(1), "of" | "at") && before(2) == "as"
        || before(1) == "in" && word(Some(at + 1)) == ":" && at + 2 == sentence.tokens.len()
        || is_period(sentence, at, value, before(1))
}

/// A stretch of years of our time in which something was counted: `between 1993 and 2010`, `in 1995-99`.
fn is_period(sentence: &Sentence, at: usize, value: &Value, before: &str) -> bool {
    let own = &*sentence.tokens[at].folded;
    let told = own.starts_with("between")
        || own.starts_with("from")
        || matches!(before, "in" | "during" | "over" | "for")
        || before == "(" && !makes_claim(sentence);
    value.is_stretch() && told && value.years().is_some_and(|(_, last)| last >= 1950)
}

/// Words for what happens once.
#[rustfmt::skip]
fn is_event_word(word: &str) -> bool {
    matches!(
        word,
        "born" | "died" | "elected" | "recorded" | "released" | "founded" | "established" | "opened" | "built"
            | "created" | "signed" | "adopted" | "launched" | "killed" | "married" | "published" | "appointed"
            | "discovered" | "invented" | "introduced" | "abolished" | "completed" | "formed" | "visited" | "converted"
    )
}

fn is_event(sentence: &Sentence, at: usize) -> bool {
    sentence.tokens[at.saturating_sub(4)..at].iter().any(|token| is_event_word(&token.folded))
}

/// A change that puts a date on one side alone: added, or in the place of other words.
fn names_only_date(comparison: &Comparison, change: &Change) -> bool {
    let dated = |sentence: &Sentence, (from, to): (usize, usize)| {
        sentence.tokens[from..to].iter().any(|token| sentence.value_of(token).is_some_and(Value::is_timely))
    };
    let is_one_sided = matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal)
        || change.kind == ChangeKind::Date && change.relation.is_none();
    is_one_sided && (dated(&comparison.left, change.left_tokens) != dated(&comparison.right, change.right_tokens))
}

/// `, the rate was 5%`: the words that named the date were lost.
fn has_lost_anchor(sentence: &Sentence) -> bool {
    sentence.tokens.first().is_some_and(|token| matches!(&*token.folded, "," | ";"))
}

/// Whether two headings name dates that cannot be the same.
fn have_other_dates(left: &str, right: &str) -> bool {
    let dates = |text: &str| find_values(text).into_iter().filter(Value::is_timely).collect::<Vec<_>>();
    let (one, two) = (dates(left), dates(right));
    !one.is_empty()
        && !two.is_empty()
        && one.iter().all(|date| two.iter().all(|other| relate_values(date, other) == Relation::Different))
}

/// The change, by its place, that is a plan on one side and its outcome on the other, beside one date: `is to be completed
/// in June 2015`, `was completed in June 2015`.
pub fn find_plan(comparison: &Comparison) -> Option<usize> {
    let dated = comparison
        .shared
        .iter()
        .any(|&(at, _)| comparison.left.value_of(&comparison.left.tokens[at]).is_some_and(Value::is_timely));
    let is_plan = |tokens: &[Token]| {
        tokens.iter().any(|token| matches!(&*token.folded, "will" | "planned" | "scheduled" | "undergoing"))
            || tokens.windows(3).any(|words| {
                matches!(&*words[0].folded, "is" | "are") && &*words[1].folded == "to" && &*words[2].folded == "be"
            })
    };
    let is_past = |tokens: &[Token]| {
        tokens.iter().any(|token| matches!(&*token.folded, "was" | "were" | "had" | "has" | "have" | "underwent"))
    };
    let is_found = |change: &Change| {
        let left = &comparison.left.tokens[change.left_tokens.0..change.left_tokens.1];
        let right = &comparison.right.tokens[change.right_tokens.0..change.right_tokens.1];
        is_plan(left) && is_past(right) && !is_plan(right) || is_plan(right) && is_past(left) && !is_plan(left)
    };
    if dated { comparison.changes.iter().position(is_found) } else { None }
}

/// Whether a sentence speaks of now.
fn is_in_present(sentence: &Sentence) -> bool {
    let past = |word: &str| matches!(word, "was" | "were" | "had" | "did") || word.len() > 4 && word.ends_with("ed");
    let now = |word: &str| matches!(word, "is" | "are" | "has" | "have" | "now" | "today" | "currently");
    let has =
        |wanted: &dyn Fn(&str) -> bool| sentence.tokens.iter().any(|token| token.is_word() && wanted(&token.folded));
    has(&now) || !has(&past)
}
