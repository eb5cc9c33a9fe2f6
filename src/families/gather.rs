//! Families among places that passages link: a core, the places that fit it, their best text, and who copied from whom.
//!
//! A place joins a family only if it fits the core itself, later the text that those have in common which fit the core; a chain of
//! neighbours is not enough. What of a place lies beyond the core stays free for another family.

use std::collections::{HashMap, VecDeque};

use super::align::{Alignment, Anchors, Fit};
use super::readings::list_readings;
use super::vote::{Ballot, vote_text};
use super::witness::{Witness, WitnessPart};
use crate::trees::{Parent, Readings, find_parents};

/// How many links may lie between a core and a place that is tried on it.
const MOST_STEPS: u32 = 2;
/// Most characters of a best text.
const MOST_BEST_CHARACTERS: usize = 10_000;
/// How many members must go on beyond the core for it to be lengthened.
const LEAST_OVERHANGS: usize = 2;
/// How many letters off the end of the core a member may end to go on beyond it.
const MOST_OFF: usize = 12;

/// A place of a document.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// Its number.
    pub number: u32,
    /// How typical it is: the sum of what its passages cover of both their places.
    pub weight: u64,
    /// The numbers of the places that a passage links it with.
    pub others: Vec<u32>,
    /// When its document was written, in a form that sorts; empty where nobody knows.
    pub date: String,
    /// What it says.
    pub witness: Witness,
}

/// A place of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyMember {
    /// The place, by its row.
    pub place: usize,
    /// Its first character that is part of the text, in its document.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// The share of letters that are those of the best text.
    pub similarity: f64,
    /// From which member it was likely copied.
    pub parent: Parent,
}

/// One text and all its places.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// The place that the others were held to, by its row.
    pub core: usize,
    /// Its places: those with a date first, in order of it.
    pub members: Vec<FamilyMember>,
    /// What most of them say.
    pub text: String,
}

/// A stretch of a place that belongs to no family yet.
#[derive(Clone, Copy, Debug)]
struct Piece {
    place: usize,
    from: usize,
    to: usize,
    is_free: bool,
}

/// The families of places; `least` is how many characters a piece needs.
pub fn gather_families(places: &[Occurrence], least: usize) -> Vec<Family> {
    let rows: HashMap<u32, usize> = places.iter().enumerate().map(|(row, place)| (place.number, row)).collect();
    let mut pieces: Vec<Piece> = (places.iter().enumerate())
        .map(|(place, own)| Piece { place, from: 0, to: own.witness.letters.len(), is_free: true })
        .collect();
    let mut queue: Vec<usize> = (0..pieces.len()).collect();
    queue.sort_by_key(|&at| {
        let place = &places[pieces[at].place];
        (std::cmp::Reverse(place.weight), std::cmp::Reverse(place.witness.letters.len()), place.number)
    });
    let mut queue: VecDeque<usize> = queue.into();
    let mut by_place: Vec<Vec<usize>> = (0..places.len()).map(|place| vec![place]).collect();
    let mut families = Vec::new();
    while let Some(core) = queue.pop_front() {
        if !pieces[core].is_free {
            continue;
        }
        let near = list_near_places(places, &rows, pieces[core].place);
        let tried: Vec<usize> = near
            .into_iter()
            .flat_map(|place| by_place[place].iter().copied())
            .filter(|&piece| piece != core && pieces[piece].is_free)
            .collect();
        let Some((family, used)) = build_family(places, &pieces, core, &tried) else {
            continue;
        };
        families.push(family);
        for (piece, (from, to)) in used {
            pieces[piece].is_free = false;
            let own = pieces[piece];
            for (from, to) in [(own.from, own.from + from), (own.from + to, own.to)] {
                if to - from >= least.max(1) {
                    by_place[own.place].push(pieces.len());
                    queue.push_back(pieces.len());
                    pieces.push(Piece { from, to, is_free: true, ..own });
                }
            }
        }
    }
    families
}

/// The rows of the places within a few links of one, itself included, in order.
fn list_near_places(places: &[Occurrence], rows: &HashMap<u32, usize>, from: usize) -> Vec<usize> {
    let mut found = vec![from];
    let mut seen: Vec<bool> = vec![false; places.len()];
    seen[from] = true;
    let mut first = 0;
    for _ in 0..MOST_STEPS {
        let last = found.len();
        for at in first..last {
            for other in places[found[at]].others.iter().filter_map(|number| rows.get(number)) {
                if !std::mem::replace(&mut seen[*other], true) {
                    found.push(*other);
                }
            }
        }
        first = last;
    }
    found.sort_unstable();
    found
}

