//! bzip2 by blocks: on several threads, from any place of the file, and past damage.
//!
//! A bzip2 file is a chain of blocks of up to 900 kB of text, each decodable by itself, in one stream or in many. So a
//! thread finds where blocks begin (`marks`), cuts there (`pieces`), others decode (`block`), and what comes
//! out is put in order (`ordered`) and checked here. A damaged block is reported once, then reading goes on with the next.

mod bits;
mod block;
mod crc;
mod huffman;
mod library;
mod marks;
mod ordered;
mod pieces;

use std::io::{self, Read};

use super::damage::Damage;
use block::{BlockDecoder, Decoded};
use ordered::{Ordered, Outcome};
use pieces::{Ending, Kind, Piece, Pieces};

enum Feed {
    Here(Pieces, BlockDecoder),
    Threads(Ordered),
}

/// Reads the text of a bzip2 file.
pub struct Bzip2Reader {
    feed: Feed,
    /// A piece that was looked at too early.
    kept: Option<Outcome>,
    text: Vec<u8>,
    given: usize,
    /// To be returned when `text` is given.
    damage: Option<Damage>,
    /// Checksum of the stream so far; `None` when a part of it was not seen.
    checksum: Option<u32>,
    /// Whether a stream is open, so that its end must come.
    inside: bool,
    /// Whether the reading began at the beginning of the file.
    from_start: bool,
    finished: bool,
    /// Byte of the file at which the last piece begins.
    last: u64,
    /// Bit of the file at which the next range begins.
    end: u64,
    unpacked: u64,
    boundary: Option<u64>,
}

impl Bzip2Reader {
    /// Reads on from byte `start` of the file, where `source` must stand: from the first block that begins there or later.
    pub fn new(source: Box<dyn Read + Send>, start: u64, end: u64, threads: usize) -> io::Result<Bzip2Reader> {
        let pieces = Pieces::new(source, start);
        let end = end.saturating_mul(8);
        let feed = if threads > 1 {
            Feed::Threads(Ordered::start(pieces, threads, end)?)
        } else {
            Feed::Here(pieces, BlockDecoder::default())
        };
        Ok(Bzip2Reader {
            feed,
            kept: None,
            text: Vec::new(),
            given: 0,
            damage: None,
            checksum: None,
            inside: false,
            from_start: start == 0,
            finished: false,
            last: start,
            end,
            unpacked: 0,
            boundary: None,
        })
    }

    /// The first unpacked byte, counted from the beginning of this reading, that comes from a block at `end` or later;
    /// known when that block is reached.
    pub fn boundary(&self) -> Option<u64> {
        self.boundary
    }

    fn next(&mut self) -> io::Result<Option<Outcome>> {
        if let Some(outcome) = self.kept.take() {
            return Ok(Some(outcome));
        }
        match &mut self.feed {
            Feed::Here(pieces, decoder) => Ok(pieces.next()?.map(|piece| Outcome::of(piece, decoder))),
            Feed::Threads(ordered) => ordered.next(),
        }
    }

    /// Takes the next piece: afterwards there is text, or damage to report, or the end, or a piece more to take.
    fn advance(&mut self) -> io::Result<()> {
        let Some(Outcome { piece, decoded }) = self.next()? else {
            self.finished = true;
            if self.inside {
                self.cut(self.last, "the file is cut: a bzip2 stream has no end");
            }
            return Ok(());
        };
        self.last = piece.start / 8;
        if piece.start >= self.end && self.boundary.is_none() {
            self.boundary = Some(self.unpacked);
        }
        match piece.kind {
            Kind::Gap => self.take_gap(&piece),
            Kind::Block => self.take_block(&piece, decoded)?,
            Kind::End => self.take_end(&piece),
        }
        Ok(())
    }

    fn take_gap(&mut self, piece: &Piece) {
        if piece.start == 0 && self.from_start {
            if piece.ending == Ending::Mark && piece.bits == 32 && is_head(&piece.bytes) {
                self.open_stream(Some(0));
            } else if piece.ending == Ending::File && piece.bytes.len() < 64 {
                self.cut(piece.start / 8, "the file is cut: no bzip2 block in it");
            } else {
                self.damaged(piece, "no bzip2 block where the first should begin");
            }
        }
        self.inside |= piece.ending == Ending::Mark;
    }

    fn take_block(&mut self, piece: &Piece, decoded: Decoded) -> io::Result<()> {
        self.inside = true;
        match decoded {
            Decoded::Whole(text) => self.give(piece, text),
            Decoded::Followed(text) => {
                self.give(piece, text);
                self.damaged_or_cut(piece, "what follows a whole block is damaged");
            }
            Decoded::Broken => self.take_broken(piece)?,
        }
        Ok(())
    }

