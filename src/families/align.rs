//! One text laid along another: runs of letters that both have are anchors, and what lies between them is aligned letter by
//! letter. The ends go on as long as it pays, so either text may be longer on either side.

use super::gram_places::GramPlaces;

/// Letters of an anchor, and of one in a script whose characters are words.
const GRAM: usize = 8;
const WORD_GRAM: usize = 4;
/// Fewer letters in anchors are chance.
const LEAST_ANCHORED: usize = 16;
/// A gap with more cells than this is left as it is: text was put in there.
const MOST_CELLS: usize = 1_000_000;
/// Most letters that an end is moved outwards.
const MOST_EXTENSION: usize = 800;
/// How far an end may fall below its best before it stops.
const DROP: i32 = 20;
/// Columns of the table for an end at first: text that does not go on needs no more.
const FIRST_COLUMNS: usize = 96;
/// An anchor of one gram this far off the line of its neighbours is chance.
const MOST_SHIFT: i64 = 50;
/// What a place in a core resembles to fit it: the share of letters, and of the shorter text.
const LEAST_SIMILARITY: f64 = 0.55;

const MISS: i32 = -1;
const NEVER: i32 = i32::MIN / 2;

/// Which letters of two texts stand side by side, the same or not; both rise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The letter of the one text, and that of the other.
    pub pairs: Vec<(u32, u32)>,
}

/// How a text fits another.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// What stands side by side: the core's letter, and its own.
    pub alignment: Alignment,
    /// The letters of the core that it covers.
    pub core: (usize, usize),
    /// Its own letters that do so.
    pub own: (usize, usize),
    /// The share of letters that are the same, of all that either has there.
    pub similarity: f64,
}

/// A text that others are laid along.
#[derive(Debug)]
pub struct Anchors<'a> {
    text: &'a [char],
    gram: usize,
    places: GramPlaces,
}

