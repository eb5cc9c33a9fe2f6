//! What an index needs besides the kernels of a run: units that are new to it, paired with those that it has by their keys.

mod pairing;

pub use pairing::{SortedKeys, pair_new_units};
