//! Pages in small and what a reader sees of them, one construct after the other.

use super::*;

/// The blocks that are neither references, captions, cells nor code, one to a line.
fn clean_to_plain(language: &str, source: &str) -> String {
    let mut blocks = Blocks::default();
    Cleaner::new(Site::new(language)).clean(source, "Mill", &mut blocks);
    let hidden = [Element::Reference, Element::Caption, Element::TableCell, Element::Code];
    let shown = blocks.blocks.iter().filter(|block| !hidden.contains(&block.element));
    shown.map(|block| blocks.text_of(block)).collect::<Vec<_>>().join("\n")
}

fn clean_to_texts(source: &str, element: Element) -> Vec<String> {
    let mut blocks = Blocks::default();
    Cleaner::new(Site::new("en")).clean(source, "Mill", &mut blocks);
    let chosen = blocks.blocks.iter().filter(|block| block.element == element);
    chosen.map(|block| blocks.text_of(block).to_string()).collect()
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(clean_to_plain("en", source), *expected, "{source:?}");
    }
}

#[test]
fn links_show_their_labels() {
    check(&[
        ("The [[mill|old mill]]s of [[Ash]]-on-Water", "The old mills of Ash-on-Water"),
        (
            "Filed in [[:Category:Mills]], [[:fr:Moulin|in French]].[[Category:Ash]]",
            "Filed in Category:Mills, in French.",
        ),
        ("[https://a.example The site], [https://a.example], https://b.example/c_d", "The site, https://b.example/c_d"),
        ("A [[mill (building)|]] and [[unclosed", "A mill (building) and unclosed"),
        ("[[File:a.jpg|thumb|A [http://b c]]]Text", "Text"),
    ]);
}

#[test]
fn templates_show_their_text() {
    check(&[
        ("It is {{convert|6|ft|m}} wide, {{cvt|20|kn|km/h mph}}.", "It is 6 ft (1.8 m) wide, 20 kn (37 km/h; 23 mph)."),
        ("{{lang-de|Mühle}}, {{langx|fr|moulin}}; {{transl|ru|mel'nitsa}}", "German: Mühle, French: moulin; mel'nitsa"),
        ("{{as of|2001|2|lc=y}} {{circa|1500}}{{snd}}{{fl.|1520}}", "as of February 2001 c. 1500 – fl. 1520"),
        ("{{death date and age|df=y|1901|2|3|1850|1|1}}", "3 February 1901 (aged 51)"),
        ("{{#if: {{lc:X}} | {{uc:yes}} | no }} {{#switch:b|a=1|b=2}} {{{1|three}}}", "YES 2 three"),
        ("{{nowrap|{{small|{{lang|fr|a [[b|c]]}}}}}}{{'}}s {{PAGENAME}}", "a c's Mill"),
        ("{{ubl|one|two}}", "one\ntwo"),
        ("Said:\n{{quote|Go ''on''.|Ash}}\nThen", "Said:\nGo on.\nThen"),
    ]);
}

