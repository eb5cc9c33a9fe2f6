//! The matches of one component as neighbour lists, with what is left of each member's matches while clusters are taken out.

use std::io;

/// A member's standing: how many matches it has, how similar they are together, and its place (a smaller id is better).
pub type Standing = (u32, u64, std::cmp::Reverse<usize>);

/// Where the neighbours of members are kept, each with the similarity of the match.
pub trait Neighbours {
    /// The neighbours of the member at a place; `buffer` is for those that do not lie in memory.
    fn read<'a>(&'a self, place: usize, buffer: &'a mut Vec<(u32, f32)>) -> io::Result<&'a [(u32, f32)]>;
}

/// Neighbours in memory, those of place `p` in `ends[p]..ends[p + 1]`.
#[derive(Debug)]
pub struct HeldNeighbours {
    ends: Vec<usize>,
    neighbours: Vec<(u32, f32)>,
}

impl Neighbours for HeldNeighbours {
    fn read<'a>(&'a self, place: usize, _: &'a mut Vec<(u32, f32)>) -> io::Result<&'a [(u32, f32)]> {
        Ok(&self.neighbours[self.ends[place]..self.ends[place + 1]])
    }
}

/// Members by place (their rank among the sorted ids), with what is left of the matches of each.
#[derive(Debug)]
pub struct Graph<N> {
    neighbours: N,
    degrees: Vec<u32>,
    sums: Vec<u64>,
}

impl Graph<HeldNeighbours> {
    /// A graph of `count` members; `matches` are places, each pair once.
    pub fn new(count: usize, matches: &[(u32, u32, f32)]) -> Self {
        let mut ends = vec![0usize; count + 1];
        for &(left, right, _) in matches {
            ends[left as usize + 1] += 1;
            ends[right as usize + 1] += 1;
        }
        for place in 1..ends.len() {
            ends[place] += ends[place - 1];
        }
        let mut next = ends.clone();
        let mut neighbours = vec![(0, 0.0); matches.len() * 2];
        let (mut degrees, mut sums) = (vec![0; count], vec![0; count]);
        for &(left, right, similarity) in matches {
            for (from, to) in [(left, right), (right, left)] {
                let from = from as usize;
                neighbours[next[from]] = (to, similarity);
                next[from] += 1;
                degrees[from] += 1;
                sums[from] += scale_similarity(similarity);
            }
        }
        Graph { neighbours: HeldNeighbours { ends, neighbours }, degrees, sums }
    }
}

impl<N: Neighbours> Graph<N> {
    /// A graph from the number of matches of each member (`degrees`) and the sum of their similarities (`sums`).
    pub fn from_parts(neighbours: N, degrees: Vec<u32>, sums: Vec<u64>) -> Self {
        Graph { neighbours, degrees, sums }
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.degrees.len()
    }

    /// The matches of a member, also those to members that were taken out.
    pub fn neighbours<'a>(&'a self, place: usize, buffer: &'a mut Vec<(u32, f32)>) -> io::Result<&'a [(u32, f32)]> {
        self.neighbours.read(place, buffer)
    }

    /// What a member counts for when a core is chosen.
    pub fn standing(&self, place: usize) -> Standing {
        (self.degrees[place], self.sums[place], std::cmp::Reverse(place))
    }

    /// Takes a member out; `lost` hears of each neighbour, whose standing is now lower.
    pub fn remove(
        &mut self,
        place: usize,
        buffer: &mut Vec<(u32, f32)>,
        mut lost: impl FnMut(usize),
    ) -> io::Result<()> {
        for &(neighbour, similarity) in self.neighbours.read(place, buffer)? {
            let neighbour = neighbour as usize;
            self.degrees[neighbour] = self.degrees[neighbour].saturating_sub(1);
            self.sums[neighbour] = self.sums[neighbour].saturating_sub(scale_similarity(similarity));
            lost(neighbour);
        }
        Ok(())
    }
}

/// A similarity as a whole number, so that sums do not depend on the order of adding: 0.5 -> 2^31.
pub fn scale_similarity(similarity: f32) -> u64 {
    (f64::from(similarity) * f64::from(1u32 << 31) * 2.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;

    #[test]
    fn a_removed_member_no_longer_counts_for_its_neighbours() {
        let mut graph = Graph::new(3, &[(0, 1, 0.5), (1, 2, 0.25)]);
        assert_eq!(graph.standing(1), (2, 3 << 30, Reverse(1)));
        let mut heard = Vec::new();
        graph.remove(0, &mut Vec::new(), |place| heard.push(place)).expect("nothing is on disk");
        assert_eq!(heard, [1]);
        assert_eq!(graph.standing(1), (1, 1 << 30, Reverse(1)));
        assert_eq!(graph.neighbours(1, &mut Vec::new()).expect("nothing is on disk"), [(0, 0.5), (2, 0.25)]);
    }
}
