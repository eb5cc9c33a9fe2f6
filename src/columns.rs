//! Blocks and sentences of many documents as flat columns, with offsets in characters of the document as read.
//!
//! The kernels count bytes, Python counts characters: here one becomes the other, once.

use crate::blocks::{Blocks, Element, find_source_range};
use crate::documents::shorten_name;

/// A column of texts, in one piece: row `i` is `text[ends[i]..ends[i + 1]]`. What went in as `str` stays UTF-8.
#[derive(Debug)]
pub struct Texts {
    text: String,
    ends: Vec<i32>,
}

impl Default for Texts {
    fn default() -> Self {
        Texts { text: String::new(), ends: vec![0] }
    }
}

impl Texts {
    /// A column with room for `rows` of `bytes` in all.
    pub fn with_capacity(rows: usize, bytes: usize) -> Texts {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Texts { text: String::with_capacity(bytes), ends }
    }

    /// Makes room for so many more rows of so many bytes in all, and no more.
    pub fn reserve_exact(&mut self, rows: usize, bytes: usize) {
        self.ends.reserve_exact(rows);
        self.text.reserve_exact(bytes);
    }

    /// Adds a row. A batch stays far below 2 GiB: readers refuse larger documents.
    #[inline]
    pub fn push(&mut self, value: &str) {
        self.text.push_str(value);
        self.ends.push(self.text.len() as i32);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of all rows, and where each begins; after the last its end.
    pub fn into_parts(self) -> (String, Vec<i32>) {
        (self.text, self.ends)
    }
}

/// From byte offsets of a text to character offsets, in constant time: a running count every [`INDEX_STEP_BYTES`] bytes.
///
/// `CharacterIndex::new("né!")` puts byte 3 (the `!`) at character 2.
pub struct CharacterIndex<'a> {
    text: &'a [u8],
    counts: Option<Vec<u32>>,
}

const INDEX_STEP_BYTES: usize = 256;

impl<'a> CharacterIndex<'a> {
    /// An index of `text`; for pure ASCII there is nothing to count.
    pub fn new(text: &'a str) -> Self {
        let text = text.as_bytes();
        if text.is_ascii() {
            return CharacterIndex { text, counts: None };
        }
        let mut total = 0;
        let counts = text
            .chunks(INDEX_STEP_BYTES)
            .map(|chunk| {
                let before = total;
                total += count_characters(chunk);
                before
            })
            .collect();
        CharacterIndex { text, counts: Some(counts) }
    }

    /// The number of characters before byte `offset`, counted on from a place known before when that is near.
    #[inline]
    pub fn count_from(&self, known: &mut (u32, u32), offset: u32) -> u32 {
        if self.counts.is_none() {
            return offset;
        }
        let characters = match offset.checked_sub(known.0) {
            Some(distance) if distance < INDEX_STEP_BYTES as u32 / 2 && (offset as usize) <= self.text.len() => {
                known.1 + count_characters(&self.text[known.0 as usize..offset as usize])
            }
            _ => self.count_before(offset),
        };
        *known = (offset, characters);
        characters
    }

    /// The number of characters before byte `offset`.
    pub fn count_before(&self, offset: u32) -> u32 {
        let Some(counts) = &self.counts else { return offset };
        let offset = (offset as usize).min(self.text.len());
        let step = (offset / INDEX_STEP_BYTES).min(counts.len().saturating_sub(1));
        counts[step] + count_characters(&self.text[step * INDEX_STEP_BYTES..offset])
    }
}

/// The number of characters that begin in these bytes of UTF-8.
pub fn count_characters(bytes: &[u8]) -> u32 {
    // Chunks short enough for a byte to count them, so that the compiler can use wide registers.
    bytes
        .chunks(192)
        .map(|chunk| chunk.iter().map(|&byte| u8::from((byte as i8) >= -0x40)).fold(0u8, u8::wrapping_add) as u32)
        .sum()
}

/// The blocks of many documents: row `d` has the blocks `ends[d]..ends[d + 1]`, block `b` the pieces `piece_ends[b]..`.
#[derive(Debug)]
pub struct BlockColumns {
    #[allow(missing_docs)]
    pub ends: Vec<i32>,
    #[allow(missing_docs)]
    pub element: Texts,
    #[allow(missing_docs)]
    pub footer: Vec<bool>,
    #[allow(missing_docs)]
    pub lossy: Vec<bool>,
    #[allow(missing_docs)]
    pub section: Texts,
    #[allow(missing_docs)]
    pub text: Texts,
    #[allow(missing_docs)]
    pub piece_ends: Vec<i32>,
    /// Bytes of the block's text.
    pub piece_text: Vec<u32>,
    /// Characters of the document.
    pub piece_source: Vec<u32>,
    /// Characters of the document; equal to `piece_source` for a copy.
    pub piece_end: Vec<u32>,
}

