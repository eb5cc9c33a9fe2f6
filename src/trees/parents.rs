//! The parent of each dated copy: the earlier one that leaves least unexplained.

use super::readings::{Reading, Readings};
use super::spanning::find_tree;

/// Places of the copy that its parent may lack, since ends are not found to the word.
const FREE_LACKING: usize = 3;
/// With more unexplained places than this, the source is outside.
const OUTSIDE: f64 = 12.0;
/// Most candidates for a parent: the latest ones, and as many of the first.
const MOST_CANDIDATES: usize = 400;

/// From which witness another was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parent {
    /// The witness; none where no source is among them, or nobody can say.
    pub from: Option<usize>,
    /// How certain that is, from 0 to 1.
    pub confidence: f64,
}

/// The likely parent of each witness. Dates sort as text (`1863`, `1863-04-01`), and are empty where nobody knows.
///
/// The first of all has no source inside, and a copy that all earlier ones explain worse than a lost text has none either.
/// Without any dates, parents are those of the tree, if it has a root.
pub fn find_parents(readings: &Readings, dates: &[&str]) -> Vec<Parent> {
    if dates.iter().all(|date| date.is_empty()) {
        return find_tree(readings).list_parents(readings.witnesses());
    }
    let rows = readings.list_variants();
    let mut order: Vec<usize> = (0..rows.len()).filter(|&row| !dates[row].is_empty()).collect();
    order.sort_by_key(|&row| (dates[row], row));
    let mut parents = vec![Parent::default(); rows.len()];
    for (rank, &copy) in order.iter().enumerate() {
        let earlier: Vec<usize> =
            order[..rank].iter().copied().filter(|&other| is_earlier(dates[other], dates[copy])).collect();
        parents[copy] = choose_parent(&rows, copy, &thin_out(&earlier));
    }
    parents
}

/// Whether a date is before another; of a year and a day in it nobody can say.
fn is_earlier(one: &str, two: &str) -> bool {
    one < two && !two.starts_with(one)
}

fn thin_out(earlier: &[usize]) -> Vec<usize> {
    if earlier.len() <= 2 * MOST_CANDIDATES {
        return earlier.to_vec();
    }
    [&earlier[..MOST_CANDIDATES], &earlier[earlier.len() - MOST_CANDIDATES..]].concat()
}

/// The candidate that leaves least unexplained, or none; of equal ones the latest, as news is copied from what is new.
fn choose_parent(rows: &[Vec<Reading>], copy: usize, candidates: &[usize]) -> Parent {
    // What nobody earlier has, the copy changed itself, whatever its parent had.
    let is_old: Vec<bool> = (rows[copy].iter().enumerate())
        .map(|(at, reading)| candidates.iter().any(|&from| rows[from][at].code == reading.code))
        .collect();
    let costs: Vec<f64> =
        candidates.iter().map(|&from| count_unexplained(&rows[from], &rows[copy], &is_old) as f64).collect();
    let best = (0..costs.len()).rev().min_by(|&one, &two| costs[one].total_cmp(&costs[two]));
    let total: f64 = costs.iter().map(|&cost| weigh_cost(cost)).sum::<f64>() + weigh_cost(OUTSIDE);
    let round = |share: f64| (share * 1000.0).round() / 1000.0;
    match best.filter(|&at| costs[at] <= OUTSIDE) {
        Some(at) => Parent { from: Some(candidates[at]), confidence: round(weigh_cost(costs[at]) / total) },
        None => Parent { from: None, confidence: round(weigh_cost(OUTSIDE) / total) },
    }
}

/// How likely a cost is, next to others.
fn weigh_cost(cost: f64) -> f64 {
    1.0 / (1.0 + cost).powi(4)
}

/// The places of a copy that this source does not explain: it has another reading although an earlier copy has this one, or
/// it lacks the place.
fn count_unexplained(from: &[Reading], copy: &[Reading], is_old: &[bool]) -> usize {
    let (mut other, mut lacking) = (0, 0usize);
    for ((one, two), is_old) in from.iter().zip(copy).zip(is_old) {
        match (one.code, two.code) {
            (_, 0) => {}
            (0, _) => lacking += 1,
            (left, right) => other += usize::from(left != right && *is_old),
        }
    }
    other + lacking.saturating_sub(FREE_LACKING)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(columns: &[&[u32]]) -> Readings {
        let mut readings = Readings::new(columns[0].len());
        columns.iter().for_each(|column| readings.push_column(column));
        readings
    }

    #[test]
    fn a_copy_comes_from_the_earlier_text_whose_changes_it_has() {
        // The third has what the second changed, the fourth does not.
        let found = find_parents(
            &readings(&[&[1, 2, 2, 1], &[1, 2, 2, 1], &[1, 1, 3, 1], &[1, 2, 2, 1]]),
            &["1850", "1851", "1852", "1853"],
        );
        let from: Vec<Option<usize>> = found.iter().map(|parent| parent.from).collect();
        assert_eq!(from, [None, Some(0), Some(1), Some(0)]);
        assert!(found.iter().all(|parent| 0.0 <= parent.confidence && parent.confidence <= 1.0));
    }

    #[test]
    fn a_copy_with_text_that_nobody_had_before_has_no_source_inside() {
        let early = vec![0u32; 30];
        let mut table = Readings::new(3);
        for _ in &early {
            table.push_column(&[0, 1, 1]);
        }
        let from: Vec<Option<usize>> =
            find_parents(&table, &["1850", "1851", "1852"]).iter().map(|parent| parent.from).collect();
        assert_eq!(from, [None, None, Some(1)]);
    }

    #[test]
    fn nothing_is_earlier_than_an_unknown_or_equal_date() {
        let found = find_parents(&readings(&[&[1, 1, 1, 1]]), &["1850", "1850-03", "", "1850"]);
        assert!(found.iter().all(|parent| parent.from.is_none()));
    }
}
