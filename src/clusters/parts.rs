//! A component that comes in parts and may be larger than memory.
//!
//! While it is small it is kept as it comes. Beyond its budget its matches go through sorters to disk, the texts of its
//! units to a store, and its clusters are found core by core: the neighbours of one member at a time are read from a
//! file. What stays in memory is about 60 bytes for each unit, and nothing for a match.

use super::cohesion::{split_component, split_graph};
use super::graph::{Graph, Neighbours, scale_similarity};
use super::{UnionFind, find_bottleneck};
use crate::grouping::scratch::Scratch;
use crate::rows::{Block, SortedRows, Sorter, Store, StoredRows};
use std::io;
use std::path::{Path, PathBuf};

/// What a match takes while a small component is resolved: itself, its places twice, and the graph.
const MATCH_BYTES: usize = 80;
/// Of the budget: for the matches by unit, the matches by similarity, the neighbours, and the texts.
const SHARE: usize = 4;
/// Sorted matches are read in pieces of this size.
const PIECE_BYTES: usize = 1 << 20;
const ENTRY_BYTES: usize = 8;

/// A unit, the core of its cluster, and the lowest similarity that holds that cluster together.
pub type UnitCore = (u32, u32, f64);

/// The matches and units of one component.
#[derive(Debug)]
pub struct ComponentParts {
    memory_bytes: usize,
    folder: PathBuf,
    ids: Vec<u32>,
    matches: Vec<(u32, u32, f64)>,
    texts: Block,
    spilled: Option<Spilled>,
}

#[derive(Debug)]
struct Spilled {
    matches: Sorter,
    texts: Store,
}

impl ComponentParts {
    /// An empty component that is resolved within `memory_bytes`, with its temporary files in `folder`.
    pub fn new(memory_bytes: usize, folder: &Path) -> Self {
        ComponentParts {
            memory_bytes,
            folder: folder.to_path_buf(),
            ids: Vec::new(),
            matches: Vec::new(),
            texts: Block::default(),
            spilled: None,
        }
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.matches.is_empty() && self.spilled.is_none()
    }

    /// Adds a unit, with the text or vector that it is compared by.
    pub fn push_unit(&mut self, unit: u32, text: &[u8]) -> io::Result<()> {
        self.ids.push(unit);
        self.texts.push_plain(text)?;
        self.spill_beyond_budget()
    }

    /// Adds a match of two units.
    pub fn push_match(&mut self, left: u32, right: u32, similarity: f64) -> io::Result<()> {
        self.matches.push((left, right, similarity));
        self.spill_beyond_budget()
    }

