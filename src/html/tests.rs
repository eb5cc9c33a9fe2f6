//! The scanner on small pages written for it, and on any bytes at all.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::clean_html;
use crate::blocks::{Blocks, Element, find_source_range};

fn check(source: &str, main_only: bool) -> Blocks {
    let mut out = Blocks::default();
    clean_html(source, main_only, &mut out);
    for block in &out.blocks {
        let (text, pieces) = (out.text_of(block), out.pieces_of(block));
        assert!(!text.is_empty() && (block.section as usize) < out.sections.len());
        assert_eq!(pieces[0].text, 0);
        assert!(pieces.windows(2).all(|two| two[0].text < two[1].text && two[0].source < two[1].source));
        let ends = pieces.iter().skip(1).map(|piece| piece.text as usize).chain([text.len()]);
        for (piece, end) in pieces.iter().zip(ends) {
            let stretch = &text[piece.text as usize..end];
            let (from, to) = (piece.source as usize, piece.source_end as usize);
            if from == to {
                assert_eq!(stretch, &source[from..from + stretch.len()]);
            } else {
                assert!(!source[from..to].is_empty());
            }
        }
    }
    out
}

/// `element text` of each block.
fn lines(source: &str, main_only: bool) -> Vec<String> {
    let out = check(source, main_only);
    out.blocks.iter().map(|block| format!("{} {}", block.element.name(), out.text_of(block))).collect()
}

fn whole(source: &str) -> Vec<String> {
    lines(source, false)
}

#[test]
fn elements_make_blocks_of_their_kind() {
    assert_eq!(
        whole(
            "<h1>T</h1>lead<p>One<p>two<ul><li>a<li><p>b</p><ol><li>c</ol></ul><dl><dt>t<dd>d</dl>\
             <table><caption>cap</caption><tr><th>x<td>y</table><blockquote><p>q</p></blockquote><figure><figcaption>f\
             </figcaption></figure><div>end</div>tail"
        ),
        [
            "heading T",
            "paragraph lead",
            "paragraph One",
            "paragraph two",
            "list_item a",
            "list_item b",
            "list_item c",
            "def_term t",
            "def d",
            "caption cap",
            "table_cell x",
            "table_cell y",
            "quote q",
            "caption f",
            "paragraph end",
            "paragraph tail"
        ]
    );
}

#[test]
fn a_stack_exchange_body_keeps_its_code() {
    let source = "<p>Use <code>a &lt; b</code>,\nor:</p>\n\n<pre><code>if a &lt; b:\n    go()\n</code></pre>\n<blockquote>\n  <p>Said.</p>\n</blockquote>";
    assert_eq!(whole(source), ["paragraph Use a < b, or:", "code if a < b:\n    go()", "quote Said."]);
}

#[test]
fn blanks_are_folded_and_every_character_knows_its_source() {
    let source = "<p> Tom&nbsp;&amp;  <b>Jerry </b>\n ran.<br>Fast </p>";
    let out = check(source, false);
    assert_eq!(out.text, "Tom & Jerry ran. Fast");
    let pieces = out.pieces_of(&out.blocks[0]);
    let from = |text: &str| {
        let start = out.text.find(text).unwrap() as u32;
        let (from, to) = find_source_range(pieces, start, start + text.len() as u32);
        &source[from as usize..to as usize]
    };
    assert_eq!(from("Tom"), "Tom");
    assert_eq!(from("&"), "&amp;");
    assert_eq!(from("Jerry"), "Jerry");
    assert_eq!(from("ran. Fast"), "ran.<br>Fast");
    assert_eq!(whole("a\u{a0}\u{3000}b &#32;&#10; c\u{2009}"), ["paragraph a b c"]);
}

#[test]
fn what_is_not_shown_is_not_text() {
    let source = "<!DOCTYPE html><html><head><title>T</title><meta x><style>p > a {}</style></head><body>\
                  <script>if (a < b) '<p>no</p>'; </scripty></script>yes<!-- <p>no</p> --><noscript>no</noscript>\
                  <svg><title>no</title><text>no</text></svg><textarea><p>no</textarea><select><option>no</select>\
                  <template>no</template><button>no</button><iframe><p>no</iframe><p hidden>no</p>\
                  <span style='color:red; display : none'>no</span><?php no ?><![CDATA[ 1 < 2 & 3 ]]></body></html>";
    assert_eq!(whole(source), ["paragraph yes", "paragraph 1 < 2 & 3"]);
}

#[test]
fn signs_that_are_no_markup_are_text() {
    assert_eq!(whole("1 < 2 <3 AT&T R&D; <> </> x"), ["paragraph 1 < 2 <3 AT&T R&D; <> x"]);
    assert_eq!(whole("<p title='a > b' class=x/>kept <cut"), ["paragraph kept"]);
    assert_eq!(whole("<p>a<!-- never closed <b>b</b>"), ["paragraph ab"]);
    assert_eq!(whole("<p title=\"x>Hello</p> he said \"hi"), ["paragraph Hello", "paragraph he said \"hi"]);
}

#[test]
fn headings_make_sections() {
    let out = check("lead<h1>A</h1><h2>B</h2>text<h3>C</h3><h2>D</h2><p>x<h1>E</h1>y", false);
    let sections: Vec<&str> = out.blocks.iter().map(|block| out.sections[block.section as usize].as_str()).collect();
    assert_eq!(sections, ["", "A", "A / B", "A / B", "A / B / C", "A / D", "A / D", "E", "E"]);
}

const LONG: &str = "A sentence of the page's own text, long enough to be told from a menu. ";

