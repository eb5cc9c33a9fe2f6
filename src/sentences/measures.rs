//! What the splitter does on files of the reader's choice: right or wrong, as text, and how fast. All are `#[ignore]`d.

use super::tests::split;
use super::{Language, Splitter};
use crate::blocks::Blocks;
use crate::plain;

/// Seconds of this thread on the processor, which a busy machine stretches less than the clock's. It moves in steps of some
/// four milliseconds.
#[allow(clippy::unwrap_used)]
fn clock() -> f64 {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    status.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
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

/// The speed of cleaning, guessing and splitting `TWICETOLD_TEXT`, in MB per processor second, best of three.
#[test]
#[ignore = "needs a text file"]
#[allow(clippy::unwrap_used)]
fn the_speed_on_a_file_is_printed() {
    let text = std::fs::read_to_string(std::env::var("TWICETOLD_TEXT").unwrap()).unwrap();
    let splitter = Splitter::new(Language::from_code(&std::env::var("TWICETOLD_LANGUAGE").unwrap_or_default()));
    let mut blocks = Blocks::default();
    let mut ranges = Vec::new();
    let mut best = [0f64; 2];
    for _ in 0..3 {
        let begin = clock();
        plain::clean(&text, &mut blocks);
        best[0] = best[0].max(text.len() as f64 / 1e6 / (clock() - begin));
        ranges.clear();
        let begin = clock();
        for block in &blocks.blocks {
            splitter.split(blocks.text_of(block), &mut ranges);
        }
        best[1] = best[1].max(blocks.text.len() as f64 / 1e6 / (clock() - begin));
    }
    println!("clean {:.0} MB/s, split {:.0} MB/s, {} sentences", best[0], best[1], ranges.len());
}

/// The speed of splitting alone: the blocks of `TWICETOLD_BLOCKS`, a form feed between two, best of ten times
/// twenty passes.
#[test]
#[ignore = "needs a file of blocks"]
#[allow(clippy::unwrap_used)]
fn the_speed_on_blocks_is_printed() {
    let text = std::fs::read_to_string(std::env::var("TWICETOLD_BLOCKS").unwrap()).unwrap();
    let blocks: Vec<&str> = text.split('\x0c').collect();
    let splitter = Splitter::new(Language::English);
    let mut ranges = Vec::new();
    let mut best = 0f64;
    for _ in 0..10 {
        let begin = clock();
        for _ in 0..20 {
            ranges.clear();
            for block in &blocks {
                splitter.split(block, &mut ranges);
            }
        }
        best = best.max(20.0 * text.len() as f64 / 1e6 / (clock() - begin));
    }
    println!("split {best:.0} MB/s, {} sentences", ranges.len());
}
