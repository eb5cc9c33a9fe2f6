//! Edit similarity of pairs, next to rapidfuzz.

use crate::clock::Clock;
use crate::random::Random;
use rapidfuzz::distance::levenshtein;
use std::hint::black_box;
use twicetold::similarity::PreparedText;

const WORDS: &str = "the of and in to a is was he for it with as his on be at by had not are but from or have an they which one \
    you were her all she there would their we him been has when who will more no if out so said what up its about into than them can \
    only other new some could time these two may then do first any my now such like our over man me even most made after also did \
    many before must through years where much your way well down should because each just those people city river born station";

/// About `length` letters of words, with one in `foreign` words carrying an accent.
fn sentence(random: &mut Random, length: usize, foreign: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut text = String::new();
    while text.len() < length {
        text.push_str(words[random.below(words.len())]);
        text.push_str(if foreign > 0 && random.below(foreign) == 0 { "é " } else { " " });
    }
    text
}

/// `share` in a hundred words replaced.
fn changed(random: &mut Random, text: &str, share: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let keep = |word| if random.below(100) < share { words[random.below(words.len())] } else { word };
    text.split(' ').map(keep).collect::<Vec<_>>().join(" ")
}

/// Comparisons a second, by length and by how many texts one is compared with.
pub fn measure() {
    for (name, length, foreign) in
        [("120 ASCII", 120, 0), ("120 with é", 120, 10), ("200 ASCII", 200, 0), ("400 ASCII", 400, 0)]
    {
        for rights in [1, 4] {
            compare(name, length, foreign, rights);
        }
    }
}

/// Half of the pairs differ in a few words, half in half of them.
fn compare(name: &str, length: usize, foreign: usize, rights: usize) {
    let mut random = Random(7);
    let pairs: Vec<(String, Vec<String>)> = (0..20_000 / rights)
        .map(|_| {
            let left = sentence(&mut random, length, foreign);
            let right = (0..rights).map(|_| {
                let share = if random.below(2) == 0 { 8 } else { 50 };
                changed(&mut random, &left, share)
            });
            let right = right.collect();
            (left, right)
        })
        .collect();
    let rounds = 20;
    let comparisons = (rounds * pairs.len() * rights) as f64;
    let run = |count: &mut dyn FnMut(&str, &[String]) -> usize| {
        let start = Clock::start();
        let matches: usize =
            (0..rounds).map(|_| pairs.iter().map(|(left, right)| count(left, right)).sum::<usize>()).sum();
        (matches, comparisons / start.seconds() / 1e6)
    };
    let mut prepared = PreparedText::default();
    let (matches, rate) = run(&mut |left, right| {
        prepared.prepare(left);
        right.iter().filter(|right| black_box(prepared.compute_similarity(right, 0.8)).is_some()).count()
    });
    let arguments = levenshtein::Args::default().score_cutoff(0.8);
    let (expected, peer) = run(&mut |left, right| {
        let batch = levenshtein::BatchComparator::new(left.chars());
        let similarity = |right: &String| batch.normalized_similarity_with_args(right.chars(), &arguments);
        right.iter().filter(|right| black_box(similarity(right)).is_some()).count()
    });
    println!(
        "{name}, {rights} to one left: {rate:.2} M/s, rapidfuzz {peer:.2} M/s; {:.2} match, {}",
        matches as f64 / comparisons,
        if matches == expected { "as rapidfuzz says" } else { "and rapidfuzz says otherwise" }
    );
}