impl Default for BlockColumns {
    fn default() -> Self {
        BlockColumns {
            ends: vec![0],
            element: Texts::default(),
            footer: Vec::new(),
            lossy: Vec::new(),
            section: Texts::default(),
            text: Texts::default(),
            piece_ends: vec![0],
            piece_text: Vec::new(),
            piece_source: Vec::new(),
            piece_end: Vec::new(),
        }
    }
}

impl BlockColumns {
    /// Adds the blocks of a document; `source` is its text as read.
    pub fn push(&mut self, source: &str, blocks: &Blocks) {
        let characters = CharacterIndex::new(source);
        let mut known = (0, 0);
        for block in &blocks.blocks {
            self.element.push(block.element.name());
            self.footer.push(block.footer);
            self.lossy.push(block.lossy);
            self.section.push(blocks.sections.get(block.section as usize).map_or("", |section| shorten_name(section)));
            self.text.push(blocks.text_of(block));
            for piece in blocks.pieces_of(block) {
                let source = characters.count_from(&mut known, piece.source);
                self.piece_text.push(piece.text);
                self.piece_source.push(source);
                self.piece_end.push(if piece.source == piece.source_end {
                    source
                } else {
                    characters.count_from(&mut known, piece.source_end)
                });
            }
            self.piece_ends.push(self.piece_text.len() as i32);
        }
        self.ends.push(self.element.len() as i32);
    }
}

/// The sentences of many documents.
#[derive(Debug, Default)]
pub struct SentenceColumns {
    #[allow(missing_docs)]
    pub document: Texts,
    #[allow(missing_docs)]
    pub title: Texts,
    #[allow(missing_docs)]
    pub section: Texts,
    #[allow(missing_docs)]
    pub block: Texts,
    #[allow(missing_docs)]
    pub position: Vec<u32>,
    #[allow(missing_docs)]
    pub start: Vec<u32>,
    #[allow(missing_docs)]
    pub end: Vec<u32>,
    #[allow(missing_docs)]
    pub text: Texts,
}

/// The block that a sentence is split from, as the blocks table holds it.
pub struct BlockRow<'a> {
    #[allow(missing_docs)]
    pub element: &'a str,
    #[allow(missing_docs)]
    pub footer: bool,
    #[allow(missing_docs)]
    pub section: &'a str,
    #[allow(missing_docs)]
    pub text: &'a str,
    #[allow(missing_docs)]
    pub pieces: PieceRows<'a>,
}

/// The pieces of a block, column by column; see [`BlockColumns`] for what they count.
#[derive(Clone, Copy)]
pub struct PieceRows<'a> {
    #[allow(missing_docs)]
    pub text: &'a [u32],
    #[allow(missing_docs)]
    pub source: &'a [u32],
    #[allow(missing_docs)]
    pub end: &'a [u32],
}

impl PieceRows<'_> {
    /// The piece that holds byte `offset` of the block's text: where it begins there, in the source, and where it ends.
    #[inline]
    fn find(&self, offset: u32) -> Option<(u32, u32, u32)> {
        let index = match self.text {
            [_] => 0,
            texts => texts.partition_point(|&text| text <= offset).checked_sub(1)?,
        };
        Some((*self.text.get(index)?, *self.source.get(index)?, *self.end.get(index)?))
    }
}

/// Whose sentences they are.
#[derive(Clone, Copy)]
pub struct Owner<'a> {
    #[allow(missing_docs)]
    pub document: &'a str,
    #[allow(missing_docs)]
    pub title: &'a str,
}

impl SentenceColumns {
    /// Columns with room for about as many sentences as `bytes` of text hold.
    pub fn with_capacity(bytes: usize) -> SentenceColumns {
        let rows = bytes / 60;
        SentenceColumns {
            document: Texts::with_capacity(rows, rows * 8),
            title: Texts::with_capacity(rows, rows * 20),
            section: Texts::with_capacity(rows, rows * 20),
            block: Texts::with_capacity(rows, rows * 6),
            position: Vec::with_capacity(rows),
            start: Vec::with_capacity(rows),
            end: Vec::with_capacity(rows),
            text: Texts::with_capacity(rows, bytes),
        }
    }

