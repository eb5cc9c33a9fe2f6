//! A buffer that slides over a stream: the bytes not yet consumed stand together, and more are added on demand.

use std::io::{self, Read};

/// At least this much is asked of the stream at a time.
const CHUNK_BYTES: usize = 256 << 10;

/// A buffer grown past this by one large record is given back once it is empty.
const ROOMY_BYTES: usize = 16 << 20;

/// The bytes of a stream that were read and not yet consumed.
pub(super) struct Window {
    input: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    error: Option<io::Error>,
}

impl Window {
    pub fn new(input: Box<dyn Read + Send>) -> Self {
        Window { input, buffer: Vec::new(), start: 0, end: 0, ended: false, error: None }
    }

    /// What is there to be looked at.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// What is there, but at most one byte more than `limit`: enough to see that a record is above it, and no more, so
    /// that the pieces in which a stream comes make no difference.
    pub fn view_up_to(&self, limit: usize) -> &[u8] {
        let bytes = self.bytes();
        &bytes[..bytes.len().min(limit + 1)]
    }

    /// Adds bytes from the stream; `false` at its end, or when it broke (see [`Window::take_error`]).
    pub fn fill(&mut self) -> bool {
        if self.ended {
            return false;
        }
        self.make_room();
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(count) => {
                    self.end = (self.end + count).min(self.buffer.len());
                    return true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        self.ended = true;
        false
    }

    /// Fills until `bytes` are there; `false` when the stream ends before.
    pub fn fill_to(&mut self, bytes: usize) -> bool {
        while self.end - self.start < bytes {
            if !self.fill() {
                return false;
            }
        }
        true
    }

    /// Consumes `length` bytes and gives them.
    pub fn take(&mut self, length: usize) -> &[u8] {
        let from = self.start;
        self.start = (from + length).min(self.end);
        &self.buffer[from..self.start]
    }

    /// Whether the stream gave its last byte, or broke.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// Why the stream broke, once; `None` when it simply ended.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Drops what is left before the place where the stream broke, and reads on behind it, as `unpack` does after a damaged
    /// part that it could pass over; `false` when there is nothing.
    pub fn resume(&mut self) -> bool {
        (self.start, self.end, self.ended) = (0, 0, false);
        let goes_on = self.fill();
        if !goes_on {
            self.error = None;
        }
        goes_on
    }

    /// Moves what is left to the front when that frees half the buffer, else doubles it: either way the cost of a byte
    /// is constant.
    fn make_room(&mut self) {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            if self.buffer.len() > ROOMY_BYTES {
                self.buffer = Vec::new();
            }
        }
        if self.buffer.len() - self.end >= CHUNK_BYTES {
            return;
        }
        let left = self.end - self.start;
        if left * 2 > self.buffer.len() || self.buffer.len() < 2 * CHUNK_BYTES {
            // Zeroed memory fresh from the system costs nothing until it is used.
            let mut larger = vec![0; (self.buffer.len() * 2).max(2 * CHUNK_BYTES)];
            larger[..left].copy_from_slice(&self.buffer[self.start..self.end]);
            self.buffer = larger;
        } else {
            self.buffer.copy_within(self.start..self.end, 0);
        }
        (self.start, self.end) = (0, left);
    }
}
