//! The last step of a stretch of text: into its block, tidied, with its way back to the source.
//!
//! Where something was dropped there is a seam. The text that comes next closes it: no blank twice, none before a
//! comma, no bracket left with nothing in it.

use crate::blocks::{Block, Blocks, Element, Piece};

/// Writes blocks one after the other.
pub(super) struct Writer<'a> {
    pub out: &'a mut Blocks,
    /// The expanded text that is copied from, and where it came from.
    pub text: &'a str,
    pub map: &'a [Piece],
    /// The piece of `map` that was used last.
    cursor: usize,
    start: usize,
    first_piece: usize,
    seam: bool,
    /// Something that may have been text was dropped from the block.
    pub lossy: bool,
}

impl<'a> Writer<'a> {
    pub fn new(out: &'a mut Blocks, text: &'a str, map: &'a [Piece]) -> Writer<'a> {
        let (start, first_piece) = (out.text.len(), out.pieces.len());
        Writer { out, text, map, cursor: 0, start, first_piece, seam: false, lossy: false }
    }

    /// The block's text so far.
    pub fn text_so_far(&self) -> &str {
        &self.out.text[self.start..]
    }

    /// Something was dropped here.
    pub fn mark_seam(&mut self) {
        self.seam = true;
    }

    /// Copies `from..to` of the expanded text.
    #[inline(always)]
    pub fn copy(&mut self, from: usize, to: usize) {
        if from < to {
            self.copy_run(from, to);
        }
    }

    fn copy_run(&mut self, from: usize, to: usize) {
        let Some(mut run) = self.text.get(from..to) else { return };
        if self.seam {
            run = &run[self.close_seam(run)..];
        }
        if run.as_bytes().first() == Some(&b' ') && self.ends_with_blank() {
            run = &run[1..];
        }
        if !run.is_empty() {
            self.record_source(to - run.len(), to);
            self.push_run(run, to - run.len());
        }
    }

    /// Writes the run that begins at `from` of the expanded text. A short one is copied with what follows it, which is
    /// then cut off: a copy of a fixed length needs no call.
    #[inline(always)]
    fn push_run(&mut self, run: &str, from: usize) {
        const SHORT: usize = 48;
        let text = &mut self.out.text;
        match self.text.get(from..from + SHORT) {
            Some(more) if run.len() <= SHORT => {
                let end = text.len() + run.len();
                text.push_str(more);
                text.truncate(end);
            }
            _ => text.push_str(run),
        }
    }

    /// Writes `shown` for `from..to` of the expanded text.
    pub fn replace(&mut self, shown: &str, from: usize, to: usize) {
        let mut skip = 0;
        if self.seam {
            skip = self.close_seam(shown);
        }
        if shown.as_bytes().get(skip) == Some(&b' ') && self.ends_with_blank() {
            skip += 1;
        }
        let Some(shown) = shown.get(skip..).filter(|shown| !shown.is_empty()) else { return };
        let (source, source_end) = self.find_source(from, to);
        self.push_piece(Piece { text: self.text_length(), source, source_end });
        self.out.text.push_str(shown);
    }

    /// Writes text that stands for a stretch of the source itself; `source == source_end` for a copy.
    pub fn push(&mut self, shown: &str, source: usize, source_end: usize) {
        let mut skip = 0;
        if self.seam {
            skip = self.close_seam(shown);
        }
        if shown.as_bytes().get(skip) == Some(&b' ') && self.ends_with_blank() {
            skip += 1;
        }
        let Some(rest) = shown.get(skip..).filter(|rest| !rest.is_empty()) else { return };
        let shift = if source == source_end { skip } else { 0 };
        let piece = Piece {
            text: self.text_length(),
            source: (source + shift) as u32,
            source_end: (source_end + shift) as u32,
        };
        self.push_piece(piece);
        self.out.text.push_str(rest);
    }

    /// Ends the block; gives it unless it is empty.
    pub fn finish(&mut self, element: Element, section: u32, footer: bool) -> Option<Block> {
        if element != Element::Code {
            let written = &self.out.text.as_bytes()[self.start..];
            let blanks = written.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\n')).count();
            if blanks > 0 {
                self.truncate(written.len() - blanks);
            }
        }
        let (start, first_piece, lossy) = (self.start, self.first_piece, self.lossy);
        self.seam = false;
        self.lossy = false;
        if self.out.text.len() == self.start {
            return None;
        }
        self.start = self.out.text.len();
        self.first_piece = self.out.pieces.len();
        let block = Block {
            element,
            footer,
            lossy,
            section,
            start: start as u32,
            end: self.start as u32,
            first_piece: first_piece as u32,
            last_piece: self.first_piece as u32,
        };
        self.out.blocks.push(block);
        Some(block)
    }

    fn text_length(&self) -> u32 {
        (self.out.text.len() - self.start) as u32
    }

    /// The block is empty or ends with a blank: another one would be too many.
    fn ends_with_blank(&self) -> bool {
        self.out.text.len() == self.start || self.out.text.as_bytes().last() == Some(&b' ')
    }

    #[inline(never)]
    fn truncate(&mut self, length: usize) {
        self.out.text.truncate(self.start + length);
        while self.out.pieces.len() > self.first_piece
            && self.out.pieces.last().is_some_and(|piece| piece.text as usize >= length)
        {
            self.out.pieces.pop();
        }
    }

    /// Closes a seam before `next`; gives how many bytes of it to leave out.
    #[inline(never)]
    fn close_seam(&mut self, next: &str) -> usize {
        let mut skip = 0;
        loop {
            let blanks = next.as_bytes()[skip..].iter().take_while(|&&byte| byte == b' ').count();
            let head = skip + blanks;
            let tail = self.text_so_far().trim_end_matches(' ').len();
            let before = self.text_so_far()[..tail].chars().next_back();
            let keeps_blank = blanks > 0 && !before.is_some_and(is_opening);
            let Some(sign) = next[head..].chars().next() else {
                return if keeps_blank { head - 1 } else { head };
            };
            match sign {
                ',' | ';' | '、' | '，' | '；' => {
                    if before.is_none_or(|sign| is_opening(sign) || is_separator(sign)) {
                        skip = head + sign.len_utf8();
                        continue;
                    }
                    self.truncate(tail);
                    self.seam = false;
                    return head;
                }
                ')' | '）' | ']' => {
                    let length = self.text_so_far().trim_end_matches(|c| c == ' ' || is_separator(c)).len();
                    let opening = if sign == ')' {
                        '('
                    } else if sign == ']' {
                        '['
                    } else {
                        '（'
                    };
                    self.truncate(length);
                    let length = measure_without_label(self.text_so_far());
                    if self.text_so_far()[..length].ends_with(opening) {
                        self.truncate(length);
                        self.truncate(length - opening.len_utf8());
                        skip = head + sign.len_utf8();
                        continue;
                    }
                    self.seam = false;
                    return head;
                }
                '.' | ':' | '!' | '?' | '。' | '：' | '！' | '？' => {
                    let alone = next[head + sign.len_utf8()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
                    self.seam = false;
                    if alone && before.is_some_and(|sign| !is_opening(sign)) {
                        self.truncate(tail);
                        return head;
                    }
                }
                _ => self.seam = false,
            }
            return if keeps_blank { head - 1 } else { head };
        }
    }

    /// Notes where the copied stretch `from..to` came from.
    #[inline(always)]
    fn record_source(&mut self, from: usize, to: usize) {
        let base = self.text_length();
        self.seek(from);
        let piece = self.build_piece(from, base);
        self.push_piece(piece);
        if self.map.get(self.cursor + 1).is_some_and(|next| (next.text as usize) < to) {
            self.record_remaining_pieces(from, to, base);
        }
    }

    /// The pieces after the first.
    #[inline(never)]
    fn record_remaining_pieces(&mut self, from: usize, to: usize, base: u32) {
        while let Some(next) = self.map.get(self.cursor + 1).map(|next| next.text as usize).filter(|next| *next < to) {
            self.cursor += 1;
            let piece = self.build_piece(next, base + (next - from) as u32);
            self.push_piece(piece);
        }
    }

    /// The piece that begins at `at`, which stands in the piece of the cursor, to be written at `text`.
    #[inline(always)]
    fn build_piece(&self, at: usize, text: u32) -> Piece {
        let piece = self.map.get(self.cursor).copied().unwrap_or(Piece { text: 0, source: 0, source_end: 1 });
        if piece.source == piece.source_end {
            let source = piece.source + (at as u32 - piece.text);
            Piece { text, source, source_end: source }
        } else {
            Piece { text, ..piece }
        }
    }

    /// Adds a piece, unless the last one goes on.
    #[inline]
    fn push_piece(&mut self, piece: Piece) {
        if self.out.pieces.len() > self.first_piece
            && let Some(last) = self.out.pieces.last()
        {
            let copies = last.source == last.source_end && piece.source == piece.source_end;
            let goes_on = if copies {
                last.source + (piece.text - last.text) == piece.source
            } else {
                last.source == piece.source && last.source_end == piece.source_end
            };
            if goes_on {
                return;
            }
        }
        self.out.pieces.push(piece);
    }

    #[inline(always)]
    fn seek(&mut self, at: usize) {
        let at = at as u32;
        let here = self.map.get(self.cursor).is_some_and(|piece| piece.text <= at);
        if !here || self.map.get(self.cursor + 1).is_some_and(|next| next.text <= at) {
            self.seek_far(at);
        }
    }

    #[inline(never)]
    fn seek_far(&mut self, at: u32) {
        if self.map.get(self.cursor).is_none_or(|piece| piece.text > at) {
            self.cursor = self.map.partition_point(|piece| piece.text <= at).saturating_sub(1);
            return;
        }
        let mut steps = 0;
        while self.map.get(self.cursor + 1).is_some_and(|next| next.text <= at) {
            self.cursor += 1;
            steps += 1;
            if steps > 16 {
                self.cursor = self.map.partition_point(|piece| piece.text <= at).saturating_sub(1);
                return;
            }
        }
    }

    /// The source that `from..to` of the expanded text stands for.
    pub fn find_source(&mut self, from: usize, to: usize) -> (u32, u32) {
        self.seek(from);
        let first = self.map.get(self.cursor).copied().unwrap_or(Piece { text: 0, source: 0, source_end: 1 });
        let start =
            if first.source == first.source_end { first.source + (from as u32 - first.text) } else { first.source };
        self.seek(to.saturating_sub(1).max(from));
        let last = self.map.get(self.cursor).copied().unwrap_or(first);
        let end = if last.source == last.source_end { last.source + (to as u32 - last.text) } else { last.source_end };
        if end > start {
            return (start, end);
        }
        // The text before it came from further down the page: the first piece alone.
        let sign = self.text.get(from..).and_then(|text| text.chars().next()).map_or(1, char::len_utf8) as u32;
        (start, if first.source == first.source_end { start + sign } else { first.source_end })
    }
}

/// The length of `text` without a word that only announced what was dropped: `Orrin (pronounced` -> 7.
fn measure_without_label(text: &str) -> usize {
    const LABELS: &[&str] = &["pronounced", "pronunciation", "IPA", "listen", "help", "info"];
    let text = text.trim_end_matches([' ', ':']);
    let label = LABELS.iter().find(|label| text.ends_with(**label));
    label.map_or(text.len(), |label| text[..text.len() - label.len()].trim_end().len())
}

fn is_opening(sign: char) -> bool {
    matches!(sign, '(' | '（' | '[')
}

fn is_separator(sign: char) -> bool {
    matches!(sign, ',' | ';' | '、' | '，' | '；')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the parts of `text` between `|`, with a seam at each bar.
    fn tidy(text: &str) -> String {
        let mut blocks = Blocks::default();
        let map = [Piece { text: 0, source: 0, source_end: 0 }];
        let mut writer = Writer::new(&mut blocks, text, &map);
        let mut from = 0;
        for part in text.split('|') {
            writer.copy(from, from + part.len());
            writer.mark_seam();
            from += part.len() + 1;
        }
        writer.finish(Element::Paragraph, 0, false);
        blocks.text
    }

    #[test]
    fn seams_leave_no_trace() {
        assert_eq!(tidy("The | tower"), "The tower");
        assert_eq!(tidy("It failed| , some|. End"), "It failed, some. End");
        assert_eq!(tidy("Orrin (|; |) is"), "Orrin is");
        assert_eq!(tidy("Orrin (|; a) is"), "Orrin (a) is");
        assert_eq!(tidy("Orrin (a; |) is"), "Orrin (a) is");
        assert_eq!(tidy("a (|), b"), "a, b");
        assert_eq!(tidy("湖（|、|）在"), "湖在");
        assert_eq!(tidy("Orrin (pronounced |) is"), "Orrin is");
        assert_eq!(tidy("Orrin (an IPA |) is"), "Orrin (an IPA) is");
        assert_eq!(tidy("|, the town"), "the town");
        assert_eq!(tidy("see |.NET"), "see .NET");
    }

    #[test]
    fn brackets_without_a_seam_stay() {
        assert_eq!(tidy("main() , f( )"), "main() , f( )");
    }
}
