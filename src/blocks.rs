//! What a cleaner gives: the blocks of a document, with their plain text and the way back to the source.
//!
//! One `Blocks` serves many documents: `clear` keeps its memory.

/// What a block is in its document's markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A section's title.
    Heading,
    /// Running text.
    Paragraph,
    /// An item of a bulleted or numbered list.
    ListItem,
    /// The term of a definition list.
    DefTerm,
    /// The definition of a definition list, or an indented line.
    Def,
    /// A block quotation.
    Quote,
    /// A line of a poem.
    PoemLine,
    /// The caption of a picture.
    Caption,
    /// A cell of a table.
    TableCell,
    /// A footnote or a citation.
    Reference,
    /// A listing.
    Code,
}

const ALL: [Element; 11] = [
    Element::Paragraph,
    Element::ListItem,
    Element::Heading,
    Element::Reference,
    Element::Caption,
    Element::TableCell,
    Element::DefTerm,
    Element::Def,
    Element::Quote,
    Element::PoemLine,
    Element::Code,
];

impl Element {
    /// The element's name, as the case files and tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            Element::Heading => "heading",
            Element::Paragraph => "paragraph",
            Element::ListItem => "list_item",
            Element::DefTerm => "def_term",
            Element::Def => "def",
            Element::Quote => "quote",
            Element::PoemLine => "poem_line",
            Element::Caption => "caption",
            Element::TableCell => "table_cell",
            Element::Reference => "reference",
            Element::Code => "code",
        }
    }

    /// The element with a name: the inverse of `name`.
    pub fn from_name(name: &str) -> Option<Element> {
        ALL.into_iter().find(|element| element.name() == name)
    }

    /// The `block` of the sentences table: what a user chooses by.
    pub fn block(self) -> &'static str {
        match self {
            Element::Heading => "heading",
            Element::Paragraph | Element::Def | Element::Quote | Element::PoemLine => "prose",
            Element::ListItem | Element::DefTerm => "list",
            Element::Caption => "caption",
            Element::TableCell => "table",
            Element::Reference => "reference",
            Element::Code => "code",
        }
    }
}

/// A stretch of a block's text and where it came from, in bytes.
///
/// The stretch ends where the next piece of the block begins. With `source_end == source` it was copied as it stands
/// (byte `text + i` is byte `source + i`); otherwise all of it stands for `source..source_end` (an entity, a template).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins in the block's own text.
    pub text: u32,
    /// Where it begins in the source.
    pub source: u32,
    /// Where the replaced source ends; equal to `source` for a copy.
    pub source_end: u32,
}

/// One block: a stretch of `Blocks::text`, its pieces and its section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub element: Element,
    /// It stands in a section at the page's foot (see also, references, external links ...).
    pub footer: bool,
    /// Something that may have carried words was dropped from it (an unknown template).
    pub lossy: bool,
    /// Index into `Blocks::sections`.
    pub section: u32,
    /// Its text is `Blocks::text[start..end]`.
    pub start: u32,
    /// See `start`.
    pub end: u32,
    /// Its pieces are `Blocks::pieces[first_piece..last_piece]`.
    pub first_piece: u32,
    /// See `first_piece`.
    pub last_piece: u32,
}

/// The blocks of one document, in reading order.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// The plain text of all blocks, one after the other with nothing between.
    pub text: String,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The pieces of all blocks.
    pub pieces: Vec<Piece>,
    /// Section titles, outer first, joined by " / "; number 0 is "" (before the first heading).
    pub sections: Vec<String>,
}

impl Blocks {
    /// Forgets the document, keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.blocks.clear();
        self.pieces.clear();
        self.sections.clear();
        self.sections.push(String::new());
    }

    /// The text of a block.
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.start as usize..block.end as usize]
    }

    /// The pieces of a block.
    pub fn pieces_of(&self, block: &Block) -> &[Piece] {
        &self.pieces[block.first_piece as usize..block.last_piece as usize]
    }
}

/// The bytes of the source that `start..end` of a block's text came from: the smallest stretch that holds them all.
///
/// `start < end`, and `pieces` are the block's own. A copied stretch maps byte by byte, a replaced one as a whole.
/// With pieces `[(0, 10, 10), (5, 15, 30)]` and text of 8 bytes: `2..4` is `12..14`, `4..6` is `14..30`.
pub fn find_source_range(pieces: &[Piece], start: u32, end: u32) -> (u32, u32) {
    let piece_at = |offset: u32| {
        let after = pieces.partition_point(|piece| piece.text <= offset);
        pieces[after.saturating_sub(1)]
    };
    let (Some(_), true) = (pieces.first(), start < end) else {
        return (0, 0);
    };
    let first = piece_at(start);
    let last = piece_at(end - 1);
    let copied = |piece: &Piece| piece.source == piece.source_end;
    let from = if copied(&first) { first.source + (start - first.text) } else { first.source };
    let to = if copied(&last) { last.source + (end - last.text) } else { last.source_end };
    (from, to.max(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_stretch_maps_byte_by_byte_and_a_replaced_one_as_a_whole() {
        let pieces = [
            Piece { text: 0, source: 10, source_end: 10 },
            Piece { text: 5, source: 15, source_end: 30 },
            Piece { text: 8, source: 30, source_end: 30 },
        ];
        assert_eq!(find_source_range(&pieces, 2, 4), (12, 14));
        assert_eq!(find_source_range(&pieces, 4, 6), (14, 30));
        assert_eq!(find_source_range(&pieces, 6, 9), (15, 31));
    }
}
