//! Where two documents say the same: the one way in for a pair, by words or by runs of sentence matches.
//!
//! Sentences that stand in very many documents (`crowds`) are no evidence of reuse. They seed nothing; a passage may run
//! over them, and what two documents share of them alone is told apart as boilerplate.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::boxes::{UnitText, fit_box};
use super::clusters::{Cluster, group_close};
use super::likeness::Likeness;
use super::match_runs::{Match, MatchRun, RunRules, find_match_runs};
use super::noisy::locate_noisy;
use super::resolve::{self, EXTRA_CHARACTER_WEIGHT};
use super::seeds::Seed;
use super::units;
use super::words::{Vocabulary, Words, contains_word, count_word_characters};
use super::{Passage, SearchPlaces, Sentence, Settings, Side, align_at_places, align_words};

/// A document that is compared.
#[derive(Clone, Debug, Default)]
pub struct ComparedDocument<'a> {
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
pub enum LocateMethod {
    /// What both texts have in common, down to single words.
    Words,
    /// Runs of at least so many matching sentences; with `true` their ends are moved to the last word that matches.
    Sentences(u32, bool),
}

/// How passages are told.
#[derive(Clone, Copy, Debug)]
pub struct LocateSettings {
    /// By what.
    pub by: LocateMethod,
    /// What counts as reuse.
    pub settings: Settings,
    /// Two documents with no more pairs of sentences than this are searched word by word.
    pub thorough: usize,
    /// The shorter one may sum up the longer one; otherwise only the left one the right one.
    pub either: bool,
    /// The texts are noisy: what they share is also looked for letter by letter.
    pub noisy: bool,
}

/// A passage, and whether most of it stands in very many documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocatedPassage {
    /// Where it is.
    pub passage: Passage,
    /// Whether it is nothing that one took from the other.
    pub boilerplate: bool,
}

/// Where two documents were found by what they have in common, a passage is where at least this share of words match.
const LEAST_MATCH_DENSITY: f64 = 0.5;
/// How many sentences around a group of points are looked at.
pub(super) const SURROUNDING_SENTENCES: usize = 8;
/// Points over fewer bytes than this do not grow to a passage.
const LEAST_POINT_BYTES: usize = 60;
/// Most pairs of places that one crowd makes in two documents.
const MOST_CROWD_PAIRS: usize = 64;

/// All that two documents share. `points` are sentences of theirs that have something in common; where that is more than a
/// run of words, with their similarity.
pub fn locate_passages(
    left: &ComparedDocument<'_>,
    right: &ComparedDocument<'_>,
    points: &[Match],
    how: &LocateSettings,
) -> Vec<LocatedPassage> {
    let found = match how.by {
        LocateMethod::Words if how.noisy => locate_by_letters(left, right, points, how),
        LocateMethod::Words => locate_by_words(left, right, points, how),
        LocateMethod::Sentences(least, extend) => {
            locate_by_sentences(left, right, points, (least, extend), &how.settings)
        }
    };
    resolve_passages(&left.outline, &right.outline, found, &how.settings)
}

/// The passages of a pair, and beside them the boilerplate that the two share; in order.
pub fn resolve_passages(
    left: &Outline,
    right: &Outline,
    found: Vec<Passage>,
    settings: &Settings,
) -> Vec<LocatedPassage> {
    let mut located: Vec<LocatedPassage> = found
        .into_iter()
        .map(|passage| {
            let share = left.measure_crowd_share(&passage.left).max(right.measure_crowd_share(&passage.right));
            LocatedPassage { passage, boilerplate: share > 0.5 }
        })
        .collect();
    let free = |run: &Passage| {
        located.iter().all(|other| {
            !sides_overlap(&run.left, &other.passage.left) && !sides_overlap(&run.right, &other.passage.right)
        })
    };
    let crowds: Vec<Passage> = find_crowd_runs(left, right, settings).into_iter().filter(free).collect();
    located.extend(crowds.into_iter().map(|passage| LocatedPassage { passage, boilerplate: true }));
    located.sort_by_key(|each| (each.passage.left, each.passage.right));
    located
}

/// What two noisy documents share letter by letter, and beside it what they share by words, unless only letters brought them
/// together: then their points are beyond their sentences.
fn locate_by_letters(
    left: &ComparedDocument<'_>,
    right: &ComparedDocument<'_>,
    points: &[Match],
    how: &LocateSettings,
) -> Vec<Passage> {
    let mut found = locate_noisy(&left.sentences, &right.sentences, how.settings.min_characters, how.either);
    let by_letters_alone = |each: &Match| each.left as usize >= left.sentences.len();
    if !points.is_empty() && points.iter().all(by_letters_alone) {
        return found;
    }
    let beside = |each: &Passage| {
        found.iter().all(|other| {
            let on_right = how.either && sides_overlap(&each.right, &other.right);
            !on_right && !sides_overlap(&each.left, &other.left)
        })
    };
    let others: Vec<Passage> = locate_by_words(left, right, points, how).into_iter().filter(beside).collect();
    found.extend(others);
    found
}

