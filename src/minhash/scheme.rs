//! Which minima make which key: independent bands, or the papers' draws.

use super::family::{NarrowFamily, WideFamily};
use super::random::JavaRandom;
use crate::shingles::{add_word, begin_hash, finish_hash};
use std::ops::Range;

/// A way from shingles to keys. Every key holds its band's number, so that keys of different bands never meet.
#[derive(Clone, Debug)]
pub struct Scheme {
    family: Family,
    /// The functions behind each key.
    drawn: Vec<Vec<usize>>,
    /// The number of the first band; more than 0 where only some of them are asked for.
    first: usize,
    /// How many bands there are in all.
    bands: usize,
}

#[derive(Clone, Debug)]
enum Family {
    Bands(NarrowFamily),
    Draws(WideFamily),
}

/// Room to work in, kept from unit to unit.
#[derive(Debug, Default)]
pub struct Scratch {
    folded: Vec<u32>,
    narrow: Vec<u32>,
    wide: Vec<u64>,
}

/// More functions than this serve nobody and would only eat memory.
const MOST_FUNCTIONS: usize = 1 << 16;

impl Scheme {
    /// `bands` keys of `rows` minima each, every minimum of a function of its own.
    ///
    /// Sets of Jaccard similarity s share a key with a chance of `1 - (1 - s^rows)^bands`: at 5 rows and 12 bands 99 %
    /// for 0.8, 62 % for 0.6, 12 % for 0.4.
    pub fn from_bands(rows: usize, bands: usize, seed: u64) -> Result<Self, String> {
        let functions = rows.saturating_mul(bands);
        check_count("bands of rows", functions)?;
        let drawn = (0..bands).map(|band| (band * rows..(band + 1) * rows).collect()).collect();
        Ok(Scheme { family: Family::Bands(NarrowFamily::new(functions, seed)), drawn, first: 0, bands })
    }

    /// The papers' form: `signatures` keys, each of `length` minima drawn with replacement from the same `functions`.
    ///
    /// The draws overlap, so that the chance is below that of bands: 90.8 % and not 98.6 % at 0.9 with the papers'
    /// settings (20, 10, 10, 60 bits, seed 1123456). [`Scheme::drawn_functions`] is what the true figure is computed from.
    pub fn from_draws(
        functions: usize,
        length: usize,
        signatures: usize,
        bits: u32,
        seed: i64,
    ) -> Result<Self, String> {
        check_count("functions", functions)?;
        check_count("signatures of their length", length.saturating_mul(signatures))?;
        if !(1..=64).contains(&bits) {
            return Err(format!("hash bits must be from 1 to 64, not {bits}"));
        }
        let mut random = JavaRandom::new(seed);
        let seeds: Vec<i64> = (0..functions).map(|_| random.next_long()).collect();
        let mut draws = JavaRandom::new(random.next_long());
        let drawn =
            (0..signatures).map(|_| (0..length).map(|_| draws.next_int(functions as i32) as usize).collect()).collect();
        Ok(Scheme { family: Family::Draws(WideFamily::new(&seeds, bits)), drawn, first: 0, bands: signatures })
    }

    /// The same with the keys of some bands alone, and only the functions behind them: keys are what they were.
    ///
    /// Draws share their functions, so that nothing would be saved, and stay whole.
    pub fn select_bands(mut self, bands: Range<usize>) -> Self {
        if let Family::Bands(functions) = &self.family {
            let (first, end) = (bands.start.min(self.bands), bands.end.min(self.bands));
            let rows = functions.len() / self.bands.max(1);
            self.family = Family::Bands(functions.select(first * rows..end.max(first) * rows));
            self.drawn = (0..end.saturating_sub(first)).map(|at| (at * rows..(at + 1) * rows).collect()).collect();
            self.first = first;
        }
        self
    }

    /// How many keys a unit gets.
    pub fn keys_per_unit(&self) -> usize {
        self.drawn.len()
    }

    /// Which functions each key is made of, by their numbers.
    pub fn drawn_functions(&self) -> &[Vec<usize>] {
        &self.drawn
    }

    /// How many bytes the sketch of a unit has: one for each function; draws have none.
    pub fn sketch_bytes(&self) -> usize {
        if let Family::Bands(functions) = &self.family { functions.len() } else { 0 }
    }

    /// Appends the sketch of the unit whose keys were made last, in the same scratch.
    pub fn push_sketch(&self, scratch: &Scratch, out: &mut Vec<u8>) {
        if let Family::Bands(_) = self.family {
            out.extend(scratch.narrow.iter().map(|&least| least as u8));
        }
    }

    /// Appends the keys of a unit, [`Scheme::keys_per_unit`] of them; a unit without shingles is like no other and
    /// gets none.
    ///
    /// Neither order nor repetition of the shingles matters.
    pub fn push_keys(&self, shingles: &[u64], scratch: &mut Scratch, out: &mut Vec<u64>) {
        if shingles.is_empty() || self.drawn.is_empty() {
            return;
        }
        let number = self.bands.next_power_of_two() as u64 - 1;
        let key = |band: usize, state: u64| finish_hash(state) & !number | band as u64;
        match &self.family {
            Family::Bands(functions) => {
                functions.compute_minima(shingles, &mut scratch.folded, &mut scratch.narrow);
                let rows = scratch.narrow.len() / self.drawn.len();
                let bands = scratch.narrow.chunks_exact(rows).enumerate();
                out.extend(bands.map(|(at, minima)| {
                    let band = self.first + at;
                    key(band, hash_minima_in_pairs(begin_hash(band), minima))
                }));
            }
            Family::Draws(functions) => {
                functions.compute_minima(shingles, &mut scratch.wide);
                let minima =
                    |drawn: &[usize], state| drawn.iter().fold(state, |state, &i| add_word(state, scratch.wide[i]));
                out.extend(
                    self.drawn.iter().enumerate().map(|(band, drawn)| key(band, minima(drawn, begin_hash(band)))),
                );
            }
        }
    }
}

/// Takes 32-bit minima two at a time.
fn hash_minima_in_pairs(state: u64, minima: &[u32]) -> u64 {
    let (pairs, rest) = minima.as_chunks::<2>();
    let state = pairs.iter().fold(state, |state, pair| add_word(state, u64::from(pair[0]) << 32 | u64::from(pair[1])));
    rest.iter().fold(state, |state, &last| add_word(state, u64::from(last)))
}

fn check_count(what: &str, count: usize) -> Result<(), String> {
    if (1..=MOST_FUNCTIONS).contains(&count) {
        Ok(())
    } else {
        Err(format!("the number of {what} must be from 1 to {MOST_FUNCTIONS}, not {count}"))
    }
}
