//! The values in a text file with a sentence a line: what is found, and how fast.

use crate::clock::Clock;
use twicetold::values::{find_values, relate_values};

/// Each line with its values in brackets: `It cost [about $5:Money].`
pub fn show(text: &str) {
    for line in text.lines() {
        let (mut shown, mut last) = (String::new(), 0);
        for value in find_values(line) {
            shown.push_str(&line[last..value.start]);
            shown.push_str(&format!("[{}:{:?}]", &line[value.start..value.end], value.what));
            last = value.end;
        }
        println!("{shown}{}", &line[last..]);
    }
}

/// Lines of two expressions with a tab between: how the first value of one stands to that of the other.
pub fn relate_pairs(text: &str) {
    for line in text.lines() {
        let Some((left, right)) = line.split_once('\t') else { continue };
        let (first, second) = (find_values(left), find_values(right));
        let relation = first.first().zip(second.first()).map(|(left, right)| relate_values(left, right));
        println!("{relation:?}\t{left} | {right}");
    }
}

/// Sentences a second, best of five passes; then pairs of a sentence's values with the next one's.
pub fn measure(text: &str) {
    let text = text.repeat(20);
    let lines: Vec<&str> = text.lines().collect();
    let (mut finding, mut relating, mut found, mut pairs) = (f64::MAX, f64::MAX, 0, 0);
    for _ in 0..5 {
        let begin = Clock::start();
        let values: Vec<_> = lines.iter().map(|line| find_values(line)).collect();
        finding = finding.min(begin.seconds());
        found = values.iter().map(Vec::len).sum::<usize>();
        let begin = Clock::start();
        let relations = values
            .windows(2)
            .flat_map(|two| two[0].iter().flat_map(|left| two[1].iter().map(move |right| relate_values(left, right))));
        pairs = relations.count();
        relating = relating.min(begin.seconds());
    }
    let (count, bytes) = (lines.len() as f64, text.len() as f64);
    println!("{:.0} sentences/s, {:.0} MB/s, {found} values in {count}", count / finding, bytes / finding / 1e6);
    println!("{:.0} relations/s", pairs as f64 / relating);
}