    fn spill_beyond_budget(&mut self) -> io::Result<()> {
        let held = self.matches.len() * MATCH_BYTES + self.texts.memory_bytes();
        let limit = if self.spilled.is_some() { self.memory_bytes / (4 * SHARE) } else { self.memory_bytes };
        if held > limit.max(PIECE_BYTES) { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> io::Result<()> {
        let share = self.memory_bytes / SHARE;
        let spilled = self.spilled.get_or_insert_with(|| Spilled {
            matches: Sorter::new(share, &self.folder, 1),
            texts: Store::new(share, &self.folder),
        });
        spilled.texts.push(&std::mem::take(&mut self.texts))?;
        let mut block = Block::default();
        for (left, right, similarity) in std::mem::take(&mut self.matches) {
            for (from, to) in [(left, right), (right, left)] {
                block.push(&encode_match(from, to, similarity), 16)?;
            }
            if block.bytes.len() > PIECE_BYTES {
                spilled.matches.push(std::mem::take(&mut block))?;
            }
        }
        spilled.matches.push(block)
    }

    /// Hands over each unit of a cluster of two or more, and leaves the component empty.
    ///
    /// `compare` gives the similarity of two texts; the first text seldom changes.
    pub fn resolve(
        &mut self,
        cohesion: f64,
        compare: impl Fn(&[u8], &[u8]) -> f64,
        take: impl FnMut(UnitCore),
    ) -> io::Result<()> {
        if self.spilled.is_some() {
            self.spill()?;
        }
        let part = ComponentParts::new(self.memory_bytes, &self.folder);
        let parts = std::mem::replace(self, part);
        let mut units: Vec<(u32, u32)> = (0u32..).zip(&parts.ids).map(|(row, &unit)| (unit, row)).collect();
        units.sort_unstable();
        units.dedup_by_key(|unit| unit.0);
        match parts.spilled {
            Some(spilled) => LargeComponent::build(&units, spilled, (parts.memory_bytes / SHARE, &parts.folder))?
                .resolve(cohesion, compare, take),
            None => resolve_held(&units, &parts.matches, &parts.texts, cohesion, compare, take),
        }
    }
}

fn find_place(units: &[(u32, u32)], unit: u32) -> Option<usize> {
    units.binary_search_by_key(&unit, |each| each.0).ok()
}

fn resolve_held(
    units: &[(u32, u32)],
    matches: &[(u32, u32, f64)],
    texts: &Block,
    cohesion: f64,
    compare: impl Fn(&[u8], &[u8]) -> f64,
    mut take: impl FnMut(UnitCore),
) -> io::Result<()> {
    let members: Vec<u32> = units.iter().map(|unit| unit.0).collect();
    let text = |unit: u32| find_place(units, unit).map(|place| texts.row(units[place].1 as usize));
    let similarity = |one: u32, two: u32| match (text(one), text(two)) {
        (Some(one), Some(two)) => compare(one, two),
        _ => 0.0,
    };
    let narrow: Vec<(u32, u32, f32)> =
        matches.iter().map(|&(left, right, score)| (left, right, score as f32)).collect();
    let split = split_component(&members, &narrow, similarity, cohesion)?.clusters;
    // Each match to the cluster that both its sides are in, so that no cluster looks at the matches of others.
    let mut number = vec![0; members.len()];
    for (at, cluster) in split.iter().enumerate() {
        for &unit in &cluster.members {
            if let Some(place) = find_place(units, unit) {
                number[place] = at;
            }
        }
    }
    let mut own: Vec<Vec<(u32, u32, f64)>> = vec![Vec::new(); split.len()];
    for &one in matches {
        if let (Some(left), Some(right)) = (find_place(units, one.0), find_place(units, one.1))
            && number[left] == number[right]
        {
            own[number[left]].push(one);
        }
    }
    for (cluster, own) in split.iter().zip(&own).filter(|(cluster, _)| cluster.members.len() > 1) {
        let similarity = find_bottleneck(&cluster.members, own);
        cluster.members.iter().for_each(|&unit| take((unit, cluster.core, similarity)));
    }
    Ok(())
}

/// A component whose matches are in files.
struct LargeComponent<'a> {
    units: &'a [(u32, u32)],
    graph: Graph<FiledNeighbours>,
    by_similarity: SortedRows,
    texts: StoredRows,
}

impl<'a> LargeComponent<'a> {
    fn build(units: &'a [(u32, u32)], spilled: Spilled, (share, folder): (usize, &Path)) -> io::Result<Self> {
        let mut by_similarity = Sorter::new(share, folder, 1);
        let mut neighbours = FiledNeighbours::new(units.len(), share, folder);
        let (mut degrees, mut sums) = (vec![0u32; units.len()], vec![0u64; units.len()]);
        let mut by_unit = spilled.matches.finish()?;
        let mut last = None;
        while let Some(piece) = by_unit.next_batch(PIECE_BYTES)? {
            let mut strongest_first = Block::default();
            for row in piece.rows() {
                let (from, to, similarity) = decode_match(row)?;
                let (Some(place), Some(other)) = (find_place(units, from), find_place(units, to)) else { continue };
                if place == other || last.replace((from, to)) == Some((from, to)) {
                    continue; // of a pair given twice the higher similarity comes first
                }
                let narrow = similarity as f32;
                neighbours.push(place, other as u32, narrow)?;
                degrees[place] += 1;
                sums[place] += scale_similarity(narrow);
                if place < other {
                    strongest_first.push(&encode_by_similarity(place as u32, other as u32, similarity), 16)?;
                }
            }
            by_similarity.push(strongest_first)?;
        }
        neighbours.finish()?;
        Ok(LargeComponent {
            units,
            graph: Graph::from_parts(neighbours, degrees, sums),
            by_similarity: by_similarity.finish()?,
            texts: spilled.texts.finish()?,
        })
    }

