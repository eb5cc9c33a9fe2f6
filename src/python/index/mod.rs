//! An index: its keys and texts as they are stored, new units paired with them, and texts searched in them.

mod keys;
mod search;
mod units;

pub(super) use keys::{KeyPacker, StoredKeys, find_sorted_keys, merge_keys, pair_new_keys, pair_whole_keys};
pub(super) use search::IndexSearcher;
pub(super) use units::StoredUnits;
