//! Where two documents say the same: the one way in for a pair, by words or by runs of sentence matches.
//!
//! Sentences that stand in very many documents (`crowds`) are no evidence of reuse. They seed nothing; a passage may run
//! over them, and what two documents share of them alone is told apart as boilerplate.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::boxes::{Text, fit_one};
use super::clusters::{Cluster, close};
use super::diagonals::{Diagonal, Match, Runs, diagonals};
use super::likeness::Likeness;
use super::resolve::{self, MORE};
use super::seeds::Seed;
use super::units;
use super::words::{Vocabulary, Words, characters_that_are_words};
use super::{Passage, Places, Sentence, Settings, Side, align_at};

/// A document that is compared.
#[derive(Clone, Debug, Default)]
pub struct Work<'a> {
    /// Its sentences, in order.
    pub sentences: Vec<Sentence<'a>>,
    /// What some of them are.
    pub outline: Outline,
}

/// The sentences of a document that are no evidence.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Those that stand in very many documents, in order.
    pub crowds: Vec<Crowd>,
    /// The positions of those too short to be matched, ascending.
    pub short: Vec<u32>,
}

/// A sentence that stands in very many documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// Its position in its document.
    pub position: u32,
    /// The number of what it says.
    pub number: u32,
    /// Its first character in the document as read.
    pub start: u64,
    /// The character after its last.
    pub end: u64,
}

/// By what passages are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// What both texts have in common, down to single words.
    Words,
    /// Runs of at least so many matching sentences; with `true` their ends are moved to the last word that matches.
    Sentences(u32, bool),
}

/// How passages are told.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// By what.
    pub by: By,
    /// What counts as reuse.
    pub settings: Settings,
    /// Two documents with no more pairs of sentences than this are searched word by word.
    pub thorough: usize,
    /// The shorter one may sum up the longer one; otherwise only the left one the right one.
    pub either: bool,
}

/// A passage, and whether most of it stands in very many documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    /// Where it is.
    pub passage: Passage,
    /// Whether it is nothing that one took from the other.
    pub boilerplate: bool,
}

/// Where two documents were found by what they have in common, a passage is where at least this share of words match.
const DENSITY: f64 = 0.5;
/// How many sentences around a group of points are looked at.
pub(super) const AROUND: usize = 8;
/// Points over fewer bytes than this do not grow to a passage.
const MOST_GROWN: usize = 60;
/// Most pairs of places that one crowd makes in two documents.
const MOST_MEETINGS: usize = 64;

/// All that two documents share. `points` are sentences of theirs that have something in common; where that is more than a
/// run of words, with their similarity.
pub fn locate(left: &Work<'_>, right: &Work<'_>, points: &[Match], how: &How) -> Vec<Located> {
    let found = match how.by {
        By::Words => by_words(left, right, points, how),
        By::Sentences(least, extend) => by_sentences(left, right, points, (least, extend), &how.settings),
    };
    settle(&left.outline, &right.outline, found, &how.settings)
}

/// The passages of a pair, and beside them the boilerplate that the two share; in order.
pub fn settle(left: &Outline, right: &Outline, found: Vec<Passage>, settings: &Settings) -> Vec<Located> {
    let mut located: Vec<Located> = found
        .into_iter()
        .map(|passage| {
            let share = left.crowded(&passage.left).max(right.crowded(&passage.right));
            Located { passage, boilerplate: share > 0.5 }
        })
        .collect();
    let free = |run: &Passage| {
        located.iter().all(|other| !meets(&run.left, &other.passage.left) && !meets(&run.right, &other.passage.right))
    };
    let crowds: Vec<Passage> = crowd_runs(left, right, settings).into_iter().filter(free).collect();
    located.extend(crowds.into_iter().map(|passage| Located { passage, boilerplate: true }));
    located.sort_by_key(|each| (each.passage.left, each.passage.right));
    located
}

