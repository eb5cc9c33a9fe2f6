//! Table rows as bytes, moved within a memory budget. Nothing here knows columns: a codec outside turns a row into bytes
//! whose order is the order of the rows, and back.
//!
//! [`Block`] holds rows one after the other; [`Sorter`] takes blocks in any order and gives the rows sorted, never
//! cutting between rows with an equal key; [`Store`] gives rows back by their number, and [`Lookup`] the number of a row
//! by a key; [`pair_order`] orders pairs of them. What does not fit into memory goes to a temporary file that the system removes by itself.

mod block;
mod lookup;
mod order;
pub mod pair_order;
mod places;
mod run;
mod sorted_rows;
mod sorter;
mod store;

pub use block::Block;
pub use lookup::{KeyTable, Lookup};
pub use sorted_rows::SortedRows;
pub use sorter::Sorter;
pub use store::{Store, StoredRows};
