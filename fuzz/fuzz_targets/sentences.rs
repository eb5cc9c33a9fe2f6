//! Any text through the plain and HTML cleaners and the splitter: sentences in order, trimmed, and nothing visible lost.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::blocks::Blocks;
use twicetold::sentences::{Language, Splitter};
use twicetold::{html, plain};

fuzz_target!(|source: &str| {
    let mut blocks = Blocks::default();
    plain::clean_plain_text(source, &mut blocks);
    let splitter = Splitter::new(Language::guess(source));
    let mut shown = 0;
    for block in &blocks.blocks {
        let text = blocks.text_of(block);
        let from = blocks.pieces_of(block)[0].source as usize;
        assert_eq!(source.get(from..from + text.len()), Some(text));
        let mut ranges = Vec::new();
        splitter.split(text, &mut ranges);
        let mut last = 0;
        for (start, end) in ranges {
            let sentence = &text[start as usize..end as usize];
            assert!(start >= last && !sentence.is_empty() && sentence.trim() == sentence);
            shown += sentence.chars().filter(|character| character.is_alphanumeric()).count();
            last = end;
        }
    }
    assert_eq!(shown, source.chars().filter(|character| character.is_alphanumeric()).count());
    for main_only in [false, true] {
        html::clean_html(source, main_only, &mut blocks);
        for block in &blocks.blocks {
            assert!(blocks.pieces_of(block).iter().all(|piece| source.is_char_boundary(piece.source as usize)));
        }
    }
});
