//! Which blocks are the page's own text, and the sections that its headings make.

use super::writer::Note;
use crate::blocks::{Blocks, Element};

/// A block with fewer characters and more than half of them in links is navigation.
const LINKS_CHARACTERS: usize = 100;

/// `<main>` or `<article>` must hold this many bytes, and a quarter of the page, to count as its text.
const MAIN_BYTES: usize = 250;

/// Below this, and below a tenth of the page, the choice is taken to have failed.
const PAGE_BYTES: usize = 250;

/// How much of a heading a section's name takes.
const TITLE_CHARACTERS: usize = 200;

/// Whether each block is kept.
pub(super) fn choose_blocks(blocks: &Blocks, notes: &[Note]) -> Vec<bool> {
    let lengths: Vec<usize> = blocks.blocks.iter().map(|block| (block.end - block.start) as usize).collect();
    let sum = |kept: &[bool]| -> usize {
        lengths.iter().zip(kept).filter(|(_, kept)| **kept).map(|(length, _)| length).sum()
    };
    let all: usize = lengths.iter().sum();
    let is_enough = |kept: &[bool]| sum(kept) >= PAGE_BYTES || sum(kept) * 10 >= all;
    // Forms are given up only when the page is not one large form.
    for beside in [0, 1] {
        let mut kept: Vec<bool> = notes
            .iter()
            .zip(&blocks.blocks)
            .map(|(note, block)| {
                note.around.beside <= beside && !is_navigation(note, blocks.text_of(block), block.element)
            })
            .collect();
        if !is_enough(&kept) {
            continue;
        }
        let own = sum(&kept);
        for is_own in [|note: &Note| note.around.in_main, |note: &Note| note.around.in_article] {
            let inner: Vec<bool> = kept.iter().zip(notes).map(|(kept, note)| *kept && is_own(note)).collect();
            if sum(&inner) >= MAIN_BYTES && sum(&inner) * 4 >= own {
                kept = inner;
                break;
            }
        }
        return kept;
    }
    vec![true; notes.len()]
}

fn is_navigation(note: &Note, text: &str, element: Element) -> bool {
    let is_short = text.len() < LINKS_CHARACTERS * 4 && text.chars().count() < LINKS_CHARACTERS;
    is_short && note.link_bytes * 2 > text.len() && element != Element::Heading
}

/// Takes the other blocks out, with their text and pieces.
pub(super) fn keep_only(blocks: &mut Blocks, kept: &[bool]) {
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut text = String::with_capacity(blocks.text.len());
    let mut pieces = Vec::with_capacity(blocks.pieces.len());
    let mut kept = kept.iter();
    let all = std::mem::take(&mut blocks.blocks);
    for mut block in all {
        if kept.next() != Some(&true) {
            continue;
        }
        let (start, first_piece) = (text.len() as u32, pieces.len() as u32);
        text.push_str(blocks.text_of(&block));
        pieces.extend_from_slice(blocks.pieces_of(&block));
        (block.start, block.end) = (start, text.len() as u32);
        (block.first_piece, block.last_piece) = (first_piece, pieces.len() as u32);
        blocks.blocks.push(block);
    }
    blocks.text = text;
    blocks.pieces = pieces;
}

/// Puts every block into the section of the headings before it; a heading opens its own.
///
/// `h1 A`, `h2 B`, `p`, `h2 C` -> sections `A`, `A / B`, `A / B`, `A / C`.
pub(super) fn name_sections(blocks: &mut Blocks, levels: impl Iterator<Item = u8>) {
    let mut titles: Vec<(u8, String)> = Vec::new();
    for (block, level) in blocks.blocks.iter_mut().zip(levels) {
        if block.element == Element::Heading {
            while titles.last().is_some_and(|(outer, _)| *outer >= level) {
                titles.pop();
            }
            let title: String =
                blocks.text[block.start as usize..block.end as usize].chars().take(TITLE_CHARACTERS).collect();
            titles.push((level, title));
            let names: Vec<&str> = titles.iter().map(|(_, title)| title.as_str()).collect();
            blocks.sections.push(names.join(" / "));
        }
        block.section = (blocks.sections.len() - 1) as u32;
    }
}
