//! Which boxes become passages: none too short, none over another.

use std::ops::Range;

use super::boxes::Found;
use super::words::Words;
use super::{Passage, Sentence, Settings, Side};

/// A document as its sentences and as its words.
type Document<'a> = (&'a [Sentence<'a>], &'a Words);

/// The boxes as passages, in the order of the left document.
pub(super) fn resolve(
    mut found: Vec<Found>,
    left: Document<'_>,
    right: Document<'_>,
    settings: &Settings,
) -> Vec<Passage> {
    let z = |f: &Found| { let [li, lo, lw, ri, ro, rw, ..] = f.features; let (a, b) = ((li - lo) * lw.sqrt(), (ri - ro) * rw.sqrt()); match settings.f as u32 { 0 => a.max(b), 1 => (a + b) / 2.0, 2 => a.min(b), 3 => a, _ => (a.max(0.0) * b.max(0.0)).sqrt() } };
    let rate = |f: &Found| { let [li, lo, _, ri, ro, ..] = f.features; (li - lo).max(ri - ro) };
    found.retain(|f| z(f) >= settings.z);
    let best = found.iter().map(rate).fold(0.0, f64::max);
    found.retain(|f| rate(f) >= settings.r * best);
    found.sort_by(|one, two| z(two).total_cmp(&z(one)).then(one.left.start.cmp(&two.left.start)));
    let mut kept: Vec<Passage> = Vec::new();
    for each in found {
        let passage = Passage {
            left: side(left, &each.left),
            right: side(right, &each.right),
            sentences: each.sentences as u32,
            similarity: each.similarity, features: each.features,
        };
        let long = |side: &Side| side.end - side.start >= settings.min_characters;
        let apart = |one: &Side, two: &Side| one.end <= two.start || two.end <= one.start;
        if long(&passage.left) && long(&passage.right) && kept.iter().all(|other| apart(&other.left, &passage.left)) {
            kept.push(passage);
        }
    }
    kept.sort_by(|one, two| one.left.cmp(&two.left).then(one.right.cmp(&two.right)));
    kept
}

/// The characters of a stretch of words. One that begins or ends with its sentence takes the sentence's own mark along.
fn side((sentences, words): Document<'_>, range: &Range<usize>) -> Side {
    let last_word = range.end.max(range.start + 1) - 1;
    let (first, last) = (words.sentence_of(range.start), words.sentence_of(last_word));
    let opens = words.sentences[first] == range.start;
    let closes = words.sentences[last + 1] == range.end;
    Side {
        first: first as u32,
        last: last as u32,
        start: if opens { sentences[first].start } else { words.starts[range.start] },
        end: if closes { sentences[last].end } else { words.ends[last_word] },
    }
}
