//! A JSON file that is not one object per line, cut into its objects: an array of them, or objects over many lines.
//!
//! Only strings and brackets are looked at; whether an object is valid JSON is left to `object`.

use memchr::memchr2;

use super::lines::{CutStep, HEAD_BYTES, skip_byte_order_mark};
use super::window::Window;

/// The elements of a JSON array, as raw bytes.
///
/// Commas and brackets outside an element are skipped, so that several arrays in one file, or none around the objects,
/// read the same: `[{"a": 1}, {"a": 2}]` and `{"a": 1} {"a": 2}` give two elements each.
pub(super) struct Elements {
    window: Window,
    /// The number of the element given last, from 1.
    pub number: u64,
    /// Arrays opened and not closed: not 0 at the end when the file was cut.
    pub open_arrays: u64,
    limit: usize,
    head: Vec<u8>,
}

/// Where the scan of an element stands.
#[derive(Default)]
struct Scan {
    started: bool,
    depth: u64,
    in_string: bool,
    escaped: bool,
}

impl Elements {
    pub fn new(mut window: Window, limit: usize) -> Self {
        skip_byte_order_mark(&mut window);
        Elements { window, number: 0, open_arrays: 0, limit, head: Vec::new() }
    }

    /// The next element.
    pub fn next(&mut self) -> CutStep<'_> {
        let mut dropped = 0;
        self.head.clear();
        if self.skip_between() {
            let mut scan = Scan::default();
            let mut scanned = 0;
            loop {
                if let Some(end) = scan.find_element_end(&self.window.bytes()[scanned..]) {
                    return self.take_element(scanned + end, dropped);
                }
                scanned = self.window.bytes().len();
                if dropped + scanned as u64 > self.limit as u64 {
                    extend_head(&mut self.head, self.window.take(scanned));
                    dropped += scanned as u64;
                    scanned = 0;
                }
                if !self.window.fill() {
                    break;
                }
            }
        }
        // Behind a gap no one can tell the depth: this is the end.
        let rest = self.window.bytes().len();
        match self.window.take_error() {
            Some(error) => {
                self.number += 1;
                CutStep::Broken { bytes: self.window.take(rest), error }
            }
            None if rest == 0 && dropped == 0 => CutStep::End,
            None => self.take_element(rest, dropped),
        }
    }

    /// Gives an element that ends after `length` bytes more; `dropped` of it are gone.
    fn take_element(&mut self, length: usize, dropped: u64) -> CutStep<'_> {
        self.number += 1;
        let element = self.window.take(length);
        let bytes = dropped + length as u64;
        if bytes <= self.limit as u64 {
            return CutStep::Whole(element);
        }
        extend_head(&mut self.head, element);
        CutStep::TooLong { head: &self.head, bytes }
    }

    /// Consumes what stands between elements; `false` at the end of the stream.
    fn skip_between(&mut self) -> bool {
        loop {
            let there = self.window.bytes();
            let between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']');
            let length = there.iter().position(|byte| !between(byte)).unwrap_or(there.len());
            for byte in &there[..length] {
                match byte {
                    b'[' => self.open_arrays += 1,
                    b']' => self.open_arrays = self.open_arrays.saturating_sub(1),
                    _ => {}
                }
            }
            let found = length < there.len();
            self.window.take(length);
            if found || !self.window.fill() {
                return found;
            }
        }
    }
}

/// Adds to the beginning of a record too large to hold.
fn extend_head(head: &mut Vec<u8>, bytes: &[u8]) {
    let wanted = HEAD_BYTES.saturating_sub(head.len()).min(bytes.len());
    head.extend_from_slice(&bytes[..wanted]);
}

impl Scan {
    /// Where the element ends in `bytes`, which go on from those of the last call; `None` when further on.
    fn find_element_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if self.escaped {
                self.escaped = false;
                at += 1;
            } else if self.in_string {
                at += memchr2(b'"', b'\\', &bytes[at..])? + 1;
                self.escaped = bytes[at - 1] == b'\\';
                self.in_string = self.escaped;
                if !self.in_string && self.depth == 0 {
                    return Some(at);
                }
            } else {
                match bytes[at] {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' if self.depth == 0 => return Some(at + usize::from(!self.started)),
                    b'}' | b']' if self.depth == 1 => return Some(at + 1),
                    b'}' | b']' => self.depth -= 1,
                    b',' | b'\n' if self.depth == 0 => return Some(at),
                    _ => {}
                }
                self.started = true;
                at += 1;
            }
        }
        None
    }
}
