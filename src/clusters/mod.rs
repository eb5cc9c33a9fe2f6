//! From verified matches to clusters: connected components, then the chains in them broken.
//!
//! [`find_components`] joins what matches join, however long the chain. [`split_component`] takes one component and makes clusters of
//! it whose members all resemble a core, and says which matches it had to cut. [`ComponentParts`] does so for one that may be larger
//! than memory.

mod bottleneck;
mod cohesion;
mod graph;
mod keep_first;
mod parts;
mod union_find;

pub use bottleneck::find_bottleneck;
pub use cohesion::{CohesiveCluster, SplitComponent, split_component};
pub use keep_first::FirstKeeper;
pub use parts::{ComponentParts, UnitCore};
pub use union_find::{UnionFind, find_components};
