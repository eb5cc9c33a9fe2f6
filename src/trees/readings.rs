//! What witnesses have at each place where they may differ.

/// The reading of every witness at every place: a number, 0 where the witness does not have that place at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    witnesses: usize,
    columns: Vec<Vec<u32>>,
}

impl Readings {
    /// Readings of so many witnesses, without places yet.
    pub fn new(witnesses: usize) -> Readings {
        Readings { witnesses, columns: Vec::new() }
    }

    /// Adds a place, of which all witnesses have a reading in order.
    pub fn push_column(&mut self, readings: &[u32]) {
        let mut column = readings.to_vec();
        column.resize(self.witnesses, 0);
        self.columns.push(column);
    }

    /// How many witnesses there are.
    pub fn witnesses(&self) -> usize {
        self.witnesses
    }

    /// All readings of a witness.
    pub fn row(&self, witness: usize) -> Vec<u32> {
        self.columns.iter().map(|column| column[witness]).collect()
    }

    /// The readings without the places at which all who have them agree, witness by witness.
    pub(super) fn list_variants(&self) -> Vec<Vec<Reading>> {
        let mut rows = vec![Vec::new(); self.witnesses];
        for column in &self.columns {
            let mut seen: Vec<(u32, usize)> = Vec::new();
            for &code in column {
                match seen.iter_mut().find(|(known, _)| *known == code) {
                    Some((_, count)) => *count += 1,
                    None => seen.push((code, 1)),
                }
            }
            if seen.len() > 1 {
                let is_shared = |code| code != 0 && seen.iter().any(|&(known, count)| known == code && count > 1);
                for (row, &code) in rows.iter_mut().zip(column) {
                    row.push(Reading { code, is_shared: is_shared(code) });
                }
            }
        }
        rows
    }
}

/// A reading of a witness, and whether another witness has it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub code: u32,
    pub is_shared: bool,
}
