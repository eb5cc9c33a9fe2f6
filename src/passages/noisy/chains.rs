//! Chains: stretches that two texts have letter for letter, in the same order on both sides and close to each other.

/// A stretch that both sides have letter for letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stretch {
    pub left: usize,
    pub right: usize,
    pub length: usize,
}

impl Stretch {
    fn left_end(&self) -> usize {
        self.left + self.length
    }

    fn right_end(&self) -> usize {
        self.right + self.length
    }
}

/// Stretches that follow each other, and how much they say together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chain {
    pub stretches: Vec<Stretch>,
    pub score: f64,
}

/// Most letters between two stretches of a chain, on either side.
pub(super) const MOST_GAP: usize = 250;
/// How far the two sides of a gap may differ: so many letters, and one in so many of the gap.
const DRIFT: (usize, usize) = (6, 6);
/// What a letter of a gap costs, and a letter by which its sides differ.
const GAP_COST: f64 = 0.06;
const DRIFT_COST: f64 = 0.5;
/// How many stretches before one are looked at as its predecessor: only text that repeats itself has more.
const MOST_PREDECESSORS: usize = 100;

/// Joins hits (grams that both sides have) on one diagonal that touch or overlap; in order of the left side.
pub(super) fn merge_hits(mut hits: Vec<Stretch>) -> Vec<Stretch> {
    let diagonal = |hit: &Stretch| hit.right.wrapping_sub(hit.left);
    hits.sort_unstable_by_key(|hit| (diagonal(hit), hit.left, hit.length));
    let mut found: Vec<Stretch> = Vec::new();
    for hit in hits {
        match found.last_mut() {
            Some(last) if diagonal(&hit) == diagonal(last) && hit.left <= last.left_end() => {
                last.length = last.length.max(hit.left_end() - last.left);
            }
            _ => found.push(hit),
        }
    }
    found.sort_unstable();
    found
}

/// The best chains that share no stretch, the best first, each of at least `least`. The stretches are sorted.
pub(super) fn find_chains(stretches: &[Stretch], least: f64) -> Vec<Chain> {
    let (scores, before) = score_stretches(stretches);
    let mut order: Vec<usize> = (0..stretches.len()).filter(|&at| scores[at] >= least).collect();
    order.sort_by(|&one, &two| scores[two].total_cmp(&scores[one]).then(one.cmp(&two)));
    let mut used = vec![false; stretches.len()];
    let mut found = Vec::new();
    for last in order {
        let (mut own, mut at) = (Vec::new(), Some(last));
        let mut rest = 0.0;
        while let Some(now) = at {
            if used[now] {
                rest = scores[now];
                break;
            }
            own.push(now);
            at = before[now];
        }
        let score = scores[last] - rest;
        if own.is_empty() || score < least {
            continue;
        }
        own.iter().for_each(|&each| used[each] = true);
        own.reverse();
        found.push(Chain { stretches: own.iter().map(|&each| stretches[each]).collect(), score });
    }
    found
}

/// For each stretch the score of the best chain that ends with it, and the one before it there.
fn score_stretches(stretches: &[Stretch]) -> (Vec<f64>, Vec<Option<usize>>) {
    let mut scores: Vec<f64> = Vec::with_capacity(stretches.len());
    let mut before = Vec::with_capacity(stretches.len());
    let longest = stretches.iter().map(|each| each.length).max().unwrap_or(0);
    for (at, now) in stretches.iter().enumerate() {
        let mut best = (now.length as f64, None);
        let first = at.saturating_sub(MOST_PREDECESSORS);
        for (other, previous) in stretches[first..at].iter().enumerate().rev() {
            if previous.left + longest + MOST_GAP < now.left {
                break;
            }
            if let Some(cost) = measure_step(previous, now) {
                let score = scores[first + other] + now.length as f64 - cost;
                if score > best.0 {
                    best = (score, Some(first + other));
                }
            }
        }
        scores.push(best.0);
        before.push(best.1);
    }
    (scores, before)
}

/// What it costs to go on from one stretch to another; nothing where it cannot be.
fn measure_step(previous: &Stretch, now: &Stretch) -> Option<f64> {
    if now.left <= previous.left || now.right <= previous.right {
        return None;
    }
    // Where the two overlap, the letters count once.
    let overlap = previous.left_end().saturating_sub(now.left).max(previous.right_end().saturating_sub(now.right));
    if overlap >= now.length {
        return None;
    }
    let left = (now.left + overlap) - previous.left_end();
    let right = (now.right + overlap) - previous.right_end();
    let (gap, drift) = (left.max(right), left.abs_diff(right));
    if gap > MOST_GAP || drift > DRIFT.0 + gap / DRIFT.1 {
        return None;
    }
    Some(overlap as f64 + GAP_COST * gap as f64 + DRIFT_COST * drift as f64)
}