    fn resolve(
        mut self,
        cohesion: f64,
        compare: impl Fn(&[u8], &[u8]) -> f64,
        mut take: impl FnMut(UnitCore),
    ) -> io::Result<()> {
        let (units, texts) = (self.units, &self.texts);
        let (mut first, mut second) = ((usize::MAX, Block::default()), Block::default());
        let similarity = |core: usize, other: usize| {
            if first.0 != core {
                texts.read(&[units[core].1], &mut first.1)?;
                first.0 = core;
            }
            texts.read(&[units[other].1], &mut second)?;
            Ok(compare(first.1.row(0), second.row(0)))
        };
        let found = split_graph(&mut self.graph, similarity, cohesion)?;
        let weakest = find_weakest_links(&found.clusters, found.cores.len(), &mut self.by_similarity)?;
        let mut sizes = vec![0u32; found.cores.len()];
        found.clusters.iter().for_each(|&cluster| sizes[cluster as usize] += 1);
        for (unit, &cluster) in units.iter().zip(&found.clusters) {
            let cluster = cluster as usize;
            if sizes[cluster] > 1 {
                take((unit.0, units[found.cores[cluster] as usize].0, weakest[cluster]));
            }
        }
        Ok(())
    }
}

/// What [`find_bottleneck`] gives for each cluster, from all matches, the strongest first.
fn find_weakest_links(clusters: &[u32], count: usize, strongest_first: &mut SortedRows) -> io::Result<Vec<f64>> {
    let mut apart = vec![0u32; count];
    clusters.iter().for_each(|&cluster| apart[cluster as usize] += 1);
    let mut weakest: Vec<f64> = apart.iter().map(|&members| if members > 1 { 0.0 } else { 1.0 }).collect();
    let mut sets = UnionFind::new(clusters.len());
    while let Some(piece) = strongest_first.next_batch(PIECE_BYTES)? {
        for row in piece.rows() {
            let (left, right, similarity) = decode_by_similarity(row)?;
            let cluster = clusters[left as usize] as usize;
            if cluster == clusters[right as usize] as usize && sets.union(left, right) {
                apart[cluster] -= 1;
                if apart[cluster] == 1 {
                    weakest[cluster] = similarity;
                }
            }
        }
    }
    Ok(weakest)
}

/// Neighbours one after the other, in memory while they fit, else in a file.
#[derive(Debug)]
struct FiledNeighbours {
    /// Where the neighbours of each place end, counted in entries.
    ends: Vec<u64>,
    held: Vec<(u32, f32)>,
    held_entries: usize,
    scratch: Scratch,
}

impl FiledNeighbours {
    fn new(count: usize, memory_bytes: usize, folder: &Path) -> Self {
        let held_entries = (memory_bytes / ENTRY_BYTES).max(1);
        FiledNeighbours { ends: vec![0; count], held: Vec::new(), held_entries, scratch: Scratch::new(folder) }
    }

    /// Adds a neighbour; places come in order.
    fn push(&mut self, place: usize, neighbour: u32, similarity: f32) -> io::Result<()> {
        self.ends[place] += 1;
        self.held.push((neighbour, similarity));
        if self.held.len() >= self.held_entries { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(PIECE_BYTES);
        for piece in self.held.chunks(PIECE_BYTES / ENTRY_BYTES) {
            bytes.clear();
            for &(neighbour, similarity) in piece {
                bytes.extend_from_slice(&neighbour.to_le_bytes());
                bytes.extend_from_slice(&similarity.to_le_bytes());
            }
            self.scratch.append([bytes.as_slice()].into_iter())?;
        }
        self.held.clear();
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let mut end = 0;
        for each in &mut self.ends {
            end += *each;
            *each = end;
        }
        if self.scratch.end() > 0 {
            self.write()?;
            self.held = Vec::new();
        }
        Ok(())
    }
}

impl Neighbours for FiledNeighbours {
    fn read<'a>(&'a self, place: usize, buffer: &'a mut Vec<(u32, f32)>) -> io::Result<&'a [(u32, f32)]> {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        let end = self.ends[place];
        if self.scratch.end() == 0 {
            return Ok(&self.held[start as usize..end as usize]);
        }
        let mut bytes = vec![0; (end - start) as usize * ENTRY_BYTES];
        self.scratch.read(start * ENTRY_BYTES as u64, &mut bytes)?;
        buffer.clear();
        let (entries, _) = bytes.as_chunks::<ENTRY_BYTES>();
        buffer.extend(
            entries
                .iter()
                .map(|&[a, b, c, d, e, f, g, h]| (u32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h]))),
        );
        Ok(buffer)
    }
}