impl<'a> Anchors<'a> {
    /// The text with its runs of letters that it has once.
    pub fn new(text: &'a [char]) -> Anchors<'a> {
        let wide = text.iter().filter(|&&letter| letter >= '\u{2e80}').count();
        let gram = if 2 * wide > text.len() { WORD_GRAM } else { GRAM };
        Anchors { text, gram, places: GramPlaces::new(text.len(), hash_grams(text, gram)) }
    }

    /// How a text fits this one, if it does: at least half of the shorter of the two is side by side, and similar.
    pub fn fit(&self, own: &[char]) -> Option<Fit> {
        let found = self.align_if(own, |anchors| self.may_fit(own, anchors))?;
        let covered = (found.core.1 - found.core.0).min(found.own.1 - found.own.0);
        let fits = found.similarity >= LEAST_SIMILARITY && 2 * covered >= own.len().min(self.text.len());
        fits.then_some(found)
    }

    /// The part of a text that aligns with this one, however short it is.
    pub fn measure(&self, own: &[char]) -> Option<Fit> {
        self.align_if(own, |_| true)
    }

    /// The part of a text that aligns with this one, if `is_wanted` says so of the letters in anchors.
    fn align_if(&self, own: &[char], is_wanted: impl Fn(&[(u32, u32)]) -> bool) -> Option<Fit> {
        let alignment = if own == self.text {
            Alignment { pairs: (0..own.len() as u32).map(|at| (at, at)).collect() }
        } else {
            let anchored = self.list_anchored_letters(own)?;
            if !is_wanted(&anchored) {
                return None;
            }
            self.align_between(own, &anchored)
        };
        let (&first, &last) = (alignment.pairs.first()?, alignment.pairs.last()?);
        let core = (first.0 as usize, last.0 as usize + 1);
        let range = (first.1 as usize, last.1 as usize + 1);
        let same = alignment.pairs.iter().filter(|&&(one, two)| self.text[one as usize] == own[two as usize]).count();
        let columns = (core.1 - core.0) + (range.1 - range.0) - alignment.pairs.len();
        Some(Fit { similarity: same as f64 / columns as f64, alignment, core, own: range })
    }

    /// Whether a text with these letters in anchors may fit, if all that stands side by side in the gaps and at the ends were the
    /// same. Most texts that are tried share a phrase and no more: they need no table.
    fn may_fit(&self, own: &[char], anchored: &[(u32, u32)]) -> bool {
        let (Some(&first), Some(&last)) = (anchored.first(), anchored.last()) else { return false };
        let before = (first.0 as usize).min(first.1 as usize).min(MOST_EXTENSION);
        let rest = (self.text.len() - 1 - last.0 as usize).min(own.len() - 1 - last.1 as usize);
        let ends = before + rest.min(MOST_EXTENSION);
        let (mut same, mut columns) = (ends + anchored.len(), ends + anchored.len());
        for two in anchored.windows(2) {
            let gaps = ((two[1].0 - two[0].0 - 1) as usize, (two[1].1 - two[0].1 - 1) as usize);
            same += gaps.0.min(gaps.1);
            columns += gaps.0.max(gaps.1);
        }
        let covered = ((last.0 - first.0) as usize + 1).min((last.1 - first.1) as usize + 1) + 2 * MOST_EXTENSION;
        same as f64 / columns as f64 >= LEAST_SIMILARITY && 2 * covered >= own.len().min(self.text.len())
    }

    /// The letters of the longest row of anchors; nothing where they are too few.
    fn list_anchored_letters(&self, own: &[char]) -> Option<Vec<(u32, u32)>> {
        let least = LEAST_ANCHORED.max(2 * self.gram - 4).min(self.text.len()).min(own.len()).max(1);
        let anchors = self.chain(own, least.div_ceil(self.gram));
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for &(core, place) in &anchors {
            let done = pairs.last().map_or((0, 0), |&(one, two)| (one + 1, two + 1));
            let skip = done.0.saturating_sub(core).max(done.1.saturating_sub(place));
            if skip < self.gram as u32 {
                pairs.extend((skip..self.gram as u32).map(|step| (core + step, place + step)));
            }
        }
        (pairs.len() >= least).then_some(pairs)
    }

    /// What lies between anchored letters aligned, and the ends.
    fn align_between(&self, own: &[char], anchored: &[(u32, u32)]) -> Alignment {
        let mut filled: Vec<(u32, u32)> = Vec::with_capacity(own.len());
        let (Some(&first), Some(&last)) = (anchored.first(), anchored.last()) else { return Alignment::default() };
        let mut table = Table::default();
        self.extend_before(own, first, &mut table, &mut filled);
        for window in anchored.windows(2) {
            filled.push(window[0]);
            let (from, to) = (window[0], window[1]);
            let gap = &self.text[from.0 as usize + 1..to.0 as usize];
            let other = &own[from.1 as usize + 1..to.1 as usize];
            filled.extend(
                align_gap(gap, other, &mut table).into_iter().map(|(one, two)| (from.0 + 1 + one, from.1 + 1 + two)),
            );
        }
        filled.push(last);
        let (rest, other) = (&self.text[last.0 as usize + 1..], &own[last.1 as usize + 1..]);
        filled
            .extend(extend(rest, other, &mut table).into_iter().map(|(one, two)| (last.0 + 1 + one, last.1 + 1 + two)));
        Alignment { pairs: filled }
    }

    fn extend_before(&self, own: &[char], first: (u32, u32), table: &mut Table, into: &mut Vec<(u32, u32)>) {
        let reversed = |text: &[char]| text.iter().rev().take(MOST_EXTENSION).copied().collect::<Vec<char>>();
        let found = extend(&reversed(&self.text[..first.0 as usize]), &reversed(&own[..first.1 as usize]), table);
        into.extend(found.into_iter().rev().map(|(one, two)| (first.0 - 1 - one, first.1 - 1 - two)));
    }

    /// The longest row of anchors that rises in both texts; none if there are fewer than `least`.
    fn chain(&self, own: &[char], least: usize) -> Vec<(u32, u32)> {
        let hits: Vec<(u32, u32)> = (0u32..)
            .zip(hash_grams(own, self.gram))
            .filter_map(|(place, hash)| Some((self.places.find(hash)?, place)))
            .collect();
        if hits.len() < least {
            return Vec::new();
        }
        drop_stray_hits(longest_rising(&hits))
    }
}

/// Of hits in order of their second number the longest row that rises in the first as well.
fn longest_rising(hits: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(hits.len());
    for (at, &(core, _)) in hits.iter().enumerate() {
        let goes_on = tails.last().is_none_or(|&tail| hits[tail].0 < core);
        let length = if goes_on { tails.len() } else { tails.partition_point(|&tail| hits[tail].0 < core) };
        before.push(length.checked_sub(1).map(|last| tails[last]));
        if length == tails.len() {
            tails.push(at);
        } else {
            tails[length] = at;
        }
    }
    let mut found = Vec::with_capacity(tails.len());
    let mut next = tails.last().copied();
    while let Some(at) = next {
        found.push(hits[at]);
        next = before[at];
    }
    found.reverse();
    found
}

/// Hits without those far from the line through both neighbours.
fn drop_stray_hits(hits: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let line = |hit: &(u32, u32)| i64::from(hit.0) - i64::from(hit.1);
    let is_far = |one: Option<&(u32, u32)>, own: &(u32, u32)| {
        one.is_none_or(|other| (line(other) - line(own)).abs() > MOST_SHIFT)
    };
    (0..hits.len())
        .filter(|&at| {
            let before = at.checked_sub(1).map(|before| &hits[before]);
            hits.len() < 3 || !(is_far(before, &hits[at]) && is_far(hits.get(at + 1), &hits[at]))
        })
        .map(|at| hits[at])
        .collect()
}

fn hash_grams(text: &[char], gram: usize) -> impl Iterator<Item = u64> + '_ {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let power = (1..gram).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let first = text.iter().take(gram.saturating_sub(1)).fold(0u64, |hash, &letter| step_hash(hash, letter, BASE));
    let mut hash = first;
    (gram..=text.len()).map(move |end| {
        let now = step_hash(hash, text[end - 1], BASE);
        hash = now.wrapping_sub((u64::from(u32::from(text[end - gram])) + 1).wrapping_mul(power));
        now
    })
}

