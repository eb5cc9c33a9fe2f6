//! From a file, packed or not, to its bytes.
//!
//! How it is packed is told by its first bytes, not by its name. Damage does not end a run: what can be unpacked is
//! given, then an error says what is wrong and where ([`Damage`]), and after a damaged bzip2 block reading goes on.
//! What the bytes mean is left to the readers.

mod bzip2;
mod damage;
mod sevenzip;
mod source;

use std::io::{self, BufReader, Read};

use memchr::memrchr3;

use crate::documents::Limits;
use bzip2::Bzip2Reader;
pub use damage::{Damage, DamageKind};
use source::Source;
pub use source::{Input, Progress};

/// Memory that unpacking one xz or lzma file may take; `xz -9` needs 65 MB.
const XZ_MEMORY_BYTES: u64 = 1 << 30;
/// `zstd --long=31`, the most that the format's own tool writes.
const ZSTD_WINDOW_LOG: u32 = 31;
/// gzip and its like lose what they unpacked in the same call when they meet damage, so calls are small.
const SMALL_READ_BYTES: usize = 16 << 10;
const PACKED_BUFFER_BYTES: usize = 256 << 10;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Not at all (or in a way not known here).
    None,
    /// bzip2, one stream or many.
    Bzip2,
    /// gzip, one member or many.
    Gzip,
    /// zstd, one frame or many.
    Zstd,
    /// xz, one stream or many.
    Xz,
    /// lzma, the format before xz: Wikimedia's old histories.
    Lzma,
    /// A 7z archive.
    SevenZip,
}

impl Packing {
    /// How many bytes [`Packing::detect`] looks at.
    pub const HEAD: u64 = 13;

    /// Tells the packing by the first bytes: `BZh91AY` -> `Bzip2`.
    pub fn detect(head: &[u8]) -> Packing {
        match head {
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Packing::Bzip2,
            [0x1f, 0x8b, ..] => Packing::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Packing::Zstd,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Packing::Xz,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Packing::SevenZip,
            _ if is_lzma(head) => Packing::Lzma,
            _ => Packing::None,
        }
    }
}

/// Whether bytes are the head of an lzma file, which has no magic number: the usual properties, a dictionary of 64 KB or more
/// whose size is a power of two or one and a half of one, and an unpacked size that is unknown or under 256 TB. No text begins so.
fn is_lzma(head: &[u8]) -> bool {
    let [0x5d, d0, d1, d2, d3, size @ ..] = head else {
        return false;
    };
    let dictionary = u32::from_le_bytes([*d0, *d1, *d2, *d3]);
    let is_usual = dictionary >= 1 << 16 && (dictionary.is_power_of_two() || (dictionary / 3).is_power_of_two());
    is_usual && size.len() >= 8 && (size[..8] == [0xff; 8] || size[6..8] == [0, 0])
}

/// How to unpack.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads that decode bzip2 blocks; with one, everything happens in the caller's thread.
    pub threads: usize,
    /// Bombs are told by `bomb_ratio` and `bomb_floor`.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: 1, limits: Limits::default() }
    }
}

enum Decoder {
    Plain(Source),
    Bzip2(Box<Bzip2Reader>),
    Other(Box<dyn Read + Send>),
}

/// The bytes of a file, unpacked.
///
/// `read` may return an error that carries [`Damage`]; each is returned once, and reading can go on after it.
pub struct UnpackedFile {
    decoder: Decoder,
    packing: Packing,
    progress: Progress,
    limits: Limits,
    range: Option<(u64, u64)>,
    finished: bool,
    /// Bytes since the last that may end a record.
    open_bytes: u64,
}

/// Opens a file from its beginning to its end.
pub fn open_file(input: Input, options: &Options) -> io::Result<UnpackedFile> {
    open_range(input, None, options)
}

