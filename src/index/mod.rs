//! What an index needs besides the kernels of a run: keys in few bytes, and units that are new to it, paired with those
//! that it has.

mod packed;
mod pairing;
#[cfg(test)]
mod tests;

pub use packed::{
    Halves, KeyPacker, LEAST_PARTED_KEYS, PackedColumns, PackedKeys, PackedRows, STARTS, UpperUnits, cut_key,
    merge_keys,
};
pub use pairing::{PairedKeys, SortedKeys, pair_new_units, pair_whole_keys};
