//! MinHash: from the shingles of a unit to a few keys, such that units with similar sets are likely to share one.
//!
//! The least value of a random function over a set falls on the same shingle in two sets with a chance of their
//! Jaccard similarity. A key is made of several such minima and equal only when all are, which few but similar sets
//! manage; several keys give similar sets several chances. Reading order: `family` (the functions), `minima` (the loop
//! over them), `scheme` (which minima make which key), `sketch` (what else minima tell). What shares a key is only a candidate; it is verified
//! elsewhere.

mod family;
mod minima;
mod random;
mod scheme;
mod sketch;
#[cfg(test)]
mod tests;

pub use family::{NarrowFamily, WideFamily};
pub use scheme::{Scheme, Scratch};
pub use sketch::count_shared_bytes;