    /// Adds the sentences `ranges` (bytes of the block's text) of a block; gives the position after the last.
    pub fn push(&mut self, owner: Owner<'_>, block: &BlockRow<'_>, ranges: &[(u32, u32)], first: u32) -> u32 {
        let kind = choose_block_name(Element::from_name(block.element), block.footer);
        let characters = CharacterIndex::new(block.text);
        let mut position = first;
        for &(start, end) in ranges {
            let place = find_source_characters(&characters, &block.pieces, start, end);
            let text = &block.text[start as usize..end as usize];
            self.push_sentence(owner, block.section, kind, position, place, text);
            position += 1;
        }
        position
    }

    /// Adds the sentences of a document straight from its blocks; `split` gives the ranges of a block's sentences.
    ///
    /// The same rows as by way of [`BlockColumns`] and [`SentenceColumns::push`], without building the blocks' table.
    pub fn push_document(
        &mut self,
        owner: Owner<'_>,
        source: &str,
        blocks: &Blocks,
        mut split: impl FnMut(&str, &mut Vec<(u32, u32)>),
    ) {
        let characters = CharacterIndex::new(source);
        let (mut ranges, mut known, mut position) = (Vec::new(), (0, 0), 0);
        for block in &blocks.blocks {
            let (whole, pieces) = (blocks.text_of(block), blocks.pieces_of(block));
            let kind = choose_block_name(Some(block.element), block.footer);
            let section = blocks.sections.get(block.section as usize).map_or("", |section| shorten_name(section));
            ranges.clear();
            split(whole, &mut ranges);
            for &(start, end) in &ranges {
                let (from, to) = find_source_range(pieces, start, end);
                let place = (characters.count_from(&mut known, from), characters.count_from(&mut known, to));
                self.push_sentence(owner, section, kind, position, place, &whole[start as usize..end as usize]);
                position += 1;
            }
        }
    }

    #[inline]
    fn push_sentence(
        &mut self,
        owner: Owner<'_>,
        section: &str,
        kind: &str,
        position: u32,
        place: (u32, u32),
        text: &str,
    ) {
        self.document.push(owner.document);
        self.title.push(owner.title);
        self.section.push(section);
        self.block.push(kind);
        self.position.push(position);
        self.start.push(place.0);
        self.end.push(place.1);
        self.text.push(text);
    }
}

/// The characters of the source that bytes `start..end` of a block's text came from.
#[inline]
fn find_source_characters(text: &CharacterIndex<'_>, pieces: &PieceRows<'_>, start: u32, end: u32) -> (u32, u32) {
    let (Some(first), Some(last)) = (pieces.find(start), pieces.find(end.saturating_sub(1))) else { return (0, 0) };
    let characters = |from: u32, to: u32| text.count_before(to) - text.count_before(from);
    let copied = |(_, source, source_end): (u32, u32, u32)| source == source_end;
    let from = if copied(first) { first.1 + characters(first.0, start) } else { first.1 };
    let to = if copied(last) { last.1 + characters(last.0, end) } else { last.2 };
    (from, to.max(from))
}

/// The `block` of a sentence: that of its element, and `footer` for running text and lists at the page's foot.
pub fn choose_block_name(element: Option<Element>, footer: bool) -> &'static str {
    let name = element.map_or("prose", Element::block);
    if footer && matches!(name, "prose" | "list") { "footer" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_index_counts_as_python_does(text in "\\PC{0,900}") {
            let index = CharacterIndex::new(&text);
            let mut known = (0, 0);
            for (characters, (bytes, _)) in text.char_indices().enumerate() {
                prop_assert_eq!(index.count_before(bytes as u32), characters as u32);
                prop_assert_eq!(index.count_from(&mut known, bytes as u32), characters as u32);
            }
            prop_assert_eq!(index.count_before(text.len() as u32), text.chars().count() as u32);
        }
    }

    #[test]
    fn a_sentence_of_other_scripts_is_located_in_characters() {
        let pieces = PieceRows { text: &[0, 6], source: &[2, 9], end: &[2, 20] };
        let text = CharacterIndex::new("茶屋5 km");
        // The first two characters take three bytes each and were copied; the rest was rendered from a template.
        assert_eq!(find_source_characters(&text, &pieces, 3, 6), (3, 4));
        assert_eq!(find_source_characters(&text, &pieces, 3, 10), (3, 20));
    }
}
