//! Texts to shingles, keys and sets.
//!
//! 50,000 generated sentences of about 125 characters, one core. Other work on the machine is kept out by timing
//! pieces of 500 sentences and keeping each piece's best time of ten.

use std::hint::black_box;
use std::time::Instant;

use crate::random::Random;
use twicetold::features::words;
use twicetold::minhash::{Scheme, Scratch};
use twicetold::normal::{NormalForm, normalise};
use twicetold::shingles::{count_shared_and_all, make_distinct, push_character_shingles};

/// Sentences of pseudo-words, capitals and stops included.
fn corpus(sentences: usize, letters: &[&str]) -> Vec<String> {
    let mut random = Random(6);
    (0..sentences)
        .map(|_| {
            let mut text = String::from("A");
            while text.chars().count() < 124 {
                for _ in 0..1 + random.below(8) {
                    text.push_str(letters[random.below(letters.len())]);
                }
                text.push(' ');
            }
            text.trim_end().to_owned() + "."
        })
        .collect()
}

/// Prints `count` things per second of `work` done to every sentence; gives the seconds.
fn time<T>(what: &str, texts: &[T], count: usize, mut work: impl FnMut(&T)) -> f64 {
    let mut best = vec![f64::MAX; texts.len().div_ceil(500)];
    for _ in 0..10 {
        for (piece, best) in texts.chunks(500).zip(&mut best) {
            let start = Instant::now();
            piece.iter().for_each(&mut work);
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let seconds: f64 = best.iter().sum();
    println!("{what:44} {:9.1} M/s {:9.2} ms", count as f64 / seconds / 1e6, seconds * 1e3);
    seconds
}

fn shingled(texts: &[String]) -> Vec<Vec<u64>> {
    let mut out = vec![Vec::new(); texts.len()];
    texts.iter().zip(&mut out).for_each(|(text, out)| push_character_shingles(text, 12, out));
    out
}

/// Millions of things a second, for each step from a text to its keys.
pub fn measure() -> Result<(), String> {
    let latin = ["a", "e", "n", "s", "t", "r", "o", "i", "l", "d", "m", "u"];
    let texts = corpus(50_000, &latin);
    let bytes = texts.iter().map(String::len).sum();
    let mut text = String::new();
    for (case, punctuation) in [(true, false), (true, true)] {
        let what = format!("normalise, bytes (punctuation {punctuation})");
        time(&what, &texts, bytes, |sentence| normalise(sentence, NormalForm { case, punctuation }, &mut text));
    }
    let mut out = Vec::new();
    for length in [5, 12, 25] {
        let windows = texts.iter().map(|text| text.len() + 1 - length).sum();
        time(&format!("characters, windows of {length}"), &texts, windows, |sentence| {
            out.clear();
            push_character_shingles(black_box(sentence), length, &mut out);
        });
    }
    let eastern = corpus(5_000, &["茶", "屋", "の", "山", "川", "人"]);
    let windows = shingled(&eastern).iter().map(Vec::len).sum();
    time("characters, windows of 12, Japanese", &eastern, windows, |sentence| {
        out.clear();
        push_character_shingles(black_box(sentence), 12, &mut out);
    });
    time("words, bytes", &texts, bytes, |sentence| {
        out.clear();
        words::push_word_shingles(black_box(sentence), 3, &mut out);
    });
    let units = shingled(&texts);
    let shingles: usize = units.iter().map(Vec::len).sum();
    let mut scratch = Scratch::default();
    let schemes = [
        ("12 bands of 5", 60, Scheme::from_bands(5, 12, 0)?),
        ("papers' draws", 20, Scheme::from_draws(20, 10, 10, 60, 1_123_456)?),
    ];
    for (name, functions, scheme) in &schemes {
        time(&format!("{name}, updates"), &units, shingles * functions, |unit| {
            out.clear();
            scheme.push_keys(black_box(unit), &mut scratch, &mut out);
        });
    }
    for (name, _, scheme) in &schemes {
        let mut shingles = Vec::new();
        time(&format!("{name}, units from text to keys"), &texts, texts.len(), |sentence| {
            out.clear();
            shingles.clear();
            normalise(sentence, NormalForm { case: true, punctuation: false }, &mut text);
            push_character_shingles(&text, 12, &mut shingles);
            scheme.push_keys(&shingles, &mut scratch, &mut out);
        });
    }
    let mut one = Vec::new();
    time("set, shingles", &units, shingles, |unit| {
        one.clone_from(unit);
        make_distinct(&mut one);
    });
    let sets: Vec<Vec<u64>> = units
        .into_iter()
        .map(|mut unit| {
            make_distinct(&mut unit);
            unit
        })
        .collect();
    time("jaccard, pairs", &sets, sets.len(), |unit| {
        black_box(count_shared_and_all(unit, &sets[7]));
    });
    Ok(())
}
