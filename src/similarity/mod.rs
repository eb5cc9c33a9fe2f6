//! How alike two texts are, by edit distance: 1 - distance / length of the longer, in Unicode characters.
//!
//! Candidates come by the million, most differ in a few characters or fall well below the threshold. So: lengths first,
//! then common ends off, then Myers' bit-parallel columns within the diagonal band that the threshold leaves (Hyyrö 2003), one
//! machine word a character, stopped as soon as the distance is out of reach. The `rapidfuzz` crate does the rest: bands wider
//! than [`WIDEST_BAND`] and texts longer than [`LONGEST_TABLED_TEXT`].

mod alphabet;
mod band;

use crate::columns::count_characters;
use alphabet::Alphabet;
use band::{Code, Masks, WIDEST_BAND, WIDEST_NARROW_BAND};
use rapidfuzz::distance::levenshtein;

/// Longer texts get no table: theirs would be large, and a band of [`WIDEST_BAND`] is nothing to them.
const LONGEST_TABLED_TEXT: usize = 4096;

/// The similarity of two texts where it is at least `threshold`, else `None`.
///
/// `compute_edit_similarity("kitten", "sitting", 0.5)` -> `Some(0.5714...)` (3 edits in 7), with 0.6 -> `None`.
/// Two empty texts are equal: 1.
pub fn compute_edit_similarity(left: &str, right: &str, threshold: f64) -> Option<f64> {
    PreparedText::new(left).compute_similarity(right, threshold)
}

/// The similarity of two texts, however low.
///
/// `compute_exact_edit_similarity("abc", "xyz")` -> `0.0`
pub fn compute_exact_edit_similarity(left: &str, right: &str) -> f64 {
    compute_edit_similarity(left, right, 0.0).unwrap_or(0.0)
}

/// (length - distance) / length: rounded once, so that 8 of 10 is 0.8 and not a little less.
fn convert_distance(distance: usize, length: usize) -> f64 {
    if length == 0 { 1.0 } else { (length - distance.min(length)) as f64 / length as f64 }
}

/// The largest distance that two texts, the longer of `length`, may have; `None` where even 0 is too much.
pub(crate) fn find_most_edits(length: usize, threshold: f64) -> Option<usize> {
    let reaches = |distance: usize| convert_distance(distance, length) >= threshold;
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
/// use twicetold::similarity::PreparedText;
/// let mut prepared = PreparedText::new("He was born in 1912.");
/// assert_eq!(prepared.compute_similarity("He was born in 1921.", 0.8), Some(0.9));
/// assert_eq!(prepared.compute_similarity("She died in Vienna.", 0.8), None);
/// ```
#[derive(Debug, Default)]
pub struct PreparedText {
    /// The text, where it is ASCII: a character is its byte.
    bytes: Vec<u8>,
    /// The text otherwise: a character is its number in `alphabet`.
    codes: Vec<u32>,
    alphabet: Alphabet,
    masks: Masks,
    right_bytes: Vec<u8>,
    right_codes: Vec<u32>,
}

impl PreparedText {
    /// A prepared `left`.
    pub fn new(left: &str) -> Self {
        let mut prepared = PreparedText::default();
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
            self.masks.set_text(&self.bytes, self.alphabet.len());
        } else {
            self.codes.extend(left.chars().map(|character| self.alphabet.find_or_add(character)));
            self.masks.set_text(&self.codes, self.alphabet.len());
        }
    }

    /// The similarity to `right` where it is at least `threshold`, else `None`.
    pub fn compute_similarity(&mut self, right: &str, threshold: f64) -> Option<f64> {
        let right_length = if right.is_ascii() { right.len() } else { count_characters(right.as_bytes()) as usize };
        let left_length = self.bytes.len().max(self.codes.len());
        let length = left_length.max(right_length);
        let most = find_most_edits(length, threshold)?;
        if left_length.abs_diff(right_length) > most {
            return None;
        }
        let distance = if !self.codes.is_empty() {
            self.right_codes.clear();
            self.right_codes.extend(right.chars().map(|character| self.alphabet.find_code(character)));
            measure_distance(&self.masks, &self.codes, &self.right_codes, most)
        } else if right_length == right.len() {
            measure_distance(&self.masks, &self.bytes, right.as_bytes(), most)
        } else {
            // What is not ASCII is equal to nothing on the left.
            self.right_bytes.clear();
            self.right_bytes.extend(
                right
                    .chars()
                    .map(|character| u8::try_from(character).map_or(ABSENT_BYTE, |byte| byte.min(ABSENT_BYTE))),
            );
            measure_distance(&self.masks, &self.bytes, &self.right_bytes, most)
        }?;
        Some(convert_distance(distance, length))
    }
}

