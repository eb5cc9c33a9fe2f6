//! Table rows as bytes, moved within a memory budget. Nothing here knows columns: a codec outside turns a row into bytes
//! whose order is the order of the rows, and back.
//!
//! [`Block`] holds rows one after the other; [`Sorter`] takes blocks in any order and gives the rows sorted, never
//! cutting between rows with an equal key; [`Store`] gives rows back by their number, and [`Lookup`] the number of a row
//! by a key; [`meeting`] orders pairs of them. What does not fit into memory goes to a temporary file that the system removes by itself.

mod block;
mod lookup;
pub mod meeting;
mod order;
mod places;
mod run;
mod sorted;
mod sorter;
mod store;

#[cfg(test)]
mod rates;

pub use block::Block;
pub use lookup::{Found, Lookup};
pub use sorted::Sorted;
pub use sorter::Sorter;
pub use store::{Store, Stored};
