//! Documents that meet: two that have something in common which few others have, a sentence or a run of words.

/// A sentence in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SentencePlace {
    /// The document's number.
    pub number: u32,
    /// The sentence's position in it.
    pub position: u32,
    /// Whether it is in the second of two collections, which the first is compared against.
    pub is_against: bool,
    /// The series that it is a part of; 0 where it is of none.
    pub kin: u64,
    /// The bytes of what it has in common with others.
    pub length: u32,
}

/// Two sentences of two documents; the left one is of the first collection, or of the document with the lower number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentencePoint {
    /// The numbers of the two documents.
    pub documents: (u32, u32),
    /// The positions of the two sentences.
    pub positions: (u32, u32),
    /// The bytes of the shorter one.
    pub length: u32,
}

/// Who may meet.
#[derive(Clone, Copy, Debug)]
pub struct PlacePairing {
    /// What stands in more documents than this makes no pairs: it is boilerplate.
    pub most: usize,
    /// Only documents of different collections.
    pub against: bool,
}

/// A document that has the same thing in more places than this is looked at in the first of them.
const MOST_PLACES: usize = 8;

impl PlacePairing {
    /// Every two of these places, which are sorted, in different documents. `None` where they are too many.
    pub fn pair_within(&self, places: &[SentencePlace]) -> Option<Vec<SentencePoint>> {
        let documents = group_by_document(places);
        if documents.len() > self.most {
            return None;
        }
        let mut points = Vec::new();
        for (at, left) in documents.iter().enumerate() {
            for right in &documents[at + 1..] {
                self.push_pairs(left, right, &mut points);
            }
        }
        Some(points)
    }

    /// Every place of the one with every place of the other, in different documents; both are sorted. A document that has
    /// both counts once.
    pub fn pair_across(&self, left: &[SentencePlace], right: &[SentencePlace]) -> Option<Vec<SentencePoint>> {
        let (lefts, rights) = (group_by_document(left), group_by_document(right));
        let number = |own: &&[SentencePlace]| own[0].number;
        let both = lefts.iter().filter(|own| rights.binary_search_by_key(&number(own), number).is_ok());
        if lefts.len() + rights.len() - both.count() > self.most {
            return None;
        }
        let mut points = Vec::new();
        for left in &lefts {
            for right in &rights {
                self.push_pairs(left, right, &mut points);
            }
        }
        Some(points)
    }

    fn push_pairs(&self, left: &[SentencePlace], right: &[SentencePlace], points: &mut Vec<SentencePoint>) {
        let (Some(one), Some(two)) = (left.first(), right.first()) else { return };
        let alone = (self.against && one.is_against == two.is_against) || (one.kin != 0 && one.kin == two.kin);
        if alone || one.number == two.number {
            return;
        }
        let turned = (one.is_against, one.number) > (two.is_against, two.number);
        let (left, right) = if turned { (right, left) } else { (left, right) };
        for one in left.iter().take(MOST_PLACES) {
            let others = right.iter().take(MOST_PLACES);
            points.extend(others.map(|two| SentencePoint {
                documents: (one.number, two.number),
                positions: (one.position, two.position),
                length: one.length.min(two.length),
            }));
        }
    }
}

fn group_by_document(places: &[SentencePlace]) -> Vec<&[SentencePlace]> {
    places.chunk_by(|one, two| one.number == two.number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_place(number: u32, position: u32) -> SentencePlace {
        SentencePlace { number, position, is_against: number % 2 == 1, kin: 0, length: 10 + position }
    }

    const ANY: PlacePairing = PlacePairing { most: 3, against: false };

    #[test]
    fn every_two_documents_meet_once() {
        let places = [build_place(1, 5), build_place(1, 9), build_place(3, 0)];
        let points = ANY.pair_within(&places).unwrap_or_default();
        assert_eq!(points.len(), 2);
        assert_eq!(points[0], SentencePoint { documents: (1, 3), positions: (5, 0), length: 10 });
        assert_eq!(ANY.pair_across(&places[..2], &places[2..]), Some(points));
        assert_eq!(ANY.pair_across(&places[2..], &places[..2]).map(|points| points.len()), Some(2));
    }

    #[test]
    fn what_stands_everywhere_makes_no_pairs() {
        let places: Vec<SentencePlace> = (0..4).map(|number| build_place(number, 0)).collect();
        assert_eq!(ANY.pair_within(&places), None);
        assert_eq!(ANY.pair_across(&places[..2], &places[2..]), None);
        assert!(ANY.pair_across(&places[..3], &places[..3]).is_some(), "a document with both counts once");
    }

    #[test]
    fn a_series_or_a_collection_does_not_meet_itself() {
        let kin = |number| SentencePlace { kin: 7, ..build_place(number, 0) };
        assert_eq!(ANY.pair_within(&[kin(1), kin(2)]), Some(vec![]));
        let against = PlacePairing { against: true, ..ANY };
        assert_eq!(against.pair_within(&[build_place(2, 0), build_place(4, 0)]), Some(vec![]));
        let points = against.pair_within(&[build_place(3, 1), build_place(4, 2)]).unwrap_or_default();
        assert_eq!(points, [SentencePoint { documents: (4, 3), positions: (2, 1), length: 11 }]);
    }
}
