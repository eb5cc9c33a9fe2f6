//! The weakest link that a cluster needs.

use super::UnionFind;

/// The lowest similarity that still holds `members` (sorted) together when every stronger match is used first; 1 for a single
/// member, 0 where the matches do not connect them.
///
/// Members 1 2 3 with 1-2 0.9, 2-3 0.85 and 1-3 0.8: the first two suffice, so 0.85.
pub fn find_bottleneck(members: &[u32], matches: &[(u32, u32, f64)]) -> f64 {
    let place = |id: u32| members.binary_search(&id).ok();
    let mut links: Vec<(f64, usize, usize)> = matches
        .iter()
        .filter_map(|&(left, right, similarity)| Some((similarity, place(left)?, place(right)?)))
        .collect();
    links.sort_unstable_by(|one, two| two.0.total_cmp(&one.0));
    let mut sets = UnionFind::new(members.len());
    let mut apart = members.len();
    for (similarity, left, right) in links {
        if sets.union(left as u32, right as u32) {
            apart -= 1;
            if apart <= 1 {
                return similarity;
            }
        }
    }
    if apart <= 1 { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weakest_link_that_is_needed_counts() {
        let matches = [(1, 3, 0.8), (1, 2, 0.9), (2, 3, 0.85), (3, 9, 0.1)];
        assert_eq!(find_bottleneck(&[1, 2, 3], &matches), 0.85);
        assert_eq!(find_bottleneck(&[7], &matches), 1.0);
        assert_eq!(find_bottleneck(&[1, 9], &matches), 0.0);
    }
}
