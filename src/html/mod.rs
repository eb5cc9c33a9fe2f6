//! HTML to blocks of visible text, each byte of it tied to the source.
//!
//! Reading order: `tokens` (markup to tags), `tags` (what each element means), `scan` (one pass, a stack of open elements,
//! no tree), `writer` (text to blocks and pieces), `hints` and `choose` (what is the page's own text).
//!
//! No library of the field gives offsets into the source for text that was folded and decoded, which is why this is by hand.
//! What a browser would do is followed where it matters for text; scripts are not run and style sheets not read.

mod choose;
mod hints;
mod scan;
mod tags;
mod tokens;
mod writer;

#[cfg(test)]
mod tests;

use crate::blocks::Blocks;

/// Gives the visible text of a page or a fragment as blocks. `out` is cleared first.
///
/// With `main_only` what surrounds the page's own text is left out: navigation, headers and footers, elements named after
/// such, short blocks that are mostly links. If next to nothing would be left, the page is given whole.
///
/// `<h1>T</h1><p>Tom &amp; <b>J</b>` -> heading `T`, paragraph `Tom & J` in section `T`.
pub fn clean_html(source: &str, main_only: bool, out: &mut Blocks) {
    out.clear();
    if u32::try_from(source.len()).is_err() {
        return;
    }
    let writer = scan::Scan::new(source, main_only, writer::Writer::new(source, out)).run();
    let (out, notes) = (writer.out, writer.notes);
    if main_only {
        let kept = choose::choose_blocks(out, &notes);
        choose::keep_only(out, &kept);
        choose::name_sections(
            out,
            notes.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(note, _)| note.around.level),
        );
    } else {
        choose::name_sections(out, notes.iter().map(|note| note.around.level));
    }
}