#[test]
fn what_is_dropped_leaves_no_gap() {
    check(&[
        ("Ash ({{IPA|aʃ}}; {{respell|ash}}) is", "Ash is"),
        ("Ash (pronounced {{IPA|aʃ}}), or ({{IPA|x}}, ''b'') c", "Ash, or (b) c"),
        ("It fell{{cn}} , they{{who|date=May}} say <ref>x</ref>.", "It fell, they say."),
        ("Now {{CURRENTYEAR}} and {{no such thing|x}} then", "Now and then"),
        ("One\n<!-- two -->\nthree<!-- four --> five", "One three five"),
    ]);
    let mut blocks = Blocks::default();
    Cleaner::new(Site::new("en")).clean("a {{no such thing}} b\n\n{{no such box}}\n\nc {{cn}} d", "", &mut blocks);
    assert_eq!(blocks.blocks.iter().map(|block| block.lossy).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn broken_markup_does_not_swallow_the_rest() {
    check(&[
        ("The {{convert|5|km mill stands.", "The convert|5|km mill stands."),
        ("Built.<ref>Ash, 1900\n\n== Use ==\nFlour.", "Built. Ash, 1900\nUse\nFlour."),
        ("{|\n| a\n\n== Use ==\nFlour.\n|}", "Use\nFlour."),
        ("{{Infobox\n| a = b\n\nThe mill", "The mill"),
        ("a }} b ]] c <ref/> d </div> e", "a b c d\ne"),
        ("Before <!-- hidden", "Before"),
    ]);
}

#[test]
fn lines_make_blocks() {
    check(&[
        ("= A =\n== B == <!-- c -->\n==C==d", "A\nB\n==C==d"),
        ("; Term : meaning\n: more\n* item\n*# deeper", "Term\nmeaning\nmore\nitem\ndeeper"),
        ("<ul><li>one<li>two</ul><p>three</p>", "one\ntwo\nthree"),
        ("<poem>\na\n:b\n</poem>", "a\nb"),
        ("{|\n|+ cap\n! a !! b\n|-\n| style=x | c || d\n|}end", "end"),
        ("{{Unknown box\n|a={{b|c}}\n}}'''Mill''' text", "Mill text"),
    ]);
    assert_eq!(
        clean_to_texts("{|\n! a !! b\n|-\n| style=x | c || [[d|e]]\n|}", Element::TableCell),
        ["a", "b", "c", "e"]
    );
    assert_eq!(clean_to_texts("<pre>\na  b\n</pre>", Element::Code), ["a  b"]);
    // Also where a caption or a footnote is open around it.
    assert_eq!(clean_to_texts("<table><caption>x<pre>a\nb</pre>", Element::Code), ["a\nb"]);
    assert_eq!(clean_to_texts("One.<ref>x<pre>a\nb</pre></ref>", Element::Code), ["a\nb"]);
    assert_eq!(clean_to_texts("<gallery>\nFile:a.jpg|one [[b|c]]\nd.jpg\n</gallery>", Element::Caption), ["one c"]);
}

#[test]
fn signs_inside_attributes_and_captions_mean_nothing() {
    let cells = |source: &str| clean_to_texts(source, Element::TableCell);
    assert_eq!(cells("{|\n| title=\"a||b\" | c || d\n|}"), ["c", "d"]);
    assert_eq!(cells("{|\n! title=\"a!!b\" | c !! <b title=\"e!!f\">d</b>\n|}"), ["c", "d"]);
    assert_eq!(cells("{|\n| 5 <6 || 7 > 6\n|}"), ["5 <6", "7 > 6"]);
    let captions = |source: &str| clean_to_texts(source, Element::Caption);
    assert_eq!(captions("[[File:a.jpg|thumb|Mill\n{|\n| cell\n|}\nand dam]]Text"), ["Mill", "and dam"]);
    assert_eq!(captions("[[File:a.jpg|thumb|Two mills:\n* one\n* ''two''\n]]Text"), ["Two mills:", "one", "two"]);
    assert_eq!(captions("[[File:a.jpg|thumb|\n{|\n! a\n| b || c\n|}\n]]Text"), [""; 0]);
    check(&[
        ("* <div style=\"a:b;\nc:d\">Item</div>\nNext", "Item\nNext"),
        ("<div title=\"\n* a\">Text</div>", "Text"),
        ("<div\n\n* a", "<div\na"),
        ("La [[Lista d''e paise]] e [[a|''b'']]", "La Lista d''e paise e b"),
        ("A <nosuch x=\"y\">mill</nosuch>, a <nosuch/>dam, x <T> y, 3 <b", "A mill, a dam, x <T> y, 3 <b"),
        ("<youtube>a1b2</youtube>Text", "Text"),
    ]);
}

#[test]
fn footnotes_come_last_and_once() {
    let source = "a<ref name=x>One.</ref> b<ref name=x /> c{{efn|Two.}} d{{sfn|Ash|1900|p=3}}\n\ne";
    assert_eq!(clean_to_texts(source, Element::Reference), ["One.", "Two.", "Ash 1900, p. 3"]);
    let cited = "<ref>{{cite book|last=Ash|first=B.|title=Mills|date=1900}}</ref>";
    assert_eq!(clean_to_texts(cited, Element::Reference), ["Ash, B. (1900). Mills."]);
}

#[test]
fn other_wikis_have_their_own_names() {
    assert_eq!(clean_to_plain("de", "[[Datei:a.jpg|mini|b]]Die Mühle[[Kategorie:c]]"), "Die Mühle");
    assert_eq!(clean_to_plain("zh", "-{zh-hant:電腦;zh-hans:电脑}-（{{lang-en|PC}}）"), "电脑（英語：PC）");
    assert_eq!(clean_to_plain("zh", "{{birth date|1950|5|17}}"), "1950年5月17日");
    assert_eq!(clean_to_plain("en", "x-{a}-y"), "x-{a}-y");
}

#[test]
fn sections_have_paths_and_the_foot_is_known() {
    let mut blocks = Blocks::default();
    let source = "a\n== B ==\n=== C ===\nd\n== See also ==\n* e\n=== F ===\ng\n== H ==\ni";
    Cleaner::new(Site::new("en")).clean(source, "", &mut blocks);
    let found: Vec<_> =
        blocks.blocks.iter().map(|b| (blocks.sections[b.section as usize].as_str(), b.footer)).collect();
    let expected = [
        ("", false),
        ("B", false),
        ("B / C", false),
        ("B / C", false),
        ("See also", true),
        ("See also", true),
        ("See also / F", true),
        ("See also / F", true),
        ("H", false),
        ("H", false),
    ];
    assert_eq!(found, expected);
}
