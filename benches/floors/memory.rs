//! Bytes moved: copied in memory, read from a file that the system has in memory, written to one and synced, and a small file made safe.

use crate::clock::{Done, Limit, limit, timed, waited};
use crate::settings::{Result, Settings};
use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::Path;

/// Far more than any cache holds.
const COPIED_BYTES: usize = 256 << 20;
const WRITTEN_BYTES: usize = 64 << 20;
const NAMED_FILES: usize = 16;
const BUFFER_BYTES: usize = 1 << 20;

pub fn limits(data: &[u8], settings: &Settings) -> Result<Vec<Limit>> {
    let source: Vec<u8> = data.iter().copied().cycle().take(COPIED_BYTES).collect();
    let (amount, threads) = (data.len(), settings.threads);
    let written = &data[..data.len().min(WRITTEN_BYTES)];
    let folder = settings.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(vec![
        limit("copy", "bytes", amount, threads, |thread, threads| Ok(copy(part(&source, thread, threads))))?,
        limit("read", "bytes", amount, threads, |_, _| read(&settings.path))?,
        limit("write", "bytes", amount, threads, |thread, threads| write(part(written, thread, threads), folder))?,
        limit("sync", "files", 1, threads, |_, _| name(folder))?,
    ])
}

/// Part number `thread` of `threads`.
fn part(bytes: &[u8], thread: usize, threads: usize) -> &[u8] {
    bytes.chunks(bytes.len().div_ceil(threads).max(1)).nth(thread).unwrap_or_default()
}

/// To memory that is there already: what the system takes to give it is not counted.
fn copy(source: &[u8]) -> Done {
    let mut target = vec![1; source.len()];
    let (done, ()) = timed(source.len(), || target.copy_from_slice(source));
    black_box(&target);
    done
}

fn read(path: &Path) -> Result<Done> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut file = File::open(path)?;
    let (mut done, amount) = timed(0, || {
        let mut amount = 0;
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(amount),
                Ok(count) => amount += count,
                Err(error) => return Err(error),
            }
        }
    });
    done.amount = amount?;
    Ok(done)
}

/// To a file without a name, in the folder of the texts, until the disk has it.
fn write(bytes: &[u8], folder: &Path) -> Result<Done> {
    let mut file = tempfile::tempfile_in(folder)?;
    let (done, result) = waited(bytes.len(), || file.write_all(bytes).and_then(|()| file.sync_all()));
    result?;
    Ok(done)
}

/// The fastest of some small files that a crash can no longer take away: each synced, then the folder that has its name.
fn name(folder: &Path) -> Result<Done> {
    let mut best = Done { amount: 1, seconds: f64::MAX };
    for _ in 0..NAMED_FILES {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let (done, result) = waited(1, || {
            file.write_all(b"a table of no rows")?;
            file.as_file().sync_all()?;
            File::open(folder)?.sync_all()
        });
        result?;
        best.seconds = best.seconds.min(done.seconds);
    }
    Ok(best)
}
