//! How alike two texts are, by edit distance: 1 - distance / length of the longer, in Unicode characters.
//!
//! Candidates come by the million, most differ in a few characters or fall well below the threshold. So: lengths first,
//! then common ends off, then Myers' bit-parallel columns within the diagonal band that the threshold leaves (Hyyrö 2003), one
//! machine word a character, stopped as soon as the distance is out of reach. The `rapidfuzz` crate does the rest: bands wider
//! than [`WIDE`] and texts longer than [`LONGEST`].

mod alphabet;
mod band;

#[cfg(test)]
mod rates;

use crate::columns::count_characters;
use alphabet::Alphabet;
use band::{Code, Masks, NARROW, WIDE};
use rapidfuzz::distance::levenshtein;

/// Longer texts get no table: theirs would be large, and a band of [`WIDE`] is nothing to them.
const LONGEST: usize = 4096;

/// The similarity of two texts where it is at least `threshold`, else `None`.
///
/// `edit_similarity("kitten", "sitting", 0.5)` -> `Some(0.5714...)` (3 edits in 7), with 0.6 -> `None`.
/// Two empty texts are equal: 1.
pub fn edit_similarity(left: &str, right: &str, threshold: f64) -> Option<f64> {
    Prepared::new(left).similarity(right, threshold)
}

/// The similarity of two texts, however low.
///
/// `edit_similarity_exact("abc", "xyz")` -> `0.0`
pub fn edit_similarity_exact(left: &str, right: &str) -> f64 {
    edit_similarity(left, right, 0.0).unwrap_or(0.0)
}

/// (length - distance) / length: rounded once, so that 8 of 10 is 0.8 and not a little less.
fn similarity_of(distance: usize, length: usize) -> f64 {
    if length == 0 { 1.0 } else { (length - distance.min(length)) as f64 / length as f64 }
}

/// The largest distance that two texts, the longer of `length`, may have; `None` where even 0 is too much.
pub(crate) fn most_edits(length: usize, threshold: f64) -> Option<usize> {
    let reaches = |distance: usize| similarity_of(distance, length) >= threshold;
    let mut most = ((1.0 - threshold) * length as f64).clamp(0.0, length as f64) as usize;
    // The product is rounded; what counts is the similarity as it will be reported.
    while most < length && reaches(most + 1) {
        most += 1;
    }
    while most > 0 && !reaches(most) {
        most -= 1;
    }
    reaches(most).then_some(most)
}

/// A text made ready to be compared with many.
///
/// ```
/// use twicetold::similarity::Prepared;
/// let mut prepared = Prepared::new("He was born in 1912.");
/// assert_eq!(prepared.similarity("He was born in 1921.", 0.8), Some(0.9));
/// assert_eq!(prepared.similarity("She died in Vienna.", 0.8), None);
/// ```
#[derive(Debug, Default)]
pub struct Prepared {
    /// The text, where it is ASCII: a character is its byte.
    bytes: Vec<u8>,
    /// The text otherwise: a character is its number in `alphabet`.
    codes: Vec<u32>,
    alphabet: Alphabet,
    masks: Masks,
    right_bytes: Vec<u8>,
    right_codes: Vec<u32>,
}

impl Prepared {
    /// A prepared `left`.
    pub fn new(left: &str) -> Self {
        let mut prepared = Prepared::default();
        prepared.prepare(left);
        prepared
    }

    /// Another left side, in the memory of the one before.
    pub fn prepare(&mut self, left: &str) {
        self.bytes.clear();
        self.codes.clear();
        self.alphabet.clear();
        if left.is_ascii() {
            self.bytes.extend_from_slice(left.as_bytes());
            self.masks.fill(&self.bytes, self.alphabet.len());
        } else {
            self.codes.extend(left.chars().map(|character| self.alphabet.add(character)));
            self.masks.fill(&self.codes, self.alphabet.len());
        }
    }

    /// The similarity to `right` where it is at least `threshold`, else `None`.
    pub fn similarity(&mut self, right: &str, threshold: f64) -> Option<f64> {
        let right_length = if right.is_ascii() { right.len() } else { count_characters(right.as_bytes()) as usize };
        let left_length = self.bytes.len().max(self.codes.len());
        let length = left_length.max(right_length);
        let most = most_edits(length, threshold)?;
        if left_length.abs_diff(right_length) > most {
            return None;
        }
        let distance = if !self.codes.is_empty() {
            self.right_codes.clear();
            self.right_codes.extend(right.chars().map(|character| self.alphabet.code(character)));
            distance(&self.masks, &self.codes, &self.right_codes, most)
        } else if right_length == right.len() {
            distance(&self.masks, &self.bytes, right.as_bytes(), most)
        } else {
            // What is not ASCII is equal to nothing on the left.
            self.right_bytes.clear();
            self.right_bytes
                .extend(right.chars().map(|character| u8::try_from(character).map_or(ABSENT, |byte| byte.min(ABSENT))));
            distance(&self.masks, &self.bytes, &self.right_bytes, most)
        }?;
        Some(similarity_of(distance, length))
    }
}

/// The code of a character that the left text does not have.
const ABSENT: u8 = 128;