fn locate_by_words(
    left: &ComparedDocument<'_>,
    right: &ComparedDocument<'_>,
    points: &[Match],
    how: &LocateSettings,
) -> Vec<Passage> {
    let everywhere = left.sentences.len().saturating_mul(right.sentences.len()) <= how.thorough;
    if !everywhere {
        return locate_around_points(left, right, points, &mut read_words, &how.settings);
    }
    let length = |work: &ComparedDocument<'_>| work.sentences.iter().map(|each| each.text.len()).sum::<usize>();
    if how.either && length(left) > length(right) {
        let turned: Vec<Match> =
            points.iter().map(|each| Match { left: each.right, right: each.left, ..*each }).collect();
        let (left_crowds, right_crowds) = (&right.outline.crowds[..], &left.outline.crowds[..]);
        let places = SearchPlaces { everywhere, points: &turned, left_crowds, right_crowds };
        let found = align_at_places(&right.sentences, &left.sentences, &places, &how.settings);
        return found.into_iter().map(|each| Passage { left: each.right, right: each.left, ..each }).collect();
    }
    let (left_crowds, right_crowds) = (&left.outline.crowds[..], &right.outline.crowds[..]);
    let places = SearchPlaces { everywhere, points, left_crowds, right_crowds };
    align_at_places(&left.sentences, &right.sentences, &places, &how.settings)
}

/// What reads the words of a range of sentences on either side: gives both, and how many are distinct.
pub(super) type ReadWords<'a> =
    dyn FnMut(&[Sentence<'_>], &[Sentence<'_>], (Range<usize>, Range<usize>)) -> (Words, Words, usize) + 'a;

fn read_words(left: &[Sentence<'_>], right: &[Sentence<'_>], _: (Range<usize>, Range<usize>)) -> (Words, Words, usize) {
    let mut vocabulary = Vocabulary::default();
    let words = (Words::from_sentences(left, &mut vocabulary), Words::from_sentences(right, &mut vocabulary));
    (words.0, words.1, vocabulary.len())
}

/// The passages around points, each looked for in a window of its own, so that long documents cost no more than what
/// they share. Two that one group holds together may end as one of them: the points of the other are looked at again,
/// closer together.
pub(super) fn locate_around_points(
    left: &ComparedDocument<'_>,
    right: &ComparedDocument<'_>,
    points: &[Match],
    read: &mut ReadWords<'_>,
    settings: &Settings,
) -> Vec<Passage> {
    let seeds = points.iter().map(|each| Seed { left: each.left as usize, right: each.right as usize, cosine: 1.0 });
    let known = |seed: &Seed| seed.left < left.sentences.len() && seed.right < right.sentences.len();
    let mut open = vec![(seeds.filter(known).collect::<Vec<Seed>>(), settings.max_gap, false)];
    let mut found = Vec::new();
    while let Some((seeds, gap, was_searched)) = open.pop() {
        let settings = Settings { density: LEAST_MATCH_DENSITY, summary_evidence: 0.0, max_gap: gap, ..*settings };
        let count = seeds.len();
        for group in group_close(seeds, gap) {
            // All points of a group that gave nothing, still close to each other: the same search would give the same.
            let was_searched = was_searched && group.len() == count;
            if was_searched {
                if gap > 0 {
                    open.push((group, gap / 2, true));
                }
                continue;
            }
            if count_group_bytes(left, &group, |seed| seed.left)
                .min(count_group_bytes(right, &group, |seed| seed.right))
                < LEAST_POINT_BYTES
            {
                continue;
            }
            let (one, two) =
                (find_window(left, &group, |seed| seed.left), find_window(right, &group, |seed| seed.right));
            let passages = locate_in_window(left, right, (one, two), &group, read, &settings);
            let outside = |seed: &Seed| passages.iter().all(|each| !contains_seed(each, seed));
            if gap > 0 {
                let rest: Vec<Seed> = group.iter().copied().filter(outside).collect();
                let is_whole = rest.len() == group.len() && have_words(left, right, &rest);
                open.push((rest, gap / 2, is_whole));
            }
            found.extend(passages);
        }
    }
    keep_longest(found)
}

/// Whether every seed lies in sentences with words. Without a word a sentence is in no unit, and units that lie between others
/// decide which are close.
fn have_words(left: &ComparedDocument<'_>, right: &ComparedDocument<'_>, seeds: &[Seed]) -> bool {
    let has_word = |work: &ComparedDocument<'_>, at: usize| contains_word(work.sentences[at].text);
    seeds.iter().all(|seed| has_word(left, seed.left) && has_word(right, seed.right))
}

