//! How fast the kernels are, and what they make of a file: `cargo bench --bench kernels -- NAME [FILE] [LANGUAGE]`.
//!
//! These are measurements to read, not tests: they print, and nothing fails. Without a name, a list is printed.

#![allow(clippy::unwrap_used)]

mod clock;
mod clusters;
mod grouping;
mod minhash;
mod random;
mod rows;
mod sentences;
mod similarity;
mod values;
mod wikitext;

const USAGE: &str = "cargo bench --bench kernels -- NAME [FILE] [LANGUAGE]
  minhash  rows  grouping  similarity  clusters    on texts and rows that are made up
  values            FILE             a sentence a line: sentences and relations a second
  values-shown      FILE             a sentence a line: each with its values in brackets
  values-related    FILE             two expressions a line with a tab between: how their values relate
  sentences         FILE [LANGUAGE]  a text: MB a second
  sentences-shown   FILE [LANGUAGE]  a text: its sentences
  sentences-blocks  FILE             blocks with a form feed between two: MB a second
  sentences-checked FILE             cases as JSON lines: how many are right
  wikitext          FILE [LANGUAGE]  pages with a form feed between two: MB a second
  wikitext-shown    FILE [LANGUAGE]  pages: what is left of each
  wikitext-checked  FILE             cases as JSON lines: how many are right
  wikitext-hostile  FILE [SCALE]     hostile pages as JSON lines: seconds per MB";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo itself adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let given: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match given[..] {
        ["minhash"] => minhash::measure()?,
        ["rows"] => rows::measure()?,
        ["grouping"] => grouping::measure()?,
        ["similarity"] => similarity::measure(),
        ["clusters"] => clusters::measure(),
        [name, file] => measure_file(name, &std::fs::read_to_string(file)?, None)?,
        [name, file, option] => measure_file(name, &std::fs::read_to_string(file)?, Some(option))?,
        _ => println!("{USAGE}"),
    }
    Ok(())
}

fn measure_file(name: &str, text: &str, option: Option<&str>) -> Result<(), Box<dyn std::error::Error>> {
    match name {
        "values" => values::measure(text),
        "values-shown" => values::show(text),
        "values-related" => values::relate_pairs(text),
        "sentences" => sentences::measure(text, option.unwrap_or_default()),
        "sentences-shown" => sentences::show(text, option.unwrap_or_default()),
        "sentences-blocks" => sentences::measure_blocks(text),
        "sentences-checked" => sentences::check(text),
        "wikitext" => wikitext::measure(text, option.unwrap_or("en")),
        "wikitext-shown" => wikitext::show(text, option.unwrap_or("en")),
        "wikitext-checked" => wikitext::check(text),
        "wikitext-hostile" => wikitext::measure_hostile(text, option.unwrap_or("1").parse()?),
        _ => return Err(format!("unknown measurement: `{name}`\n{USAGE}").into()),
    }
    Ok(())
}
