//! Keeps the blocks of a page that stand in its main text, as another tool extracted it without offsets.
//!
//! White space and invisible characters are left out of the comparison, since every tool spaces text in its own way.
//! A block stands in the main text when it is one of its lines, or when it begins and ends there behind the blocks
//! before it: what lies between may differ, because the tools differ on footnote marks, raised digits and the like.
//! Time is linear in both texts: places come from an index of beginnings, never from a search to the end.

use crate::blocks::{Block, Blocks, Element};
use std::collections::HashMap;

/// How many bytes of a block's beginning and end must be found; a shorter block must be a line.
const ANCHOR_BYTES: usize = 16;

/// How many places of a repeated beginning are tried.
const MOST_TRIES: usize = 4;

/// Drops the blocks that do not stand in `main_text`; those left keep their order, text, pieces and sections.
///
/// A main text without a visible character says nothing, and everything is kept.
pub fn keep_main_blocks(blocks: &mut Blocks, main_text: &str) {
    let main = MainText::new(main_text);
    if main.bytes.is_empty() {
        return;
    }
    let mut reached = MainTextPosition::default();
    let mut squeezed = Vec::new();
    let stands_there = |block: &&Block| {
        squeezed.clear();
        push_visible_characters(blocks.text_of(block), &mut squeezed, |_| ());
        main.contains_block(&squeezed, block.element, &mut reached)
    };
    let kept = blocks.blocks.iter().filter(stands_there).copied().collect();
    compact_blocks(blocks, kept);
}

/// How far the blocks kept so far reach into the main text.
#[derive(Default)]
struct MainTextPosition {
    /// The end of the last block, of any length.
    any: usize,
    /// The end of the last block long enough to be certain of: long blocks are looked for from here.
    certain: usize,
}

type Places = HashMap<Box<[u8]>, Vec<u32>>;

/// The main text without white space, with the ways to find a block in it.
struct MainText {
    bytes: Vec<u8>,
    /// Where each line stands.
    lines: Places,
    line_ends: Vec<u32>,
    /// Where each stretch of `ANCHOR_BYTES` bytes that begins with a word stands.
    beginnings: Places,
}

impl MainText {
    fn new(text: &str) -> Self {
        let mut bytes = Vec::with_capacity(text.len());
        let (mut lines, mut beginnings) = (Places::new(), Places::new());
        let (mut line_ends, mut words) = (Vec::new(), Vec::new());
        for line in text.lines() {
            let start = bytes.len();
            push_visible_characters(line, &mut bytes, |place| words.push(place));
            if bytes.len() > start {
                lines.entry(bytes[start..].into()).or_default().push(start as u32);
                line_ends.push(bytes.len() as u32);
            }
        }
        for place in words {
            if let Some(anchor) = bytes.get(place..place + ANCHOR_BYTES) {
                beginnings.entry(anchor.into()).or_default().push(place as u32);
            }
        }
        MainText { bytes, lines, line_ends, beginnings }
    }

    /// Whether a block stands here, behind what is reached.
    fn contains_block(&self, block: &[u8], element: Element, reached: &mut MainTextPosition) -> bool {
        if block.is_empty() {
            return false;
        }
        if let Some(end) = self.find_block_end(block, reached.certain) {
            *reached = MainTextPosition { any: end, certain: end };
            return true;
        }
        if let Some(places) = self.lines.get(block) {
            if let Some(&place) = skip_places_before(places, reached.certain).first() {
                reached.any = place as usize + block.len();
            }
            return true;
        }
        // Short and no line, it must come next: the cells of a row share a line, a listing or verse takes up several.
        let end = reached.any + block.len();
        let is_next = self.bytes[reached.any..].starts_with(block)
            && (element == Element::TableCell || self.is_line_end(reached.any) && self.is_line_end(end));
        reached.any = if is_next { end } else { reached.any };
        is_next
    }

    fn is_line_end(&self, place: usize) -> bool {
        place == 0 || self.line_ends.binary_search(&(place as u32)).is_ok()
    }

    /// Where a long block ends, at or behind `from`.
    fn find_block_end(&self, block: &[u8], from: usize) -> Option<usize> {
        let places = self.beginnings.get(block.get(..ANCHOR_BYTES)?)?;
        skip_places_before(places, from)
            .iter()
            .take(MOST_TRIES)
            .find_map(|&place| self.find_end_from(block, place as usize))
    }

