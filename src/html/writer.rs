//! Text on its way into blocks: blanks folded, every stretch tied to the source it came from.

use crate::blocks::{Block, Blocks, Element, Piece};

/// What is around a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Surroundings {
    pub element: Element,
    /// Of a heading, from 1.
    pub level: u8,
    pub is_hidden: bool,
    pub is_pre: bool,
    pub is_link: bool,
    /// How surely it is beside the page's own text: 0 not, 1 maybe, 2 surely.
    pub beside: u8,
    pub in_main: bool,
    pub in_article: bool,
}

/// What the choice of blocks needs to know of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub around: Surroundings,
    pub link_bytes: usize,
}

/// Writes the blocks of one page. A block is begun by its first character and ended by [`Writer::end_block`].
pub(super) struct Writer<'a> {
    source: &'a str,
    pub out: &'a mut Blocks,
    pub notes: Vec<Note>,
    note: Option<Note>,
    start: usize,
    first_piece: usize,
    /// A blank that is written if more text follows.
    blank: Option<(usize, usize)>,
}

impl<'a> Writer<'a> {
    pub fn new(source: &'a str, out: &'a mut Blocks) -> Self {
        Writer { source, out, notes: Vec::new(), note: None, start: 0, first_piece: 0, blank: None }
    }

    /// Whether the block has text to which a blank could be added.
    pub fn takes_blank(&self) -> bool {
        self.note.is_some() && self.blank.is_none()
    }

    /// Adds `from..to` of the source as it stands.
    pub fn copy(&mut self, from: usize, to: usize, around: Surroundings) {
        if from < to {
            self.begin_block(around, to - from);
            self.write_copy(from, to);
        }
    }

    /// Adds a character that stands for `from..to` of the source.
    pub fn replace(&mut self, from: usize, to: usize, character: char, around: Surroundings) {
        self.begin_block(around, character.len_utf8());
        self.write_replacement(from, to, character);
    }

    /// Adds a blank that stands for `from..to`, unless the block begins or ends there or has one already.
    pub fn add_blank(&mut self, from: usize, to: usize) {
        if self.takes_blank() {
            self.blank = Some((from, to));
        }
    }

    /// Ends the block.
    pub fn end_block(&mut self) {
        self.blank = None;
        let Some(note) = self.note.take() else {
            return;
        };
        if note.around.is_pre {
            self.trim_blanks();
        }
        if self.out.text.len() > self.start {
            self.notes.push(note);
            self.out.blocks.push(Block {
                element: note.around.element,
                footer: false,
                lossy: false,
                section: 0,
                start: self.start as u32,
                end: self.out.text.len() as u32,
                first_piece: self.first_piece as u32,
                last_piece: self.out.pieces.len() as u32,
            });
        }
        self.start = self.out.text.len();
        self.first_piece = self.out.pieces.len();
    }

    /// Drops blanks at the end of a block that keeps its blanks.
    fn trim_blanks(&mut self) {
        let length = self.out.text[self.start..].trim_end().len();
        self.out.text.truncate(self.start + length);
        while self.out.pieces.len() > self.first_piece
            && self.out.pieces.last().is_some_and(|piece| piece.text as usize >= length)
        {
            self.out.pieces.pop();
        }
    }

    fn begin_block(&mut self, around: Surroundings, bytes: usize) {
        let note = self.note.get_or_insert(Note { around, link_bytes: 0 });
        note.link_bytes += if around.is_link { bytes } else { 0 };
        if let Some((from, to)) = self.blank.take() {
            match &self.source[from..to] {
                " " => self.write_copy(from, to),
                _ => self.write_replacement(from, to, ' '),
            }
        }
    }

    fn write_copy(&mut self, from: usize, to: usize) {
        let text = (self.out.text.len() - self.start) as u32;
        let own_pieces = &self.out.pieces[self.first_piece..];
        let goes_on = own_pieces
            .last()
            .is_some_and(|piece| piece.source == piece.source_end && piece.source + (text - piece.text) == from as u32);
        if !goes_on {
            self.out.pieces.push(Piece { text, source: from as u32, source_end: from as u32 });
        }
        self.out.text.push_str(&self.source[from..to]);
    }

    fn write_replacement(&mut self, from: usize, to: usize, character: char) {
        let text = (self.out.text.len() - self.start) as u32;
        self.out.pieces.push(Piece { text, source: from as u32, source_end: to as u32 });
        self.out.text.push(character);
    }
}
