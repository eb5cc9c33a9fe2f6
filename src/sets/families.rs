//! Texts of which many meet many, as the pages of one template do: a bit for each feature that two of them have.
//!
//! Pairs of a thousand such texts outnumber the texts by hundreds. Looking up each feature of one text in the other takes
//! microseconds for a pair; counting the bits that both have takes a tenth of that, and finds the same number: what only
//! one of the family has, none can share.

use multiversion::multiversion;

use super::Sets;
use crate::clusters::UnionFind;
use crate::distinct::DistinctHashes;

/// A text is of a family if it is met so often.
const LEAST_MEETINGS: u32 = 8;
const NO_FAMILY: u32 = u32::MAX;

/// The texts of a batch that belong to families.
#[derive(Debug)]
pub(super) struct Families {
    bits: Vec<u64>,
    /// Of each text its family, and where its bits begin.
    places: Vec<(u32, usize)>,
    /// Of each family how many numbers a text has for its bits.
    widths: Vec<usize>,
}

impl Families {
    /// Those among texts that meet one another in these pairs.
    pub(super) fn from_pairs(sets: &Sets, pairs: &[(usize, usize)]) -> Self {
        let mut families = Families { bits: Vec::new(), places: vec![(NO_FAMILY, 0); sets.len()], widths: Vec::new() };
        let mut features = FamilyFeatures::default();
        for members in group_related_texts(sets.len(), pairs) {
            features.count(sets, &members);
            let width = features.shared.div_ceil(64);
            // Were they less alike than pairs of a family are, lookups would be the shorter way.
            if width <= features.numbers.len() / members.len() {
                families.add_family(sets, &members, width, &features);
            }
        }
        families
    }

    fn add_family(&mut self, sets: &Sets, members: &[usize], width: usize, features: &FamilyFeatures) {
        let family = self.widths.len() as u32;
        self.widths.push(width);
        let mut numbers = features.numbers.iter();
        for &member in members {
            let start = self.bits.len();
            self.places[member] = (family, start);
            self.bits.resize(start + width, 0);
            for &number in numbers.by_ref().take(sets.set(member).len()) {
                let bit = features.bits[number as usize];
                if bit != NO_FAMILY {
                    self.bits[start + bit as usize / 64] |= 1 << (bit % 64);
                }
            }
        }
    }

    /// How many features two texts share, if they are two of one family.
    pub(super) fn count_shared(&self, left: usize, right: usize) -> Option<usize> {
        let ((family, one), (same, other)) = (self.places[left], self.places[right]);
        let width = *self.widths.get(family as usize)?;
        (family == same && left != right)
            .then(|| count_shared_bits(&self.bits[one..one + width], &self.bits[other..other + width]))
    }
}

/// The texts that are met often, by who meets whom, where that is more than one.
fn group_related_texts(texts: usize, pairs: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut met = vec![0u32; texts];
    for &(left, right) in pairs {
        met[left] += 1;
        met[right] += 1;
    }
    let mut sets = UnionFind::new(texts);
    for &(left, right) in pairs {
        if met[left] >= LEAST_MEETINGS && met[right] >= LEAST_MEETINGS {
            sets.union(left as u32, right as u32);
        }
    }
    let mut families = vec![Vec::new(); texts];
    for (text, root) in sets.find_roots().into_iter().enumerate() {
        families[root as usize].push(text);
    }
    families.retain(|members| members.len() > 1);
    families
}

/// The features of a family, numbered.
#[derive(Debug, Default)]
struct FamilyFeatures {
    distinct: DistinctHashes,
    /// Of each feature of each member its number.
    numbers: Vec<u32>,
    /// Of each number its bit, where more than one member has it.
    bits: Vec<u32>,
    shared: usize,
}

impl FamilyFeatures {
    fn count(&mut self, sets: &Sets, members: &[usize]) {
        self.distinct.clear(0);
        self.numbers.clear();
        self.bits.clear();
        self.shared = 0;
        for &hash in members.iter().flat_map(|&member| sets.set(member)) {
            let (number, is_new) = self.distinct.number(hash);
            self.numbers.push(number);
            if is_new {
                self.bits.push(NO_FAMILY);
            } else if let bit @ &mut NO_FAMILY = &mut self.bits[number as usize] {
                *bit = self.shared as u32;
                self.shared += 1;
            }
        }
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq", "x86_64+avx2+popcnt"))]
fn count_shared_bits(left: &[u64], right: &[u64]) -> usize {
    left.iter().zip(right).map(|(one, other)| (one & other).count_ones() as usize).sum()
}