/// A row that sorts by the unit it is of, then by the other, the higher similarity first.
fn encode_match(from: u32, to: u32, similarity: f64) -> [u8; 16] {
    let mut row = [0; 16];
    row[..4].copy_from_slice(&from.to_be_bytes());
    row[4..8].copy_from_slice(&to.to_be_bytes());
    row[8..].copy_from_slice(&(!similarity.to_bits()).to_be_bytes());
    row
}

fn decode_match(row: &[u8]) -> io::Result<(u32, u32, f64)> {
    let row: &[u8; 16] = row.try_into().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    let (numbers, _) = row.as_chunks::<4>();
    let low = u64::from(u32::from_be_bytes(numbers[3]));
    let bits = u64::from(u32::from_be_bytes(numbers[2])) << 32 | low;
    Ok((u32::from_be_bytes(numbers[0]), u32::from_be_bytes(numbers[1]), f64::from_bits(!bits)))
}

/// A row that sorts by similarity, the highest first.
fn encode_by_similarity(left: u32, right: u32, similarity: f64) -> [u8; 16] {
    let mut row = encode_match(left, right, similarity);
    row.rotate_left(8);
    row
}

fn decode_by_similarity(row: &[u8]) -> io::Result<(u32, u32, f64)> {
    let mut row: [u8; 16] = row.try_into().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    row.rotate_right(8);
    decode_match(&row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Units are points on a line, and the text of a unit is its place: near points are similar.
    fn compare(one: &[u8], two: &[u8]) -> f64 {
        1.0 - f64::from(one[0].abs_diff(two[0])) / 100.0
    }

    fn resolve(pairs: &[(u8, u8)], memory_bytes: usize, is_spilled: bool) -> io::Result<Vec<UnitCore>> {
        let folder = tempfile::tempdir()?;
        let mut parts = ComponentParts::new(memory_bytes, folder.path());
        for &(left, right) in pairs {
            parts.push_match(u32::from(left) * 3, u32::from(right) * 3, compare(&[left], &[right]))?;
        }
        (0..60u8).rev().try_for_each(|unit| parts.push_unit(u32::from(unit) * 3, &[unit, 7]))?;
        if is_spilled {
            parts.spill()?;
        }
        let mut found = Vec::new();
        parts.resolve(0.9, compare, |one| found.push(one))?;
        assert!(parts.is_empty());
        found.sort_by_key(|one| one.0);
        Ok(found)
    }

    proptest! {
        #[test]
        fn a_component_beyond_memory_has_the_same_clusters(pairs in prop::collection::vec((0..60u8, 0..60u8), 0..200)) {
            let held = resolve(&pairs, 1 << 30, false)?;
            for memory_bytes in [0, 2000, 1 << 20] {
                prop_assert_eq!(&resolve(&pairs, memory_bytes, true)?, &held);
            }
        }
    }

    #[test]
    fn a_component_spills_by_itself() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut parts = ComponentParts::new(100_000, folder.path());
        parts.push_unit(0, b"a")?;
        for unit in 1..50_000 {
            parts.push_unit(unit, b"a")?;
            parts.push_match(0, unit, 0.95)?;
        }
        assert!(parts.spilled.is_some());
        let mut found = Vec::new();
        parts.resolve(0.9, |_, _| f64::NAN, |one| found.push(one))?;
        assert_eq!(found.len(), 50_000);
        assert!(found.iter().all(|one| (one.1, one.2) == (0, 0.95)));
        Ok(())
    }
}
