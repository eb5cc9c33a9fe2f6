//! Diagonals: runs of matching sentences in the matrix of two documents, longest first, each sentence used once.
//!
//! Matches are chained while they go on in both documents. Between two of a chain at most `max_gap` sentences may stand
//! on either side (sentences put in or left out), not counting those too short to match. A step may also stay on
//! one sentence and go on in the other document alone: a sentence that was split, or two that were merged.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};

/// A pair of sentences, by their positions, that say the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The sentence's position in the left document.
    pub left: u32,
    /// And in the right one.
    pub right: u32,
    /// How alike they are.
    pub similarity: f64,
}

/// A run of matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchRun {
    /// The first and the last sentence in the left document.
    pub left: (u32, u32),
    /// And in the right one.
    pub right: (u32, u32),
    /// How many sentences of the side with fewer are matched.
    pub sentences: u32,
    /// The mean of its matches.
    pub similarity: f64,
}

/// What counts as a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunRules<'a> {
    /// Shorter ones are chance.
    pub min_sentences: u32,
    /// How many sentences may stand between two matches.
    pub max_gap: u32,
    /// The sentences too short to match, sorted: they do not count as a gap.
    pub left_short: &'a [u32],
    /// The same on the right.
    pub right_short: &'a [u32],
}

/// The runs among the matches, in the order of the left document.
///
/// The longest comes first (by the sentences of both sides, ties by where it ends); it uses up its sentences; then the
/// longest of what is left. `(0,5) (1,6) (2,7)` with `min_sentences` 3 is one run, `0..=2` by `5..=7`.
pub fn find_match_runs(matches: &[Match], runs: &RunRules<'_>) -> Vec<MatchRun> {
    let mut matches = matches.to_vec();
    matches.sort_by(|one, two| find_place(one).cmp(&find_place(two)).then(two.similarity.total_cmp(&one.similarity)));
    matches.dedup_by_key(|each| find_place(each));
    let least = 2 * runs.min_sentences.max(1);
    let (mut used_left, mut used_right) = (HashSet::new(), HashSet::new());
    let mut found = Vec::new();
    let mut waiting: BinaryHeap<Chain> = find_chains(&matches, runs).into_iter().collect();
    while let Some(chain) = waiting.pop() {
        if chain.total < least {
            break;
        }
        let free = |each: &Match| !used_left.contains(&each.left) && !used_right.contains(&each.right);
        // The others of its component, and itself when a longer run elsewhere took some of its sentences.
        let mut rest = chain.component;
        if chain.run.iter().all(free) {
            used_left.extend(chain.run.iter().map(|each| each.left));
            used_right.extend(chain.run.iter().map(|each| each.right));
            found.extend(build_match_runs(&chain.run).filter(|each| each.sentences >= runs.min_sentences));
        }
        rest.retain(|each| !used_left.contains(&each.left) && !used_right.contains(&each.right));
        waiting.extend(find_chains(&rest, runs));
    }
    found.sort_by_key(|each| (each.left, each.right));
    found
}

fn find_place(each: &Match) -> (u32, u32) {
    (each.left, each.right)
}

/// The longest chain of a component, and all of the component's matches.
struct Chain {
    total: u32,
    end: (u32, u32),
    run: Vec<Match>,
    component: Vec<Match>,
}

impl Ord for Chain {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.total, Reverse(self.end)).cmp(&(other.total, Reverse(other.end)))
    }
}

impl PartialOrd for Chain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Chain {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Chain {}

/// The longest chain of each component: matches that no chain can join are of different components.
fn find_chains(matches: &[Match], runs: &RunRules<'_>) -> Vec<Chain> {
    let mut totals = vec![2u32; matches.len()];
    let mut before: Vec<Option<usize>> = vec![None; matches.len()];
    let mut parents: Vec<usize> = (0..matches.len()).collect();
    for at in 0..matches.len() {
        for earlier in list_steps_to(matches, at, runs) {
            let (from, to) = (&matches[earlier], &matches[at]);
            let total = totals[earlier] + u32::from(from.left < to.left) + u32::from(from.right < to.right);
            // Of equals the nearest, which comes last.
            if total >= totals[at] {
                (totals[at], before[at]) = (total, Some(earlier));
            }
            let (one, two) = (find_root(&mut parents, earlier), find_root(&mut parents, at));
            parents[one.max(two)] = one.min(two);
        }
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); matches.len()];
    for at in 0..matches.len() {
        members[find_root(&mut parents, at)].push(at);
    }
    members.retain(|own| !own.is_empty());
    members.iter().filter_map(|own| find_longest_chain(matches, own, &totals, &before)).collect()
}

/// The matches from which a step leads to this one, in order.
fn list_steps_to<'a>(matches: &'a [Match], at: usize, runs: &'a RunRules<'_>) -> impl Iterator<Item = usize> + 'a {
    let to = matches[at];
    let lowest =
        (find_reach(to.left, runs.left_short, runs.max_gap), find_reach(to.right, runs.right_short, runs.max_gap));
    let mut next = matches[..at].partition_point(|each| each.left < lowest.0);
    std::iter::from_fn(move || {
        while next < at {
            let row = matches[next].left;
            if matches[next].right < lowest.1 {
                next += matches[next..at].partition_point(|each| each.left == row && each.right < lowest.1);
            } else if matches[next].right > to.right {
                next += matches[next..at].partition_point(|each| each.left == row);
            } else {
                next += 1;
                return Some(next - 1);
            }
        }
        None
    })
}

/// The earliest sentence with at most `max_gap` between it and this one, short ones not counted.
fn find_reach(position: u32, short: &[u32], max_gap: u32) -> u32 {
    let mut left = max_gap;
    let mut place = position;
    let mut skip = short.partition_point(|&each| each < position);
    while place > 0 {
        place -= 1;
        if skip > 0 && short[skip - 1] == place {
            skip -= 1;
        } else if left == 0 {
            break;
        } else {
            left -= 1;
        }
    }
    place
}

fn find_longest_chain(matches: &[Match], own: &[usize], totals: &[u32], before: &[Option<usize>]) -> Option<Chain> {
    let end = own.iter().copied().max_by_key(|&at| (totals[at], Reverse(at)))?;
    let mut run: Vec<Match> = std::iter::successors(Some(end), |&at| before[at]).map(|at| matches[at]).collect();
    run.reverse();
    let component = own.iter().map(|&at| matches[at]).collect();
    Some(Chain { total: totals[end], end: find_place(&matches[end]), run, component })
}

fn find_root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

fn build_match_runs(run: &[Match]) -> impl Iterator<Item = MatchRun> {
    let counted = |of: fn(&Match) -> u32| run.chunk_by(|one, two| of(one) == of(two)).count();
    let sentences = counted(|each| each.left).min(counted(|each| each.right));
    let similarity = run.iter().map(|each| each.similarity).sum::<f64>() / run.len().max(1) as f64;
    let ends = run.first().zip(run.last());
    ends.map(|(first, last)| MatchRun {
        left: (first.left, last.left),
        right: (first.right, last.right),
        sentences: u32::try_from(sentences).unwrap_or(u32::MAX),
        similarity,
    })
    .into_iter()
}
