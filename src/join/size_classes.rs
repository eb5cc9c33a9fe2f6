//! Blocks of units of about one size, and which of them must meet.

use crate::shingles::mix_bits;

/// Blocks in order of size. One size with too many units for a block is cut by unit number.
#[derive(Debug)]
pub struct SizeClasses {
    /// The largest size of each range, and its first block.
    ranges: Vec<(u32, u32)>,
    /// Range and blocks of that range, for each block.
    parts: Vec<u32>,
    partners: Vec<Vec<u32>>,
}

impl SizeClasses {
    /// Blocks from ranges (smallest and largest size, number of blocks), in order; `allow` says whether two sizes can match.
    pub fn new(ranges: &[(u32, u32, u32)], allow: impl Fn(usize, usize) -> bool) -> Self {
        let mut spans = Vec::new();
        let mut firsts = Vec::new();
        for &(low, high, parts) in ranges {
            firsts.push((high, spans.len() as u32));
            spans.resize(spans.len() + parts.max(1) as usize, (low, high));
        }
        // Two ranges meet where their nearest sizes do.
        let meet = |one: (u32, u32), two: (u32, u32)| one.1 >= two.0 || allow(one.1 as usize, two.0 as usize);
        let partners = (0..spans.len())
            .map(|at| {
                let with = |&other: &usize| meet(spans[at.min(other)], spans[at.max(other)]);
                (0..spans.len()).filter(with).map(|other| other as u32).collect()
            })
            .collect();
        let parts = ranges.iter().map(|&(_, _, parts)| parts.max(1)).collect();
        SizeClasses { ranges: firsts, parts, partners }
    }

    /// The block of a unit; `None` where no range holds its size.
    pub fn find_class(&self, size: u32, unit: u32) -> Option<u32> {
        let range = self.ranges.partition_point(|&(high, _)| high < size);
        let &(_, first) = self.ranges.get(range)?;
        Some(first + (mix_bits(u64::from(unit)) % u64::from(self.parts[range])) as u32)
    }

    /// The blocks that a block must meet, itself among them.
    pub fn partners(&self, block: u32) -> &[u32] {
        &self.partners[block as usize]
    }
}

/// The cell in which two blocks meet, as one number.
pub fn number_cell(one: u32, two: u32) -> u64 {
    u64::from(one.min(two)) << 32 | u64::from(one.max(two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_meet_where_their_nearest_sizes_allow() {
        let blocks =
            SizeClasses::new(&[(1, 7, 1), (8, 9, 1), (10, 10, 2), (11, 40, 1)], |small, large| 5 * small >= 4 * large);
        assert_eq!(blocks.partners(0), [0, 1], "7 and 8 allow each other, 7 and 10 do not");
        assert_eq!(blocks.partners(2), [1, 2, 3, 4]);
        assert_eq!(blocks.find_class(7, 1), Some(0));
        assert_eq!(blocks.find_class(40, 1), Some(4));
        assert_eq!(blocks.find_class(41, 1), None);
        let homes: Vec<u32> = (0..50).filter_map(|unit| blocks.find_class(10, unit)).collect();
        assert!(homes.contains(&2) && homes.contains(&3) && homes.iter().all(|home| (2..4).contains(home)));
    }
}
