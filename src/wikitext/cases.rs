//! Measures the cleaner against files that are not part of the crate; each test is asked for by a variable.
//!
//! `WIKITEXT_CASES=file.jsonl cargo test --lib wikitext::cases -- --ignored --nocapture`

#![allow(clippy::unwrap_used)]

use super::*;
use serde_json::Value;
use std::time::Instant;

fn lines_of(variable: &str) -> Vec<Value> {
    let path = std::env::var(variable).unwrap_or_else(|_| panic!("set {variable} to a file"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn squeezed(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn is_text(element: Element) -> bool {
    !matches!(element, Element::Reference | Element::Caption | Element::TableCell | Element::Code)
}

fn joined(blocks: &Blocks, wanted: impl Fn(&crate::blocks::Block) -> bool) -> String {
    let chosen = blocks.blocks.iter().filter(|block| wanted(block)).map(|block| blocks.text_of(block));
    squeezed(&chosen.collect::<Vec<_>>().join("\n"))
}

/// What is wrong with the answer to a case, empty if nothing is.
fn faults(case: &Value) -> Vec<String> {
    let text = |name: &str| case[name].as_str().map(str::to_string);
    let mut names = Vec::new();
    for (number, list) in case["namespaces"].as_object().into_iter().flatten() {
        for name in list.as_array().unwrap() {
            names.push((number.parse().unwrap(), name.as_str().unwrap().to_string()));
        }
    }
    let site = Site::new(&text("lang").unwrap_or("en".into())).with_namespaces(&names);
    let mut blocks = Blocks::default();
    Cleaner::new(site).clean(&text("wikitext").unwrap(), &text("title").unwrap_or_default(), &mut blocks);
    let mut faults = Vec::new();
    let plain = joined(&blocks, |block| is_text(block.element));
    let accepted = std::iter::once(&case["plain"]).chain(case["alt"].as_array().into_iter().flatten());
    if !accepted.map(|text| squeezed(text.as_str().unwrap())).any(|text| text == plain) {
        faults.push(format!("plain {plain:?}, not {:?}", case["plain"].as_str().unwrap()));
    }
    if let Some(body) = text("plain_body") {
        let found = joined(&blocks, |block| is_text(block.element) && !block.footer);
        if found != squeezed(&body) {
            faults.push(format!("body {found:?}, not {body:?}"));
        }
    }
    if let Some(kinds) = case["kinds"].as_array() {
        let found: Vec<_> =
            blocks.blocks.iter().map(|block| block.element).filter(|e| is_text(*e)).map(Element::name).collect();
        if found != kinds.iter().map(|kind| kind.as_str().unwrap()).collect::<Vec<_>>() {
            faults.push(format!("kinds {found:?}"));
        }
    }
    if let Some(captions) = case["captions"].as_array() {
        let found = joined(&blocks, |block| block.element == Element::Caption);
        if found != captions.iter().map(|text| text.as_str().unwrap()).collect::<Vec<_>>().join("\n") {
            faults.push(format!("captions {found:?}"));
        }
    }
    if let Some(lossy) = case["lossy"].as_bool()
        && blocks.blocks.iter().any(|block| block.lossy) != lossy
    {
        faults.push("lossy".to_string());
    }
    faults
}

#[test]
#[ignore = "needs WIKITEXT_CASES"]
fn cases_are_right() {
    let cases = lines_of("WIKITEXT_CASES");
    let wrong: Vec<_> =
        cases.iter().map(|case| (case, faults(case))).filter(|(_, faults)| !faults.is_empty()).collect();
    for (case, faults) in &wrong {
        println!("{}: {}\n    {}", case["construct"], case["wikitext"], faults.join("\n    "));
    }
    println!("right {} of {}", cases.len() - wrong.len(), cases.len());
}

#[test]
#[ignore = "needs WIKITEXT_HOSTILE"]
fn hostile_pages_take_linear_time() {
    let scale: usize = std::env::var("WIKITEXT_SCALE").ok().and_then(|scale| scale.parse().ok()).unwrap_or(1);
    for case in lines_of("WIKITEXT_HOSTILE") {
        let text = |name: &str| case[name].as_str().unwrap_or_default();
        let times = case["times"].as_u64().unwrap() as usize * scale;
        let mut page = format!("{}{}{}", text("prefix"), text("unit").repeat(times), text("suffix"));
        page.push_str(&text("then_unit").repeat(times));
        page.push_str(text("then_suffix"));
        let mut blocks = Blocks::default();
        let mut cleaner = Cleaner::new(Site::new("en"));
        let begin = Instant::now();
        cleaner.clean(&page, "", &mut blocks);
        let seconds = begin.elapsed().as_secs_f64();
        let contains = blocks.text.contains(text("must_contain"));
        let megabytes = page.len() as f64 / 1e6;
        println!(
            "{:14} {:6.3} s/MB  {}",
            text("construct"),
            seconds / megabytes,
            if contains { "" } else { "TEXT MISSING" }
        );
    }
}

/// The pages of a file: JSON lines with `text`, or one page after the other, split at form feeds.
#[test]
#[ignore = "needs WIKITEXT_PAGES"]
fn pages_per_second() {
    let path = std::env::var("WIKITEXT_PAGES").unwrap();
    let all = std::fs::read_to_string(path).unwrap();
    let pages: Vec<&str> = all.split('\u{c}').collect();
    let mut cleaner = Cleaner::new(Site::new(&std::env::var("WIKITEXT_LANGUAGE").unwrap_or("en".into())));
    let mut blocks = Blocks::default();
    let show = std::env::var("WIKITEXT_SHOW").is_ok();
    let mut best = f64::MAX;
    let rounds = if show { 1 } else { 30 };
    for _ in 0..rounds {
        let begin = Instant::now();
        for page in &pages {
            let (title, text) = page.split_once('\n').unwrap_or(("", page));
            cleaner.clean(text, title, &mut blocks);
            if show {
                println!("\u{c}{title}");
                for block in &blocks.blocks {
                    let marks =
                        format!("{}{}", if block.footer { "f" } else { "" }, if block.lossy { "!" } else { "" });
                    println!("{}{marks}\t{}", block.element.name(), blocks.text_of(block));
                }
            }
        }
        best = best.min(begin.elapsed().as_secs_f64());
    }
    println!("{:.0} MB/s over {:.1} MB", all.len() as f64 / 1e6 / best, all.len() as f64 / 1e6);
}
