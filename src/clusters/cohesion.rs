//! Breaks the chains of a component: A resembles B, B resembles C, and Z at the end resembles A no more.
//!
//! The member with most matches becomes a core. Its cluster is what resembles it and hangs together by matches; that is taken
//! out, and the rest is treated the same until nothing is left. Components of the rest need not be found: taking a
//! cluster out changes nothing in a component it is not part of, so the best core anywhere is the best of its component.
//! Every member is compared at most once for each of its matches: a star of 40,000 costs 40,000, not its square.

use super::graph::{Graph, Neighbours, Standing};
use std::collections::BinaryHeap;
use std::io;

/// Members that all resemble their core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CohesiveCluster {
    /// The member with the most matches when it was chosen.
    pub core: u32,
    /// All members with the core, sorted. Two or more are connected by matches; one alone was left over.
    pub members: Vec<u32>,
}

/// What became of a component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SplitComponent {
    /// In order of their smallest member.
    pub clusters: Vec<CohesiveCluster>,
    /// The matches between two clusters (smaller id first, sorted): true pairs that would have chained strangers.
    pub bridges: Vec<(u32, u32, f32)>,
}

/// Splits one component so that every member of a cluster is at least `cohesion` similar to the cluster's core.
///
/// `matches` are the component's verified pairs; what names no member, or a member with itself, is ignored, and of a pair given
/// twice the higher similarity counts. `similarity` is asked only for a member that has no match with the core. Core is who has
/// the most matches, then the higher sum of similarities, then the smaller id. The order of input plays no part.
///
/// Members 1 2 3 4, matches 1-2 2-3 3-4, neighbours but one below `cohesion`: 2 is the first core, `[1, 2, 3]` its cluster,
/// `[4]` stays alone and 3-4 is the bridge.
pub fn split_component(
    members: &[u32],
    matches: &[(u32, u32, f32)],
    similarity: impl Fn(u32, u32) -> f64,
    cohesion: f64,
) -> io::Result<SplitComponent> {
    let mut ids = members.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let matches = place_matches(&ids, matches);
    let mut graph = Graph::new(ids.len(), &matches);
    let found = split_graph(&mut graph, |one, two| Ok(similarity(ids[one], ids[two])), cohesion)?;
    let mut clusters: Vec<CohesiveCluster> =
        (found.cores.iter()).map(|&core| CohesiveCluster { core: ids[core as usize], members: Vec::new() }).collect();
    for (place, &cluster) in found.clusters.iter().enumerate() {
        clusters[cluster as usize].members.push(ids[place]);
    }
    let crosses = |one: &&(u32, u32, f32)| found.clusters[one.0 as usize] != found.clusters[one.1 as usize];
    let bridge = |one: &(u32, u32, f32)| (ids[one.0 as usize], ids[one.1 as usize], one.2);
    let bridges = matches.iter().filter(crosses).map(bridge).collect();
    clusters.sort_unstable_by_key(|cluster| cluster.members.first().copied());
    Ok(SplitComponent { clusters, bridges })
}

/// The clusters of a graph, by place.
#[derive(Debug)]
pub struct SplitGraph {
    /// The core of each cluster.
    pub cores: Vec<u32>,
    /// The number of each place's cluster.
    pub clusters: Vec<u32>,
}