type Used = Vec<(usize, (usize, usize))>;

/// The family of a core, and what of each piece is in it; nothing where no other place fits.
fn build_family(places: &[Occurrence], pieces: &[Piece], core: usize, tried: &[usize]) -> Option<(Family, Used)> {
    let read = |piece: usize| {
        let own = pieces[piece];
        (piece, places[own.place].witness.part(own.from, own.to))
    };
    let own = read(core).1;
    let mut candidates: Vec<(usize, WitnessPart<'_>)> = vec![(core, own)];
    candidates.extend(tried.iter().map(|&piece| read(piece)));
    let first = fit_all(own, &candidates);
    if first.len() < 2 {
        return None;
    }
    let (better, core_range) = lengthen(&elect(own, &first, true), own, &first);
    let better = Witness::from_text(&better.iter().collect::<String>());
    // What only goes with the lengthened ends does not belong to the core.
    let mut second = fit_all(better.whole(), &candidates);
    second.retain(|(_, witness, fit)| {
        let inside = fit.core.1.min(core_range.1).saturating_sub(fit.core.0.max(core_range.0));
        2 * inside >= witness.letters.len().min(core_range.1 - core_range.0)
    });
    if second.len() < 2 {
        return None;
    }
    let mut best: Vec<char> = elect(better.whole(), &second, false);
    best.truncate(MOST_BEST_CHARACTERS.max(1));
    let best = Witness::from_text(&best.iter().collect::<String>());
    let anchors = Anchors::new(&best.folded);
    // Who fitted the text that this one was made from is in; its similarity is to this one.
    let mut members: Vec<(usize, WitnessPart<'_>, Fit)> = second
        .into_iter()
        .filter_map(|(piece, witness, _)| Some((piece, witness, anchors.measure(witness.folded)?)))
        .collect();
    if members.len() < 2 {
        return None;
    }
    members.sort_by_key(|(piece, witness, fit)| {
        let place = &places[pieces[*piece].place];
        (place.date.is_empty(), &place.date, place.number, witness.places[fit.own.0])
    });
    let dates: Vec<&str> = members.iter().map(|(piece, ..)| places[pieces[*piece].place].date.as_str()).collect();
    let fits: Vec<(WitnessPart<'_>, &Fit)> = members.iter().map(|(_, witness, fit)| (*witness, fit)).collect();
    let parents = find_parents(&list_readings(&best, &fits), &dates);
    let used = members.iter().map(|(piece, _, fit)| (*piece, fit.own)).collect();
    let members = (members.iter().zip(parents))
        .map(|((piece, witness, fit), parent)| FamilyMember {
            place: pieces[*piece].place,
            start: witness.places[fit.own.0],
            end: witness.places[fit.own.1 - 1].saturating_add(1),
            similarity: fit.similarity,
            parent,
        })
        .collect();
    Some((Family { core: pieces[core].place, members, text: best.letters.iter().collect() }, used))
}

/// The best text of copies that are known to be of one family, and what each of them reads.
pub fn compare_witnesses(copies: &[Witness]) -> (String, Readings) {
    let Some(core) = copies.iter().max_by_key(|copy| copy.letters.len()) else {
        return (String::new(), Readings::new(0));
    };
    let candidates: Vec<(usize, WitnessPart<'_>)> = copies.iter().map(Witness::whole).enumerate().collect();
    let first = fit_all(core.whole(), &candidates);
    let better = Witness::from_text(&elect(core.whole(), &first, true).iter().collect::<String>());
    let second = fit_all(better.whole(), &candidates);
    let best = Witness::from_text(&elect(better.whole(), &second, false).iter().collect::<String>());
    let anchors = Anchors::new(&best.folded);
    let nowhere = Fit { alignment: Alignment::default(), core: (0, 0), own: (0, 0), similarity: 1.0 };
    let fits: Vec<Fit> =
        copies.iter().map(|copy| anchors.measure(&copy.folded).unwrap_or_else(|| nowhere.clone())).collect();
    let members: Vec<(WitnessPart<'_>, &Fit)> = copies.iter().map(Witness::whole).zip(&fits).collect();
    let readings = list_readings(&best, &members);
    (best.letters.iter().collect(), readings)
}

/// The candidates that fit a text.
fn fit_all<'w>(text: WitnessPart<'_>, candidates: &[(usize, WitnessPart<'w>)]) -> Vec<(usize, WitnessPart<'w>, Fit)> {
    let anchors = Anchors::new(text.folded);
    (candidates.iter()).filter_map(|&(piece, witness)| Some((piece, witness, anchors.fit(witness.folded)?))).collect()
}

/// What most members say: one with few errors counts up to five times as much as one that is half wrong. Against a core, which is
/// a member itself, all count the same.
fn elect(text: WitnessPart<'_>, members: &[(usize, WitnessPart<'_>, Fit)], is_core: bool) -> Vec<char> {
    let weigh = |fit: &Fit| if is_core { 1 } else { (1000.0 * fit.similarity / (1.2 - fit.similarity)) as u64 };
    let ballots: Vec<Ballot<'_>> = members
        .iter()
        .map(|(_, witness, fit)| Ballot { letters: witness.letters, pairs: &fit.alignment.pairs, weight: weigh(fit) })
        .collect();
    vote_text(text.letters.len(), &ballots)
}

/// The text with what stands before and after it in at least two members, and where it is itself in that.
fn lengthen(
    text: &[char],
    core: WitnessPart<'_>,
    members: &[(usize, WitnessPart<'_>, Fit)],
) -> (Vec<char>, (usize, usize)) {
    let length = core.letters.len();
    // An alignment may begin some letters inside the core, where these are wrong.
    let before = members
        .iter()
        .filter(|(_, _, fit)| fit.core.0 <= MOST_OFF)
        .map(|(_, own, fit)| &own.letters[..fit.own.0.saturating_sub(fit.core.0)]);
    let after = members.iter().filter(|(_, _, fit)| length - fit.core.1 <= MOST_OFF).map(|(_, own, fit)| {
        let end = (fit.own.1 + length - fit.core.1).min(own.letters.len());
        &own.letters[end..]
    });
    let (before, after) = (choose_overhang(before.collect()), choose_overhang(after.collect()));
    ([before, text, after].concat(), (before.len(), before.len() + text.len()))
}

/// The longest overhang that enough members have, or more.
fn choose_overhang(mut overhangs: Vec<&[char]>) -> &[char] {
    overhangs.sort_by_key(|letters| std::cmp::Reverse(letters.len()));
    overhangs.get(LEAST_OVERHANGS - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARBOUR: &str =
        "The harbour was closed at noon, and nobody on the pier knew why; the ships lay outside and waited for a sign.";
    const MILL: &str =
        "A miller who kept three cats and no dog was asked each spring how he could sleep with so much grain about.";

    fn place(number: u32, others: &[u32], date: &str, text: &str) -> Occurrence {
        // A passage covers half of a text that has another one beside it.
        let weight = others.len() as u64 * 100_000 / text.len() as u64;
        let witness = Witness::from_text(text);
        Occurrence { number, weight, others: others.to_vec(), date: date.to_owned(), witness }
    }

    #[test]
    fn copies_are_one_family_and_what_hangs_on_by_a_third_text_is_another() {
        let both = format!("{HARBOUR} {MILL}");
        let places = [
            place(0, &[1, 2, 3], "1901", HARBOUR),
            place(1, &[0, 2, 3], "1900", &HARBOUR.replace("noon", "n0on")),
            place(2, &[0, 1, 3], "", HARBOUR),
            place(3, &[0, 1, 2, 4], "1903", &both),
            place(4, &[3], "1904", MILL),
        ];
        let families = gather_families(&places, 40);
        let rows: Vec<Vec<usize>> =
            families.iter().map(|family| family.members.iter().map(|member| member.place).collect()).collect();
        assert_eq!(rows, vec![vec![1, 0, 3, 2], vec![3, 4]]);
        assert_eq!((families[0].text.as_str(), families[1].text.as_str()), (HARBOUR, MILL));
        let part = &families[1].members[0];
        assert_eq!((part.start as usize, part.end as usize), (HARBOUR.len() + 1, both.len()));
        assert!(families[0].members[0].similarity < 1.0 && families[0].members[1].similarity == 1.0);
    }

    #[test]
    fn a_core_that_was_cut_is_lengthened() {
        let cut = &HARBOUR[12..80]; // the shortest is the most typical here
        let places = [
            place(0, &[1, 2, 3, 3], "", cut),
            place(1, &[0, 2], "", HARBOUR),
            place(2, &[0, 1], "", HARBOUR),
            place(3, &[0], "", &HARBOUR[..90]),
        ];
        let families = gather_families(&places, 40);
        assert_eq!(families.len(), 1);
        assert_eq!((families[0].core, families[0].text.as_str()), (0, HARBOUR));
        assert!(gather_families(&places[..1], 40).is_empty());
        assert!(gather_families(&[], 40).is_empty());
    }
}