fn contains_seed(passage: &Passage, seed: &Seed) -> bool {
    let inside = |side: &Side, at: usize| (side.first as usize..=side.last as usize).contains(&at);
    inside(&passage.left, seed.left) && inside(&passage.right, seed.right)
}

/// The bytes of the sentences in a group, each once.
fn count_group_bytes(work: &ComparedDocument<'_>, group: &[Seed], place: fn(&Seed) -> usize) -> usize {
    let mut places: Vec<usize> = group.iter().map(place).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().map(|&at| work.sentences[at].text.len()).sum()
}

/// The sentences of a group with those around it.
fn find_window(work: &ComparedDocument<'_>, group: &[Seed], place: fn(&Seed) -> usize) -> Range<usize> {
    let first = group.iter().map(place).min().unwrap_or(0);
    let last = group.iter().map(place).max().unwrap_or(0);
    first.saturating_sub(SURROUNDING_SENTENCES)..(last + 1 + SURROUNDING_SENTENCES).min(work.sentences.len())
}

fn locate_in_window(
    left: &ComparedDocument<'_>,
    right: &ComparedDocument<'_>,
    (one, two): (Range<usize>, Range<usize>),
    group: &[Seed],
    read: &mut ReadWords<'_>,
    settings: &Settings,
) -> Vec<Passage> {
    let point = |seed: &Seed| Match {
        left: (seed.left - one.start) as u32,
        right: (seed.right - two.start) as u32,
        similarity: seed.cosine,
    };
    let points: Vec<Match> = group.iter().map(point).collect();
    let places = SearchPlaces { points: &points, ..SearchPlaces::default() };
    let (lefts, rights) = (&left.sentences[one.clone()], &right.sentences[two.clone()]);
    let (left_words, right_words, distinct) = read(lefts, rights, (one.clone(), two.clone()));
    let found = align_words((lefts, &left_words), (rights, &right_words), distinct, &places, settings);
    let moved = |side: Side, by: usize| Side { first: side.first + by as u32, last: side.last + by as u32, ..side };
    let back =
        |each: Passage| Passage { left: moved(each.left, one.start), right: moved(each.right, two.start), ..each };
    found.into_iter().map(back).collect()
}

/// Of passages that lie over each other on both sides the longest.
pub(super) fn keep_longest(mut found: Vec<Passage>) -> Vec<Passage> {
    let length = |each: &Passage| (each.left.end - each.left.start).min(each.right.end - each.right.start);
    found.sort_by_key(|each| (Reverse(length(each)), each.left, each.right));
    let mut kept: Vec<Passage> = Vec::new();
    for each in found {
        if kept.iter().all(|other| !sides_overlap(&each.left, &other.left) || !sides_overlap(&each.right, &other.right))
        {
            kept.push(each);
        }
    }
    kept
}

fn locate_by_sentences(
    left: &ComparedDocument<'_>,
    right: &ComparedDocument<'_>,
    points: &[Match],
    (min_sentences, extend): (u32, bool),
    settings: &Settings,
) -> Vec<Passage> {
    let mut matches: Vec<Match> = points.iter().filter(|each| each.similarity > 0.0).copied().collect();
    matches.extend(pair_crowd_sentences(&left.outline, &right.outline));
    let max_gap = u32::try_from(settings.max_gap).unwrap_or(u32::MAX);
    let (left_short, right_short) = (&left.outline.short[..], &right.outline.short[..]);
    let runs = RunRules { min_sentences, max_gap, left_short, right_short };
    let found = find_match_runs(&matches, &runs);
    let mut found: Vec<Passage> = match extend {
        true => extend_runs(left, right, &found),
        false => found.iter().map(|run| convert_whole_run(left, right, run)).collect(),
    };
    found.retain(|each| weigh_side(left, &each.left).min(weigh_side(right, &each.right)) >= settings.min_characters);
    found
}