fn by_words(left: &Work<'_>, right: &Work<'_>, points: &[Match], how: &How) -> Vec<Passage> {
    let everywhere = left.sentences.len().saturating_mul(right.sentences.len()) <= how.thorough;
    if !everywhere {
        return around_points(left, right, points, &how.settings);
    }
    let length = |work: &Work<'_>| work.sentences.iter().map(|each| each.text.len()).sum::<usize>();
    if how.either && length(left) > length(right) {
        let turned: Vec<Match> =
            points.iter().map(|each| Match { left: each.right, right: each.left, ..*each }).collect();
        let (left_crowds, right_crowds) = (&right.outline.crowds[..], &left.outline.crowds[..]);
        let places = Places { everywhere, points: &turned, left_crowds, right_crowds };
        let found = align_at(&right.sentences, &left.sentences, &places, &how.settings);
        return found.into_iter().map(|each| Passage { left: each.right, right: each.left, ..each }).collect();
    }
    let (left_crowds, right_crowds) = (&left.outline.crowds[..], &right.outline.crowds[..]);
    let places = Places { everywhere, points, left_crowds, right_crowds };
    align_at(&left.sentences, &right.sentences, &places, &how.settings)
}

/// The passages around points, each looked for in a window of its own, so that long documents cost no more than what
/// they share. Two that one group holds together may end as one of them: the points of the other are looked at again,
/// closer together.
pub(super) fn around_points(left: &Work<'_>, right: &Work<'_>, points: &[Match], settings: &Settings) -> Vec<Passage> {
    let seeds = points.iter().map(|each| Seed { left: each.left as usize, right: each.right as usize, cosine: 1.0 });
    let known = |seed: &Seed| seed.left < left.sentences.len() && seed.right < right.sentences.len();
    let mut open = vec![(seeds.filter(known).collect::<Vec<Seed>>(), settings.max_gap)];
    let mut found = Vec::new();
    while let Some((seeds, gap)) = open.pop() {
        let settings = Settings { density: DENSITY, summary_evidence: 0.0, max_gap: gap, ..*settings };
        for group in close(seeds, gap) {
            if bytes(left, &group, |seed| seed.left).min(bytes(right, &group, |seed| seed.right)) < MOST_GROWN {
                continue;
            }
            let (one, two) = (window(left, &group, |seed| seed.left), window(right, &group, |seed| seed.right));
            let passages = in_window(left, right, (one, two), &group, &settings);
            let outside = |seed: &Seed| passages.iter().all(|each| !holds(each, seed));
            if gap > 0 {
                open.push((group.iter().copied().filter(outside).collect(), gap / 2));
            }
            found.extend(passages);
        }
    }
    longest_first(found)
}

fn holds(passage: &Passage, seed: &Seed) -> bool {
    let inside = |side: &Side, at: usize| (side.first as usize..=side.last as usize).contains(&at);
    inside(&passage.left, seed.left) && inside(&passage.right, seed.right)
}

/// The bytes of the sentences in a group, each once.
fn bytes(work: &Work<'_>, group: &[Seed], place: fn(&Seed) -> usize) -> usize {
    let mut places: Vec<usize> = group.iter().map(place).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().map(|&at| work.sentences[at].text.len()).sum()
}

/// The sentences of a group with those around it.
fn window(work: &Work<'_>, group: &[Seed], place: fn(&Seed) -> usize) -> Range<usize> {
    let first = group.iter().map(place).min().unwrap_or(0);
    let last = group.iter().map(place).max().unwrap_or(0);
    first.saturating_sub(AROUND)..(last + 1 + AROUND).min(work.sentences.len())
}

