//! Where the members of a family differ, word by word: what a tree is made of.
//!
//! Scanners change letters, and only people change words: in a noisy family two spellings of a word are one reading if most
//! letters are the same, and very short words say nothing.

use super::align::Fit;
use super::witness::{Witness, WitnessPart};
use crate::trees::Readings;

/// A family whose members have fewer letters than this in common with the best text is noisy.
const CLEAN: f64 = 0.985;
/// Letters of a word, or of words put in, that count in a noisy family.
const LEAST_NOISY_WORD: usize = 4;
/// Most words of a text that are compared.
const MOST_WORDS: usize = 4_000;

/// What each member has for each word of the best text and between the words, as numbers: 0 where it does not reach, 1 for the best
/// text's own reading.
pub fn list_readings(best: &Witness, members: &[(WitnessPart<'_>, &Fit)]) -> Readings {
    let mean = members.iter().map(|(_, fit)| fit.similarity).sum::<f64>() / members.len().max(1) as f64;
    let is_noisy = mean < CLEAN;
    let words = find_words(&best.folded);
    let maps: Vec<Vec<u32>> = members.iter().map(|(_, fit)| map_letters(fit, best.letters.len())).collect();
    let mut readings = Readings::new(members.len());
    for (at, &(start, end)) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or(end, |word| word.0);
        let own: String = best.folded[start..end].iter().collect();
        if !is_noisy || end - start >= LEAST_NOISY_WORD {
            let said = list_column(members, &maps, (start, end), |_, letters| letters);
            readings.push_column(&number_readings(&own, &said, is_noisy));
        }
        // What stands between this word and the next, if anybody has something there.
        let between = list_column(members, &maps, (end.saturating_sub(1), next + 1), |witness_word, _| witness_word);
        if next > end && between.iter().flatten().any(|said| said.chars().count() >= LEAST_NOISY_WORD) {
            readings.push_column(&number_readings("", &between, is_noisy));
        }
    }
    readings
}

/// The words of a text: runs of letters and digits, and single characters of scripts without blanks.
fn find_words(text: &[char]) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut is_open = false;
    for (at, letter) in text.iter().enumerate() {
        let is_wide = *letter >= '\u{2e80}';
        match words.last_mut() {
            Some(word) if is_open && !is_wide && letter.is_alphanumeric() => word.1 = at + 1,
            _ if letter.is_alphanumeric() => words.push((at, at + 1)),
            _ => {}
        }
        is_open = letter.is_alphanumeric() && !is_wide;
    }
    words.truncate(MOST_WORDS);
    words
}

/// For each letter of the best text the first own letter at or after it, and one more for the end; `u32::MAX` beyond the ends.
fn map_letters(fit: &Fit, length: usize) -> Vec<u32> {
    let mut map = vec![u32::MAX; length + 1];
    let mut next = fit.alignment.pairs.iter().rev().peekable();
    let mut after = fit.own.1 as u32;
    for at in (fit.core.0..=fit.core.1.min(length)).rev() {
        if let Some(&&(_, own)) = next.peek().filter(|pair| pair.0 as usize == at) {
            after = own;
            next.next();
        }
        map[at] = after;
    }
    map
}

/// What each member has from one letter of the best text to another; nothing where it does not reach both. `choose` takes either the
/// words put in, with those at both ends left out, or all letters.
fn list_column(
    members: &[(WitnessPart<'_>, &Fit)],
    maps: &[Vec<u32>],
    (start, end): (usize, usize),
    choose: impl Fn(String, String) -> String,
) -> Vec<Option<String>> {
    let read = |((witness, _), map): (&(WitnessPart<'_>, &Fit), &Vec<u32>)| {
        let (&from, &to) = (map.get(start)?, map.get(end)?);
        if from == u32::MAX || to == u32::MAX {
            return None;
        }
        let letters = witness.folded.get(from as usize..to as usize)?;
        let all: String = letters.iter().filter(|letter| letter.is_alphanumeric()).collect();
        let inside = letters.get(1..letters.len().saturating_sub(1)).unwrap_or(&[]);
        Some(choose(inside.iter().filter(|letter| letter.is_alphanumeric()).collect(), all))
    };
    members.iter().zip(maps).map(read).collect()
}

/// Readings as numbers: equal readings get the same number.
fn number_readings(own: &str, said: &[Option<String>], is_noisy: bool) -> Vec<u32> {
    let mut known: Vec<&str> = vec![own];
    said.iter()
        .map(|reading| {
            let Some(reading) = reading else { return 0 };
            let found = known.iter().position(|other| is_same_reading(other, reading, is_noisy));
            let number = found.unwrap_or_else(|| {
                known.push(reading);
                known.len() - 1
            });
            number as u32 + 1
        })
        .collect()
}

fn is_same_reading(one: &str, two: &str, is_noisy: bool) -> bool {
    if one == two || !is_noisy {
        return one == two;
    }
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let longer = one.len().max(two.len());
    // What is shorter than a counted word is noise beside nothing.
    if one.is_empty() || two.is_empty() {
        return longer < LEAST_NOISY_WORD;
    }
    5 * count_edits(&one, &two) <= 3 * longer
}

fn count_edits(one: &[char], two: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (to, other) in two.iter().enumerate() {
            let step = corner + usize::from(letter != other);
            corner = row[to + 1];
            row[to + 1] = step.min(corner + 1).min(row[to] + 1);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::Anchors;

    fn read(best: &str, texts: &[&str]) -> Vec<Vec<u32>> {
        let best = Witness::from_text(best);
        let anchors = Anchors::new(&best.folded);
        let own: Vec<(Witness, Fit)> = texts
            .iter()
            .filter_map(|text| {
                let witness = Witness::from_text(text);
                let fit = anchors.measure(&witness.folded)?;
                Some((witness, fit))
            })
            .collect();
        let members: Vec<(WitnessPart<'_>, &Fit)> = own.iter().map(|(witness, fit)| (witness.whole(), fit)).collect();
        let readings = list_readings(&best, &members);
        (0..texts.len()).map(|row| readings.row(row).to_vec()).collect()
    }

    #[test]
    fn a_changed_word_is_a_reading_and_a_wrong_letter_is_none() {
        let best = "The harbour was closed at noon and nobody on the pier knew why the ships were waiting outside";
        let edited =
            "The harbour was opened again at noon and nobody on the pier knew why the ships were waiting outside";
        let noisy = "Tbe harb0ur was clos ed at noon aud nobody onthe pier knevv why thc ships were waiting outs1de";
        let rows = read(best, &[best, edited, noisy, "closed at noon and nobody on the pier knew"]);
        assert!(rows[0].iter().all(|&reading| reading == 1));
        assert_eq!(rows[1].iter().filter(|&&reading| reading > 1).count(), 2, "{:?}", rows[1]);
        assert!(rows[2].iter().all(|&reading| reading == 1), "{:?}", rows[2]);
        assert!(rows[3].contains(&0) && rows[3].contains(&1));
    }
}
