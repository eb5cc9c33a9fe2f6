//! Which of those alike stay: the first, and nobody that matches it.

use std::collections::BTreeMap;

/// Who is removed, by whom, and how like it. Matches come in order, the smaller number on the left.
///
/// So all that could remove a left side has been seen before it is asked: one pass is enough. Whoever is removed is put to
/// the most like of those that stay. Matches 1-2, 2-3, 3-4 -> 2 by 1, 4 by 3: 3 matches nobody that stays, and stays.
#[derive(Debug, Default)]
pub struct FirstKeeper {
    removed: BTreeMap<u32, (u32, f64)>,
    asked: Option<(u32, bool)>,
}

impl FirstKeeper {
    /// Takes the next match.
    pub fn push(&mut self, left: u32, right: u32, similarity: f64) {
        let is_kept = match self.asked {
            Some((asked, is_kept)) if asked == left => is_kept,
            _ => !self.removed.contains_key(&left),
        };
        self.asked = Some((left, is_kept));
        if is_kept {
            let by = self.removed.entry(right).or_insert((left, similarity));
            if similarity > by.1 {
                *by = (left, similarity);
            }
        }
    }

    /// Each unit that is removed, with the one that it is put to and their similarity.
    pub fn finish(self) -> BTreeMap<u32, (u32, f64)> {
        self.removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep_first(matches: impl IntoIterator<Item = (u32, u32, f64)>) -> BTreeMap<u32, (u32, f64)> {
        let mut keeper = FirstKeeper::default();
        matches.into_iter().for_each(|(left, right, similarity)| keeper.push(left, right, similarity));
        keeper.finish()
    }

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
