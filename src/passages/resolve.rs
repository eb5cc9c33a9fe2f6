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
    let tight = |f: &Found| { let [li, lo, lw, ..] = f.features; (li - lo) * lw.sqrt() };
    let z = |f: &Found| { let [li, lo, lw, ri, ro, rw, ..] = f.features; let (a, b) = ((li - lo) * lw.sqrt(), (ri - ro) * rw.sqrt()); if f.features[6] < 0.0 { return a } match settings.f as u32 { 0 => a.max(b), 1 => (a + b) / 2.0, 2 => a.min(b), 3 => a, _ => (a.max(0.0) * b.max(0.0)).sqrt() } };
    let rate = |f: &Found| { let [li, lo, _, ri, ro, ..] = f.features; (li - lo).max(ri - ro) };
    let (mut wide, mut found): (Vec<_>, Vec<_>) = found.into_iter().partition(|f| f.features[6] < 0.0);
    found.retain(|f| z(f) >= settings.z);
    wide.retain(|f| z(f) >= settings.z2 && (settings.z2 < 0.0 || f.features[5] >= settings.x && f.features[0] - f.features[1] >= settings.g));
    let best = found.iter().map(rate).fold(0.0, f64::max);
    found.retain(|f| rate(f) >= settings.r * best);
    found.sort_by(|one, two| z(two).total_cmp(&z(one)).then(one.left.start.cmp(&two.left.start)));
    let meet = |one: &Found, two: &Found| one.left.start < two.left.end && two.left.start < one.left.end;
    wide.sort_by(|one, two| z(two).total_cmp(&z(one)).then(one.left.start.cmp(&two.left.start)));
    let mut narrow: Vec<Found> = Vec::new();
    for each in found { if narrow.iter().all(|other| !meet(other, &each)) { narrow.push(each) } }
    let mut found = narrow;
    for mut each in wide {
        let sum: f64 = found.iter().filter(|other| meet(other, &each)).map(|other| tight(other).powi(2)).sum();
        each.features[6] = -1.0 - sum.sqrt();
        let best = found.iter().filter(|other| meet(other, &each)).map(|o| o.features[0]-o.features[1]).fold(0.0, f64::max);
        each.features[4] = best;
        if settings.z2 < 0.0 { each.features[4] = best; found.push(each); continue; }
        if tight(&each) > (1.0 + settings.y) * sum.sqrt() {
            found.retain(|other| !meet(other, &each));
            found.push(each);
        }
    }
    let mut kept: Vec<Passage> = Vec::new();
    if settings.z2 < 0.0 { found.retain(|f| f.features[6] < 0.0) }
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
