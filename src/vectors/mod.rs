//! Vectors of signed bytes, one for a text, and the cosine of two.
//!
//! All before the rounding is summed in integers, and all after it is integers: a dot product is the same whatever the
//! order of its terms, on every machine and engine. `sums` makes a text's vector of its words, `bytes` compares two,
//! `scan` compares every two of many. `signs` makes a short signature of a vector, `permute` puts its bits in other orders,
//! and `near` finds those in a row that differ in few bits.

pub mod bytes;
pub mod permute;
pub mod scan;
pub mod signatures;
pub mod signs;
pub mod sums;
#[cfg(test)]
mod tests;
