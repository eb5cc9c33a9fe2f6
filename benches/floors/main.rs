//! What this machine can do with these texts: a floor for each stage of a job, and nothing of the job itself.
//!
//! `cargo bench --bench floors -- TEXTS [threads=2] [characters=12] [words=5] [by=characters] [rows=5] [bands=12]`
//!
//! TEXTS has one text to a line, in normal form. Prints JSON: for each limit what it counts, how many of them these texts
//! have, and the rate on one core and on all at once, each the best of three rounds. `by` says of which windows the keys
//! are made that are sorted and grouped. Called by `benchmarks/stages.py`.

mod clock;
mod keys;
mod meeting;
mod memory;
mod settings;
mod unpacking;

use settings::{Result, Settings};

fn main() -> Result<()> {
    // Cargo itself adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let settings = Settings::of(&arguments)?;
    let data = std::fs::read_to_string(&settings.path)?;
    let texts: Vec<&str> = data.lines().filter(|line| !line.is_empty()).collect();
    if texts.is_empty() {
        return Err(format!("`{}` has no text in it", settings.path.display()).into());
    }
    let mut limits = memory::limits(data.as_bytes(), &settings)?;
    limits.extend(unpacking::limits(data.as_bytes(), &settings)?);
    let (hashing, keys) = keys::limits(&texts, &settings)?;
    limits.extend(hashing);
    limits.extend(meeting::limits(&keys, &settings)?);
    let limits: serde_json::Map<_, _> = limits.into_iter().map(|limit| (limit.name.into(), limit.told())).collect();
    println!(
        "{}",
        serde_json::json!({
            "texts": texts.len(), "bytes": data.len(), "threads": settings.threads, "characters": settings.characters,
            "words": settings.words, "rows": settings.rows, "bands": settings.bands, "limits": limits,
        })
    );
    Ok(())
}
