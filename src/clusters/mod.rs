//! From verified matches to clusters: connected components, then the chains in them broken.
//!
//! [`components`] joins what matches join, however long the chain. [`cohere`] takes one component and makes clusters of
//! it whose members all resemble a core, and says which matches it had to cut.

mod bottleneck;
mod cohere;
mod first;
mod graph;
mod union_find;

#[cfg(test)]
mod rates;

pub use bottleneck::bottleneck;
pub use cohere::{Cohesion, Split, cohere};
pub use first::keep_first;
pub use union_find::{UnionFind, components};
