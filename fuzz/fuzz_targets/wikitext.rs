//! Any text through the wikitext cleaner and the splitter: no panic, and every offset slices.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::blocks::{Blocks, find_source_range};
use twicetold::sentences::{Language, Splitter};
use twicetold::wikitext::{Cleaner, Site};

fuzz_target!(|source: &str| {
    let mut blocks = Blocks::default();
    Cleaner::new(Site::new("en")).clean(source, "Title", &mut blocks);
    let splitter = Splitter::new(Language::from_code("en"));
    for block in &blocks.blocks {
        let (text, pieces) = (blocks.text_of(block), blocks.pieces_of(block));
        assert!(!blocks.sections[block.section as usize].contains('\n'));
        assert!(text.is_empty() || pieces.first().is_some_and(|piece| piece.text == 0));
        assert!(pieces.is_sorted_by_key(|piece| piece.text));
        for (number, piece) in pieces.iter().enumerate() {
            let end = pieces.get(number + 1).map_or(text.len(), |next| next.text as usize);
            let copied = &text[piece.text as usize..end];
            assert!(source.get(piece.source as usize..piece.source_end as usize).is_some());
            if piece.source == piece.source_end {
                assert_eq!(source.get(piece.source as usize..piece.source as usize + copied.len()), Some(copied));
            }
        }
        let mut ranges = Vec::new();
        splitter.split(text, &mut ranges);
        for (start, end) in ranges {
            let (from, to) = find_source_range(pieces, start, end);
            assert!(source.get(from as usize..to as usize).is_some());
        }
    }
});
