//! Passages in noisy text: letters misread, lost or put in, blanks lost, words cut at the ends of lines.
//!
//! ```text
//! letters -> grams -> chains -> alignments -> passages
//! ```
//!
//! `letters` folds a text to its letters and digits; `grams` are short runs of them; `chains` joins the grams that two
//! texts have in common, where they lie in the same order and close together; `extend` aligns letter by letter across the
//! gaps of a chain and outwards from its ends. No word and no sentence is needed.

mod chains;
mod estimate;
mod extend;
mod grams;
mod letters;

pub use estimate::{NoiseCounts, count_noise};

use super::{Passage, Sentence, Side};
use chains::{Chain, Stretch, find_chains, merge_hits};
use extend::{align_gap, extend_alignment};
use grams::hash_grams;
use letters::{Letters, weigh_code};

/// Letters of a gram by which documents meet, and of one that is looked for in two documents that met.
const MEETING_WORTH: u32 = 8;
const SEED_WORTH: u32 = 7;
/// A gram that stands more often in the right document seeds nothing.
const MOST_SEED_PLACES: usize = 8;
/// The score that a chain needs to be aligned, and one to have two documents compared.
const LEAST_CHAIN: f64 = 18.0;
const LEAST_MEETING_CHAIN: f64 = 20.0;
/// How far an alignment may fall below its best before it ends.
const DROP: i32 = 40;
/// Most letters that an end is moved outwards: a copy that goes on has a gram in common before that.
const MOST_EXTENSION: usize = 1000;
/// A gap that loses more than this splits a passage.
const MOST_GAP_LOSS: i32 = 120;
/// The score of a passage and the least share of letters that match in it.
const LEAST_SCORE: i32 = 80;
const LEAST_MATCHING: f64 = 0.55;

/// A gram by which a document may meet others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetingGram {
    /// What it is.
    pub hash: u64,
    /// Its first letter, counted in letters of the document.
    pub first: u32,
    /// Its letters.
    pub length: u32,
}