    /// Where a block that begins at `place` ends: as it stands, or by its last bytes not much further than its length.
    fn find_end_from(&self, block: &[u8], place: usize) -> Option<usize> {
        let here = &self.bytes[place..];
        if here.starts_with(block) {
            return Some(place + block.len());
        }
        let reach = &here[..here.len().min(block.len() + block.len() / 4 + 2 * ANCHOR_BYTES)];
        let from = reach.len().min(block.len() * 3 / 4).saturating_sub(ANCHOR_BYTES);
        let tail = &block[block.len() - ANCHOR_BYTES..];
        memchr::memmem::find(&reach[from..], tail).map(|found| place + from + found + ANCHOR_BYTES)
    }
}

/// Those of the sorted places that are not before `from`.
fn skip_places_before(places: &[u32], from: usize) -> &[u32] {
    &places[places.partition_point(|&place| (place as usize) < from)..]
}

/// Appends the visible characters of `text` to `into`; `word` is told where each begins that opens a word.
fn push_visible_characters(text: &str, into: &mut Vec<u8>, mut word: impl FnMut(usize)) {
    let mut opens = true;
    for character in text.chars() {
        if is_skipped_character(character) {
            opens = true;
            continue;
        }
        if opens || !character.is_ascii_alphanumeric() {
            word(into.len());
        }
        opens = !character.is_alphanumeric();
        into.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// White space, soft hyphens, zero-width characters and direction marks.
fn is_skipped_character(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// Leaves only `kept`, which are blocks of `blocks` in order, and moves their text and pieces together.
fn compact_blocks(blocks: &mut Blocks, mut kept: Vec<Block>) {
    let mut text = String::with_capacity(kept.iter().map(|block| (block.end - block.start) as usize).sum());
    let mut pieces = Vec::with_capacity(kept.iter().map(|block| (block.last_piece - block.first_piece) as usize).sum());
    for block in &mut kept {
        let (start, first_piece) = (text.len() as u32, pieces.len() as u32);
        text.push_str(blocks.text_of(block));
        pieces.extend_from_slice(blocks.pieces_of(block));
        (block.start, block.end) = (start, text.len() as u32);
        (block.first_piece, block.last_piece) = (first_piece, pieces.len() as u32);
    }
    (blocks.text, blocks.pieces, blocks.blocks) = (text, pieces, kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::Piece;
    use proptest::prelude::*;

    /// Blocks with a piece for each word: copied from 1000 times the block's number on.
    fn page(texts: &[(Element, &str)]) -> Blocks {
        let mut blocks = Blocks::default();
        blocks.clear();
        blocks.sections.push("History".into());
        for (number, (element, text)) in texts.iter().enumerate() {
            let (start, first_piece) = (blocks.text.len() as u32, blocks.pieces.len() as u32);
            for (place, _) in text.match_indices(' ').chain([(0, "")]) {
                let source = (number * 1000 + place) as u32;
                blocks.pieces.push(Piece { text: place as u32, source, source_end: source });
            }
            blocks.text.push_str(text);
            let (end, last_piece) = (blocks.text.len() as u32, blocks.pieces.len() as u32);
            let section = (number % 2) as u32;
            let (element, footer, lossy) = (*element, false, false);
            blocks.blocks.push(Block { element, footer, lossy, section, start, end, first_piece, last_piece });
        }
        blocks
    }

    fn list_kept_texts(texts: &[(Element, &str)], main: &str) -> Vec<String> {
        let mut blocks = page(texts);
        keep_main_blocks(&mut blocks, main);
        blocks.blocks.iter().map(|block| blocks.text_of(block).to_owned()).collect()
    }

    use Element::{Heading, ListItem, Paragraph, TableCell};

    const RHINE: &str = "The Rhine rises in the Alps and flows to the North Sea.";

    #[test]
    fn a_block_that_is_a_line_is_kept_and_the_menu_is_not() {
        let texts = [(ListItem, "Home"), (Heading, "Rivers"), (Paragraph, RHINE), (Paragraph, "Copyright")];
        assert_eq!(list_kept_texts(&texts, &format!("Rivers\n\n{RHINE}\n")), ["Rivers", RHINE]);
    }

    #[test]
    fn spaces_and_invisible_characters_do_not_matter() {
        let texts = [(Paragraph, "The Rhine rises in\u{a0}the Al\u{ad}ps , and so on.")];
        assert_eq!(list_kept_texts(&texts, "  The Rhine\trises in the Alps, and so on.").len(), 1);
    }

    #[test]
    fn a_paragraph_may_lie_across_lines_and_begin_within_one() {
        assert_eq!(
            list_kept_texts(&[(Paragraph, RHINE)], "Rivers: The Rhine rises in the Alps\nand flows to the North Sea.")
                .len(),
            1
        );
    }

    #[test]
    fn what_lies_between_beginning_and_end_may_differ() {
        let texts =
            [(Paragraph, "The area of the lake is 536 km², which makes it the third largest of all the lakes.")];
        let main = "The area of the lake is 536 km2,[1][2] which makes it the third largest of all the lakes.[3]";
        assert_eq!(list_kept_texts(&texts, main).len(), 1);
    }

    #[test]
    fn a_beginning_alone_is_not_enough() {
        let texts = [(Paragraph, "The Rhine rises in the Alps and you can book a trip there today with our agency.")];
        assert!(list_kept_texts(&texts, RHINE).is_empty());
    }

    #[test]
    fn a_teaser_behind_the_article_is_dropped() {
        let texts = [(Paragraph, RHINE), (ListItem, "The Rhine rises in the Alps")];
        assert_eq!(list_kept_texts(&texts, &format!("{RHINE} It is long.")), [RHINE]);
    }

    #[test]
    fn a_short_block_within_a_line_is_not_kept_and_does_not_hide_what_follows() {
        let texts = [(ListItem, "The"), (TableCell, "The"), (Paragraph, RHINE)];
        assert_eq!(list_kept_texts(&texts, RHINE), ["The", RHINE]);
        assert_eq!(list_kept_texts(&texts[..1], RHINE), [""; 0]);
    }

    #[test]
    fn the_cells_of_a_row_are_found_one_after_the_other() {
        let texts = [(Heading, "Cities"), (TableCell, "Berlin"), (TableCell, "3,700,000"), (TableCell, "Paris")];
        assert_eq!(list_kept_texts(&texts, "Towns\nCities\nBerlin3,700,000"), ["Cities", "Berlin", "3,700,000"]);
    }

    #[test]
    fn a_short_block_of_several_lines_is_kept_where_it_comes_next() {
        let texts = [(Heading, "Code"), (Element::Code, "let x\n  = 1"), (ListItem, "so")];
        assert_eq!(list_kept_texts(&texts, "Code\nlet x\n  = 1\nso it is"), ["Code", "let x\n  = 1"]);
    }

    #[test]
    fn a_main_text_without_a_word_keeps_everything() {
        assert_eq!(list_kept_texts(&[(ListItem, "Home"), (Paragraph, RHINE)], " \n\u{200b}").len(), 2);
    }

    #[test]
    fn text_without_spaces_is_found_within_a_line() {
        let texts = [(Paragraph, "长江发源于青藏高原，最后流入东海。")];
        assert_eq!(list_kept_texts(&texts, "河流长江发源于青藏高原，最后流入东海。完").len(), 1);
    }

    #[test]
    fn what_is_left_keeps_its_pieces_and_sections() {
        let texts = [(ListItem, "Home page"), (Paragraph, RHINE), (ListItem, "More"), (Heading, "An end")];
        let before = page(&texts);
        let mut after = page(&texts);
        keep_main_blocks(&mut after, &format!("{RHINE}\nAn end"));
        assert_eq!(after.text, format!("{RHINE}An end"));
        for (old, new) in [(1, 0), (3, 1)] {
            let (old, new) = (before.blocks[old], after.blocks[new]);
            assert_eq!(before.text_of(&old), after.text_of(&new));
            assert_eq!(before.pieces_of(&old), after.pieces_of(&new));
            assert_eq!((old.element, old.section), (new.element, new.section));
        }
        assert_eq!(after.sections, before.sections);
        assert_eq!(after.pieces.len(), after.blocks[1].last_piece as usize);
    }

    #[test]
    fn repeated_text_takes_linear_time() {
        let many: Vec<_> = (0..20_000).map(|_| (Paragraph, "again and again and again and again and x")).collect();
        assert!(list_kept_texts(&many, &"again and ".repeat(100_000)).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_passes_and_every_line_of_the_main_text_is_kept(
            texts in prop::collection::vec("[ab é长\u{ad}.\n]{0,60}", 0..12), main in "[ab é长.\n]{0,200}"
        ) {
            let blocks: Vec<_> = texts.iter().map(|text| (Paragraph, text.as_str())).collect();
            list_kept_texts(&blocks, &main);
            let lines: Vec<_> = main.lines().filter(|line| !line.trim().is_empty()).collect();
            let blocks: Vec<_> = lines.iter().map(|line| (Paragraph, *line)).collect();
            prop_assert_eq!(list_kept_texts(&blocks, &main), lines);
        }
    }
}
