//! What holds for every page, however broken: no panic, and every byte of text leads back to its source.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::blocks::{Block, Piece};
use proptest::prelude::*;

/// Signs and words that meet in pages, and some that never should.
const PAGE_TOKENS: &[&str] = &[
    "{{",
    "}}",
    "{{{",
    "}}}",
    "{",
    "}",
    "[[",
    "]]",
    "[",
    "]",
    "|",
    "||",
    "=",
    "==",
    "\n",
    "\n\n",
    "\n* ",
    "\n# ",
    "\n; ",
    "\n: ",
    ":",
    "\n== ",
    " ==\n",
    "\n{|\n",
    "\n|}",
    "\n|-\n",
    "\n| ",
    "\n! ",
    "!!",
    "\n|+ ",
    "''",
    "'''",
    "''''",
    "'''''",
    "'",
    "<ref>",
    "</ref>",
    "<ref name=a>",
    "<ref name=\"a/b\" />",
    "<ref group=n>",
    "<references>",
    "</references>",
    "<references/>",
    "<nowiki>",
    "</nowiki>",
    "<nowiki/>",
    "<!--",
    "-->",
    "<math>",
    "</math>",
    "<pre>",
    "</pre>",
    "<syntaxhighlight lang=c>",
    "</syntaxhighlight>",
    "<gallery>",
    "</gallery>",
    "\nFile:a.jpg|b\n",
    "<poem>",
    "</poem>",
    "<br>",
    "<br/>",
    "<div>",
    "</div>",
    "<blockquote>",
    "</blockquote>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "</table>",
    "<caption>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<h2>",
    "</h2>",
    "<sup>",
    "</sup>",
    "<sup>2</sup>",
    "<sub>",
    "<includeonly>",
    "</includeonly>",
    "<noinclude>",
    "<",
    ">",
    "&amp;",
    "&nbsp;",
    "&#8211;",
    "&lrm;",
    "&",
    ";",
    "__NOTOC__",
    "__",
    "-{",
    "}-",
    "-{zh-hans:甲;zh-hant:乙}-",
    "File:",
    "[[File:a.jpg|thumb|",
    "[[Category:",
    "[[fr:",
    "[[:",
    "http://a.b ",
    "[http://a.b ",
    "[http://a.b]",
    "convert|5|km",
    "{{convert|",
    "{{lang|de|",
    "{{nowrap|",
    "{{quote|",
    "{{efn|",
    "{{sfn|A|1900}}",
    "{{cite book|title=T|last=L}}",
    "{{ubl|a|b}}",
    "{{plainlist|",
    "{{#if:",
    "{{#switch:",
    "{{#tag:ref|",
    "{{lc:",
    "{{!}}",
    "{{=}}",
    "{{zzz}}",
    "{{Infobox\n| a = ",
    "{{as of|2020|6}}",
    "{{birth date|1950|5|17}}",
    "{{IPA|x}}",
    "{{cn}}",
    "{{PAGENAME}}",
    "{{val|1|e=3}}",
    "{{date|",
    "{{frac|",
    "{{ill|",
    "{{death date and age|1920|3|1|1850|2|2}}",
    "{{nihongo|",
    "{{zh|c=",
    "a",
    "b c",
    "word",
    " ",
    "  ",
    "\t",
    "\r\n",
    "(",
    ")",
    "( ",
    ", ",
    "; ",
    ".",
    "。",
    "（",
    "）",
    "é",
    "茶",
    "\u{a0}",
    "\u{200b}",
    "\u{3000}",
    "🦀",
    "\u{1}",
    "\u{4}\u{10}\u{10}",
    "\u{7f}",
    "\u{feff}",
    "#REDIRECT [[a]]",
    "5",
    "-5",
    "1950",
    "----",
    "1/2",
    "*",
    "#",
    "}-",
    "&#x2014;",
    "&lt;",
    "<ref",
    "<span style=\"a>b\">",
    "</span>",
    "<hr>",
];

fn generate_page() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PAGE_TOKENS), 0..60).prop_map(|tokens| tokens.concat())
}

fn is_copy(piece: &Piece) -> bool {
    piece.source == piece.source_end
}

fn check_block(source: &str, blocks: &Blocks, block: &Block) {
    let text = blocks.text_of(block);
    let pieces = blocks.pieces_of(block);
    assert!(!text.is_empty());
    assert!((block.section as usize) < blocks.sections.len());
    assert_eq!(pieces.first().map(|piece| piece.text), Some(0), "{text:?}");
    assert!(pieces.windows(2).all(|pair| pair[0].text < pair[1].text), "{pieces:?}");
    for (index, piece) in pieces.iter().enumerate() {
        let from = piece.text as usize;
        let to = pieces.get(index + 1).map_or(text.len(), |next| next.text as usize);
        let part = text.get(from..to).unwrap_or_else(|| panic!("{text:?} {pieces:?}"));
        if is_copy(piece) {
            let start = piece.source as usize;
            assert_eq!(source.get(start..start + part.len()), Some(part), "{text:?} {pieces:?}");
        } else {
            let range = piece.source as usize..piece.source_end as usize;
            assert!(source.get(range).is_some_and(|stretch| !stretch.is_empty()), "{text:?} {piece:?}");
        }
    }
}

fn check_page(source: &str, language: &str) -> Blocks {
    let mut blocks = Blocks::default();
    Cleaner::new(Site::new(language)).clean(source, "Title", &mut blocks);
    let mut end = 0;
    for block in &blocks.blocks {
        assert_eq!(block.start, end, "blocks stand one after the other");
        end = block.end;
        check_block(source, &blocks, block);
        let text = blocks.text_of(block);
        let control = |c: char| c < ' ' && (c != '\n' || block.element != Element::Code) && c != '\t';
        assert!(!text.contains(control), "{text:?}");
        if block.element != Element::Code {
            assert_eq!(text, text.trim(), "no blanks at the ends");
            assert!(!text.contains("  "), "{text:?}");
        }
    }
    assert_eq!(end as usize, blocks.text.len());
    blocks
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_byte_leads_back_to_its_source(source in generate_page()) {
        check_page(&source, "en");
    }

    #[test]
    fn so_it_does_where_scripts_are_chosen(source in generate_page()) {
        check_page(&source, "zh");
    }

    #[test]
    fn any_text_at_all_is_survived(source in "\\PC{0,200}") {
        check_page(&source, "en");
    }

    #[test]
    fn a_cleaner_forgets_the_page_before(first in generate_page(), second in generate_page()) {
        let mut cleaner = Cleaner::new(Site::new("en"));
        let mut blocks = Blocks::default();
        cleaner.clean(&first, "Title", &mut blocks);
        cleaner.clean(&second, "Title", &mut blocks);
        let fresh = check_page(&second, "en");
        prop_assert_eq!(&blocks.text, &fresh.text);
        prop_assert_eq!(&blocks.blocks, &fresh.blocks);
    }
}

#[test]
fn copied_text_runs_forward_through_the_page() {
    let source = "'''A''' [[b|c]] &amp; {{nowrap|d [[e]]}}<ref>f</ref> <b>g</b>\n* h {{convert|5|km}} i";
    let blocks = check_page(source, "en");
    for block in &blocks.blocks {
        let pieces = blocks.pieces_of(block);
        assert!(pieces.windows(2).all(|pair| pair[0].source <= pair[1].source), "{pieces:?}");
    }
    let (first, last) = (&blocks.blocks[0], &blocks.blocks[1]);
    assert_eq!((blocks.text_of(first), blocks.text_of(last)), ("A c & d e g", "h 5 km (3.1 mi) i"));
}
