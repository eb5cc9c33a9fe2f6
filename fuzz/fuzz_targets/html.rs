//! Any text through the cleaner of web pages: every byte shown has its place in the source, and what another tool took for
//! the main text keeps whole blocks of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::blocks::{Blocks, find_source_range};
use twicetold::html::clean_html;
use twicetold::main_text::keep_main_blocks;

fuzz_target!(|source: &str| {
    let mut blocks = Blocks::default();
    for main_only in [false, true] {
        clean_html(source, main_only, &mut blocks);
        check_places(source, &blocks);
    }
    let part = blocks.text.floor_char_boundary(blocks.text.len() * (source.len() % 8) / 7);
    let main_text = blocks.text[..part].to_owned();
    let before = blocks.blocks.len();
    keep_main_blocks(&mut blocks, &main_text);
    assert!(blocks.blocks.len() <= before);
    check_places(source, &blocks);
});

fn check_places(source: &str, blocks: &Blocks) {
    for block in &blocks.blocks {
        let (text, pieces) = (blocks.text_of(block), blocks.pieces_of(block));
        assert!(!text.is_empty() && (block.section as usize) < blocks.sections.len());
        assert_eq!(pieces[0].text, 0);
        assert!(pieces.windows(2).all(|two| two[0].text < two[1].text && two[0].source < two[1].source));
        for (number, piece) in pieces.iter().enumerate() {
            let end = pieces.get(number + 1).map_or(text.len(), |next| next.text as usize);
            let stretch = &text[piece.text as usize..end];
            let (from, to) = (piece.source as usize, piece.source_end as usize);
            match from == to {
                true => assert_eq!(source.get(from..from + stretch.len()), Some(stretch)),
                false => assert!(source.get(from..to).is_some()),
            }
        }
        let (from, to) = find_source_range(pieces, 0, text.len() as u32);
        assert!(source.get(from as usize..to as usize).is_some());
    }
}
