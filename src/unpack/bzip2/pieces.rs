//! Cuts a bzip2 file into pieces, each from one mark to the next, in one pass and in bounded memory.
//!
//! Nothing is decoded here, so one thread can feed many decoders. A mark that stands in the data by chance (one bit
//! position in 2^48) cuts a block in two; `Piece::join` puts the halves together again.

use std::io::{self, Read};

use super::marks::{self, MARK_BITS, Mark};

/// A block of 900,000 symbols of at most 20 bits, and its tables, is smaller than this; more is not a block.
const LONGEST_PIECE_BYTES: usize = 3 << 20;
const CHUNK_BYTES: usize = 256 << 10;

/// What a piece begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// No mark: the head of the file, or what follows a piece that was too long.
    Gap,
    /// The mark of a block.
    Block,
    /// The mark at the end of a stream; its checksum and the head of the next stream follow in the same piece.
    End,
}

/// What a piece ends at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceEnding {
    /// The next mark.
    Mark,
    /// The end of the file.
    File,
    /// No mark for so long that it cannot be a block.
    TooLong,
}

/// The bits from one mark to the next.
#[derive(Debug)]
pub struct Piece {
    /// What it begins with.
    pub kind: PieceKind,
    /// Its first bit, counted from the beginning of the file.
    pub start: u64,
    /// Its length in bits.
    pub bits: u64,
    /// The bytes that hold it; the first bit is at `start % 8` of the first byte.
    pub bytes: Vec<u8>,
    /// What it ends at.
    pub ending: PieceEnding,
}

impl Piece {
    /// `count` (at most 56) of its bits from bit `at`.
    pub fn peek(&self, at: u64, count: u32) -> u64 {
        marks::read_bits(&self.bytes, self.start % 8 + at, count)
    }

    /// The checksum that a block claims (the 32 bits after its mark).
    pub fn checksum(&self) -> u32 {
        self.peek(48, 32) as u32
    }

    /// This piece and the one right after it as one.
    pub fn join(&self, next: &Piece) -> Piece {
        let whole = usize::try_from(next.start / 8 - self.start / 8).unwrap_or(0).min(self.bytes.len());
        Piece {
            kind: self.kind,
            start: self.start,
            bits: self.bits + next.bits,
            bytes: [&self.bytes[..whole], &next.bytes[..]].concat(),
            ending: next.ending,
        }
    }
}

/// Gives the pieces of a file one by one.
pub struct Pieces {
    source: Box<dyn Read + Send>,
    /// What was read from the first byte of the current piece on.
    buffer: Vec<u8>,
    /// The place of `buffer[0]` in the file.
    base: u64,
    kind: PieceKind,
    /// The bit of `buffer` at which the current piece begins.
    start: u64,
    /// The bit of `buffer` up to which no further mark begins.
    searched: u64,
    at_end: bool,
    done: bool,
}

impl Pieces {
    /// `source` must stand at byte `base` of its file.
    pub fn new(source: Box<dyn Read + Send>, base: u64) -> Pieces {
        let buffer = Vec::new();
        Pieces { source, buffer, base, kind: PieceKind::Gap, start: 0, searched: 0, at_end: false, done: false }
    }

    /// The next piece, `None` after the last.
    pub fn next(&mut self) -> io::Result<Option<Piece>> {
        while !self.done {
            if let Some((bit, mark)) = marks::find_mark(&self.buffer, self.searched) {
                let kind = match mark {
                    Mark::Block => PieceKind::Block,
                    Mark::End => PieceKind::End,
                };
                let empty = self.kind == PieceKind::Gap && bit == self.start;
                let piece = self.cut_piece(bit, PieceEnding::Mark, kind);
                if !empty {
                    return Ok(Some(piece));
                }
                continue;
            }
            let length = 8 * self.buffer.len() as u64;
            self.searched = self.searched.max(length.saturating_sub(MARK_BITS - 1));
            if self.at_end {
                self.done = true;
                let nothing = self.kind == PieceKind::Gap && length == self.start;
                return Ok((!nothing).then(|| self.cut_piece(length, PieceEnding::File, PieceKind::Gap)));
            }
            if self.buffer.len() > LONGEST_PIECE_BYTES {
                let until = self.searched;
                return Ok(Some(self.cut_piece(until, PieceEnding::TooLong, PieceKind::Gap)));
            }
            self.fill()?;
        }
        Ok(None)
    }

    fn fill(&mut self) -> io::Result<()> {
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK_BYTES, 0);
        let result = loop {
            match self.source.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(length + result.as_ref().map_or(0, |&count| count.min(CHUNK_BYTES)));
        self.at_end = result? == 0;
        Ok(())
    }

    /// Takes the current piece up to `bit`, where one of `kind` begins.
    fn cut_piece(&mut self, bit: u64, ending: PieceEnding, kind: PieceKind) -> Piece {
        let bytes = self.buffer[..bit.div_ceil(8) as usize].to_vec();
        let piece = Piece { kind: self.kind, start: 8 * self.base + self.start, bits: bit - self.start, bytes, ending };
        self.buffer.drain(..(bit / 8) as usize);
        self.base += bit / 8;
        self.kind = kind;
        self.start = bit % 8;
        self.searched = self.start + if kind == PieceKind::Gap { 0 } else { 1 };
        piece
    }
}
