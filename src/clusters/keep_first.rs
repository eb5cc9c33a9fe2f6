//! Which of those alike stay: the first, and nobody that matches it.

use std::collections::BTreeMap;

/// Who is removed, by whom, and how like it. Matches come in order, the smaller number on the left.
///
/// So all that could remove a left side has been seen before it is asked: one pass is enough. Whoever is removed is put to
/// the most like of those that stay. Matches 1-2, 2-3, 3-4 -> 2 by 1, 4 by 3: 3 matches nobody that stays, and stays.
pub fn keep_first(matches: impl IntoIterator<Item = (u32, u32, f64)>) -> BTreeMap<u32, (u32, f64)> {
    let mut removed: BTreeMap<u32, (u32, f64)> = BTreeMap::new();
    let mut asked = (None, false);
    for (left, right, similarity) in matches {
        if asked.0 != Some(left) {
            asked = (Some(left), !removed.contains_key(&left));
        }
        if asked.1 {
            let by = removed.entry(right).or_insert((left, similarity));
            if similarity > by.1 {
                *by = (left, similarity);
            }
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matches_only_the_removed_stays() {
        let found = keep_first([(1, 2, 0.9), (2, 3, 0.9), (3, 4, 0.8)]);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [(2, (1, 0.9)), (4, (3, 0.8))]);
    }

    #[test]
    fn whoever_goes_is_put_to_the_most_like() {
        let found = keep_first([(1, 5, 0.8), (2, 5, 0.9), (3, 5, 0.9)]);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [(5, (2, 0.9))]);
    }
}