/// The grams by which a document may meet others, one in `sample` of all.
pub fn list_meeting_grams(sentences: &[Sentence<'_>], sample: u64) -> Vec<MeetingGram> {
    let letters = Letters::from_sentences(sentences);
    let grams = hash_grams(&letters.codes, MEETING_WORTH).into_iter().zip(0..);
    grams
        .filter(|((hash, _), _)| hash % sample.max(1) == 0)
        .map(|((hash, length), first)| MeetingGram { hash, first, length })
        .collect()
}

/// Whether grams that two documents have in common (the first letter on both sides, and the letters) lie as in a copy.
pub fn form_chain(points: &[(u32, u32, u32)]) -> bool {
    let hit = |&(left, right, length): &(u32, u32, u32)| Stretch {
        left: left as usize,
        right: right as usize,
        length: length as usize,
    };
    !find_chains(&merge_hits(points.iter().map(hit).collect()), LEAST_MEETING_CHAIN).is_empty()
}

/// A passage as ranges of letters.
#[derive(Clone, Copy, Debug)]
struct Span {
    left: (usize, usize),
    right: (usize, usize),
    matches: usize,
    score: i32,
}

impl Span {
    fn share(&self) -> f64 {
        let letters = (self.left.1 - self.left.0) + (self.right.1 - self.right.0);
        2.0 * self.matches as f64 / letters.max(1) as f64
    }
}

/// Where no passage was found yet, on one side.
fn find_room(taken: &[(usize, usize)], span: (usize, usize), length: usize) -> Option<(usize, usize)> {
    let mut room = (0, length);
    for &(start, end) in taken {
        if start < span.1 && span.0 < end {
            return None;
        }
        if end <= span.0 {
            room.0 = room.0.max(end);
        } else {
            room.1 = room.1.min(start);
        }
    }
    Some(room)
}

/// All passages of at least so many characters that two noisy documents share, in the order of the left one.
///
/// The best chain comes first. A letter of the left document is in one passage; with `either`, also one of the right document.
pub fn locate_noisy(left: &[Sentence<'_>], right: &[Sentence<'_>], min_characters: u64, either: bool) -> Vec<Passage> {
    let (one, two) = (Letters::from_sentences(left), Letters::from_sentences(right));
    let stretches = merge_hits(find_hits(&one, &two));
    let mut kept: Vec<Span> = Vec::new();
    let mut lefts: Vec<(usize, usize)> = Vec::new();
    let mut rights: Vec<(usize, usize)> = Vec::new();
    for chain in find_chains(&stretches, LEAST_CHAIN) {
        for span in join_chain(&one, &two, &chain) {
            let rooms =
                (find_room(&lefts, span.left, one.codes.len()), find_room(&rights, span.right, two.codes.len()));
            let (Some(left_room), Some(right_room)) = rooms else { continue };
            let span = extend_span((&one, left_room), (&two, right_room), span);
            let long = weigh_range(&one, span.left).min(weigh_range(&two, span.right)) >= min_characters;
            if long && span.score >= LEAST_SCORE && span.share() >= LEAST_MATCHING {
                lefts.push(span.left);
                rights.extend(either.then_some(span.right));
                kept.push(span);
            }
        }
    }
    let mut found: Vec<Passage> = kept.iter().map(|span| build_passage(&one, &two, span)).collect();
    found.sort_by(|one, two| one.left.cmp(&two.left).then(one.right.cmp(&two.right)));
    found
}

/// The grams that both have.
fn find_hits(left: &Letters, right: &Letters) -> Vec<Stretch> {
    let grams = hash_grams(&right.codes, SEED_WORTH).into_iter().zip(0u32..);
    let mut index: Vec<(u64, u32)> = grams.map(|((hash, _), at)| (hash, at)).collect();
    index.sort_unstable();
    let mut hits = Vec::new();
    for (at, (hash, length)) in hash_grams(&left.codes, SEED_WORTH).into_iter().enumerate() {
        let first = index.partition_point(|each| each.0 < hash);
        let same = index[first..].iter().take(MOST_SEED_PLACES + 1).take_while(|each| each.0 == hash);
        if same.clone().count() <= MOST_SEED_PLACES {
            hits.extend(same.map(|each| Stretch { left: at, right: each.1 as usize, length: length as usize }));
        }
    }
    hits
}

/// A chain with its gaps aligned; one that has nothing in common splits it.
fn join_chain(left: &Letters, right: &Letters, chain: &Chain) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    for stretch in &chain.stretches {
        match found.last_mut() {
            Some(last) => match join_stretch(left, right, last, stretch) {
                Some(longer) => *last = longer,
                None => found.push(start_span(stretch)),
            },
            None => found.push(start_span(stretch)),
        }
    }
    found
}

fn start_span(stretch: &Stretch) -> Span {
    Span {
        left: (stretch.left, stretch.left + stretch.length),
        right: (stretch.right, stretch.right + stretch.length),
        matches: stretch.length,
        score: 2 * stretch.length as i32,
    }
}

fn join_stretch(left: &Letters, right: &Letters, span: &Span, next: &Stretch) -> Option<Span> {
    let overlap = span.left.1.saturating_sub(next.left).max(span.right.1.saturating_sub(next.right));
    let (one, two) = (next.left + overlap, next.right + overlap);
    let gap = align_gap(left.codes.get(span.left.1..one)?, right.codes.get(span.right.1..two)?);
    let length = next.length.checked_sub(overlap)?;
    (gap.score > -MOST_GAP_LOSS).then_some(Span {
        left: (span.left.0, one + length),
        right: (span.right.0, two + length),
        matches: span.matches + gap.matches + length,
        score: span.score + gap.score + 2 * length as i32,
    })
}

/// A span moved outwards on both ends as long as it pays, within the room that there is.
fn extend_span(left: (&Letters, (usize, usize)), right: (&Letters, (usize, usize)), span: Span) -> Span {
    let forward = |(letters, room): (&'_ Letters, (usize, usize)), from: usize| {
        letters.codes[from..room.1.min(from + MOST_EXTENSION)].to_vec()
    };
    let backward = |(letters, room): (&'_ Letters, (usize, usize)), to: usize| {
        letters.codes[room.0.max(to.saturating_sub(MOST_EXTENSION))..to].iter().rev().copied().collect::<Vec<u32>>()
    };
    let after = extend_alignment(&forward(left, span.left.1), &forward(right, span.right.1), DROP);
    let before = extend_alignment(&backward(left, span.left.0), &backward(right, span.right.0), DROP);
    Span {
        left: (span.left.0 - before.left, span.left.1 + after.left),
        right: (span.right.0 - before.right, span.right.1 + after.right),
        matches: span.matches + before.matches + after.matches,
        score: span.score + before.score + after.score,
    }
}

