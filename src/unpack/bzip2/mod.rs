//! bzip2 by blocks: on several threads, from any place of the file, and past damage.
//!
//! A bzip2 file is a chain of blocks of up to 900 kB of text, each decodable by itself, in one stream or in many. So a
//! thread finds where blocks begin (`marks`), cuts there (`pieces`), others decode (`block`), and what comes
//! out is put in order (`parallel`) and checked here. A damaged block is reported once, then reading goes on with the next.

mod bits;
mod block;
mod crc;
mod huffman;
mod library;
mod marks;
mod parallel;
mod pieces;

use std::io::{self, Read};

use super::damage::Damage;
use block::{BlockDecoder, DecodedPiece};
use parallel::{DecodeOutcome, ParallelDecoder};
use pieces::{Piece, PieceEnding, PieceKind, Pieces};

enum Feed {
    Here(Pieces, BlockDecoder),
    Threads(ParallelDecoder),
}

/// Reads the text of a bzip2 file.
pub struct Bzip2Reader {
    feed: Feed,
    /// A piece that was looked at too early.
    kept: Option<DecodeOutcome>,
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
            Feed::Threads(ParallelDecoder::start(pieces, threads, end)?)
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

    fn next_outcome(&mut self) -> io::Result<Option<DecodeOutcome>> {
        if let Some(outcome) = self.kept.take() {
            return Ok(Some(outcome));
        }
        match &mut self.feed {
            Feed::Here(pieces, decoder) => Ok(pieces.next()?.map(|piece| DecodeOutcome::from_piece(piece, decoder))),
            Feed::Threads(ordered) => ordered.next(),
        }
    }

    /// Takes the next piece: afterwards there is text, or damage to report, or the end, or a piece more to take.
    fn take_piece(&mut self) -> io::Result<()> {
        let Some(DecodeOutcome { piece, decoded }) = self.next_outcome()? else {
            self.finished = true;
            if self.inside {
                self.report_cut(self.last, "the file is cut: a bzip2 stream has no end");
            }
            return Ok(());
        };
        self.last = piece.start / 8;
        if piece.start >= self.end && self.boundary.is_none() {
            self.boundary = Some(self.unpacked);
        }
        match piece.kind {
            PieceKind::Gap => self.take_gap(&piece),
            PieceKind::Block => self.take_block(&piece, decoded)?,
            PieceKind::End => self.take_end(&piece),
        }
        Ok(())
    }

    fn take_gap(&mut self, piece: &Piece) {
        if piece.start == 0 && self.from_start {
            if piece.ending == PieceEnding::Mark && piece.bits == 32 && is_stream_head(&piece.bytes) {
                self.open_stream(Some(0));
            } else if piece.ending == PieceEnding::File && piece.bytes.len() < 64 {
                self.report_cut(piece.start / 8, "the file is cut: no bzip2 block in it");
            } else {
                self.report_damage(piece, "no bzip2 block where the first should begin");
            }
        }
        self.inside |= piece.ending == PieceEnding::Mark;
    }

    fn take_block(&mut self, piece: &Piece, decoded: DecodedPiece) -> io::Result<()> {
        self.inside = true;
        match decoded {
            DecodedPiece::Whole(text) => self.give_text(piece, text),
            DecodedPiece::Followed(text) => {
                self.give_text(piece, text);
                self.report_damage_or_cut(piece, "what follows a whole block is damaged");
            }
            DecodedPiece::Broken => self.take_broken(piece)?,
        }
        Ok(())
    }

    /// A block that cannot be decoded: a mark that stood in its data by chance may have cut it, so it is tried again
    /// together with the next piece.
    fn take_broken(&mut self, piece: &Piece) -> io::Result<()> {
        if piece.ending == PieceEnding::Mark
            && let Some(next) = self.next_outcome()?
        {
            if !matches!(next.decoded, DecodedPiece::Whole(_)) {
                let joined = piece.join(&next.piece);
                if let DecodedPiece::Whole(text) | DecodedPiece::Followed(text) =
                    BlockDecoder::default().decode(&joined)
                {
                    self.give_text(piece, text);
                    return Ok(());
                }
            }
            self.kept = Some(next);
        }
        self.report_damage_or_cut(piece, "a bzip2 block is damaged and left out");
        Ok(())
    }

    /// The end of a stream: its checksum, then nothing, or the head of the next stream.
    fn take_end(&mut self, piece: &Piece) {
        if piece.bits < 80 {
            self.report_damage_or_cut(piece, "the end of a bzip2 stream is damaged");
            return;
        }
        let claimed = piece.peek(48, 32) as u32;
        if self.checksum.is_some_and(|checksum| checksum != claimed) {
            self.report_damage(piece, "a bzip2 stream is not what it was: its checksum differs");
        }
        self.inside = false;
        self.checksum = None;
        let first = ((piece.start + 80).div_ceil(8) - piece.start / 8) as usize;
        let after = piece.bytes.get(first..).unwrap_or(&[]);
        match piece.ending {
            PieceEnding::Mark if is_stream_head(after) && (piece.start + piece.bits).is_multiple_of(8) => {
                self.open_stream(Some(0))
            }
            PieceEnding::Mark => {
                self.open_stream(None);
                self.report_damage(piece, "between two bzip2 streams stands something else");
            }
            PieceEnding::File if after.iter().all(|&byte| byte == 0) => {}
            PieceEnding::File if after.starts_with(b"BZh") || b"BZh".starts_with(after) => {
                self.report_cut(piece.start / 8, "the file is cut: a bzip2 stream has no end");
            }
            _ => self.report_damage(piece, "after the last bzip2 stream stands something else"),
        }
    }

    fn open_stream(&mut self, checksum: Option<u32>) {
        self.inside = true;
        self.checksum = checksum;
    }

    fn give_text(&mut self, piece: &Piece, text: Vec<u8>) {
        self.checksum = self.checksum.map(|checksum| checksum.rotate_left(1) ^ piece.checksum());
        self.unpacked += text.len() as u64;
        self.text = text;
        self.given = 0;
    }

    fn report_damage_or_cut(&mut self, piece: &Piece, reason: &str) {
        match piece.ending {
            PieceEnding::File => self.report_cut(piece.start / 8, "the file is cut in the middle of a bzip2 block"),
            _ => self.report_damage(piece, reason),
        }
    }

    fn report_damage(&mut self, piece: &Piece, reason: &str) {
        self.checksum = None;
        self.damage = Some(Damage::with_gap(piece.start / 8, reason));
    }

    fn report_cut(&mut self, place: u64, reason: &str) {
        self.inside = false;
        self.damage = Some(Damage::with_early_end(place, reason));
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
            if let Err(error) = self.take_piece() {
                self.finished = true;
                return Err(error);
            }
        }
    }
}

/// Whether these bytes are the head of a stream, `BZh1` to `BZh9`.
fn is_stream_head(bytes: &[u8]) -> bool {
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
        kind: PieceKind::Block,
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
    reader.kept = Some(DecodeOutcome::from_piece(right, &mut BlockDecoder::default()));
    let broken = DecodeOutcome::from_piece(left, &mut BlockDecoder::default());
    assert!(matches!(broken.decoded, DecodedPiece::Broken));
    assert!(reader.take_block(&broken.piece, broken.decoded).is_ok());
    reader.text
}
