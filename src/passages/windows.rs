//! Windows: the stretches of two documents that are looked at, so that only these need be brought together.
//!
//! A document is cut into chunks of sentences. What two documents have in common lies in groups; each group asks for the
//! chunks around it on both sides, and is then looked at alone. [`locate_passages`](super::locate_passages()) with both documents whole and
//! without a search word by word finds the same in such groups.

use super::clusters::group_close;
use super::locate::{ComparedDocument, SURROUNDING_SENTENCES, keep_longest, locate_around_points};
use super::seeds::Seed;
use super::words::{Numbering, Vocabulary, Words};
use super::{Match, Passage, Sentence, Settings, Side};
use std::collections::BTreeMap;
use std::ops::Range;

/// Sentences of a chunk.
pub const CHUNK_SENTENCES: usize = 16;

/// The bytes that a group must have in common: a sentence, or two runs of words. One run is chance, and most groups are so.
const LEAST_GROUP_BYTES: usize = 60;

/// Two sentences that have something in common.
#[derive(Clone, Copy, Debug)]
pub struct SharedPoint {
    /// The sentence's position in the left document.
    pub left: u32,
    /// And in the right one.
    pub right: u32,
    /// The bytes of the shorter one.
    pub length: u32,
}

/// A group of points, and the chunks that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The positions of its points in both documents.
    pub points: Vec<(u32, u32)>,
    /// The chunks of the left document; the last may lie beyond its end.
    pub left: Range<usize>,
    /// And of the right one.
    pub right: Range<usize>,
}

/// The groups of a pair's points that may hold a passage.
pub fn find_windows(points: &[SharedPoint], max_gap: usize) -> Vec<Window> {
    let seeds = points.iter().map(|each| Seed { left: each.left as usize, right: each.right as usize, cosine: 1.0 });
    let mut lengths: (BTreeMap<usize, usize>, BTreeMap<usize, usize>) = Default::default();
    for point in points {
        for (side, at) in [(&mut lengths.0, point.left), (&mut lengths.1, point.right)] {
            let longest = side.entry(at as usize).or_default();
            *longest = (*longest).max(point.length as usize);
        }
    }
    let mut found: Vec<Window> = group_close(seeds.collect(), max_gap)
        .into_iter()
        .filter(|group| {
            let bytes =
                |side: &BTreeMap<usize, usize>, place: fn(&Seed) -> usize| sum_sentence_bytes(side, group, place);
            bytes(&lengths.0, |seed| seed.left).min(bytes(&lengths.1, |seed| seed.right)) >= LEAST_GROUP_BYTES
        })
        .map(|group| Window {
            left: find_chunks(&group, |seed| seed.left),
            right: find_chunks(&group, |seed| seed.right),
            points: group.iter().map(|seed| (seed.left as u32, seed.right as u32)).collect(),
        })
        .collect();
    found.sort_by(|one, two| one.points.cmp(&two.points));
    found
}

/// The bytes of a group's sentences on one side, each once.
fn sum_sentence_bytes(lengths: &BTreeMap<usize, usize>, group: &[Seed], place: fn(&Seed) -> usize) -> usize {
    let mut places: Vec<usize> = group.iter().map(place).collect();
    places.sort_unstable();
    places.dedup();
    places.iter().filter_map(|at| lengths.get(at)).sum()
}

fn find_chunks(group: &[Seed], place: fn(&Seed) -> usize) -> Range<usize> {
    let first = group.iter().map(place).min().unwrap_or(0);
    let last = group.iter().map(place).max().unwrap_or(0);
    first.saturating_sub(SURROUNDING_SENTENCES) / CHUNK_SENTENCES..(last + SURROUNDING_SENTENCES) / CHUNK_SENTENCES + 1
}

/// Which document of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentSide {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The chunks of two documents that their windows need, each read once: windows that share something rare in tables and lists
/// are thousands, and overlap.
#[derive(Default)]
pub struct WindowTexts<'a> {
    left: BTreeMap<usize, Chunk<'a>>,
    right: BTreeMap<usize, Chunk<'a>>,
    vocabulary: Vocabulary,
    numbering: Numbering,
}

struct Chunk<'a> {
    sentences: Vec<Sentence<'a>>,
    words: Words,
}

impl<'a> WindowTexts<'a> {
    /// Takes in a chunk of a document, by its number there.
    pub fn add_chunk(&mut self, side: DocumentSide, number: usize, sentences: Vec<Sentence<'a>>) {
        let words = Words::from_sentences(&sentences, &mut self.vocabulary);
        let chunks = match side {
            DocumentSide::Left => &mut self.left,
            DocumentSide::Right => &mut self.right,
        };
        chunks.insert(number, Chunk { sentences, words });
    }

    /// The passages around the points of a window.
    pub fn locate(&mut self, points: &[(u32, u32)], settings: &Settings) -> Vec<Passage> {
        let seeds: Vec<Seed> = points
            .iter()
            .map(|&(left, right)| Seed { left: left as usize, right: right as usize, cosine: 1.0 })
            .collect();
        let (lefts, rights) = (find_chunks(&seeds, |seed| seed.left), find_chunks(&seeds, |seed| seed.right));
        let before = ((lefts.start * CHUNK_SENTENCES) as u32, (rights.start * CHUNK_SENTENCES) as u32);
        let (one, two): (Vec<&Chunk<'_>>, Vec<&Chunk<'_>>) = (
            self.left.range(lefts).map(|each| each.1).collect(),
            self.right.range(rights).map(|each| each.1).collect(),
        );
        let inside = |&(left, right): &(u32, u32)| {
            Some(Match { left: left.checked_sub(before.0)?, right: right.checked_sub(before.1)?, similarity: 1.0 })
        };
        let points: Vec<Match> = points.iter().filter_map(inside).collect();
        let (vocabulary, numbering) = (&self.vocabulary, &mut self.numbering);
        let mut read = |_: &[Sentence<'_>], _: &[Sentence<'_>], (lefts, rights): (Range<usize>, Range<usize>)| {
            numbering.start(vocabulary.len());
            let left = Words::gather(list_sentences(&one, lefts), numbering);
            let right = Words::gather(list_sentences(&two, rights), numbering);
            (left, right, numbering.len())
        };
        let document = |chunks: &[&Chunk<'a>]| ComparedDocument {
            sentences: chunks.iter().flat_map(|chunk| &chunk.sentences).copied().collect(),
            ..ComparedDocument::default()
        };
        let moved = |side: Side, by: u32| Side { first: side.first + by, last: side.last + by, ..side };
        locate_around_points(&document(&one), &document(&two), &points, &mut read, settings)
            .into_iter()
            .map(|each| Passage { left: moved(each.left, before.0), right: moved(each.right, before.1), ..each })
            .collect()
    }
}

/// Sentences as the words of their chunk and their place in it. All chunks but the last of a document have the same length.
fn list_sentences<'a>(
    chunks: &'a [&'a Chunk<'_>],
    range: Range<usize>,
) -> impl Iterator<Item = (&'a Words, usize)> + Clone {
    range.filter_map(|at| Some((&chunks.get(at / CHUNK_SENTENCES)?.words, at % CHUNK_SENTENCES)))
}

/// Of the passages of a pair's windows, in any order, those that lie over no longer one on both sides.
pub fn drop_overlapped(mut found: Vec<Passage>) -> Vec<Passage> {
    found.sort_by(|one, two| {
        let place = |each: &Passage| (each.left, each.right, each.sentences);
        place(one).cmp(&place(two)).then(one.similarity.total_cmp(&two.similarity))
    });
    keep_longest(found)
}