fn step_hash(hash: u64, letter: char, base: u64) -> u64 {
    hash.wrapping_mul(base).wrapping_add(u64::from(u32::from(letter)) + 1)
}

/// Both texts aligned whole: which letters stand side by side.
fn align_gap(left: &[char], right: &[char], table: &mut Table) -> Vec<(u32, u32)> {
    if left.is_empty() || right.is_empty() || left.len().saturating_mul(right.len()) > MOST_CELLS {
        return Vec::new();
    }
    table.clear(right.len());
    for (row, &letter) in left.iter().enumerate() {
        table.fill_row(row + 1, letter, right);
    }
    table.trace(left.len(), right.len())
}

/// The best beginnings of both texts aligned. Most end soon: only as many columns are filled as the rows can reach.
fn extend(left: &[char], right: &[char], table: &mut Table) -> Vec<(u32, u32)> {
    let (left, right) = (&left[..left.len().min(MOST_EXTENSION)], &right[..right.len().min(MOST_EXTENSION)]);
    if left.is_empty() || right.is_empty() {
        return Vec::new();
    }
    let mut columns = FIRST_COLUMNS;
    loop {
        let width = columns.min(right.len());
        if let Some(found) = extend_within(left, &right[..width], width == right.len(), table) {
            return found;
        }
        columns *= 2;
    }
}

/// The same with a beginning of the right text. Nothing if a letter beyond it might count: a row of so many letters has won no
/// more than that there, and has lost one for each letter that the right text is ahead.
fn extend_within(left: &[char], right: &[char], is_whole: bool, table: &mut Table) -> Option<Vec<(u32, u32)>> {
    table.clear(right.len());
    let mut best = (0i32, 0usize, 0usize);
    for (row, &letter) in left.iter().enumerate() {
        table.fill_row(row + 1, letter, right);
        let mut top = NEVER;
        for (column, &score) in table.now.iter().enumerate() {
            top = top.max(score);
            if score > best.0 {
                best = (score, row + 1, column);
            }
        }
        if !is_whole && 2 * (row as i32 + 1) - (right.len() as i32 + 1) >= best.0 - DROP {
            return None;
        }
        if top < best.0 - DROP {
            break;
        }
    }
    Some(table.trace(best.1, best.2))
}

/// A table of alignment: the scores of one row, and of every cell the way it came.
#[derive(Default)]
struct Table {
    width: usize,
    now: Vec<i32>,
    ways: Vec<u8>,
}

const BESIDE: u8 = 0;
const ACROSS: u8 = 1;
const DOWN: u8 = 2;

impl Table {
    fn clear(&mut self, columns: usize) {
        self.width = columns + 1;
        self.now.clear();
        self.now.extend((0..self.width as i32).map(|column| column * MISS));
        self.ways.clear();
        self.ways.resize(self.width, ACROSS);
    }

    fn fill_row(&mut self, row: usize, letter: char, right: &[char]) {
        let mut corner = self.now[0];
        self.now[0] = row as i32 * MISS;
        self.ways.push(DOWN);
        self.ways.reserve(right.len());
        for (at, &other) in right.iter().enumerate() {
            let beside = corner + if other == letter { 1 } else { MISS };
            corner = self.now[at + 1];
            let (down, across) = (corner + MISS, self.now[at] + MISS);
            let (score, way) = if beside >= down && beside >= across {
                (beside, BESIDE)
            } else if down >= across {
                (down, DOWN)
            } else {
                (across, ACROSS)
            };
            self.now[at + 1] = score;
            self.ways.push(way);
        }
    }

