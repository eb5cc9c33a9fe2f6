//! Ranges of a dump that can be read side by side.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::unpack::Packing;

/// Cuts a file into ranges of about `bytes_per_split` stored bytes, for [`Dump::open`](super::Dump::open).
///
/// Together they give every page exactly once, in order. No place is looked up: a range begins with the first page whose
/// tag begins in it, and may have none. A plain file of 25 bytes by 10 -> `(0, 10), (10, 20), (20, 25)`; a file that is
/// packed with anything but bzip2 is one range.
pub fn split_dump(path: &Path, bytes_per_split: u64) -> io::Result<Vec<(u64, u64)>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    (&mut file).take(Packing::HEAD).read_to_end(&mut head)?;
    let step = match Packing::detect(&head) {
        Packing::None | Packing::Bzip2 => bytes_per_split.max(1),
        _ => size.max(1),
    };
    let starts = (0..size.max(1)).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    Ok(starts.map(|start| (start, start.saturating_add(step).min(size))).collect())
}
