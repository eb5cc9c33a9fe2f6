//! Sorted keys as an index stores them, in 5 bytes each where there are many: the upper half of the key, and its unit.
//!
//! Half a key may be that of two keys. Whoever looks one up finds all units that have it and perhaps a few more: what is
//! found is compared text by text, and where a shared key decides something, the whole keys are computed again.

use std::ops::Range;

/// With this many keys or more, the upper 16 bits of a half are not stored with each key: `starts` says where they begin.
/// `starts` takes 1 byte for each of so many keys, and saves 2.
pub const LEAST_PARTED_KEYS: usize = 1 << 18;
/// Where the keys with each of the upper 16 bits start, and the end of the last.
pub const STARTS: usize = (1 << 16) + 1;

/// The half of a key that is stored.
pub fn cut_key(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The stored half of each key, or its lower 16 bits.
#[derive(Clone, Copy, Debug)]
pub enum Halves<'a> {
    /// All 32 bits.
    Whole(&'a [u32]),
    /// The lower 16 bits.
    Lower(&'a [u16]),
}

/// The upper bits of unit numbers; none where 16 bits are enough.
#[derive(Clone, Copy, Debug)]
pub enum UpperUnits<'a> {
    /// There are none.
    None,
    /// 8 bits.
    Bytes(&'a [u8]),
    /// 16 bits.
    Words(&'a [u16]),
}

/// Some successive rows of packed keys, all columns of one length.
#[derive(Clone, Copy, Debug)]
pub struct PackedRows<'a> {
    /// The halves of the keys.
    pub halves: Halves<'a>,
    /// The lower 16 bits of the units.
    pub lower_units: &'a [u16],
    /// The bits above.
    pub upper_units: UpperUnits<'a>,
}

impl PackedRows<'_> {
    fn read_unit(&self, row: usize) -> u32 {
        let upper = match self.upper_units {
            UpperUnits::None => 0,
            UpperUnits::Bytes(bytes) => u32::from(bytes[row]),
            UpperUnits::Words(words) => u32::from(words[row]),
        };
        upper << 16 | u32::from(self.lower_units[row])
    }

    fn len(&self) -> usize {
        self.lower_units.len()
    }

    fn is_rectangular(&self) -> bool {
        let halves = match self.halves {
            Halves::Whole(halves) => halves.len(),
            Halves::Lower(halves) => halves.len(),
        };
        let uppers = match self.upper_units {
            UpperUnits::None => self.len(),
            UpperUnits::Bytes(bytes) => bytes.len(),
            UpperUnits::Words(words) => words.len(),
        };
        halves == self.len() && uppers == self.len()
    }
}

/// The keys of some bands of a segment, in order.
#[derive(Clone, Debug)]
pub struct PackedKeys<'a> {
    first_unit: u32,
    starts: &'a [u32],
    parts: Vec<(usize, PackedRows<'a>)>,
    rows: usize,
}

impl<'a> PackedKeys<'a> {
    /// Keys from their parts, in order; units are counted from `first_unit`. `starts` is empty where halves are whole.
    ///
    /// `None` if the columns do not fit together.
    pub fn new(first_unit: u32, starts: &'a [u32], parts: impl IntoIterator<Item = PackedRows<'a>>) -> Option<Self> {
        let (mut rows, mut placed) = (0, Vec::new());
        for part in parts {
            let is_parted = matches!(part.halves, Halves::Lower(_));
            if is_parted == starts.is_empty() || !part.is_rectangular() {
                return None;
            }
            placed.push((rows, part));
            rows += part.len();
        }
        let fits =
            starts.is_empty() || starts.len() == STARTS && starts.last().is_some_and(|&end| end as usize == rows);
        fits.then_some(PackedKeys { first_unit, starts, parts: placed, rows })
    }

    /// Calls `found` with each unit whose key has this half.
    pub fn find_units(&self, half: u32, mut found: impl FnMut(u32)) {
        let (first, end) = if self.starts.is_empty() {
            (0, self.rows)
        } else {
            let upper = (half >> 16) as usize;
            (self.starts[upper] as usize, self.starts[upper + 1] as usize)
        };
        for (start, part) in &self.parts {
            let (from, to) = (first.max(*start), end.min(start + part.len()));
            if from >= to {
                continue;
            }
            let range = from - start..to - start;
            let same = match part.halves {
                Halves::Whole(halves) => find_equal(&halves[range.clone()], half),
                Halves::Lower(halves) => find_equal(&halves[range.clone()], half as u16),
            };
            same.for_each(|row| found(self.first_unit.wrapping_add(part.read_unit(range.start + row))));
        }
    }

    /// Calls `found` with the half and the unit of each key whose upper 16 bits are in a range.
    pub fn for_each_row(&self, uppers: Range<u32>, mut found: impl FnMut(u32, u32)) {
        if !self.starts.is_empty() {
            for upper in uppers {
                let (first, end) = (self.starts[upper as usize] as usize, self.starts[upper as usize + 1] as usize);
                for (start, part) in &self.parts {
                    for row in first.max(*start)..end.min(start + part.len()) {
                        if let Halves::Lower(halves) = part.halves {
                            let half = upper << 16 | u32::from(halves[row - start]);
                            found(half, self.first_unit.wrapping_add(part.read_unit(row - start)));
                        }
                    }
                }
            }
            return;
        }
        for (_, part) in &self.parts {
            if let Halves::Whole(halves) = part.halves {
                let first = halves.partition_point(|half| half >> 16 < uppers.start);
                let end = halves.partition_point(|half| half >> 16 < uppers.end);
                (first..end).for_each(|row| found(halves[row], self.first_unit.wrapping_add(part.read_unit(row))));
            }
        }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }
}

fn find_equal<T: Ord + Copy>(sorted: &[T], wanted: T) -> Range<usize> {
    let first = sorted.partition_point(|&each| each < wanted);
    first..first + sorted[first..].iter().take_while(|&&each| each == wanted).count()
}

/// The columns of packed rows, of which only those that are needed are filled.
#[derive(Debug, Default)]
pub struct PackedColumns {
    /// The halves of keys.
    pub whole_halves: Vec<u32>,
    /// Their lower 16 bits.
    pub lower_halves: Vec<u16>,
    /// The lower 16 bits of units.
    pub lower_units: Vec<u16>,
    /// The upper bits of units, where 8 are enough.
    pub upper_bytes: Vec<u8>,
    /// The upper bits of units, where 16 are needed.
    pub upper_words: Vec<u16>,
}

/// Packs keys that come in order.
#[derive(Debug)]
pub struct KeyPacker {
    first_unit: u32,
    /// How many keys have each of the upper 16 bits; empty where halves are whole.
    counts: Vec<u32>,
    upper_bytes: usize,
}

impl KeyPacker {
    /// For at most `keys` keys of `units` units, which are counted from `first_unit`.
    pub fn new(first_unit: u32, units: usize, keys: usize) -> Self {
        let counts = if keys >= LEAST_PARTED_KEYS { vec![0; STARTS - 1] } else { Vec::new() };
        let upper_bytes = match units {
            0..=0x1_0000 => 0,
            0x1_0001..=0x100_0000 => 1,
            _ => 2,
        };
        KeyPacker { first_unit, counts, upper_bytes }
    }

    /// Whether the upper bits of halves are left to `starts`.
    pub fn is_parted(&self) -> bool {
        !self.counts.is_empty()
    }

    /// How many bytes the upper bits of a unit take.
    pub fn upper_bytes(&self) -> usize {
        self.upper_bytes
    }

    /// The columns of the next rows: halves of keys, which are not below the last, and units.
    pub fn pack(&mut self, rows: impl Iterator<Item = (u32, u32)>) -> PackedColumns {
        let mut packed = PackedColumns::default();
        for (half, unit) in rows {
            if let Some(count) = self.counts.get_mut((half >> 16) as usize) {
                *count += 1;
                packed.lower_halves.push(half as u16);
            } else {
                packed.whole_halves.push(half);
            }
            let own = unit.wrapping_sub(self.first_unit);
            packed.lower_units.push(own as u16);
            match self.upper_bytes {
                0 => {}
                1 => packed.upper_bytes.push((own >> 16) as u8),
                _ => packed.upper_words.push((own >> 16) as u16),
            }
        }
        packed
    }

    /// Where the keys of each of the upper 16 bits start; empty where halves are whole.
    pub fn finish(self) -> Vec<u32> {
        if self.counts.is_empty() {
            return Vec::new();
        }
        let mut starts = vec![0; STARTS];
        for (at, count) in self.counts.iter().enumerate() {
            starts[at + 1] = starts[at] + count;
        }
        starts
    }
}

/// The rows of several runs whose upper 16 bits are in a range, by other numbers of their units, in order of their halves.
///
/// `renumber` gives the new number of a unit, or none if it is left out.
pub fn merge_keys(
    runs: &[PackedKeys<'_>],
    uppers: Range<u32>,
    renumber: impl Fn(u32) -> Option<u32>,
) -> Vec<(u32, u32)> {
    let mut rows = Vec::new();
    for run in runs {
        run.for_each_row(uppers.clone(), |half, unit| rows.extend(renumber(unit).map(|unit| (half, unit))));
    }
    rows.sort_unstable();
    rows
}
