//! Signatures in order: every two within a window that differ in few bits.

use multiversion::multiversion;

/// Signatures compared at once.
const TILE_SIGNATURES: usize = 64;

/// Signatures of one length in order, with their units.
#[derive(Debug, Default)]
pub struct Signatures {
    units: Vec<u32>,
    words: Vec<u64>,
    width: usize,
}

impl Signatures {
    /// Appends a signature. All must be of one length.
    pub fn push(&mut self, unit: u32, signature: &[u8]) {
        self.width = match signature.len() {
            0..=8 => 1,
            9..=16 => 2,
            _ => 4,
        };
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(signature).for_each(|(to, &from)| *to = from);
        self.words.extend(bytes.as_chunks::<8>().0.iter().take(self.width).map(|&word| u64::from_be_bytes(word)));
        self.units.push(unit);
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.units.clear();
        self.words.clear();
    }

    /// Calls `give` with the pairs (smaller unit first) that differ in at most `most` bits: each of the first `own` with
    /// the `window` that follow it.
    pub fn for_each_near_pair(&self, own: usize, window: usize, most: u32, mut give: impl FnMut(u32, u32)) {
        let mut distances = [0; TILE_SIGNATURES];
        for at in 0..own.min(self.units.len()) {
            let end = at.saturating_add(window).saturating_add(1).min(self.units.len());
            for first in (at + 1..end).step_by(TILE_SIGNATURES) {
                let last = (first + TILE_SIGNATURES).min(end);
                let many = &self.words[first * self.width..last * self.width];
                let tile = &mut distances[..last - first];
                count_differing_bits(&self.words[at * self.width..(at + 1) * self.width], many, tile);
                for (place, _) in tile.iter().enumerate().filter(|&(_, &distance)| distance <= most) {
                    let (one, two) = (self.units[at], self.units[first + place]);
                    give(one.min(two), one.max(two));
                }
            }
        }
    }
}

/// How many pairs of `rows` in order are further apart than `window`.
pub fn count_left_out_pairs(rows: u64, window: u64) -> u64 {
    let beyond = rows.saturating_sub(window + 1);
    beyond.saturating_mul(beyond + 1) / 2
}

/// In how many bits one signature differs from each of many.
#[multiversion(targets("x86_64+avx512f+avx512vpopcntdq", "x86_64+avx2+popcnt", "x86_64+popcnt"))]
fn count_differing_bits(one: &[u64], many: &[u64], distances: &mut [u32]) {
    match one.len() {
        1 => count_differing_bits_of_width::<1>(one, many, distances),
        2 => count_differing_bits_of_width::<2>(one, many, distances),
        _ => count_differing_bits_of_width::<4>(one, many, distances),
    }
}

#[inline(always)]
fn count_differing_bits_of_width<const WIDTH: usize>(one: &[u64], many: &[u64], distances: &mut [u32]) {
    let Some(one) = one.first_chunk::<WIDTH>() else { return };
    for (distance, other) in distances.iter_mut().zip(many.as_chunks::<WIDTH>().0) {
        *distance = (0..WIDTH).map(|word| (one[word] ^ other[word]).count_ones()).sum();
    }
}
