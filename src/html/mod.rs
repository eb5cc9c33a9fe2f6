//! HTML (being written)
mod entities;
pub use entities::{character, decode};
