//! Names compared: without case, accents, marks and a leading article, as numbers that tables can be joined by.

use xxhash_rust::xxh3::xxh3_64;

use super::words::{Piece, cut_words};
use crate::compare::fold_text;

/// A thing with more names than this is a crowd: only its own name is paired with each of the others.
const MOST_PAIRED_NAMES: usize = 32;

/// `The Orrin’s` -> `orrin`; empty if there is no letter and no digit.
pub fn fold_name(name: &str) -> String {
    let name = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name);
    let folded = fold_text(name);
    let words: Vec<&str> =
        folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let words = if words.len() > 1 && words[0] == "the" { &words[1..] } else { &words[..] };
    words.join(" ")
}

/// A number for a name: names that are written alike have the same.
pub fn hash_name(name: &str) -> u64 {
    xxh3_64(fold_name(name).as_bytes())
}

/// A number for two names in either order; 0 where they are no two names.
pub fn hash_name_pair(left: &str, right: &str) -> u64 {
    let (one, two) = (fold_name(left), fold_name(right));
    if one.is_empty() || two.is_empty() || one == two {
        return 0;
    }
    let (one, two) = if one < two { (one, two) } else { (two, one) };
    xxh3_64(format!("{one}\0{two}").as_bytes()).max(1)
}

/// The pairs of names of one thing. Of `names`, the first is its own, and every two are the same; `labels` are what it is
/// called in passing, so that only its own name is the same as each of them.
pub fn pair_names(names: &[&str], labels: &[&str]) -> Vec<u64> {
    let mut pairs = Vec::new();
    let centres = if names.len() > MOST_PAIRED_NAMES { 1 } else { names.len() };
    for (at, one) in names.iter().enumerate().take(centres) {
        pairs.extend(names[at + 1..].iter().map(|two| hash_name_pair(one, two)));
    }
    pairs.extend(names.first().into_iter().flat_map(|own| labels.iter().map(|label| hash_name_pair(own, label))));
    pairs.retain(|&pair| pair != 0);
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// What may be asked of a change: whether its two texts are known names, and whether they are so together with the names
/// around them that both sides have: `Quett / Ketumile` and `Quett Masire / Ketumile Masire`. 0 where there is nothing.
pub fn list_name_questions(left: &str, right: &str, change: [(usize, usize); 2]) -> [u64; 2] {
    let [one, two] = change;
    let (Some(first), Some(second)) = (left.get(one.0..one.1), right.get(two.0..two.1)) else { return [0, 0] };
    let (one, two) = extend_to_whole_names((left, one), (right, two));
    let whole = hash_name_pair(&left[one.0..one.1], &right[two.0..two.1]);
    let bare = hash_name_pair(first, second);
    [bare, if whole == bare { 0 } else { whole }]
}

/// The bytes of both sides with the equal name words before and behind them.
fn extend_to_whole_names(
    (left, mut one): (&str, (usize, usize)),
    (right, mut two): (&str, (usize, usize)),
) -> ((usize, usize), (usize, usize)) {
    let same = |left: &Piece, right: &Piece| left.text == right.text && left.is_name();
    let (before_left, before_right) = (cut_words(&left[..one.0]), cut_words(&right[..two.0]));
    let pairs = before_left.iter().rev().zip(before_right.iter().rev()).take_while(|(one, two)| same(one, two));
    if let Some((first, second)) = pairs.last() {
        (one.0, two.0) = (first.start, second.start);
    }
    let (after_left, after_right) = (cut_words(&left[one.1..]), cut_words(&right[two.1..]));
    let pairs = after_left.iter().zip(&after_right).take_while(|(one, two)| same(one, two));
    if let Some((first, second)) = pairs.last() {
        (one.1, two.1) = (one.1 + first.end, two.1 + second.end);
    }
    (one, two)
}