/// Runs with their ends moved to where the words stop being alike; one that has no words stays as it is.
fn extend_runs(left: &ComparedDocument<'_>, right: &ComparedDocument<'_>, runs: &[MatchRun]) -> Vec<Passage> {
    let mut vocabulary = Vocabulary::default();
    let (left_words, right_words) = (
        Words::from_sentences(&left.sentences, &mut vocabulary),
        Words::from_sentences(&right.sentences, &mut vocabulary),
    );
    let (left_units, right_units) = (units::cut_units(&left_words), units::cut_units(&right_words));
    let (one, two) =
        (UnitText { words: &left_words, units: &left_units }, UnitText { words: &right_words, units: &right_units });
    let weights = units::weigh_words(&[one, two], vocabulary.len());
    let mut likeness = Likeness::new(&weights);
    let fitted = |run: &MatchRun| {
        let spans = (
            one.find_unit(run.left.0)?,
            one.find_unit(run.left.1)?,
            two.find_unit(run.right.0)?,
            two.find_unit(run.right.1)?,
        );
        let seeds = vec![
            Seed { left: spans.0, right: spans.2, cosine: run.similarity },
            Seed { left: spans.1, right: spans.3, cosine: run.similarity },
        ];
        let cluster = Cluster { seeds, left: spans.0..=spans.1, right: spans.2..=spans.3, similarity: run.similarity };
        let found = fit_box(&cluster, one, two, &mut likeness, LEAST_MATCH_DENSITY);
        (!found.left.is_empty() && !found.right.is_empty()).then(|| Passage {
            left: resolve::build_side((&left.sentences, &left_words), &found.left),
            right: resolve::build_side((&right.sentences, &right_words), &found.right),
            sentences: run.sentences,
            similarity: found.similarity,
        })
    };
    let mut fitted = fitted;
    runs.iter().map(|run| fitted(run).unwrap_or_else(|| convert_whole_run(left, right, run))).collect()
}

/// A run from the beginning of its first sentence to the end of its last.
fn convert_whole_run(left: &ComparedDocument<'_>, right: &ComparedDocument<'_>, run: &MatchRun) -> Passage {
    let place = |work: &ComparedDocument<'_>, at: u32| {
        work.sentences.get(at as usize).map_or((0, 0), |each| (each.start, each.end))
    };
    build_run_passage(run, |at| place(left, at), |at| place(right, at))
}

fn build_run_passage(run: &MatchRun, left: impl Fn(u32) -> (u64, u64), right: impl Fn(u32) -> (u64, u64)) -> Passage {
    let (one, two) = (run.left, run.right);
    Passage {
        left: Side { first: one.0, last: one.1, start: left(one.0).0, end: left(one.1).1 },
        right: Side { first: two.0, last: two.1, start: right(two.0).0, end: right(two.1).1 },
        sentences: run.sentences,
        similarity: run.similarity,
    }
}

/// What two documents share of that which stands everywhere.
fn find_crowd_runs(left: &Outline, right: &Outline, settings: &Settings) -> Vec<Passage> {
    let max_gap = u32::try_from(settings.max_gap).unwrap_or(u32::MAX);
    let runs = RunRules { min_sentences: 1, max_gap, left_short: &left.short, right_short: &right.short };
    find_match_runs(&pair_crowd_sentences(left, right), &runs)
        .iter()
        .map(|run| build_run_passage(run, |at| left.find_place(at), |at| right.find_place(at)))
        .filter(|passage| is_long_enough(passage, settings))
        .collect()
}

/// The characters of a passage; one of a script that writes words with one or two counts three.
fn weigh_side(work: &ComparedDocument<'_>, side: &Side) -> u64 {
    let last = (side.last as usize + 1).min(work.sentences.len());
    let inside = work.sentences.get(side.first as usize..last).unwrap_or_default();
    let more: usize = inside.iter().map(|each| count_word_characters(each.text)).sum();
    side.end.saturating_sub(side.start) + EXTRA_CHARACTER_WEIGHT * more as u64
}

fn is_long_enough(passage: &Passage, settings: &Settings) -> bool {
    let length = |side: &Side| side.end.saturating_sub(side.start);
    length(&passage.left).min(length(&passage.right)) >= settings.min_characters
}

/// The places where both say the same that very many say. Of what stands often in both, the first with the first.
fn pair_crowd_sentences(left: &Outline, right: &Outline) -> Vec<Match> {
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
        if own.len() * others.len() > MOST_CROWD_PAIRS {
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
    fn find_place(&self, position: u32) -> (u64, u64) {
        let found = self.crowds.binary_search_by_key(&position, |each| each.position);
        found.map_or((0, 0), |at| (self.crowds[at].start, self.crowds[at].end))
    }

    /// What share of a side's characters stands in very many documents.
    fn measure_crowd_share(&self, side: &Side) -> f64 {
        let from = self.crowds.partition_point(|each| each.position < side.first);
        let inside = self.crowds[from..].iter().take_while(|each| each.position <= side.last);
        let sum: u64 = inside.map(|each| each.end.min(side.end).saturating_sub(each.start.max(side.start))).sum();
        let all = side.end.saturating_sub(side.start);
        if all > 0 { sum as f64 / all as f64 } else { 0.0 }
    }
}

fn sides_overlap(one: &Side, two: &Side) -> bool {
    one.start < two.end && two.start < one.end
}
