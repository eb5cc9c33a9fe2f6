//! The places of a document: passages that overlap there are pieces of one text.

/// A stretch of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentSpan {
    /// The position of its first sentence.
    pub first: u32,
    /// The position of its last.
    pub last: u32,
    /// Its first character.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
}

impl DocumentSpan {
    fn length(&self) -> u64 {
        u64::from(self.end.saturating_sub(self.start))
    }

    fn overlap(&self, other: &DocumentSpan) -> u64 {
        u64::from(self.end.min(other.end).saturating_sub(self.start.max(other.start)))
    }
}

/// The place that each span belongs to, and the places in order of their beginnings.
///
/// The longest span makes a place; a shorter one belongs to the place that has most of it, if that is at least half, and makes one of
/// its own otherwise. A place is widened only by spans that also have half of the span that made it, so that a row of overlapping
/// spans does not become one.
/// `0-100, 20-110, 90-200` -> places `0, 0, 1`: `0-110` and `90-200`
pub fn merge_spans(spans: &[DocumentSpan]) -> (Vec<u32>, Vec<DocumentSpan>) {
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(spans[at].length()), spans[at].start, spans[at].first, at));
    let mut seeds: Vec<DocumentSpan> = Vec::new();
    let mut places: Vec<DocumentSpan> = Vec::new();
    let mut owners = vec![0usize; spans.len()];
    for &at in &order {
        let span = spans[at];
        let best = (0..seeds.len()).max_by_key(|&seed| (seeds[seed].overlap(&span), std::cmp::Reverse(seed)));
        match best.filter(|&seed| 2 * seeds[seed].overlap(&span) >= span.length()) {
            Some(seed) => {
                owners[at] = seed;
                if 2 * seeds[seed].overlap(&span) >= seeds[seed].length() {
                    let place = &mut places[seed];
                    place.first = place.first.min(span.first);
                    place.last = place.last.max(span.last);
                    place.start = place.start.min(span.start);
                    place.end = place.end.max(span.end);
                }
            }
            None => {
                owners[at] = seeds.len();
                seeds.push(span);
                places.push(span);
            }
        }
    }
    let mut sorted: Vec<usize> = (0..places.len()).collect();
    sorted.sort_by_key(|&place| (places[place].start, places[place].end, place));
    let mut ranks = vec![0u32; places.len()];
    for (rank, &place) in (0u32..).zip(&sorted) {
        ranks[place] = rank;
    }
    (owners.into_iter().map(|place| ranks[place]).collect(), sorted.into_iter().map(|place| places[place]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u32, end: u32) -> DocumentSpan {
        DocumentSpan { first: start / 10, last: end / 10, start, end }
    }

    #[test]
    fn spans_that_overlap_by_half_are_one_place() {
        let (owners, places) = merge_spans(&[span(0, 100), span(20, 110), span(90, 200)]);
        assert_eq!((owners, places), (vec![0, 0, 1], vec![span(0, 110), span(90, 200)]));
    }

    #[test]
    fn a_row_of_overlapping_spans_does_not_become_one_place() {
        let spans: Vec<DocumentSpan> = (0..10).map(|at| span(at * 50, at * 50 + 100)).collect();
        let (_, places) = merge_spans(&spans);
        assert!(places.len() >= 4, "{places:?}");
        assert!(places.iter().all(|place| place.length() <= 200));
        assert_eq!(merge_spans(&[]), (vec![], vec![]));
    }

    #[test]
    fn a_piece_of_a_longer_span_belongs_to_it() {
        let (owners, places) = merge_spans(&[span(300, 400), span(0, 1000)]);
        assert_eq!((owners, places), (vec![0, 0], vec![span(0, 1000)]));
    }
}
