//! A tree of witnesses without dates: each is joined to the nearest, by the readings in which they differ.

use super::parents::Parent;
use super::readings::{Reading, Readings};

/// What a place counts that only one of two witnesses has.
const LACKING: f64 = 0.005;
/// What a difference counts if a reading in it is one that no other witness has.
const OWN_READING: f64 = 0.01;
/// Places that a copy must lack to show that it is one.
const LEAST_LOST: usize = 4;

/// Witnesses joined by their likeness.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Two witnesses each, and how certain it is that they belong together: 1 where the next best way is far worse.
    pub edges: Vec<(usize, usize, f64)>,
    /// Where it begins, if lost text shows it.
    pub root: Option<usize>,
}

/// The tree in which the differences along the edges are fewest.
pub fn find_tree(readings: &Readings) -> Tree {
    let rows = readings.list_variants();
    let count = rows.len();
    let mut edges = Vec::with_capacity(count.saturating_sub(1));
    // The distance of each witness outside the tree to the tree, and the witness there.
    let mut nearest: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); count];
    let mut is_joined = vec![false; count];
    let mut last = 0;
    for _ in 1..count {
        is_joined[last] = true;
        for other in (0..count).filter(|&other| !is_joined[other]) {
            let distance = measure_distance(&rows[last], &rows[other]);
            if distance < nearest[other].0 {
                nearest[other] = (distance, last);
            }
        }
        let best = (0..count)
            .filter(|&other| !is_joined[other])
            .min_by(|&one, &two| nearest[one].0.total_cmp(&nearest[two].0));
        let Some(best) = best else { break };
        edges.push((nearest[best].1, best, rate_edge(&rows, nearest[best].1, best)));
        last = best;
    }
    let root = find_root(&rows, &edges);
    Tree { edges, root }
}

/// How much nearer a witness is to its neighbour than to any other that is as good a neighbour: 0 if not at all.
fn rate_edge(rows: &[Vec<Reading>], one: usize, two: usize) -> f64 {
    let own = measure_distance(&rows[one], &rows[two]);
    let next = (0..rows.len())
        .filter(|&other| other != one && other != two)
        .map(|other| measure_distance(&rows[other], &rows[two]))
        .fold(f64::INFINITY, f64::min);
    let share = if next.is_finite() { (next - own).max(0.0) / (next + 1.0) } else { 1.0 };
    (share * 1000.0).round() / 1000.0
}

fn measure_distance(one: &[Reading], two: &[Reading]) -> f64 {
    let mut distance = 0.0;
    for (left, right) in one.iter().zip(two) {
        if left.code == right.code {
            continue;
        }
        distance += if left.code == 0 || right.code == 0 {
            LACKING
        } else if left.is_shared && right.is_shared {
            1.0
        } else {
            OWN_READING
        };
    }
    distance
}

/// The witness from which no edge leads to text that was lost before; none where several are as good.
fn find_root(rows: &[Vec<Reading>], edges: &[(usize, usize, f64)]) -> Option<usize> {
    let lost = |from: usize, to: usize| {
        rows[from].iter().zip(&rows[to]).filter(|(one, two)| one.code != 0 && two.code == 0).count()
    };
    let shows = |from: usize, to: usize| lost(from, to) >= LEAST_LOST && lost(to, from) < LEAST_LOST;
    if !edges.iter().any(|&(one, two, _)| shows(one, two) || shows(two, one)) {
        return None;
    }
    let wrong =
        |root: usize| direct_edges(edges, root, rows.len()).iter().filter(|&&(from, to)| shows(to, from)).count();
    let counts: Vec<usize> = (0..rows.len()).map(wrong).collect();
    let least = *counts.iter().min()?;
    let mut best = (0..rows.len()).filter(|&root| counts[root] == least);
    match (best.next(), best.next()) {
        (Some(root), None) => Some(root),
        _ => None,
    }
}

/// The edges as they lead away from a root.
fn direct_edges(edges: &[(usize, usize, f64)], root: usize, count: usize) -> Vec<(usize, usize)> {
    let mut beside = vec![Vec::new(); count];
    for &(one, two, _) in edges {
        beside[one].push(two);
        beside[two].push(one);
    }
    let (mut found, mut open, mut is_seen) = (Vec::with_capacity(edges.len()), vec![root], vec![false; count]);
    is_seen[root] = true;
    while let Some(from) = open.pop() {
        for &to in &beside[from] {
            if !std::mem::replace(&mut is_seen[to], true) {
                found.push((from, to));
                open.push(to);
            }
        }
    }
    found
}

impl Tree {
    /// The parent of each witness; none of any where the tree has no root.
    pub fn list_parents(&self, witnesses: usize) -> Vec<Parent> {
        let mut parents = vec![Parent::default(); witnesses];
        let Some(root) = self.root else { return parents };
        for (from, to) in direct_edges(&self.edges, root, witnesses) {
            let edge = self.edges.iter().find(|&&(one, two, _)| (one, two) == (from, to) || (two, one) == (from, to));
            parents[to] = Parent { from: Some(from), confidence: edge.map_or(0.0, |edge| edge.2) };
        }
        parents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(rows: &[&[u32]]) -> Readings {
        let mut readings = Readings::new(rows.len());
        for at in 0..rows[0].len() {
            readings.push_column(&rows.iter().map(|row| row[at]).collect::<Vec<u32>>());
        }
        readings
    }

    #[test]
    fn neighbours_are_joined_and_nothing_decides_the_root() {
        let tree = find_tree(&readings(&[&[1, 1, 1, 1], &[2, 2, 1, 1], &[2, 2, 3, 3], &[1, 1, 1, 4]]));
        let mut edges: Vec<(usize, usize)> =
            tree.edges.iter().map(|&(one, two, _)| (one.min(two), one.max(two))).collect();
        edges.sort_unstable();
        assert_eq!((edges, tree.root), (vec![(0, 1), (0, 3), (1, 2)], None));
        assert!(tree.list_parents(4).iter().all(|parent| parent.from.is_none()));
        assert_eq!(find_tree(&Readings::new(0)), Tree::default());
    }

    #[test]
    fn lost_text_shows_the_root() {
        let full: &[u32] = &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
        let cut: &[u32] = &[0, 0, 0, 0, 0, 1, 1, 1, 1, 2];
        let cut_more: &[u32] = &[0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
        let tree = find_tree(&readings(&[cut_more, cut, full]));
        let from: Vec<Option<usize>> = tree.list_parents(3).iter().map(|parent| parent.from).collect();
        assert_eq!((tree.root, from), (Some(2), vec![Some(1), Some(2), None]));
    }
}