/// Opens a file at the range `(start, end)` of its stored bytes.
///
/// The reading begins with byte `start` of a plain file, or with the first bzip2 block that begins there or later; it
/// does not stop at `end`, but [`UnpackedFile::boundary`] says where the next range begins. Files packed in other ways
/// have one range only: a later one is empty.
pub fn open_range(input: Input, range: Option<(u64, u64)>, options: &Options) -> io::Result<UnpackedFile> {
    let progress = Progress::default();
    let (start, end) = range.unwrap_or((0, u64::MAX));
    let path = match &input {
        Input::Path(path) => Some(path.clone()),
        Input::Stream(_) => None,
    };
    let (source, packing) = Source::open(input, start, &progress)?;
    let splittable = matches!(packing, Packing::None | Packing::Bzip2);
    let decoder = match packing {
        _ if start > 0 && !splittable => Decoder::Other(Box::new(io::empty())),
        Packing::None => Decoder::Plain(source),
        Packing::Bzip2 => {
            Decoder::Bzip2(Box::new(Bzip2Reader::new(Box::new(source), start, end, options.threads.max(1))?))
        }
        Packing::Gzip => {
            let packed = BufReader::with_capacity(PACKED_BUFFER_BYTES, source);
            Decoder::Other(Box::new(flate2::bufread::MultiGzDecoder::new(packed)))
        }
        Packing::Zstd => {
            let packed = BufReader::with_capacity(PACKED_BUFFER_BYTES, source);
            let mut decoder = zstd::Decoder::with_buffer(packed)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Decoder::Other(Box::new(decoder))
        }
        Packing::Xz => {
            let packed = BufReader::with_capacity(PACKED_BUFFER_BYTES, source);
            let stream = liblzma::stream::Stream::new_stream_decoder(XZ_MEMORY_BYTES, liblzma::stream::CONCATENATED)?;
            Decoder::Other(Box::new(liblzma::bufread::XzDecoder::new_stream(packed, stream)))
        }
        Packing::Lzma => {
            let packed = BufReader::with_capacity(PACKED_BUFFER_BYTES, source);
            let stream = liblzma::stream::Stream::new_lzma_decoder(XZ_MEMORY_BYTES)?;
            Decoder::Other(Box::new(liblzma::bufread::XzDecoder::new_stream(packed, stream)))
        }
        Packing::SevenZip => Decoder::Other(Box::new(sevenzip::open_archive(path, source, options.limits)?)),
    };
    let range = range.filter(|_| splittable);
    Ok(UnpackedFile { decoder, packing, progress, limits: options.limits, range, finished: false, open_bytes: 0 })
}

impl UnpackedFile {
    /// How the file is packed.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// How far it is read.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// The first byte, counted from the beginning of this reading, that belongs to the next range.
    ///
    /// Known from the beginning for a plain file; for bzip2 from the first `read` that gives or follows such a byte.
    pub fn boundary(&self) -> Option<u64> {
        let (start, end) = self.range?;
        match &self.decoder {
            Decoder::Plain(_) => Some(end.saturating_sub(start)),
            Decoder::Bzip2(reader) => reader.boundary(),
            Decoder::Other(_) => None,
        }
    }

    /// The damage that an error of a decoder means, unless the file itself could not be read.
    fn explain_error(&self, error: io::Error) -> io::Error {
        if self.progress.source_failed() || Damage::from_error(&error).is_some() {
            return error;
        }
        let (kind, what) = match error.kind() {
            io::ErrorKind::UnexpectedEof => (DamageKind::Cut, "the file is cut"),
            io::ErrorKind::OutOfMemory | io::ErrorKind::Unsupported => (DamageKind::Unsupported, "cannot be unpacked"),
            _ => (DamageKind::Broken, "the packed file is damaged"),
        };
        let reason = format!("{what}: {error}");
        Damage { kind, packed_byte: self.progress.packed_bytes(), reason }.into()
    }

    /// Counts the bytes since the last `\n`, `}` or `>`: one of these ends every record of every format that is text.
    fn is_endless(&mut self, read: &[u8]) -> bool {
        self.open_bytes = match memrchr3(b'\n', b'}', b'>', read) {
            Some(at) => (read.len() - at - 1) as u64,
            None => self.open_bytes + read.len() as u64,
        };
        self.open_bytes > self.limits.record_bytes
    }

    fn is_bomb(&self, unpacked: u64) -> bool {
        let packed = self.progress.total_bytes().unwrap_or_default().max(self.progress.packed_bytes());
        unpacked > self.limits.bomb_floor && unpacked / self.limits.bomb_ratio.max(1) > packed
    }
}

impl Read for UnpackedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.finished || buffer.is_empty() {
            return Ok(0);
        }
        let result = match &mut self.decoder {
            Decoder::Plain(source) => source.read(buffer),
            Decoder::Bzip2(reader) => reader.read(buffer),
            Decoder::Other(decoder) => {
                let length = buffer.len().min(SMALL_READ_BYTES);
                decoder.read(&mut buffer[..length])
            }
        };
        match result {
            Ok(count) => {
                let unpacked = self.progress.add_unpacked(count as u64);
                if self.packing != Packing::None && self.is_bomb(unpacked) {
                    self.finished = true;
                    let packed_byte = self.progress.packed_bytes();
                    let ratio = self.limits.bomb_ratio;
                    let reason = format!(
                        "it unpacks to more than {ratio} times its size, as no text does ({unpacked} bytes so far); \
                         if it is text, raise `bomb_ratio` in the settings"
                    );
                    return Err(Damage { kind: DamageKind::Bomb, packed_byte, reason }.into());
                }
                if self.is_endless(&buffer[..count.min(buffer.len())]) {
                    self.finished = true;
                    let packed_byte = self.progress.packed_bytes();
                    let reason = format!(
                        "no record ends within {} bytes, and the file is read no further; \
                         if it is text, raise `record_bytes` in the settings",
                        self.limits.record_bytes
                    );
                    return Err(Damage { kind: DamageKind::Broken, packed_byte, reason }.into());
                }
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let error = self.explain_error(error);
                self.finished = Damage::from_error(&error).is_none_or(|damage| damage.kind != DamageKind::Passing)
                    && !matches!(self.decoder, Decoder::Bzip2(_));
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests;
