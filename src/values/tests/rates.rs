//! What is found in a file of the reader's choice, and how fast. All are `#[ignore]`d: they need `TWICETOLD_TEXT`, a text file
//! with a sentence a line.

use crate::grouping::rates::Clock;
use crate::values::{find, relate};

#[allow(clippy::unwrap_used)]
fn text() -> String {
    std::fs::read_to_string(std::env::var("TWICETOLD_TEXT").unwrap()).unwrap()
}

/// Each line with its values in brackets: `It cost [about $5:Money].`
#[test]
#[ignore = "needs a text file"]
fn the_values_of_a_file_are_printed() {
    for line in text().lines() {
        let (mut shown, mut last) = (String::new(), 0);
        for value in find(line) {
            shown.push_str(&line[last..value.start]);
            shown.push_str(&format!("[{}:{:?}]", &line[value.start..value.end], value.what));
            last = value.end;
        }
        println!("{shown}{}", &line[last..]);
    }
}

/// Lines of two expressions with a tab between: how the first value of one stands to that of the other.
#[test]
#[ignore = "needs a text file"]
fn the_relations_of_a_file_are_printed() {
    for line in text().lines() {
        let Some((left, right)) = line.split_once('\t') else { continue };
        let (first, second) = (find(left), find(right));
        let relation = first.first().zip(second.first()).map(|(left, right)| relate(left, right));
        println!("{relation:?}\t{left} | {right}");
    }
}

/// Sentences a second, best of five passes; then pairs of a sentence's values with the next one's.
#[test]
#[ignore = "needs a text file"]
fn the_speed_on_a_file_is_printed() {
    let text = text();
    let text = text.repeat(20);
    let lines: Vec<&str> = text.lines().collect();
    let (mut finding, mut relating, mut found, mut pairs) = (f64::MAX, f64::MAX, 0, 0);
    for _ in 0..5 {
        let begin = Clock::start();
        let values: Vec<_> = lines.iter().map(|line| find(line)).collect();
        finding = finding.min(begin.seconds());
        found = values.iter().map(Vec::len).sum::<usize>();
        let begin = Clock::start();
        let relations = values
            .windows(2)
            .flat_map(|two| two[0].iter().flat_map(|left| two[1].iter().map(move |right| relate(left, right))));
        pairs = relations.count();
        relating = relating.min(begin.seconds());
    }
    let (count, bytes) = (lines.len() as f64, text.len() as f64);
    println!("{:.0} sentences/s, {:.0} MB/s, {found} values in {count}", count / finding, bytes / finding / 1e6);
    println!("{:.0} relations/s", pairs as f64 / relating);
}
