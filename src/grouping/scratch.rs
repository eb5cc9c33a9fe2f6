//! One temporary file: written at its end, read anywhere, gone when it is dropped.
//!
//! The file has no name where the system allows it (Linux, macOS), so that a killed process leaves nothing behind.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where some bytes lie in a [`Scratch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first byte.
    pub start: u64,
    /// How many.
    pub bytes: u64,
}

/// A temporary file in `folder`, made when it is first written to.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
    file: Option<File>,
    end: u64,
}

impl Scratch {
    /// Nothing is created yet.
    pub fn new(folder: &Path) -> Self {
        Scratch { folder: folder.to_path_buf(), file: None, end: 0 }
    }

    /// The folder that the file is in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the blocks one after the other at the end of the file; after an error the file is as before.
    pub fn append<'a>(&mut self, blocks: impl Iterator<Item = &'a [u8]>) -> io::Result<Extent> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(
                tempfile::tempfile_in(&self.folder).map_err(|error| add_folder_to_error(&self.folder, &error))?,
            ),
        };
        file.seek(SeekFrom::Start(self.end))?;
        let mut bytes = 0;
        for block in blocks {
            file.write_all(block).map_err(|error| add_folder_to_error(&self.folder, &error))?;
            bytes += block.len() as u64;
        }
        let extent = Extent { start: self.end, bytes };
        self.end += bytes;
        Ok(extent)
    }

    /// How many bytes were written so far.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Fills `bytes` from position `start`; several threads may read at once.
    pub fn read(&self, start: u64, bytes: &mut [u8]) -> io::Result<()> {
        let Some(file) = &self.file else {
            return if bytes.is_empty() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
        };
        read_at(file, start, bytes).map_err(|error| add_folder_to_error(&self.folder, &error))
    }

    /// A scratch over a given file, to see what a full disk does.
    #[cfg(test)]
    pub fn over(file: File) -> Self {
        Scratch { folder: PathBuf::from("test"), file: Some(file), end: 0 }
    }
}

#[cfg(unix)]
fn read_at(file: &File, start: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

/// Moves the file's own position too, which [`Scratch::append`] sets anew.
#[cfg(windows)]
fn read_at(file: &File, mut start: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, start)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        start += count as u64;
        bytes = &mut bytes[count..];
    }
    Ok(())
}

/// The same error, saying where: "`/tmp`: No space left on device (temporary file)".
fn add_folder_to_error(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{}`: {error} (temporary file)", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_is_read_back_from_its_extent() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut scratch = Scratch::new(folder.path());
        scratch.append([&b"one"[..]].into_iter())?;
        let extent = scratch.append([&b"tw"[..], &b"o"[..]].into_iter())?;
        assert_eq!(extent, Extent { start: 3, bytes: 3 });
        let mut bytes = [0; 3];
        scratch.read(extent.start, &mut bytes)?;
        assert_eq!(&bytes, b"two");
        Ok(())
    }

    #[test]
    fn a_folder_that_is_missing_is_named_in_the_error() {
        let mut scratch = Scratch::new(Path::new("/no/such/folder"));
        let error = scratch.append([&b"x"[..]].into_iter()).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("/no/such/folder")));
    }

    #[cfg(unix)]
    #[test]
    fn a_dropped_scratch_leaves_the_folder_empty() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut scratch = Scratch::new(folder.path());
        scratch.append([&[7u8; 1000][..]].into_iter())?;
        drop(scratch);
        assert_eq!(std::fs::read_dir(folder.path())?.count(), 0);
        Ok(())
    }
}
