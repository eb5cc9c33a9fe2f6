//! The cleaner of wikitext on a file: right or wrong, hostile pages, and how fast.

use serde_json::Value;
use std::time::Instant;
use twicetold::blocks::{Blocks, Element};
use twicetold::wikitext::{Cleaner, Site};

fn parse_lines(text: &str) -> Vec<Value> {
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn squeezed(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn is_text(element: Element) -> bool {
    !matches!(element, Element::Reference | Element::Caption | Element::TableCell | Element::Code)
}

fn joined(blocks: &Blocks, wanted: impl Fn(&twicetold::blocks::Block) -> bool) -> String {
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

/// Cases as JSON lines: prints what is wrong and how many are right.
pub fn check(cases: &str) {
    let cases = parse_lines(cases);
    let wrong: Vec<_> =
        cases.iter().map(|case| (case, faults(case))).filter(|(_, faults)| !faults.is_empty()).collect();
    for (case, faults) in &wrong {
        println!("{}: {}\n    {}", case["construct"], case["wikitext"], faults.join("\n    "));
    }
    println!("right {} of {}", cases.len() - wrong.len(), cases.len());
}

/// Hostile pages as JSON lines, each `scale` times as long as it says: seconds per MB, which should not grow.
pub fn measure_hostile(cases: &str, scale: usize) {
    for case in parse_lines(cases) {
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

/// Pages with a form feed between two, the title on the first line: MB a second, best of thirty rounds.
pub fn measure(text: &str, language: &str) {
    let pages: Vec<&str> = text.split('\u{c}').collect();
    let mut cleaner = Cleaner::new(Site::new(language));
    let mut blocks = Blocks::default();
    let mut best = f64::MAX;
    for _ in 0..30 {
        let begin = Instant::now();
        for page in &pages {
            let (title, text) = page.split_once('\n').unwrap_or(("", page));
            cleaner.clean(text, title, &mut blocks);
        }
        best = best.min(begin.elapsed().as_secs_f64());
    }
    println!("{:.0} MB/s over {:.1} MB", text.len() as f64 / 1e6 / best, text.len() as f64 / 1e6);
}

/// The same pages as the cleaner leaves them, a block a line.
pub fn show(text: &str, language: &str) {
    let mut cleaner = Cleaner::new(Site::new(language));
    let mut blocks = Blocks::default();
    for page in text.split('\u{c}') {
        let (title, text) = page.split_once('\n').unwrap_or(("", page));
        cleaner.clean(text, title, &mut blocks);
        println!("\u{c}{title}");
        for block in &blocks.blocks {
            let marks = format!("{}{}", if block.footer { "f" } else { "" }, if block.lossy { "!" } else { "" });
            println!("{}{marks}\t{}", block.element.name(), blocks.text_of(block));
        }
    }
}
