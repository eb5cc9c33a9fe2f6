//! The best text of a family: letter by letter what most of its members have, by their weight.

use std::collections::BTreeMap;

/// A member's voice: its text, which of its letters align with which of the common text, and its weight.
#[derive(Clone, Copy, Debug)]
pub struct Ballot<'a> {
    /// Its text.
    pub letters: &'a [char],
    /// The letter of the common text and its own, both rising.
    pub pairs: &'a [(u32, u32)],
    /// What it counts for.
    pub weight: u64,
}

/// The text that the ballots elect over a text of `length` letters. A member votes between its ends, not beyond them: for its letter,
/// for none, or for letters put in between. The first ballot wins a tie, and letters that no ballot covers are left out.
pub fn vote_text(length: usize, ballots: &[Ballot<'_>]) -> Vec<char> {
    let mut columns: Vec<Vec<(Option<char>, u64)>> = vec![Vec::new(); length];
    let mut added: BTreeMap<usize, Vec<(Vec<char>, u64)>> = BTreeMap::new();
    let mut present = vec![0u64; length + 1]; // weight of the ballots on both sides of the gap after a letter
    for ballot in ballots {
        for window in ballot.pairs.windows(2) {
            let ((core, own), (next, after)) = (window[0], window[1]);
            let (core, next) = (core as usize, next as usize);
            push_vote(&mut columns[core], Some(ballot.letters[own as usize]), ballot.weight);
            for skipped in &mut columns[core + 1..next] {
                push_vote(skipped, None, ballot.weight);
            }
            present[core..next].iter_mut().for_each(|weight| *weight += ballot.weight);
            if after > own + 1 {
                let letters = ballot.letters[own as usize + 1..after as usize].to_vec();
                push_vote(added.entry(core).or_default(), letters, ballot.weight);
            }
        }
        if let Some(&(core, own)) = ballot.pairs.last() {
            push_vote(&mut columns[core as usize], Some(ballot.letters[own as usize]), ballot.weight);
        }
    }
    let mut text = Vec::with_capacity(length);
    for (at, votes) in columns.iter().enumerate() {
        text.extend(find_winner(votes).and_then(|(letter, _)| *letter));
        if let Some(votes) = added.get(&at)
            && let Some((letters, weight)) = find_winner(votes)
        {
            let all: u64 = votes.iter().map(|(_, weight)| weight).sum();
            if *weight > present[at].saturating_sub(all) {
                text.extend(letters);
            }
        }
    }
    text
}

fn push_vote<T: PartialEq>(votes: &mut Vec<(T, u64)>, choice: T, weight: u64) {
    match votes.iter_mut().find(|(known, _)| *known == choice) {
        Some((_, sum)) => *sum += weight,
        None => votes.push((choice, weight)),
    }
}

/// The choice with most weight, of equal ones the first.
fn find_winner<T>(votes: &[(T, u64)]) -> Option<&(T, u64)> {
    votes.iter().rev().max_by_key(|(_, weight)| *weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::{Anchors, Witness};

    fn elect(core: &str, texts: &[&str]) -> String {
        let core = Witness::from_text(core);
        let anchors = Anchors::new(&core.folded);
        let members: Vec<(Witness, Vec<(u32, u32)>)> = texts
            .iter()
            .map(|text| {
                let own = Witness::from_text(text);
                let pairs = anchors.measure(&own.folded).map_or(Vec::new(), |fit| fit.alignment.pairs);
                (own, pairs)
            })
            .collect();
        let ballots: Vec<Ballot<'_>> =
            members.iter().map(|(witness, pairs)| Ballot { letters: &witness.letters, pairs, weight: 1 }).collect();
        vote_text(core.letters.len(), &ballots).into_iter().collect()
    }

    #[test]
    fn each_error_is_outvoted() {
        let right = "The harbour was closed at noon, and nobody knew why it was.";
        let texts = [
            "The harbour was closed at moon, and nobody knew why it was.",
            "The harbour was closed at noon, andnobody knew why it was.",
            "The harbour was clossed at noon, and nobody knew why it was.",
        ];
        assert_eq!(elect(texts[0], &texts), right);
        assert_eq!(elect(texts[1], &texts), right);
        assert_eq!(elect(texts[2], &texts), right);
    }

    #[test]
    fn a_member_does_not_vote_beyond_its_ends() {
        let long = "The harbour was closed at noon, and nobody knew why it was.";
        assert_eq!(elect(long, &["was closed at noon, and", "was closed at noon, and", long]), long);
        assert_eq!(elect(long, &[]), "");
    }
}
