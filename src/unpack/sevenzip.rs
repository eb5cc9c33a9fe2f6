//! 7z archives: the XML files inside, one after the other in the order of their names, or else the first file.
//!
//! The format keeps its table of contents at the end, so a stream is spooled to a temporary file first. The library
//! pushes what it decodes, readers pull: a thread stands between them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use sevenz_rust2::{ArchiveReader, Error, Password};

use super::damage::{Damage, DamageKind};
use super::source::Source;
use crate::documents::Limits;

const CHUNK_BYTES: usize = 256 << 10;

type Chunk = io::Result<Vec<u8>>;

/// Opens the archive at `path`, or the one that `source` gives.
pub fn open_archive(path: Option<PathBuf>, source: Source, limits: Limits) -> io::Result<Archive> {
    let file = match path {
        Some(path) => File::open(path)?,
        None => spool_to_file(source)?,
    };
    let (sender, chunks) = bounded(4);
    thread::Builder::new().name("7z".into()).spawn(move || {
        if let Err(error) = unpack_archive(file, &sender, limits) {
            // Nobody listens any more when the reader was dropped.
            let _ = sender.send(Err(explain_error(error)));
        }
    })?;
    Ok(Archive { chunks, chunk: Vec::new(), given: 0 })
}

/// The bytes that come out.
pub struct Archive {
    chunks: Receiver<Chunk>,
    chunk: Vec<u8>,
    given: usize,
}

impl Read for Archive {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.chunk.len() {
            match self.chunks.recv() {
                Ok(chunk) => {
                    self.chunk = chunk?;
                    self.given = 0;
                }
                Err(_) => return Ok(0),
            }
        }
        let left = &self.chunk[self.given..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.given += count;
        Ok(count)
    }
}

fn spool_to_file(mut source: Source) -> io::Result<File> {
    let mut file = create_temporary_file()?;
    io::copy(&mut source, &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// A file that is gone when it is closed (on systems that can delete an open file).
fn create_temporary_file() -> io::Result<File> {
    let folder = std::env::temp_dir();
    for attempt in 0..1_000u32 {
        let path = folder.join(format!("twicetold-{}-{attempt}.7z", std::process::id()));
        match File::options().read(true).write(true).create_new(true).open(&path) {
            Ok(file) => {
                // Where an open file cannot be deleted it stays until the system cleans up.
                let _ = std::fs::remove_file(&path);
                return Ok(file);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "no free name for a temporary file"))
}

fn unpack_archive(file: File, chunks: &Sender<Chunk>, limits: Limits) -> Result<(), Error> {
    let most = limits.bomb_floor.max(file.metadata()?.len().saturating_mul(limits.bomb_ratio));
    let mut archive = ArchiveReader::new(file, Password::empty())?;
    let stored: Vec<String> = archive
        .archive()
        .files
        .iter()
        .filter(|entry| entry.has_stream && !entry.is_directory)
        .map(|entry| entry.name.clone())
        .collect();
    let names = choose_files(&stored);
    let in_order = stored.iter().filter(|name| names.contains(name)).eq(names.iter());
    if in_order {
        // One pass, also through a solid archive.
        return send_files(&mut archive, &names, chunks, most);
    }
    names.iter().try_for_each(|name| send_files(&mut archive, std::slice::from_ref(name), chunks, most))
}

/// The names to unpack: all that end in `.xml`, sorted; without any, the first.
fn choose_files(stored: &[String]) -> Vec<String> {
    let is_xml = |name: &&String| name.to_ascii_lowercase().ends_with(".xml");
    let mut names: Vec<String> = stored.iter().filter(is_xml).cloned().collect();
    names.sort();
    if names.is_empty() { stored.iter().take(1).cloned().collect() } else { names }
}

/// Goes through the archive once and sends the files of these names. Those between them may unpack to `most` bytes.
fn send_files(
    archive: &mut ArchiveReader<File>,
    names: &[String],
    chunks: &Sender<Chunk>,
    most: u64,
) -> Result<(), Error> {
    let mut missing = names.len();
    let mut skipped = 0;
    archive.for_each_entries(|entry, reader| {
        if missing == 0 {
            return Ok(false);
        }
        if !names.contains(&entry.name) {
            // In a solid archive the next file begins where this one ends.
            skipped += io::copy(&mut reader.take(most - skipped), &mut io::sink())?;
            if skipped >= most {
                let reason = "the 7z archive unpacks to far more than its size; raise `bomb_ratio` if it is text";
                return Err(io::Error::other(reason).into());
            }
            return Ok(true);
        }
        missing -= 1;
        loop {
            let mut chunk = Vec::with_capacity(CHUNK_BYTES);
            let result = reader.take(CHUNK_BYTES as u64).read_to_end(&mut chunk);
            let ended = chunk.is_empty();
            if !ended && chunks.send(Ok(chunk)).is_err() {
                return Ok(false);
            }
            result?;
            if ended {
                return Ok(missing > 0);
            }
        }
    })
}

fn explain_error(error: Error) -> io::Error {
    let encrypted = |method: &str| method.to_ascii_uppercase().contains("AES");
    let (kind, reason) = match error {
        Error::Io(error, _) if error.kind() == io::ErrorKind::UnexpectedEof => {
            (DamageKind::Cut, "the 7z archive is cut".into())
        }
        Error::PasswordRequired | Error::MaybeBadPassword(_) => (DamageKind::Unsupported, ENCRYPTED_MESSAGE.into()),
        Error::UnsupportedCompressionMethod(method) if encrypted(&method) => {
            (DamageKind::Unsupported, ENCRYPTED_MESSAGE.into())
        }
        Error::UnsupportedCompressionMethod(method) => {
            (DamageKind::Unsupported, format!("the 7z archive is packed with {method}, which is not read"))
        }
        error => (DamageKind::Broken, format!("the 7z archive is damaged: {error}")),
    };
    Damage { kind, packed_byte: 0, reason }.into()
}

const ENCRYPTED_MESSAGE: &str = "the 7z archive is encrypted; unpack it with its password first";
