//! stub
/// Settings.
pub struct Diagonals;
/// stub
pub fn diagonals() {}