/// The characters of a range, where one of a script that writes words with one or two counts three.
fn weigh_range(letters: &Letters, range: (usize, usize)) -> u64 {
    let more: u32 = letters.codes[range.0..range.1].iter().map(|&code| weigh_code(code) - 1).sum();
    letters.places[range.1 - 1] + 1 - letters.places[range.0] + u64::from(more)
}

fn build_passage(left: &Letters, right: &Letters, span: &Span) -> Passage {
    let side = |letters: &Letters, range: (usize, usize)| Side {
        first: letters.find_sentence(range.0) as u32,
        last: letters.find_sentence(range.1 - 1) as u32,
        start: letters.places[range.0],
        end: letters.places[range.1 - 1] + 1,
    };
    let (one, two) = (side(left, span.left), side(right, span.right));
    let sentences = (one.last - one.first).min(two.last - two.first) + 1;
    Passage { left: one, right: two, sentences, similarity: span.share() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The harbour was closed at noon, and the ships that lay outside had to wait for the tide until late in \
        the evening. Nobody on the pier knew why the signal had been changed, but the keeper wrote it down in his book.";
    const NOISY: &str = "The harhour wasclosed at n0on, aud the shi ps that lav outside had to wait fo the tide uutil late in \
        the eveniug. Nohody on the picr knew why the sigual had been chauged, but thekeeper wrote it dowu in his hook.";

    fn locate(left: &str, right: &str) -> Vec<Passage> {
        let whole = |text: &str| text.chars().count() as u64;
        let (one, two) = (
            Sentence { text: left, start: 0, end: whole(left) },
            Sentence { text: right, start: 0, end: whole(right) },
        );
        locate_noisy(&[one], &[two], 100, true)
    }

    #[test]
    fn a_noisy_copy_is_found_to_the_letter() {
        let left = format!("Before it stands something else, of another day. {TEXT}");
        let right = format!("{NOISY} What follows here has nothing to do with ships at all.");
        let found = locate(&left, &right);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].left.start, found[0].left.end), (49, left.len() as u64 - 1));
        assert_eq!((found[0].right.start, found[0].right.end), (0, NOISY.len() as u64 - 1));
        assert!(found[0].similarity > 0.9);
    }

    #[test]
    fn a_chinese_character_counts_as_three_letters() {
        let text = "茶叶最早从云南的山区经过马帮运到拉萨。商人在雅安把茶压成砖块。每匹马驮两包。路上要走三个多月，遇到大雪还要停下来等。";
        let found = locate(text, &format!("城里的钟楼建于十六世纪{text}"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].right.start, 11);
    }

    #[test]
    fn other_text_on_the_same_subject_is_not() {
        let other = "Ships that came in the evening had to wait outside the harbour, since the tide was low; the keeper of the \
            pier changed his signal late, and wrote nobody why he closed the book at noon.";
        assert!(locate(TEXT, other).is_empty());
        assert!(locate("", TEXT).is_empty());
    }

    #[test]
    fn grams_that_lie_apart_or_in_another_order_are_no_chain() {
        assert!(form_chain(&[(10, 110, 8), (25, 125, 8), (40, 141, 8)]));
        assert!(!form_chain(&[(10, 110, 8), (25, 525, 8), (40, 941, 8)]));
        assert!(!form_chain(&[(10, 141, 8), (25, 125, 8), (40, 110, 8)]));
        assert!(!form_chain(&[]));
    }

    #[test]
    fn noise_is_known_by_common_words_with_a_wrong_letter() {
        let common = "harbour harbour harbour harbour evening evening evening evening";
        assert_eq!(count_noise([common].into_iter()), NoiseCounts { common: 8, letters: 24, wrong: 0 });
        let noisy = format!("{common} hacbour evning haerbour harbouring evenings seldom");
        assert_eq!(count_noise([noisy.as_str()].into_iter()).wrong, 3);
        assert!(count_noise([noisy.as_str()].into_iter()).estimate_share() > 0.1);
        assert!(count_noise([""].into_iter()).estimate_share() < 1e-9);
    }
}