    /// A block that cannot be decoded: a mark that stood in its data by chance may have cut it, so it is tried again
    /// together with the next piece.
    fn take_broken(&mut self, piece: &Piece) -> io::Result<()> {
        if piece.ending == Ending::Mark
            && let Some(next) = self.next()?
        {
            if !matches!(next.decoded, Decoded::Whole(_)) {
                let joined = piece.join(&next.piece);
                if let Decoded::Whole(text) | Decoded::Followed(text) = BlockDecoder::default().decode(&joined) {
                    self.give(piece, text);
                    return Ok(());
                }
            }
            self.kept = Some(next);
        }
        self.damaged_or_cut(piece, "a bzip2 block is damaged and left out");
        Ok(())
    }

    /// The end of a stream: its checksum, then nothing, or the head of the next stream.
    fn take_end(&mut self, piece: &Piece) {
        if piece.bits < 80 {
            self.damaged_or_cut(piece, "the end of a bzip2 stream is damaged");
            return;
        }
        let claimed = piece.peek(48, 32) as u32;
        if self.checksum.is_some_and(|checksum| checksum != claimed) {
            self.damaged(piece, "a bzip2 stream is not what it was: its checksum differs");
        }
        self.inside = false;
        self.checksum = None;
        let first = ((piece.start + 80).div_ceil(8) - piece.start / 8) as usize;
        let after = piece.bytes.get(first..).unwrap_or(&[]);
        match piece.ending {
            Ending::Mark if is_head(after) && (piece.start + piece.bits).is_multiple_of(8) => self.open_stream(Some(0)),
            Ending::Mark => {
                self.open_stream(None);
                self.damaged(piece, "between two bzip2 streams stands something else");
            }
            Ending::File if after.iter().all(|&byte| byte == 0) => {}
            Ending::File if after.starts_with(b"BZh") || b"BZh".starts_with(after) => {
                self.cut(piece.start / 8, "the file is cut: a bzip2 stream has no end");
            }
            _ => self.damaged(piece, "after the last bzip2 stream stands something else"),
        }
    }

    fn open_stream(&mut self, checksum: Option<u32>) {
        self.inside = true;
        self.checksum = checksum;
    }

    fn give(&mut self, piece: &Piece, text: Vec<u8>) {
        self.checksum = self.checksum.map(|checksum| checksum.rotate_left(1) ^ piece.checksum());
        self.unpacked += text.len() as u64;
        self.text = text;
        self.given = 0;
    }

    fn damaged_or_cut(&mut self, piece: &Piece, reason: &str) {
        match piece.ending {
            Ending::File => self.cut(piece.start / 8, "the file is cut in the middle of a bzip2 block"),
            _ => self.damaged(piece, reason),
        }
    }

    fn damaged(&mut self, piece: &Piece, reason: &str) {
        self.checksum = None;
        self.damage = Some(Damage::passing(piece.start / 8, reason));
    }

    fn cut(&mut self, place: u64, reason: &str) {
        self.inside = false;
        self.damage = Some(Damage::cut(place, reason));
    }
}

impl Read for Bzip2Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.text.get(self.given..).unwrap_or(&[]);
            if !left.is_empty() {
                let count = left.len().min(buffer.len());
                buffer[..count].copy_from_slice(&left[..count]);
                self.given += count;
                return Ok(count);
            }
            if let Some(damage) = self.damage.take() {
                return Err(damage.into());
            }
            if self.finished {
                return Ok(0);
            }
            if let Err(error) = self.advance() {
                self.finished = true;
                return Err(error);
            }
        }
    }
}

/// Whether these bytes are the head of a stream, `BZh1` to `BZh9`.
fn is_head(bytes: &[u8]) -> bool {
    matches!(bytes, [b'B', b'Z', b'h', b'1'..=b'9'])
}

/// Decodes a file of one block after cutting its only block at `bit`, as a mark by chance would.
#[cfg(test)]
pub fn tests_only_cut(packed: &[u8], bit: u64) -> Vec<u8> {
    let mut pieces = Pieces::new(Box::new(io::Cursor::new(packed.to_vec())), 0);
    let mut list = Vec::new();
    while let Ok(Some(piece)) = pieces.next() {
        list.push(piece);
    }
    let whole = list.remove(1);
    let first = (bit / 8 - whole.start / 8) as usize;
    let right = Piece {
        kind: Kind::Block,
        start: bit,
        bits: whole.start + whole.bits - bit,
        bytes: whole.bytes[first..].to_vec(),
        ending: whole.ending,
    };
    let left = Piece {
        bits: bit - whole.start,
        bytes: whole.bytes[..(bit.div_ceil(8) - whole.start / 8) as usize].to_vec(),
        ..whole
    };
    let mut reader = Bzip2Reader::new(Box::new(io::empty()), 0, u64::MAX, 1).unwrap_or_else(|error| panic!("{error}"));
    reader.kept = Some(Outcome::of(right, &mut BlockDecoder::default()));
    let broken = Outcome::of(left, &mut BlockDecoder::default());
    assert!(matches!(broken.decoded, Decoded::Broken));
    assert!(reader.take_block(&broken.piece, broken.decoded).is_ok());
    reader.text
}
