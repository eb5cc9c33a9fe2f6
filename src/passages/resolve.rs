//! Which boxes become passages: none far weaker than the best, none over another, none too short.

use std::ops::Range;

use super::boxes::PassageBox;
use super::words::Words;
use super::{Passage, Sentence, Settings, Side};

/// A character of a script that writes words with one or two counts three.
pub(super) const EXTRA_CHARACTER_WEIGHT: u64 = 2;

/// A document as its sentences and as its words.
pub(super) type Document<'a> = (&'a [Sentence<'a>], &'a Words);

/// The boxes that no surer one overlaps on the left. Those that match far less than the best are topic: who copies
/// one passage word for word seldom garbles the next.
pub(super) fn keep_strongest(mut found: Vec<PassageBox>, settings: &Settings) -> Vec<PassageBox> {
    let best = found.iter().map(PassageBox::best_excess).fold(0.0, f64::max);
    found.retain(|each| each.best_excess() >= settings.consistency * best);
    found.sort_by(|one, two| {
        let place = |each: &PassageBox| (each.left.start, each.right.start);
        two.mean_evidence().total_cmp(&one.mean_evidence()).then(place(one).cmp(&place(two)))
    });
    let mut kept: Vec<PassageBox> = Vec::new();
    for each in found {
        if kept.iter().all(|other| !other.overlaps_on_left(&each)) {
            kept.push(each);
        }
    }
    kept
}

/// The boxes as passages, in the order of the left document.
pub(super) fn convert_boxes(
    found: &[PassageBox],
    left: Document<'_>,
    right: Document<'_>,
    settings: &Settings,
) -> Vec<Passage> {
    let long = |side: &Side, words: &Words, range: &Range<usize>| {
        let halves = words.halves[range.clone()].iter().filter(|&&half| half).count();
        side.end.saturating_sub(side.start) + EXTRA_CHARACTER_WEIGHT * halves as u64 >= settings.min_characters
    };
    let mut passages: Vec<Passage> = found
        .iter()
        .map(|each| {
            let passage = Passage {
                left: build_side(left, &each.left),
                right: build_side(right, &each.right),
                sentences: u32::try_from(each.sentences).unwrap_or(u32::MAX),
                similarity: each.similarity,
            };
            (each, passage)
        })
        .filter(|(each, passage)| long(&passage.left, left.1, &each.left) && long(&passage.right, right.1, &each.right))
        .map(|(_, passage)| passage)
        .collect();
    passages.sort_by(|one, two| one.left.cmp(&two.left).then(one.right.cmp(&two.right)));
    passages
}

/// The characters of a stretch of words. One that begins or ends with its sentence takes the sentence's own marks along.
pub(super) fn build_side((sentences, words): Document<'_>, range: &Range<usize>) -> Side {
    let last_word = range.end - 1;
    let (first, last) = (words.find_sentence(range.start), words.find_sentence(last_word));
    let opens = words.sentences[first] == range.start;
    let closes = words.sentences[last + 1] == range.end;
    Side {
        first: first as u32,
        last: last as u32,
        start: if opens { sentences[first].start } else { words.starts[range.start] },
        end: if closes { sentences[last].end } else { words.ends[last_word] },
    }
}
