//! The stretch of the dump that is being looked at: a buffer of fixed size over the unpacked bytes.
//!
//! A gap (damage behind which reading goes on) stops the window: no byte from behind it enters before the reader has
//! taken note, so that nothing is ever stitched together across it.

use std::io::{self, Read};

use crate::unpack::{Damage, DamageKind, UnpackedFile};

const WINDOW_BYTES: usize = 512 << 10;
/// Less free space than this is not worth a read.
const LEAST_FREE: usize = WINDOW_BYTES / 4;

/// What asking for more bytes gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// Some.
    Bytes,
    /// None: the unread bytes fill the window.
    Full,
    /// None: here is a gap; see [`Window::take_damage`].
    Gap,
    /// None: here is the end.
    End,
}

/// A window over unpacked bytes.
pub struct Window {
    source: UnpackedFile,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// How many bytes were consumed before `start`.
    consumed: u64,
    damage: Option<Damage>,
    at_end: bool,
}

impl Window {
    /// A window at the beginning of `source`.
    pub fn new(source: UnpackedFile) -> Window {
        let buffer = vec![0; WINDOW_BYTES];
        Window { source, buffer, start: 0, end: 0, consumed: 0, damage: None, at_end: false }
    }

    /// The bytes that were not consumed yet.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// How many bytes of this reading come before them.
    pub fn offset(&self) -> u64 {
        self.consumed
    }

    /// Passes the first `count` of them.
    pub fn consume(&mut self, count: usize) {
        let count = count.min(self.end - self.start);
        self.start += count;
        self.consumed += count as u64;
    }

    /// Passes all of them.
    pub fn consume_all(&mut self) {
        self.consume(self.end - self.start);
    }

    /// Reads more. An error is a failure of the machine.
    pub fn read_more(&mut self) -> io::Result<ReadOutcome> {
        if self.damage.is_some() {
            return Ok(ReadOutcome::Gap);
        }
        if self.at_end {
            return Ok(ReadOutcome::End);
        }
        if WINDOW_BYTES - self.end < LEAST_FREE {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == WINDOW_BYTES {
            return Ok(ReadOutcome::Full);
        }
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.at_end = true;
                    return Ok(ReadOutcome::End);
                }
                Ok(count) => {
                    self.end += count;
                    return Ok(ReadOutcome::Bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.damage = Some(Damage::from_error(&error).ok_or(()).cloned().or(Err(error))?);
                    return Ok(ReadOutcome::Gap);
                }
            }
        }
    }

    /// Takes note of a gap: drops what is left before it, so that the next bytes are those behind it.
    pub fn take_damage(&mut self) -> Option<Damage> {
        let damage = self.damage.take()?;
        self.consume_all();
        self.at_end = damage.kind != DamageKind::Passing;
        Some(damage)
    }

    /// The first byte of this reading that belongs to the next range, when it is known.
    pub fn boundary(&self) -> Option<u64> {
        self.source.boundary()
    }

    /// The bytes under it.
    pub fn source(&self) -> &UnpackedFile {
        &self.source
    }
}