    fn trace(&self, mut row: usize, mut column: usize) -> Vec<(u32, u32)> {
        let mut found = Vec::with_capacity(row.min(column));
        while row > 0 && column > 0 {
            match self.ways[row * self.width + column] {
                BESIDE => {
                    row -= 1;
                    column -= 1;
                    found.push((row as u32, column as u32));
                }
                DOWN => row -= 1,
                _ => column -= 1,
            }
        }
        found.reverse();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The best beginnings are those of the whole table.
        #[test]
        fn an_end_is_extended_as_with_all_columns(
            start in prop::collection::vec(0u8..4, 0..200), own in prop::collection::vec(0u8..4, 0..300),
            other in prop::collection::vec(0u8..4, 0..300), skipped in 0usize..120,
        ) {
            let chars = |parts: &[&[u8]]| parts.concat().iter().map(|&each| char::from(b'a' + each)).collect::<Vec<char>>();
            let left = chars(&[&start, &own]);
            let right = chars(&[&start[skipped.min(start.len())..], &other]);
            for (left, right) in [(&left, &right), (&right, &left)] {
                let whole = extend_within(left, right, true, &mut Table::default()).unwrap_or_default();
                let expected = if left.is_empty() || right.is_empty() { Vec::new() } else { whole };
                prop_assert_eq!(extend(left, right, &mut Table::default()), expected);
            }
        }

        /// A text fits if its whole alignment says so, whatever was ruled out before.
        #[test]
        fn a_text_fits_by_its_alignment(
            one in prop::collection::vec(0u8..6, 0..120), two in prop::collection::vec(0u8..6, 0..120),
            noise in prop::collection::vec((0usize..120, 0u8..6), 0..30), cut in 0usize..60,
        ) {
            let chars = |parts: &[u8]| parts.iter().map(|&each| char::from(b'a' + each)).collect::<Vec<char>>();
            let mut copy = one.clone();
            for &(at, letter) in &noise { if let Some(own) = copy.get_mut(at) { *own = letter; } }
            let (core, own) = (chars(&one), chars(&[&copy[cut.min(copy.len())..], &two].concat()));
            let anchors = Anchors::new(&core);
            let expected = anchors.measure(&own).filter(|fit| {
                let covered = (fit.core.1 - fit.core.0).min(fit.own.1 - fit.own.0);
                fit.similarity >= LEAST_SIMILARITY && 2 * covered >= own.len().min(core.len())
            });
            prop_assert_eq!(anchors.fit(&own), expected);
        }
    }

    fn letters(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn a_copy_with_wrong_letters_and_cut_ends_fits() {
        let core = letters("the harbour was closed at noon and nobody on the pier knew why the ships lay outside");
        let own = letters("closod at noon andnobody on thc pier knew why the shps lay");
        let fit = Anchors::new(&core).fit(&own);
        let Some(fit) = fit else { panic!("no fit") };
        assert_eq!((fit.core, fit.own), ((16, 76), (0, own.len())));
        assert!(fit.similarity > 0.9 && fit.similarity < 1.0, "{}", fit.similarity);
        assert!(fit.alignment.pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
    }

    #[test]
    fn another_text_does_not_fit() {
        let core = letters("the harbour was closed at noon and nobody on the pier knew why the ships lay outside");
        let anchors = Anchors::new(&core);
        assert_eq!(anchors.fit(&letters("a keeper wrote the weather in his book for forty years")), None);
        assert_eq!(anchors.fit(&letters("")), None);
        let little =
            "the harbour was closed when we came, and there was nothing for us to do but to go on to the north of it";
        assert_eq!(anchors.fit(&letters(little)), None, "less than half of either is the same");
        assert_eq!(anchors.fit(&core).map(|fit| fit.similarity), Some(1.0));
    }

    #[test]
    fn rolling_hashes_are_those_of_the_grams() {
        let text = letters("abcabcabc");
        let hashes: Vec<u64> = hash_grams(&text, 3).collect();
        assert_eq!(hashes.len(), 7);
        assert_eq!((hashes[0], hashes[1]), (hashes[3], hashes[4]));
        assert_ne!(hashes[0], hashes[1]);
        assert_eq!(hash_grams(&text, 10).count(), 0);
    }
}
