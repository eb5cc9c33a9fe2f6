//! The sentence splitter on a file: right or wrong, as text, and how fast.

use crate::clock::Clock;
use twicetold::blocks::Blocks;
use twicetold::plain;
use twicetold::sentences::{Language, Splitter};

fn split<'a>(language: &str, text: &'a str) -> Vec<&'a str> {
    let mut ranges = Vec::new();
    Splitter::new(Language::from_code(language)).split(text, &mut ranges);
    ranges.iter().map(|(start, end)| &text[*start as usize..*end as usize]).collect()
}

/// Cases, one `{text, sentences, lang, construct}` per line: prints what differs and how many are right.
pub fn check(cases: &str) {
    let (mut right, mut all) = (0, 0);
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let language = case["lang"].as_str().unwrap_or("");
        let mut blocks = Blocks::default();
        plain::clean_plain_text(case["text"].as_str().unwrap(), &mut blocks);
        let found: Vec<&str> = blocks.blocks.iter().flat_map(|block| split(language, blocks.text_of(block))).collect();
        let expected: Vec<&str> =
            case["sentences"].as_array().unwrap().iter().filter_map(|value| value.as_str()).collect();
        all += 1;
        if found == expected {
            right += 1;
        } else {
            println!("{} {}\n  found    {found:?}\n  expected {expected:?}", case["lang"], case["construct"]);
        }
    }
    println!("{right} of {all}");
}

/// The sentences of a text, one per line.
pub fn show(text: &str, language: &str) {
    let mut blocks = Blocks::default();
    plain::clean_plain_text(text, &mut blocks);
    for block in &blocks.blocks {
        println!("<{}{}>", block.element.name(), if block.footer { " footer" } else { "" });
        for sentence in split(language, blocks.text_of(block)) {
            println!("{}", sentence.replace('\n', "⏎"));
        }
    }
}

/// The speed of cleaning, guessing and splitting a text, in MB per processor second, best of three.
pub fn measure(text: &str, language: &str) {
    let splitter = Splitter::new(Language::from_code(language));
    let mut blocks = Blocks::default();
    let mut ranges = Vec::new();
    let mut best = [0f64; 2];
    for _ in 0..3 {
        let begin = Clock::start();
        plain::clean_plain_text(text, &mut blocks);
        best[0] = best[0].max(text.len() as f64 / 1e6 / begin.seconds());
        ranges.clear();
        let begin = Clock::start();
        for block in &blocks.blocks {
            splitter.split(blocks.text_of(block), &mut ranges);
        }
        best[1] = best[1].max(blocks.text.len() as f64 / 1e6 / begin.seconds());
    }
    println!("clean {:.0} MB/s, split {:.0} MB/s, {} sentences", best[0], best[1], ranges.len());
}

/// The speed of splitting alone: blocks with a form feed between two, best of ten times twenty passes.
pub fn measure_blocks(text: &str) {
    let blocks: Vec<&str> = text.split('\x0c').collect();
    let splitter = Splitter::new(Language::from_code("en"));
    let mut ranges = Vec::new();
    let mut best = 0f64;
    for _ in 0..10 {
        let begin = Clock::start();
        for _ in 0..20 {
            ranges.clear();
            for block in &blocks {
                splitter.split(block, &mut ranges);
            }
        }
        best = best.max(20.0 * text.len() as f64 / 1e6 / begin.seconds());
    }
    println!("split {best:.0} MB/s, {} sentences", ranges.len());
}