/// The edit distance where it is at most `most`, with common ends taken off first.
fn distance<C: Code>(masks: &Masks, left: &[C], right: &[C], most: usize) -> Option<usize> {
    let prefix = C::common_prefix(left, right);
    let (inner_left, inner_right) = (&left[prefix..], &right[prefix..]);
    let suffix = C::common_suffix(inner_left, inner_right);
    let inner_left = &inner_left[..inner_left.len() - suffix];
    let inner_right = &inner_right[..inner_right.len() - suffix];
    if inner_left.is_empty() || inner_right.is_empty() {
        return Some(inner_left.len().max(inner_right.len())).filter(|&distance| distance <= most);
    }
    if most == 0 {
        return None;
    }
    let most = most.min(inner_left.len().max(inner_right.len()));
    // A wider band costs more, and most pairs that match need only a narrow one.
    if left.len() <= LONGEST {
        let found = if most <= NARROW {
            band::narrow(masks, prefix, inner_left.len(), inner_right, most)
        } else if inner_left.len().abs_diff(inner_right.len()) <= WIDE {
            band::wide(masks, prefix, inner_left.len(), inner_right, most.min(WIDE))
        } else {
            None
        };
        if found.is_some() || most <= WIDE {
            return found;
        }
    }
    let arguments = levenshtein::Args::default().score_cutoff(most);
    levenshtein::distance_with_args(inner_left.iter().copied(), inner_right.iter().copied(), &arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The table that everyone can see is right.
    pub(super) fn plain_distance(left: &str, right: &str) -> usize {
        let right: Vec<char> = right.chars().collect();
        let mut row: Vec<usize> = (0..=right.len()).collect();
        for (above, character) in left.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = above + 1;
            for (at, other) in right.iter().enumerate() {
                let replaced = diagonal + usize::from(character != *other);
                diagonal = row[at + 1];
                row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
            }
        }
        row[right.len()]
    }

    fn plain_similarity(left: &str, right: &str) -> f64 {
        similarity_of(plain_distance(left, right), left.chars().count().max(right.chars().count()))
    }

    /// A text and what became of it after some edits.
    fn edited(letters: &'static str, most: usize) -> impl Strategy<Value = (String, String)> {
        let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, any::<prop::sample::Index>()), 0..90);
        (letters, edits, 0..=most).prop_map(|(text, edits, count)| {
            let alphabet: Vec<char> = text.chars().chain(['x', 'é', '茶']).collect();
            let mut other: Vec<char> = text.chars().collect();
            for (at, kind, letter) in edits.into_iter().take(count) {
                let at = at.index(other.len() + 1);
                match kind {
                    0 => other.insert(at, alphabet[letter.index(alphabet.len())]),
                    1 if at < other.len() => other[at] = alphabet[letter.index(alphabet.len())],
                    _ if at < other.len() => drop(other.remove(at)),
                    _ => (),
                }
            }
            (text, other.into_iter().collect())
        })
    }

    fn agrees(left: &str, right: &str, threshold: f64) -> Result<(), TestCaseError> {
        let plain = plain_similarity(left, right);
        prop_assert_eq!(edit_similarity(left, right, threshold), Some(plain).filter(|&found| found >= threshold));
        prop_assert_eq!(edit_similarity_exact(left, right), plain);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn edited_ascii_is_as_similar_as_the_plain_table_says(pair in edited("[a-e ]{0,230}", 90), threshold in 0.0..1.0f64) {
            agrees(&pair.0, &pair.1, threshold)?;
            agrees(&pair.1, &pair.0, threshold)?;
        }

        #[test]
        fn edited_other_scripts_are_too(pair in edited("[a-cé茶屋😀]{0,150}", 60), threshold in 0.0..1.0f64) {
            agrees(&pair.0, &pair.1, threshold)?;
            agrees(&pair.1, &pair.0, threshold)?;
        }

        #[test]
        fn any_two_texts_are_too(left in "\\PC{0,40}", right in "\\PC{0,40}", threshold in -0.5..1.5f64) {
            agrees(&left, &right, threshold)?;
        }

        #[test]
        fn a_prepared_text_forgets_the_one_before(texts in prop::collection::vec("[a-c茶é]{0,20}", 4)) {
            let mut prepared = Prepared::default();
            for left in &texts {
                prepared.prepare(left);
                for right in &texts {
                    prop_assert_eq!(prepared.similarity(right, 0.0), Some(plain_similarity(left, right)));
                }
            }
        }
    }

    #[test]
    fn a_threshold_is_met_by_what_is_reported() {
        for length in 1..400usize {
            for percent in 0..=100 {
                let threshold = f64::from(percent) / 100.0;
                let most = most_edits(length, threshold);
                let plain = (0..=length).rev().find(|&distance| similarity_of(distance, length) >= threshold);
                assert_eq!(most, plain, "{length} {threshold}");
            }
        }
        assert_eq!(edit_similarity("abcdefghij", "abcdefghxx", 0.8), Some(0.8));
    }

    #[test]
    fn nothing_is_equal_to_nothing_and_no_number_is_reached_by_none() {
        assert_eq!(edit_similarity("", "", 1.0), Some(1.0));
        assert_eq!(edit_similarity("", "a", 0.0), Some(0.0));
        assert_eq!(edit_similarity("a", "a", f64::NAN), None);
    }

    #[test]
    fn a_long_text_is_compared_too() {
        let left = "the quick brown fox ".repeat(400);
        let right = left.replace("brown", "red");
        assert_eq!(edit_similarity_exact(&left, &right), plain_similarity(&left, &right));
        assert_eq!(edit_similarity(&left, &right, 0.9), None);
    }
}
