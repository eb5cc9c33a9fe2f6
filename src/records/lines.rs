//! A stream cut at its line ends, with a bound on what one line may take.

use std::io;

use memchr::memchr;

use super::window::Window;

/// What is kept of a record too large to hold, for its excerpt.
pub(super) const HEAD_BYTES: usize = 1024;

/// One step of cutting a stream into records.
pub(super) enum CutStep<'a> {
    /// A record, whole.
    Whole(&'a [u8]),
    /// A record above the limit: how it begins and how long it was. It is consumed.
    TooLong { head: &'a [u8], bytes: u64 },
    /// The stream broke in this record, which may be whole, partial or empty. What can be read behind it follows.
    Broken { bytes: &'a [u8], error: io::Error },
    /// There is no more.
    End,
}

/// The lines of a stream; a byte order mark before the first is dropped.
pub(super) struct Lines {
    pub window: Window,
    /// The number of the line given last, from 1.
    pub number: u64,
    limit: usize,
    head: Vec<u8>,
    is_broken: bool,
}

impl Lines {
    pub fn new(mut window: Window, limit: usize) -> Self {
        skip_byte_order_mark(&mut window);
        Lines { window, number: 0, limit, head: Vec::new(), is_broken: false }
    }

    /// The lines of a stream that begins behind the first `before` lines of a file.
    pub fn starting_after(window: Window, limit: usize, before: u64) -> Self {
        Lines { window, number: before, limit, head: Vec::new(), is_broken: false }
    }

    /// The next line, without its `\n` or `\r\n`. A last one without a line end is a line too.
    pub fn next(&mut self) -> CutStep<'_> {
        match self.next_with_end() {
            CutStep::Whole(line) => {
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                CutStep::Whole(line.strip_suffix(b"\r").unwrap_or(line))
            }
            other => other,
        }
    }

    /// The next line as it stands.
    pub fn next_with_end(&mut self) -> CutStep<'_> {
        if std::mem::take(&mut self.is_broken) {
            if !self.window.resume() {
                return CutStep::End;
            }
            // Behind a gap stands the rest of a line whose beginning is lost.
            self.skip_line();
        }
        let mut searched = 0;
        loop {
            if let Some(at) = memchr(b'\n', &self.window.bytes()[searched..]) {
                return self.take_line(searched + at + 1);
            }
            searched = self.window.bytes().len();
            if searched > self.limit {
                return self.skip_line();
            }
            if !self.window.fill() {
                break;
            }
        }
        match self.window.take_error() {
            Some(error) => {
                self.number += 1;
                self.is_broken = true;
                CutStep::Broken { bytes: self.window.take(searched), error }
            }
            None if searched == 0 => CutStep::End,
            None => self.take_line(searched),
        }
    }

    fn take_line(&mut self, length: usize) -> CutStep<'_> {
        self.number += 1;
        let line = self.window.take(length);
        if length > self.limit {
            return CutStep::TooLong { head: &line[..HEAD_BYTES.min(length)], bytes: length as u64 };
        }
        CutStep::Whole(line)
    }

    /// Drops a line above the limit piece by piece.
    fn skip_line(&mut self) -> CutStep<'_> {
        self.number += 1;
        let mut bytes = 0;
        self.head.clear();
        loop {
            let there = self.window.bytes();
            let end = memchr(b'\n', there);
            let length = end.map_or(there.len(), |end| end + 1);
            let wanted = HEAD_BYTES.saturating_sub(self.head.len()).min(length);
            self.head.extend_from_slice(&there[..wanted]);
            self.window.take(length);
            bytes += length as u64;
            if end.is_some() || !self.window.fill() {
                return CutStep::TooLong { head: &self.head, bytes };
            }
        }
    }
}

/// Drops U+FEFF at the beginning of a stream; whether there was one.
pub(super) fn skip_byte_order_mark(window: &mut Window) -> bool {
    window.fill_to(3);
    let marked = window.bytes().starts_with(b"\xEF\xBB\xBF");
    if marked {
        window.take(3);
    }
    marked
}