/// The code of a character that the left text does not have.
const ABSENT_BYTE: u8 = 128;

/// The edit distance where it is at most `most`, with common ends taken off first.
fn measure_distance<C: Code>(masks: &Masks, left: &[C], right: &[C], most: usize) -> Option<usize> {
    let prefix = C::count_common_prefix(left, right);
    let (inner_left, inner_right) = (&left[prefix..], &right[prefix..]);
    let suffix = C::count_common_suffix(inner_left, inner_right);
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
    if left.len() <= LONGEST_TABLED_TEXT {
        let found = if most <= WIDEST_NARROW_BAND {
            band::narrow(masks, prefix, inner_left.len(), inner_right, most)
        } else if inner_left.len().abs_diff(inner_right.len()) <= WIDEST_BAND {
            band::wide(masks, prefix, inner_left.len(), inner_right, most.min(WIDEST_BAND))
        } else {
            None
        };
        if found.is_some() || most <= WIDEST_BAND {
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
    pub(super) fn measure_plain_distance(left: &str, right: &str) -> usize {
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

    fn compute_plain_similarity(left: &str, right: &str) -> f64 {
        convert_distance(measure_plain_distance(left, right), left.chars().count().max(right.chars().count()))
    }

    /// A text and what became of it after some edits.
    fn generate_edited_pair(letters: &'static str, most: usize) -> impl Strategy<Value = (String, String)> {
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

    fn check_pair(left: &str, right: &str, threshold: f64) -> Result<(), TestCaseError> {
        let plain = compute_plain_similarity(left, right);
        prop_assert_eq!(
            compute_edit_similarity(left, right, threshold),
            Some(plain).filter(|&found| found >= threshold)
        );
        prop_assert_eq!(compute_exact_edit_similarity(left, right), plain);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn edited_ascii_is_as_similar_as_the_plain_table_says(pair in generate_edited_pair("[a-e ]{0,230}", 90), threshold in 0.0..1.0f64) {
            check_pair(&pair.0, &pair.1, threshold)?;
            check_pair(&pair.1, &pair.0, threshold)?;
        }

        #[test]
        fn edited_other_scripts_are_too(pair in generate_edited_pair("[a-cé茶屋😀]{0,150}", 60), threshold in 0.0..1.0f64) {
            check_pair(&pair.0, &pair.1, threshold)?;
            check_pair(&pair.1, &pair.0, threshold)?;
        }

        #[test]
        fn any_two_texts_are_too(left in "\\PC{0,40}", right in "\\PC{0,40}", threshold in -0.5..1.5f64) {
            check_pair(&left, &right, threshold)?;
        }

        #[test]
        fn a_prepared_text_forgets_the_one_before(texts in prop::collection::vec("[a-c茶é]{0,20}", 4)) {
            let mut prepared = PreparedText::default();
            for left in &texts {
                prepared.prepare(left);
                for right in &texts {
                    prop_assert_eq!(prepared.compute_similarity(right, 0.0), Some(compute_plain_similarity(left, right)));
                }
            }
        }
    }

    #[test]
    fn a_threshold_is_met_by_what_is_reported() {
        for length in 1..400usize {
            for percent in 0..=100 {
                let threshold = f64::from(percent) / 100.0;
                let most = find_most_edits(length, threshold);
                let plain = (0..=length).rev().find(|&distance| convert_distance(distance, length) >= threshold);
                assert_eq!(most, plain, "{length} {threshold}");
            }
        }
        assert_eq!(compute_edit_similarity("abcdefghij", "abcdefghxx", 0.8), Some(0.8));
    }

    #[test]
    fn nothing_is_equal_to_nothing_and_no_number_is_reached_by_none() {
        assert_eq!(compute_edit_similarity("", "", 1.0), Some(1.0));
        assert_eq!(compute_edit_similarity("", "a", 0.0), Some(0.0));
        assert_eq!(compute_edit_similarity("a", "a", f64::NAN), None);
    }

    #[test]
    fn a_long_text_is_compared_too() {
        let left = "the quick brown fox ".repeat(400);
        let right = left.replace("brown", "red");
        assert_eq!(compute_exact_edit_similarity(&left, &right), compute_plain_similarity(&left, &right));
        assert_eq!(compute_edit_similarity(&left, &right, 0.9), None);
    }
}