#[test]
fn what_surrounds_the_text_is_left_out() {
    let own = LONG.repeat(5);
    let own = own.trim();
    let source = format!(
        "<body class='has-sidebar'><header><h1>Site</h1></header><nav><ul><li><a href=/>Home</a></ul></nav>\
         <div id=content><h2>Title<span class=\"mw-editsection\">[<a>edit</a>]</span></h2><div class=hatnote>See also</div>\
         <p>{own}<sup id=c class='reference'><a>[1]</a></sup></p><p><a>Next page</a> &gt;</p></div>\
         <div class='site-sidebar left'>{own}</div><aside>{own}</aside><div role=navigation>x</div><footer>(c)</footer>"
    );
    assert_eq!(lines(&source, true), ["heading Title".to_string(), format!("paragraph {own}")]);
    assert!(lines(&source, false).len() > 8);
}

#[test]
fn main_or_article_is_preferred_when_it_holds_enough() {
    let own = LONG.repeat(5);
    let own = own.trim();
    let around = |inner: &str| format!("<div>Outside text without links.</div>{inner}<p>More outside.</p>");
    let page = around(&format!("<article><header><h1>Title</h1></header><p>{own}</article>"));
    assert_eq!(lines(&page, true), ["heading Title".to_string(), format!("paragraph {own}")]);
    assert_eq!(lines(&around("<main>Short.</main>"), true).len(), 3);
    let div = around(&format!("<div role=main><p>{own}</p></div>"));
    assert_eq!(lines(&div, true), [format!("paragraph {own}")]);
}

#[test]
fn a_page_that_would_vanish_is_given_whole() {
    let own = LONG.repeat(5);
    let own = own.trim();
    let form = format!("<nav>menu</nav><form><p>{own}</p></form>");
    assert_eq!(lines(&form, true), [format!("paragraph {own}")]);
    let all = format!("<div class=menu><p>{own}</p></div>");
    assert_eq!(lines(&all, true), [format!("paragraph {own}")]);
}

#[test]
fn deep_and_unclosed_markup_takes_linear_time() {
    let many = 100_000;
    let hostile = [
        "<div>".repeat(many),
        format!("{}{}", "<div>".repeat(many), "</p></span></div>".repeat(many)),
        format!("{}{}", "<b>".repeat(many), "</i></b>".repeat(many)),
        format!("{}{}", "<ul><li>".repeat(many), "<li>x".repeat(many)),
        "<a b=\"".repeat(many),
        "<p title='x\">y".repeat(many),
        "<!--".repeat(many),
        "<!-- > x".repeat(many),
        "<![CDATA[>".repeat(many),
        "<textarea>".repeat(many),
        "<title>x</titl>".repeat(many),
        "<script>".repeat(many),
        "<".repeat(many),
        "<a".repeat(many),
        "</a".repeat(many),
        "&".repeat(many),
        "&#9999999999".repeat(many),
        "<h1>x".repeat(many),
        format!("<h1>{}</h1>{}", "x".repeat(many), "<h2>y</h2>".repeat(many / 10)),
        "<p>a ".repeat(many),
        "<td><table>".repeat(many),
        " \n".repeat(many),
    ];
    // Seconds when linear; were it quadratic, the test would not end.
    for source in &hostile {
        check(source, true);
    }
}

const PAGE: &str = "<!DOCTYPE html><h1 class=\"a b\">Té &eacute;</h1>\n<p id='x'>a&nbsp;<b>b</b> <!-- c --><br/>d\u{a0}</p><pre>\n x &lt;\n</pre><ul><li>e</ul><script>x</script><![CDATA[y]]>";

#[test]
fn every_truncation_and_every_flipped_byte_is_survived() {
    for at in 0..PAGE.len() {
        if let Some(head) = PAGE.get(..at) {
            check(head, true);
        }
        for flip in [0x01, 0x02, 0x1E, 0x20, 0x40] {
            let mut bytes = PAGE.as_bytes().to_vec();
            bytes[at] ^= flip;
            check(&String::from_utf8_lossy(&bytes), at % 2 == 0);
        }
    }
}

proptest! {
    #[test]
    fn any_mix_of_tokens_keeps_the_pieces_true(tokens in prop::collection::vec(0usize..TOKENS.len(), 0..60), main_only: bool) {
        let source: String = tokens.iter().map(|&token| TOKENS[token]).collect();
        check(&source, main_only);
    }

    #[test]
    fn any_text_keeps_the_pieces_true(source in "\\PC{0,80}") {
        check(&source, false);
    }
}

const TOKENS: [&str; 48] = [
    "<p>",
    "</p>",
    "<div class='nav'>",
    "</div>",
    "<li>",
    "<ul>",
    "</ul>",
    "<td>",
    "<table>",
    "</table>",
    "<pre>",
    "</pre>",
    "<b>",
    "</b>",
    "<a href=\"x\">",
    "</a>",
    "<br>",
    "<hr/>",
    "<h2>",
    "</h2>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<",
    ">",
    "&",
    "&amp;",
    "&nbsp;",
    "&#x20;",
    "&#10;",
    "&eacute",
    " ",
    "\n",
    "\t ",
    "word",
    "é",
    "\u{a0}",
    "\u{3000}",
    "。",
    "<main>",
    "</main>",
    "<title>",
    "\"",
    "'",
    "=",
];

#[test]
fn an_element_is_what_its_name_says() {
    assert_eq!(check("<h3>x</h3>", false).blocks[0].element, Element::Heading);
}