/// As [`split_component`], by places, wherever the neighbours lie: those of a member are read three times at most.
pub fn split_graph<N: Neighbours>(
    graph: &mut Graph<N>,
    mut similarity: impl FnMut(usize, usize) -> io::Result<f64>,
    cohesion: f64,
) -> io::Result<SplitGraph> {
    let count = graph.len();
    let mut state =
        ClusterSearch { cluster: vec![NO_CLUSTER; count], seen: vec![NO_CLUSTER; count], buffer: Vec::new() };
    let mut cores: Vec<u32> = Vec::new();
    let mut heap: BinaryHeap<Standing> = (0..count).map(|place| graph.standing(place)).collect();
    while let Some(standing) = heap.pop() {
        let core = standing.2.0;
        // Standings only fall; an entry that is not the present one has a later, lower one in the heap.
        if state.cluster[core] != NO_CLUSTER || standing != graph.standing(core) {
            continue;
        }
        let number = cores.len() as u32;
        let resembles = |place: usize| Ok(similarity(core, place)? >= cohesion);
        let kept = state.grow_cluster(graph, core, number, cohesion as f32, resembles)?;
        for &place in &kept {
            let ClusterSearch { cluster, seen, buffer } = &mut state;
            graph.remove(place, buffer, |neighbour| {
                if cluster[neighbour] == NO_CLUSTER {
                    seen[neighbour] = LOST_A_MATCH;
                }
            })?;
        }
        state.list_again(graph, &kept, &mut heap)?;
        if heap.len() > MOST_LISTINGS * count {
            // Without this, the heap could hold an entry for every match.
            heap = (0..count)
                .filter(|&place| state.cluster[place] == NO_CLUSTER)
                .map(|place| graph.standing(place))
                .collect();
        }
        cores.push(core as u32);
    }
    Ok(SplitGraph { cores, clusters: state.cluster })
}

/// The heap may hold this many entries for each member before outdated ones are dropped.
const MOST_LISTINGS: usize = 3;

/// The matches as places among the sorted ids, smaller first, each pair once.
fn place_matches(ids: &[u32], matches: &[(u32, u32, f32)]) -> Vec<(u32, u32, f32)> {
    let place = |id: u32| ids.binary_search(&id).ok().map(|place| place as u32);
    let mut placed: Vec<(u32, u32, f32)> = matches
        .iter()
        .filter_map(|&(left, right, similarity)| {
            let (left, right) = (place(left)?, place(right)?);
            (left != right).then_some((left.min(right), left.max(right), similarity))
        })
        .collect();
    placed.sort_unstable_by(|one, two| (one.0, one.1).cmp(&(two.0, two.1)).then(two.2.total_cmp(&one.2)));
    placed.dedup_by_key(|found| (found.0, found.1));
    placed
}

const NO_CLUSTER: u32 = u32::MAX;
/// Marks a member that lost a match and has to be listed again.
const LOST_A_MATCH: u32 = u32::MAX - 1;

struct ClusterSearch {
    /// The cluster of each place.
    cluster: Vec<u32>,
    /// The last cluster that a place was weighed for.
    seen: Vec<u32>,
    /// For neighbours that do not lie in memory.
    buffer: Vec<(u32, f32)>,
}