fn in_window(
    left: &Work<'_>,
    right: &Work<'_>,
    (one, two): (Range<usize>, Range<usize>),
    group: &[Seed],
    settings: &Settings,
) -> Vec<Passage> {
    let point = |seed: &Seed| Match {
        left: (seed.left - one.start) as u32,
        right: (seed.right - two.start) as u32,
        similarity: seed.cosine,
    };
    let points: Vec<Match> = group.iter().map(point).collect();
    let places = Places { points: &points, ..Places::default() };
    let found = align_at(&left.sentences[one.clone()], &right.sentences[two.clone()], &places, settings);
    let moved = |side: Side, by: usize| Side { first: side.first + by as u32, last: side.last + by as u32, ..side };
    let back =
        |each: Passage| Passage { left: moved(each.left, one.start), right: moved(each.right, two.start), ..each };
    found.into_iter().map(back).collect()
}

/// Of passages that lie over each other on both sides the longest.
pub(super) fn longest_first(mut found: Vec<Passage>) -> Vec<Passage> {
    let length = |each: &Passage| (each.left.end - each.left.start).min(each.right.end - each.right.start);
    found.sort_by_key(|each| (Reverse(length(each)), each.left, each.right));
    let mut kept: Vec<Passage> = Vec::new();
    for each in found {
        if kept.iter().all(|other| !meets(&each.left, &other.left) || !meets(&each.right, &other.right)) {
            kept.push(each);
        }
    }
    kept
}

fn by_sentences(
    left: &Work<'_>,
    right: &Work<'_>,
    points: &[Match],
    (min_sentences, extend): (u32, bool),
    settings: &Settings,
) -> Vec<Passage> {
    let mut matches: Vec<Match> = points.iter().filter(|each| each.similarity > 0.0).copied().collect();
    matches.extend(meetings(&left.outline, &right.outline));
    let max_gap = u32::try_from(settings.max_gap).unwrap_or(u32::MAX);
    let (left_short, right_short) = (&left.outline.short[..], &right.outline.short[..]);
    let runs = Runs { min_sentences, max_gap, left_short, right_short };
    let found = diagonals(&matches, &runs);
    let mut found: Vec<Passage> = match extend {
        true => extended(left, right, &found),
        false => found.iter().map(|run| whole(left, right, run)).collect(),
    };
    found.retain(|each| weight(left, &each.left).min(weight(right, &each.right)) >= settings.min_characters);
    found
}

/// Runs with their ends moved to where the words stop being alike; one that has no words stays as it is.
fn extended(left: &Work<'_>, right: &Work<'_>, runs: &[Diagonal]) -> Vec<Passage> {
    let mut vocabulary = Vocabulary::default();
    let (left_words, right_words) =
        (Words::read(&left.sentences, &mut vocabulary), Words::read(&right.sentences, &mut vocabulary));
    let (left_units, right_units) = (units::cut(&left_words), units::cut(&right_words));
    let (one, two) =
        (Text { words: &left_words, units: &left_units }, Text { words: &right_words, units: &right_units });
    let weights = units::weights(&[one, two], vocabulary.len());
    let mut likeness = Likeness::new(&weights);
    let fitted = |run: &Diagonal| {
        let spans =
            (one.unit_of(run.left.0)?, one.unit_of(run.left.1)?, two.unit_of(run.right.0)?, two.unit_of(run.right.1)?);
        let seeds = vec![
            Seed { left: spans.0, right: spans.2, cosine: run.similarity },
            Seed { left: spans.1, right: spans.3, cosine: run.similarity },
        ];
        let cluster = Cluster { seeds, left: spans.0..=spans.1, right: spans.2..=spans.3, similarity: run.similarity };
        let found = fit_one(&cluster, one, two, &mut likeness, DENSITY);
        (!found.left.is_empty() && !found.right.is_empty()).then(|| Passage {
            left: resolve::side((&left.sentences, &left_words), &found.left),
            right: resolve::side((&right.sentences, &right_words), &found.right),
            sentences: run.sentences,
            similarity: found.similarity,
        })
    };
    let mut fitted = fitted;
    runs.iter().map(|run| fitted(run).unwrap_or_else(|| whole(left, right, run))).collect()
}

