//! Alignment letter by letter: outwards from an end as long as it pays, and across a gap.

/// What was aligned: how many letters of either side, how many of them match, and the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Aligned {
    pub left: usize,
    pub right: usize,
    pub matches: usize,
    pub score: i32,
}

/// A letter that matches wins this, any other loses the same, as does one that only one side has. Unrelated text loses, text of which
/// two letters in three are still there wins.
const MATCH: i32 = 2;
const MISS: i32 = -2;
const SINGLE: i32 = -2;
const NEVER: i32 = i32::MIN / 2;

/// The best beginning of both sides to be aligned. The search ends where all ways lie `drop` below the best.
pub(super) fn extend_alignment(left: &[u32], right: &[u32], drop: i32) -> Aligned {
    let mut best = Aligned::default();
    // The row above: scores and matches of the columns from `first`.
    let mut first = 0usize;
    let mut above: Vec<(i32, u32)> = Vec::new();
    let mut column = 0usize;
    while SINGLE * column as i32 >= -drop && column <= right.len() {
        above.push((SINGLE * column as i32, 0));
        column += 1;
    }
    let mut now: Vec<(i32, u32)> = Vec::new();
    for (row, &letter) in left.iter().enumerate() {
        now.clear();
        let mut beside = (NEVER, 0u32);
        for at in first..=right.len() {
            let mut cell = (beside.0.saturating_add(SINGLE), beside.1);
            if let Some(up) = above.get(at - first) {
                cell = cell.max((up.0.saturating_add(SINGLE), up.1));
            }
            if at > first
                && let Some(corner) = above.get(at - 1 - first)
            {
                cell = cell.max(step_from(*corner, right[at - 1] == letter));
            }
            if cell.0 < best.score - drop {
                cell = (NEVER, 0);
            }
            if cell.0 > best.score {
                best = Aligned { left: row + 1, right: at, matches: cell.1 as usize, score: cell.0 };
            }
            now.push(cell);
            beside = cell;
            if at - first >= above.len() && cell.0 == NEVER {
                break;
            }
        }
        let Some(last) = now.iter().rposition(|cell| cell.0 != NEVER) else { break };
        let skip = now.iter().take_while(|cell| cell.0 == NEVER).count();
        first += skip;
        above.clear();
        above.extend_from_slice(&now[skip..=last]);
    }
    best
}

/// The cell below and beside a corner.
fn step_from(corner: (i32, u32), same: bool) -> (i32, u32) {
    if same { (corner.0 + MATCH, corner.1 + 1) } else { (corner.0.saturating_add(MISS), corner.1) }
}

/// How far from the straight line between its corners a gap is aligned.
const BAND: usize = 12;

/// Both sides aligned whole.
pub(super) fn align_gap(left: &[u32], right: &[u32]) -> Aligned {
    let reach = BAND + left.len().abs_diff(right.len());
    let width = right.len() + 1;
    let mut above: Vec<(i32, u32)> = (0..width).map(|at| (SINGLE * at as i32, 0)).collect();
    let mut now = vec![(NEVER, 0u32); width];
    for (row, &letter) in left.iter().enumerate() {
        let (low, high) = ((row + 1).saturating_sub(reach), (row + 1 + reach).min(right.len()));
        now.iter_mut().for_each(|cell| *cell = (NEVER, 0));
        if low == 0 {
            now[0] = (SINGLE * (row as i32 + 1), 0);
        }
        for at in low.max(1)..=high {
            let corner = above[at - 1];
            let step =
                if right[at - 1] == letter { (corner.0 + MATCH, corner.1 + 1) } else { (corner.0 + MISS, corner.1) };
            let up = (above[at].0 + SINGLE, above[at].1);
            let beside = (now[at - 1].0 + SINGLE, now[at - 1].1);
            now[at] = step.max(up).max(beside);
        }
        std::mem::swap(&mut above, &mut now);
    }
    let last = above[right.len()];
    Aligned { left: left.len(), right: right.len(), matches: last.1 as usize, score: last.0 }
}
