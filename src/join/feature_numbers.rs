//! Features as small numbers, the rarest first: what two sets are compared by within a cell.

use super::peel::Sets;

/// Sets as sorted lists of numbers. What a set has that no other side has is not listed: it is `sizes` less the list.
#[derive(Debug)]
pub struct NumberedSets {
    /// Whose they are.
    pub units: Vec<u32>,
    /// Of the whole sets.
    pub sizes: Vec<u32>,
    ends: Vec<usize>,
    numbers: Vec<u32>,
}

impl NumberedSets {
    /// How many sets.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// The numbers of a set, sorted.
    #[inline]
    pub fn set(&self, at: usize) -> &[u32] {
        &self.numbers[if at == 0 { 0 } else { self.ends[at - 1] }..self.ends[at]]
    }

    /// Those of its `count` rarest features that are listed: what is not listed is rarer than all that is.
    pub fn rarest_features(&self, at: usize, count: usize) -> &[u32] {
        let listed = self.set(at);
        let unlisted = self.sizes[at] as usize - listed.len();
        &listed[..count.saturating_sub(unlisted).min(listed.len())]
    }
}

/// Numbers the features that can be shared: had by two sets, or by both sides. Gives how many there are.
pub fn number_features(sets: Sets, others: Option<Sets>) -> (NumberedSets, Option<NumberedSets>, usize) {
    let total = sets.features.len() + others.as_ref().map_or(0, |others| others.features.len());
    let mut places = FeaturePlaces::new(total);
    let mut counts: Vec<(u32, u32)> = Vec::new();
    let mut sets = assign_places(sets, &mut places, &mut counts, |count| &mut count.0);
    let mut others = others.map(|others| assign_places(others, &mut places, &mut counts, |count| &mut count.1));
    drop(places);
    let two_sides = others.is_some();
    let is_shared = |&(one, two): &(u32, u32)| if two_sides { one > 0 && two > 0 } else { one > 1 };
    let mut order: Vec<u32> = (0..counts.len() as u32).filter(|&place| is_shared(&counts[place as usize])).collect();
    order.sort_unstable_by_key(|&place| (counts[place as usize].0 + counts[place as usize].1, place));
    let mut numbers = vec![NO_NUMBER; counts.len()];
    for (number, &place) in order.iter().enumerate() {
        numbers[place as usize] = number as u32;
    }
    renumber_sets(&mut sets, &numbers);
    if let Some(others) = &mut others {
        renumber_sets(others, &numbers);
    }
    (sets, others, order.len())
}

const NO_NUMBER: u32 = u32::MAX;

/// Sets with places for features, counted on the way.
fn assign_places(
    sets: Sets,
    places: &mut FeaturePlaces,
    counts: &mut Vec<(u32, u32)>,
    side: impl Fn(&mut (u32, u32)) -> &mut u32,
) -> NumberedSets {
    let Sets { units, sizes, ends, features } = sets;
    let numbers = features
        .into_iter()
        .map(|feature| {
            let place = places.find_or_insert(feature, counts.len() as u32);
            if place as usize == counts.len() {
                counts.push((0, 0));
            }
            *side(&mut counts[place as usize]) += 1;
            place
        })
        .collect();
    NumberedSets { units, sizes, ends, numbers }
}

/// Numbers for places, each list sorted; what has no number is left out.
fn renumber_sets(sets: &mut NumberedSets, numbers: &[u32]) {
    let (mut kept, mut start) = (0, 0);
    for end in &mut sets.ends {
        let first = kept;
        for from in start..*end {
            let number = numbers[sets.numbers[from] as usize];
            sets.numbers[kept] = number;
            kept += usize::from(number != NO_NUMBER);
        }
        sets.numbers[first..kept].sort_unstable();
        start = std::mem::replace(end, kept);
    }
    sets.numbers.truncate(kept);
}

/// A number for each feature. By hand because features are hashes already, and there are millions of them.
struct FeaturePlaces {
    slots: Vec<(u64, u32)>,
    mask: usize,
}

impl FeaturePlaces {
    fn new(most: usize) -> Self {
        let room = (2 * most).next_power_of_two().max(64);
        FeaturePlaces { slots: vec![(0, NO_NUMBER); room], mask: room - 1 }
    }

    /// The place of a feature; a new one gets `next`.
    #[inline]
    fn find_or_insert(&mut self, feature: u64, next: u32) -> u32 {
        let mut at = feature as usize & self.mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.1 == NO_NUMBER {
                *slot = (feature, next);
                return next;
            }
            if slot.0 == feature {
                return slot.1;
            }
            at = (at + 1) & self.mask;
        }
    }
}