/// A run from the beginning of its first sentence to the end of its last.
fn whole(left: &Work<'_>, right: &Work<'_>, run: &Diagonal) -> Passage {
    let place =
        |work: &Work<'_>, at: u32| work.sentences.get(at as usize).map_or((0, 0), |each| (each.start, each.end));
    spanned(run, |at| place(left, at), |at| place(right, at))
}

fn spanned(run: &Diagonal, left: impl Fn(u32) -> (u64, u64), right: impl Fn(u32) -> (u64, u64)) -> Passage {
    let (one, two) = (run.left, run.right);
    Passage {
        left: Side { first: one.0, last: one.1, start: left(one.0).0, end: left(one.1).1 },
        right: Side { first: two.0, last: two.1, start: right(two.0).0, end: right(two.1).1 },
        sentences: run.sentences,
        similarity: run.similarity,
    }
}

/// What two documents share of that which stands everywhere.
fn crowd_runs(left: &Outline, right: &Outline, settings: &Settings) -> Vec<Passage> {
    let max_gap = u32::try_from(settings.max_gap).unwrap_or(u32::MAX);
    let runs = Runs { min_sentences: 1, max_gap, left_short: &left.short, right_short: &right.short };
    diagonals(&meetings(left, right), &runs)
        .iter()
        .map(|run| spanned(run, |at| left.place(at), |at| right.place(at)))
        .filter(|passage| is_long(passage, settings))
        .collect()
}

/// The characters of a passage; one of a script that writes words with one or two counts three.
fn weight(work: &Work<'_>, side: &Side) -> u64 {
    let last = (side.last as usize + 1).min(work.sentences.len());
    let inside = work.sentences.get(side.first as usize..last).unwrap_or_default();
    let more: usize = inside.iter().map(|each| characters_that_are_words(each.text)).sum();
    side.end.saturating_sub(side.start) + MORE * more as u64
}

fn is_long(passage: &Passage, settings: &Settings) -> bool {
    let length = |side: &Side| side.end.saturating_sub(side.start);
    length(&passage.left).min(length(&passage.right)) >= settings.min_characters
}

/// The places where both say the same that very many say. Of what stands often in both, the first with the first.
fn meetings(left: &Outline, right: &Outline) -> Vec<Match> {
    let by_number = |outline: &Outline| {
        let mut places: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        outline.crowds.iter().for_each(|each| places.entry(each.number).or_default().push(each.position));
        places
    };
    let (lefts, rights) = (by_number(left), by_number(right));
    let mut found = Vec::new();
    for (number, own) in &lefts {
        let Some(others) = rights.get(number) else { continue };
        let meet = |(&left, &right): (&u32, &u32)| Match { left, right, similarity: 1.0 };
        if own.len() * others.len() > MOST_MEETINGS {
            found.extend(own.iter().zip(others).map(meet));
        } else {
            found.extend(own.iter().flat_map(|left| others.iter().map(move |right| meet((left, right)))));
        }
    }
    found.sort_by_key(|each| (each.left, each.right));
    found
}

impl Outline {
    /// Where a crowd's sentence stands.
    fn place(&self, position: u32) -> (u64, u64) {
        let found = self.crowds.binary_search_by_key(&position, |each| each.position);
        found.map_or((0, 0), |at| (self.crowds[at].start, self.crowds[at].end))
    }

    /// What share of a side's characters stands in very many documents.
    fn crowded(&self, side: &Side) -> f64 {
        let from = self.crowds.partition_point(|each| each.position < side.first);
        let inside = self.crowds[from..].iter().take_while(|each| each.position <= side.last);
        let sum: u64 = inside.map(|each| each.end.min(side.end).saturating_sub(each.start.max(side.start))).sum();
        let all = side.end.saturating_sub(side.start);
        if all > 0 { sum as f64 / all as f64 } else { 0.0 }
    }
}

fn meets(one: &Side, two: &Side) -> bool {
    one.start < two.end && two.start < one.end
}
