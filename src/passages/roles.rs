//! What a document is to those that it shares passages with: one that gathers parts of many, or one whose pages they are.

/// A passage as one of its documents sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The number of the passage.
    pub passage: u32,
    /// The number of the other document.
    pub other: u32,
    /// Where it stands in this document.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// What share of the other document stands in passages of the two.
    pub other_cover: f64,
}

/// What a passage is, by what its document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One document gathers parts of many, and this is one of them.
    Collection = 1,
    /// The document stands elsewhere as several, and this is one of them.
    Multipage = 2,
}

/// A document that is covered so far is one of its pages, or is made of them.
const MOST_OF_IT: f64 = 0.8;
/// Less than this of it gathered makes no collection ...
const GATHERED: f64 = 0.5;
/// ... nor do fewer documents than this, each at a place of its own ...
const PARTS: usize = 3;
/// ... nor what is a smaller part of it.
const PART: f64 = 0.05;

/// The passages of a document of so many characters that are more than quotations.
pub fn roles(extent: u32, seen: &[Seen]) -> Vec<(u32, Role)> {
    let extent = f64::from(extent.max(1));
    let pages: Vec<Seen> = seen.iter().filter(|each| each.other_cover >= MOST_OF_IT).copied().collect();
    if parts(&pages) > 1 && covered(&pages) as f64 >= MOST_OF_IT * extent {
        return pages.iter().map(|each| (each.passage, Role::Multipage)).collect();
    }
    let large = |each: &&Seen| f64::from(each.end - each.start.min(each.end)) >= PART * extent;
    let seen: Vec<Seen> = seen.iter().filter(large).copied().collect();
    if parts(&seen) >= PARTS && covered(&seen) as f64 >= GATHERED * extent {
        return seen.iter().map(|each| (each.passage, Role::Collection)).collect();
    }
    Vec::new()
}

/// How many characters stand in any of the passages.
pub(crate) fn covered(seen: &[Seen]) -> u64 {
    union(seen.iter().map(|each| (each.start, each.end)).collect())
}

/// How many numbers lie in any of the ranges.
pub(crate) fn union(mut ranges: Vec<(u32, u32)>) -> u64 {
    ranges.sort_unstable();
    let (mut sum, mut reached) = (0, 0);
    for (start, end) in ranges {
        let start = start.max(reached);
        sum += u64::from(end.saturating_sub(start));
        reached = reached.max(end);
    }
    sum
}

/// How many passages with different documents stand side by side, at most half of one over another.
fn parts(seen: &[Seen]) -> usize {
    let mut sorted: Vec<&Seen> = seen.iter().collect();
    sorted.sort_by_key(|each| (each.end, each.start, each.other));
    let mut taken: Vec<&Seen> = Vec::new();
    for each in sorted {
        let middle = each.start + (each.end - each.start.min(each.end)) / 2;
        let behind = taken.last().is_none_or(|last| middle >= last.end);
        if behind && taken.iter().all(|other| other.other != each.other) {
            taken.push(each);
        }
    }
    taken.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(passage: u32, start: u32, end: u32, other_cover: f64) -> Seen {
        Seen { passage, other: passage, start, end, other_cover }
    }

    #[test]
    fn pages_make_up_the_whole_document() {
        let pages = [seen(0, 0, 500, 0.95), seen(1, 500, 1000, 0.9)];
        assert_eq!(roles(1000, &pages), [(0, Role::Multipage), (1, Role::Multipage)]);
        assert_eq!(roles(3000, &pages), []);
    }

    #[test]
    fn a_collection_has_parts_of_many() {
        let parts = [seen(0, 0, 300, 0.2), seen(1, 350, 600, 0.9), seen(2, 600, 900, 0.1)];
        assert!(roles(1000, &parts).iter().all(|(_, role)| *role == Role::Collection));
        assert_eq!(roles(1000, &parts).len(), 3);
        assert_eq!(roles(1000, &parts[..2]), []);
    }

    #[test]
    fn copies_of_one_text_are_no_parts_of_many() {
        let copies = [seen(0, 0, 600, 0.2), seen(1, 10, 590, 0.2), seen(2, 0, 610, 0.2)];
        assert_eq!(roles(1000, &copies), []);
    }
}
