//! What the splitter promises, in texts of our own.

use super::{Language, Splitter};
use crate::blocks::Blocks;
use crate::plain;

fn split<'a>(language: &str, text: &'a str) -> Vec<&'a str> {
    let mut ranges = Vec::new();
    Splitter::new(Language::from_code(language)).split(text, &mut ranges);
    ranges.iter().map(|(start, end)| &text[*start as usize..*end as usize]).collect()
}

/// The sentences of a case file, one `{text, sentences, lang, construct}` per line, whose path is in
/// `TWICETOLD_SENTENCE_CASES`: prints what differs and how many are right.
#[test]
#[ignore = "needs a case file"]
#[allow(clippy::unwrap_used)]
fn the_cases_of_a_file_are_split_as_it_says() {
    let path = std::env::var("TWICETOLD_SENTENCE_CASES").unwrap();
    let (mut right, mut all) = (0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let language = case["lang"].as_str().unwrap_or("");
        let mut blocks = Blocks::default();
        plain::clean(case["text"].as_str().unwrap(), &mut blocks);
        let found: Vec<&str> = blocks.blocks.iter().flat_map(|block| split(language, blocks.text_of(block))).collect();
        let expected: Vec<&str> = case["sentences"].as_array().unwrap().iter().filter_map(|value| value.as_str()).collect();
        all += 1;
        if found == expected {
            right += 1;
        } else {
            println!("{} {}\n  found    {found:?}\n  expected {expected:?}", case["lang"], case["construct"]);
        }
    }
    println!("{right} of {all}");
}

/// The sentences of a text file, `TWICETOLD_TEXT` in `TWICETOLD_LANGUAGE`, one per line on standard output.
#[test]
#[ignore = "needs a text file"]
#[allow(clippy::unwrap_used)]
fn the_sentences_of_a_file_are_printed() {
    let text = std::fs::read_to_string(std::env::var("TWICETOLD_TEXT").unwrap()).unwrap();
    let language = std::env::var("TWICETOLD_LANGUAGE").unwrap_or_default();
    let mut blocks = Blocks::default();
    plain::clean(&text, &mut blocks);
    for block in &blocks.blocks {
        println!("<{}{}>", block.element.name(), if block.footer { " footer" } else { "" });
        for sentence in split(&language, blocks.text_of(block)) {
            println!("{}", sentence.replace('\n', "⏎"));
        }
    }
}
