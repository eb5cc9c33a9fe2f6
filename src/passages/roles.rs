//! What a document is to those that it shares passages with: one that gathers parts of many, or one whose pages they are.

/// A passage as one of its documents sees it.
#[derive(Clone, Copy, Debug)]
pub struct PassageInDocument {
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
const MOST_COVERED_SHARE: f64 = 0.8;
/// Less than this of it gathered makes no collection ...
const LEAST_GATHERED_SHARE: f64 = 0.5;
/// ... nor do fewer documents than this, each at a place of its own ...
const LEAST_PARTS: usize = 3;
/// ... nor what is a smaller part of it.
const LEAST_PART_SHARE: f64 = 0.05;

/// The passages of a document of so many characters that are more than quotations.
pub fn find_roles(extent: u32, seen: &[PassageInDocument]) -> Vec<(u32, Role)> {
    let extent = f64::from(extent.max(1));
    let pages: Vec<PassageInDocument> =
        seen.iter().filter(|each| each.other_cover >= MOST_COVERED_SHARE).copied().collect();
    if count_parts(&pages) > 1 && count_covered_characters(&pages) as f64 >= MOST_COVERED_SHARE * extent {
        return pages.iter().map(|each| (each.passage, Role::Multipage)).collect();
    }
    let large = |each: &&PassageInDocument| f64::from(each.end - each.start.min(each.end)) >= LEAST_PART_SHARE * extent;
    let seen: Vec<PassageInDocument> = seen.iter().filter(large).copied().collect();
    if count_parts(&seen) >= LEAST_PARTS && count_covered_characters(&seen) as f64 >= LEAST_GATHERED_SHARE * extent {
        return seen.iter().map(|each| (each.passage, Role::Collection)).collect();
    }
    Vec::new()
}

/// How many characters stand in any of the passages.
pub(crate) fn count_covered_characters(seen: &[PassageInDocument]) -> u64 {
    count_union(seen.iter().map(|each| (each.start, each.end)).collect())
}

/// How many numbers lie in any of the ranges.
pub(crate) fn count_union(mut ranges: Vec<(u32, u32)>) -> u64 {
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
fn count_parts(seen: &[PassageInDocument]) -> usize {
    let mut sorted: Vec<&PassageInDocument> = seen.iter().collect();
    sorted.sort_by_key(|each| (each.end, each.start, each.other));
    let mut taken: Vec<&PassageInDocument> = Vec::new();
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

    fn build_sighting(passage: u32, start: u32, end: u32, other_cover: f64) -> PassageInDocument {
        PassageInDocument { passage, other: passage, start, end, other_cover }
    }

    #[test]
    fn pages_make_up_the_whole_document() {
        let pages = [build_sighting(0, 0, 500, 0.95), build_sighting(1, 500, 1000, 0.9)];
        assert_eq!(find_roles(1000, &pages), [(0, Role::Multipage), (1, Role::Multipage)]);
        assert_eq!(find_roles(3000, &pages), []);
    }

    #[test]
    fn a_collection_has_parts_of_many() {
        let parts =
            [build_sighting(0, 0, 300, 0.2), build_sighting(1, 350, 600, 0.9), build_sighting(2, 600, 900, 0.1)];
        assert!(find_roles(1000, &parts).iter().all(|(_, role)| *role == Role::Collection));
        assert_eq!(find_roles(1000, &parts).len(), 3);
        assert_eq!(find_roles(1000, &parts[..2]), []);
    }

    #[test]
    fn copies_of_one_text_are_no_parts_of_many() {
        let copies = [build_sighting(0, 0, 600, 0.2), build_sighting(1, 10, 590, 0.2), build_sighting(2, 0, 610, 0.2)];
        assert_eq!(find_roles(1000, &copies), []);
    }
}