impl ClusterSearch {
    /// The places that resemble `core` and are reached from it through one another; sorted.
    ///
    /// Similarities of matches were rounded to f32, so the bound is rounded too: 0.9 as f32 is below 0.9.
    fn grow_cluster<N: Neighbours>(
        &mut self,
        graph: &Graph<N>,
        core: usize,
        number: u32,
        bound: f32,
        mut resembles: impl FnMut(usize) -> io::Result<bool>,
    ) -> io::Result<Vec<usize>> {
        let mut kept = vec![core];
        self.cluster[core] = number;
        for &(neighbour, similarity) in graph.neighbours(core, &mut self.buffer)? {
            let neighbour = neighbour as usize;
            if self.cluster[neighbour] == NO_CLUSTER {
                self.seen[neighbour] = number;
                if similarity >= bound {
                    self.cluster[neighbour] = number;
                    kept.push(neighbour);
                }
            }
        }
        let mut at = 1;
        while at < kept.len() {
            for &(neighbour, _) in graph.neighbours(kept[at], &mut self.buffer)? {
                let neighbour = neighbour as usize;
                if self.cluster[neighbour] == NO_CLUSTER && self.seen[neighbour] != number {
                    self.seen[neighbour] = number;
                    if resembles(neighbour)? {
                        self.cluster[neighbour] = number;
                        kept.push(neighbour);
                    }
                }
            }
            at += 1;
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// Puts those who lost a match to a kept member into the heap again, once each.
    fn list_again<N: Neighbours>(
        &mut self,
        graph: &Graph<N>,
        kept: &[usize],
        heap: &mut BinaryHeap<Standing>,
    ) -> io::Result<()> {
        for &place in kept {
            for &(neighbour, _) in graph.neighbours(place, &mut self.buffer)? {
                let neighbour = neighbour as usize;
                if self.seen[neighbour] == LOST_A_MATCH {
                    self.seen[neighbour] = NO_CLUSTER;
                    heap.push(graph.standing(neighbour));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_component(
        members: &[u32],
        matches: &[(u32, u32, f32)],
        similarity: impl Fn(u32, u32) -> f64,
        cohesion: f64,
    ) -> SplitComponent {
        super::split_component(members, matches, similarity, cohesion)
            .expect("a component in memory has no file to fail")
    }

    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Points on a line; the nearer the more similar.
    fn similarity(left: u32, right: u32) -> f64 {
        1.0 - f64::from(left.abs_diff(right)) / 100.0
    }

    fn build_matches(pairs: &[(u32, u32)]) -> Vec<(u32, u32, f32)> {
        pairs.iter().map(|&(left, right)| (left, right, similarity(left, right) as f32)).collect()
    }

    #[test]
    fn a_chain_is_broken_and_its_bridge_reported() {
        let found =
            split_component(&[10, 20, 30, 40], &build_matches(&[(10, 20), (20, 30), (30, 40)]), similarity, 0.85);
        let members: Vec<_> = found.clusters.iter().map(|cluster| (cluster.core, cluster.members.clone())).collect();
        assert_eq!(members, [(20, vec![10, 20, 30]), (40, vec![40])]);
        assert_eq!(found.bridges, [(30, 40, 0.9)]);
    }

    #[test]
    fn a_member_without_a_match_to_the_core_is_compared_with_it() {
        let found = split_component(&[1, 2, 3, 4], &build_matches(&[(1, 2), (2, 3), (3, 4)]), similarity, 0.9);
        assert_eq!(found.clusters, [CohesiveCluster { core: 2, members: vec![1, 2, 3, 4] }]);
    }

    #[test]
    fn a_star_of_forty_thousand_asks_for_no_similarity() {
        let members: Vec<u32> = (0..40_000).collect();
        let matches: Vec<(u32, u32, f32)> = (1..40_000).map(|member| (0, member, 0.9)).collect();
        let found = split_component(&members, &matches, |_, _| f64::NAN, 0.9);
        assert_eq!(found.clusters, [CohesiveCluster { core: 0, members }]);
        assert!(found.bridges.is_empty());
    }

    #[test]
    fn a_chain_of_forty_thousand_is_cut_in_linear_time() {
        let members: Vec<u32> = (0..40_000).collect();
        let matches: Vec<(u32, u32, f32)> = (1..40_000).map(|member| (member - 1, member, 0.9)).collect();
        let found = split_component(&members, &matches, |_, _| 0.0, 0.9);
        assert!(found.clusters.len() < 20_001 && found.clusters.iter().all(|cluster| cluster.members.len() <= 3));
    }

    #[test]
    fn a_match_below_the_cohesion_does_not_hold_a_cluster() {
        let found = split_component(&[1, 2], &[(2, 1, 0.5)], |_, _| 0.5, 0.6);
        assert_eq!(found.clusters.len(), 2);
        assert_eq!(found.bridges, [(1, 2, 0.5)]);
    }

    proptest! {
        #[test]
        fn clusters_keep_their_promises(
            pairs in prop::collection::vec((0..50u32, 0..50u32), 0..120), cohesion in 0.5..1.0f64, shuffle in any::<u64>(),
        ) {
            let members: Vec<u32> = (0..50).collect();
            let matches = build_matches(&pairs);
            let found = split_component(&members, &matches, similarity, cohesion);

            let all: Vec<u32> = found.clusters.iter().flat_map(|cluster| cluster.members.iter().copied()).collect();
            prop_assert_eq!(all.len(), 50);
            prop_assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), 50);

            let cluster_of = |member: u32| found.clusters.iter().position(|cluster| cluster.members.contains(&member));
            let distinct: BTreeSet<(u32, u32)> =
                pairs.iter().filter(|pair| pair.0 != pair.1).map(|&(one, two)| (one.min(two), one.max(two))).collect();
            for cluster in &found.clusters {
                for &member in &cluster.members {
                    prop_assert!(similarity(cluster.core, member) as f32 >= cohesion as f32);
                }
                let inside = |pair: &(u32, u32)| cluster.members.contains(&pair.0) && cluster.members.contains(&pair.1);
                let roots = super::super::find_components(50, distinct.iter().copied().filter(inside));
                prop_assert!(cluster.members.iter().all(|&member| roots[member as usize] == cluster.members[0]));
            }
            let bridges: BTreeSet<(u32, u32)> = found.bridges.iter().map(|bridge| (bridge.0, bridge.1)).collect();
            let crossing = distinct.iter().copied().filter(|pair| cluster_of(pair.0) != cluster_of(pair.1)).collect();
            prop_assert_eq!(bridges, crossing);

            let mut other = matches.clone();
            other.sort_by_key(|found| (u64::from(found.0) * 31 + u64::from(found.1)).wrapping_mul(shuffle | 1));
            let turned: Vec<(u32, u32, f32)> = other.iter().map(|&(left, right, score)| (right, left, score)).collect();
            let backwards: Vec<u32> = members.iter().rev().copied().collect();
            prop_assert_eq!(split_component(&backwards, &turned, similarity, cohesion), found);
        }

        #[test]
        fn a_clean_clique_is_never_split(count in 1..20u32, scores in prop::collection::vec(0.8..1.0f32, 190)) {
            let pairs = (0..count).flat_map(|left| (left + 1..count).map(move |right| (left, right)));
            let matches: Vec<_> = pairs.zip(&scores).map(|((left, right), &score)| (left, right, score)).collect();
            let members: Vec<u32> = (0..count).collect();
            let found = split_component(&members, &matches, |_, _| 0.0, 0.8);
            prop_assert_eq!(found.clusters.len(), 1);
            prop_assert!(found.bridges.is_empty());
        }

        /// The rule as the head of this file states it, component after component, everything counted anew.
        #[test]
        fn clusters_are_those_of_the_plain_rule(
            pairs in prop::collection::vec((0..40u32, 0..40u32), 0..90), cohesion in 0.6..1.0f64,
        ) {
            let members: Vec<u32> = (0..40).collect();
            let matches = place_matches(&members, &build_matches(&pairs));
            let mut left: BTreeSet<u32> = members.iter().copied().collect();
            let mut expected = Vec::new();
            while let Some(&first) = left.first() {
                let within: Vec<_> = matches.iter().filter(|found| left.contains(&found.0) && left.contains(&found.1)).collect();
                let roots = super::super::find_components(40, within.iter().map(|found| (found.0, found.1)));
                let standing = |member: u32| {
                    let own = within.iter().filter(|found| found.0 == member || found.1 == member);
                    let sum: f64 = own.clone().map(|found| f64::from(found.2)).sum();
                    (own.count(), (sum * 1e9) as u64, std::cmp::Reverse(member))
                };
                let component = left.iter().copied().filter(|&member| roots[member as usize] == first);
                let core = component.clone().max_by_key(|&member| standing(member)).unwrap_or(first);
                let near: BTreeSet<u32> =
                    component.filter(|&member| similarity(core, member) as f32 >= cohesion as f32).collect();
                let roots = super::super::find_components(
                    40, within.iter().map(|found| (found.0, found.1)).filter(|pair| near.contains(&pair.0) && near.contains(&pair.1)));
                let kept: Vec<u32> = near.into_iter().filter(|&member| roots[member as usize] == roots[core as usize]).collect();
                kept.iter().for_each(|member| { left.remove(member); });
                expected.push(CohesiveCluster { core, members: kept });
            }
            expected.sort_by_key(|cluster| cluster.members[0]);
            let similarity = |one, two| f64::from(similarity(one, two) as f32 >= cohesion as f32);
            let found = split_component(&members, &matches, similarity, cohesion);
            prop_assert_eq!(found.clusters, expected);
        }
    }
}
