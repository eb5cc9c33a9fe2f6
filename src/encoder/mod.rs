//! What a text means, as a vector: a small BERT (such as all-MiniLM-L6-v2) run here, so that every machine gives the same.
//!
//! `pieces` cuts a text into word pieces, `tensors` reads the file of weights, `linear` multiplies in whole numbers,
//! `layers` has the rest of the arithmetic, and `model` puts them together. A library for neural networks sums in the
//! order that suits the machine and the batch, and its last digits differ. Here products are summed as integers, other
//! sums have one order, and `exp` is our own: a vector depends on its text alone.

mod layers;
mod linear;
pub mod model;
mod pieces;
mod tensors;
#[cfg(test)]
mod tests;

pub use model::TextEncoder;
