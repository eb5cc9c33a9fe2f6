//! The packed file itself: counted as it is read, whether it is a path or somebody's stream.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Packing;

/// Where the bytes come from.
pub enum Input {
    /// A file.
    Path(PathBuf),
    /// Standard input, or a file object of the caller's; cannot be read twice.
    Stream(Box<dyn Read + Send>),
}

#[derive(Debug, Default)]
struct Counts {
    packed: AtomicU64,
    unpacked: AtomicU64,
    /// 0 for unknown.
    total: AtomicU64,
    /// Whether the file or stream itself failed, so that an error is not the packing's.
    failed: AtomicBool,
}

/// How far a file is read; can be cloned and looked at from another thread.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counts>);

impl Progress {
    /// Bytes of the packed file read so far (several threads read somewhat ahead).
    pub fn packed_bytes(&self) -> u64 {
        self.0.packed.load(Ordering::Relaxed)
    }

    /// Bytes that came out of it so far.
    pub fn unpacked_bytes(&self) -> u64 {
        self.0.unpacked.load(Ordering::Relaxed)
    }

    /// Size of the packed file, where it is known.
    pub fn total_bytes(&self) -> Option<u64> {
        Some(self.0.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    /// Adds to the unpacked bytes and gives their number.
    pub(super) fn add_unpacked(&self, count: u64) -> u64 {
        self.0.unpacked.fetch_add(count, Ordering::Relaxed) + count
    }

    /// Whether the file itself could not be read.
    pub(super) fn source_failed(&self) -> bool {
        self.0.failed.load(Ordering::Relaxed)
    }
}

/// A packed file being read.
pub struct Source {
    /// The first bytes, read to tell the packing.
    head: Vec<u8>,
    given: usize,
    rest: Box<dyn Read + Send>,
    progress: Progress,
}

impl Source {
    /// Opens it, at byte `start`, and tells how it is packed (by its first bytes, also when it is read from the middle).
    pub fn open(input: Input, start: u64, progress: &Progress) -> io::Result<(Source, Packing)> {
        let mut head = Vec::new();
        let (rest, packing): (Box<dyn Read + Send>, Packing) = match input {
            Input::Path(path) => {
                let mut file = File::open(path)?;
                let length = file.metadata().map_or(0, |metadata| metadata.len());
                progress.0.total.store(length, Ordering::Relaxed);
                (&mut file).take(Packing::HEAD).read_to_end(&mut head)?;
                let packing = Packing::detect(&head);
                if start > 0 {
                    head.clear();
                    file.seek(SeekFrom::Start(start))?;
                }
                (Box::new(file), packing)
            }
            Input::Stream(mut stream) => {
                (&mut stream).take(Packing::HEAD).read_to_end(&mut head)?;
                if start > 0 {
                    return Err(io::Error::new(io::ErrorKind::Unsupported, "a stream is read from its beginning only"));
                }
                let packing = Packing::detect(&head);
                (stream, packing)
            }
        };
        Ok((Source { head, given: 0, rest, progress: progress.clone() }, packing))
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = &self.head[self.given..];
        let count = if left.is_empty() {
            match self.rest.read(buffer) {
                Ok(count) => count.min(buffer.len()),
                Err(error) => {
                    let failed = error.kind() != io::ErrorKind::Interrupted;
                    self.progress.0.failed.fetch_or(failed, Ordering::Relaxed);
                    return Err(error);
                }
            }
        } else {
            let count = left.len().min(buffer.len());
            buffer[..count].copy_from_slice(&left[..count]);
            self.given += count;
            count
        };
        self.progress.0.packed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
