//! Windows in a row whose sources are in a row, too.

use std::collections::HashMap;

use super::links::Link;

/// Where an earlier document takes over, a repeat goes on for at most so many characters at either end.
const LONGEST_EXTENSION: u32 = 2000;

/// A stretch of a document whose windows have the same source, with what is around and between them that may have it as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The document of the source.
    pub source: u32,
    /// Where it begins there, in characters.
    pub source_start: u32,
    /// Where it begins in the copy.
    pub copy_start: u32,
    /// How many characters may be equal, at most.
    pub length: u32,
    /// Where rows of windows without a gap begin, in characters from the start. What is between them was linked to an earlier
    /// document or is in no window. If a document repeats itself, where every window begins.
    pub offsets: Vec<u64>,
}

/// The repeats of one document from its links in order, of which there is at most one for each window.
///
/// Of a copied text some windows may have been linked to an earlier document, that has only these: a licence in it, for example.
/// What is before and after them is one repeat, if everything between is repeated.
pub fn chain_links(links: &[Link]) -> Vec<Repeat> {
    let follows = |one: &Link, next: &Link| one.copy.ordinal + 1 == next.copy.ordinal;
    links.chunk_by(follows).flat_map(chain_region).collect()
}

/// The repeats of windows in a row that are all repeated.
fn chain_region(links: &[Link]) -> Vec<Repeat> {
    let mut found: Vec<(Repeat, u32)> = Vec::new(); // with the reach of the last window
    let mut numbers: HashMap<(u32, i64, i64), usize> = HashMap::new();
    let mut previous = usize::MAX;
    for (place, link) in links.iter().enumerate() {
        let (copy, source) = (&link.copy, &link.source);
        let by = (
            source.number,
            i64::from(copy.start) - i64::from(source.start),
            i64::from(copy.ordinal) - i64::from(source.ordinal),
        );
        let is_own = copy.number == source.number;
        let at = *numbers.entry(by).or_insert_with(|| {
            let before = copy.start - links[0].copy.start;
            let lead = if is_own { 0 } else { before.min(source.start).min(LONGEST_EXTENSION) };
            let repeat = Repeat {
                source: source.number,
                source_start: source.start - lead,
                copy_start: copy.start - lead,
                length: 0,
                offsets: Vec::new(),
            };
            found.push((repeat, 0));
            found.len() - 1
        });
        let (own, reach) = &mut found[at];
        // A window ends at the reach of the one before it. Windows of one long word may leave a gap: `millmill mill`, 4 characters.
        let is_gap_possible = place < 2 || links[place - 2].copy.reach < copy.start;
        if previous != at || is_own || is_gap_possible {
            own.offsets.push(u64::from(copy.start - own.copy_start));
        }
        *reach = copy.reach;
        previous = at;
    }
    let end = links.last().map_or(0, |last| last.copy.reach);
    let finish = |(repeat, reach): (Repeat, u32)| {
        let length = end.min(reach.saturating_add(LONGEST_EXTENSION)) - repeat.copy_start;
        Repeat { length, ..repeat }
    };
    found.into_iter().map(finish).collect()
}
