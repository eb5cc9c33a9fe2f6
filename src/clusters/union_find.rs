//! Connected components of pairs.

/// Sets of the numbers from 0, joined two by two. The root of a set is its smallest member, whatever the order of joins.
#[derive(Clone, Debug)]
pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Sets of one: 0, 1, ... `count - 1`.
    pub fn new(count: usize) -> Self {
        UnionFind { parents: (0..count).map(|member| member as u32).collect() }
    }

    /// More sets of one, up to `count - 1`.
    pub fn grow(&mut self, count: usize) {
        self.parents.extend((self.parents.len()..count).map(|member| member as u32));
    }

    /// The smallest member of the set that `member` is in. Panics, as a slice does, where `member` is not below `count`.
    #[inline]
    pub fn find_root(&mut self, mut member: u32) -> u32 {
        loop {
            let parent = self.parents[member as usize];
            let above = self.parents[parent as usize];
            if parent == above {
                return parent;
            }
            // Path halving: every second step points one higher.
            self.parents[member as usize] = above;
            member = above;
        }
    }

    /// Joins the sets of two members; whether they were two.
    #[inline]
    pub fn union(&mut self, left: u32, right: u32) -> bool {
        let (left, right) = (self.find_root(left), self.find_root(right));
        self.parents[left.max(right) as usize] = left.min(right);
        left != right
    }

    /// The smallest member of each number's set.
    pub fn find_roots(mut self) -> Vec<u32> {
        // A parent is never larger than its child, so one pass from below meets only parents that point to their root.
        for member in 0..self.parents.len() {
            self.parents[member] = self.parents[self.parents[member] as usize];
        }
        self.parents
    }
}

/// The smallest member of each component, for the numbers from 0 to `count - 1`.
///
/// Panics, as a slice does, on a pair that is not below `count`.
/// `find_components(5, [(3, 1), (4, 3)])` -> `[0, 1, 2, 1, 1]`
pub fn find_components(count: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Vec<u32> {
    let mut sets = UnionFind::new(count);
    for (left, right) in pairs {
        sets.union(left, right);
    }
    sets.find_roots()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Plain and slow: the smaller label spreads over every pair until nothing changes.
    fn spread_labels(count: usize, pairs: &[(u32, u32)]) -> Vec<u32> {
        let mut labels: Vec<u32> = (0..count as u32).collect();
        loop {
            let before = labels.clone();
            for &(left, right) in pairs {
                let label = labels[left as usize].min(labels[right as usize]);
                labels[left as usize] = label;
                labels[right as usize] = label;
            }
            if labels == before {
                return labels;
            }
        }
    }

    proptest! {
        #[test]
        fn components_are_what_spreading_labels_gives(pairs in prop::collection::vec((0..60u32, 0..60u32), 0..70)) {
            let expected = spread_labels(60, &pairs);
            prop_assert_eq!(find_components(60, pairs.iter().copied()), expected.clone());
            prop_assert_eq!(find_components(60, pairs.iter().rev().map(|&(left, right)| (right, left))), expected);
        }
    }

    #[test]
    fn the_root_is_the_smallest_member() {
        assert_eq!(find_components(5, [(3, 1), (4, 3)]), [0, 1, 2, 1, 1]);
        let mut sets = UnionFind::new(4);
        assert!(sets.union(3, 2) && sets.union(2, 1) && !sets.union(1, 3));
        assert_eq!(sets.find_root(3), 1);
    }

    #[test]
    fn a_chain_of_a_million_is_one_component() {
        let count = 1_000_000;
        let roots = find_components(count, (1..count as u32).rev().map(|member| (member - 1, member)));
        assert!(roots.iter().all(|&root| root == 0));
    }
}
