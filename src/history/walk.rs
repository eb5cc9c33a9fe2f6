//! The revisions of a page in order of time, to the lives of its sentences.
//!
//! A sentence, by its normal form, has one life on a page: the revision that first brought it, the one that removed it for
//! the last time, and how often it returned in between. Time is spent on what differs between a revision and the one before.

use std::collections::VecDeque;
use std::rc::Rc;

use super::cutter::count_common_ends;
use super::keys::KeyMap;
use super::lineage::{SentenceWords, WordPlaces, pair_edited};
use super::origins::{RunIndex, align_words, choose_origin};
use super::versions::Versions;
use crate::normal::{NormalForm, normalise};

/// A sentence of a paragraph.
#[derive(Clone, Debug, Default)]
pub struct ParsedSentence {
    /// As it is written.
    pub text: String,
    /// The titles above it.
    pub section: Rc<str>,
    /// The block that it stands in.
    pub block: &'static str,
    /// The pages that its paragraph names, a line each.
    pub links: Rc<str>,
}

/// The life of a sentence on a page. Revisions go by their number in order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// Its number among the sentences of the page.
    pub sentence: u32,
    /// The revision that first brought it.
    pub born: u32,
    /// The revision that last removed it; `None` where the last revision has it.
    pub died: Option<u32>,
    /// How often it came back.
    pub returns: u32,
    /// The life that it was edited from, by number; its own where it is new.
    pub before: u32,
    /// The first life of its line.
    pub lineage: u32,
    /// The revision that wrote most of its words, along its line.
    pub origin: u32,
    /// Whether it was only there for a revision or a few, until a revert took it away.
    pub reverted: bool,
    /// How many sentences its first revision brought.
    pub brought: u32,
    /// When it last came, among the revisions that changed something.
    span_start: u32,
    /// Whether a revert ended every stay so far.
    ends_reverted: bool,
}

/// A revision that changed something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RevisionChange {
    /// Its number in order of time.
    pub revision: u32,
    /// Sentences that the page had never had.
    pub brought: u32,
    /// Sentences that were there before it and not after it.
    pub removed: u32,
    /// Sentences that came back.
    pub returned: u32,
    /// Whether it restores a version that the page had before.
    pub is_revert: bool,
}

/// A stay that a revert ends after at most this many changes is taken for vandalism, or a test.
const SHORT_STAY: u32 = 5;
/// A new sentence can be an edit of one that was removed by this revision, or by one of this many before it.
const RECENT: u32 = 2;
const MOST_RECENT: usize = 4_096;

/// A sentence that was removed not long ago.
struct RemovedLife {
    life: u32,
    /// When it was.
    step: u32,
    /// Once they were looked at.
    words: Option<Rc<SentenceWords>>,
}

/// What a page's revisions are walked with.
pub struct Walk<'a> {
    /// Of each paragraph the numbers of its sentences.
    contents: &'a [Vec<u32>],
    sentences: &'a [ParsedSentence],
    how: NormalForm,
    alive: Vec<u32>,
    stamp: Vec<u32>,
    was_alive: Vec<bool>,
    life_of: Vec<Option<u32>>,
    touched: Vec<u32>,
    recent: VecDeque<RemovedLife>,
    /// Of each life the revisions that wrote its words; `None` where its first revision wrote all.
    word_origins: Vec<Option<Box<[u32]>>>,
    /// The lives, in order of birth.
    pub lives: Vec<Life>,
    /// The revisions that changed something, in order.
    pub changes: Vec<RevisionChange>,
}

impl<'a> Walk<'a> {
    /// Walks over the versions of the revisions, in order of time; `how` is the form in which words are compared.
    pub fn new(contents: &'a [Vec<u32>], sentences: &'a [ParsedSentence], how: NormalForm) -> Self {
        let count = sentences.len();
        Walk {
            contents,
            sentences,
            how,
            alive: vec![0; count],
            stamp: vec![0; count],
            was_alive: vec![false; count],
            life_of: vec![None; count],
            touched: Vec::new(),
            recent: VecDeque::new(),
            word_origins: Vec::new(),
            lives: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Takes all revisions, each the hash of its version.
    pub fn take_revisions(&mut self, revisions: &[u64], versions: &mut Versions<'_>) {
        let mut last_seen: KeyMap<u64, u32> = KeyMap::default();
        let mut current: (u64, Rc<[u32]>) = (0, Rc::from([]));
        let mut step = 0;
        for (number, &version) in revisions.iter().enumerate() {
            if version == current.0 {
                continue;
            }
            step += 1;
            let near = (current.0 != 0).then_some((current.0, &current.1));
            let list = versions.find_list(version, near);
            let restored = last_seen.get(&version).copied();
            self.take_revision(number as u32, step, &current.1, &list, restored);
            if current.0 != 0 {
                last_seen.insert(current.0, step - 1);
            }
            current = (version, list);
        }
        for life in &mut self.lives {
            life.reverted = life.died.is_some() && life.ends_reverted;
        }
    }

    /// The lives and the revisions that changed something; what the walk was made with is freed.
    pub fn finish(self) -> (Vec<Life>, Vec<RevisionChange>) {
        (self.lives, self.changes)
    }

    /// `step` counts the revisions with another version than the one before; `restored` is the step that last had it.
    fn take_revision(&mut self, number: u32, step: u32, old: &[u32], new: &[u32], restored: Option<u32>) {
        let (prefix, suffix) = count_common_ends(old, new);
        self.touched.clear();
        for &paragraph in &new[prefix..new.len() - suffix] {
            self.touch_sentences(paragraph, step, |alive| *alive += 1);
        }
        for &paragraph in &old[prefix..old.len() - suffix] {
            self.touch_sentences(paragraph, step, |alive| *alive -= 1);
        }
        let touched = std::mem::take(&mut self.touched);
        let (mut born, mut change) = (Vec::new(), RevisionChange { revision: number, ..Default::default() });
        for &sentence in &touched {
            if self.was_alive[sentence as usize] || self.alive[sentence as usize] == 0 {
                continue;
            }
            match self.life_of[sentence as usize] {
                Some(life) => {
                    let life = &mut self.lives[life as usize];
                    life.died = None;
                    life.returns += 1;
                    life.span_start = step;
                    change.returned += 1;
                }
                None => born.push(sentence),
            }
        }
        change.brought = born.len() as u32;
        change.is_revert = restored.is_some();
        let mut removed = Vec::new();
        for &sentence in &touched {
            if !self.was_alive[sentence as usize] || self.alive[sentence as usize] > 0 {
                continue;
            }
            let Some(number_of_life) = self.life_of[sentence as usize] else { continue };
            let life = &mut self.lives[number_of_life as usize];
            let stay = step - life.span_start;
            let is_undone = restored.is_some_and(|seen| seen < life.span_start) && stay <= SHORT_STAY;
            life.died = Some(number);
            life.ends_reverted &= is_undone || (stay == 1 && born.is_empty());
            removed.push(number_of_life);
        }
        change.removed = removed.len() as u32;
        let words = self.add_lives(&born, &removed, number, step);
        for (place, life) in removed.into_iter().take(MOST_RECENT).enumerate() {
            self.recent.push_back(RemovedLife { life, step, words: words.get(place).cloned() });
        }
        while self.recent.front().is_some_and(|it| it.step + RECENT < step) || self.recent.len() > MOST_RECENT {
            self.recent.pop_front();
        }
        if change.brought + change.removed + change.returned > 0 {
            self.changes.push(change);
        }
        self.touched = touched;
    }

    fn touch_sentences(&mut self, paragraph: u32, step: u32, change: impl Fn(&mut u32)) {
        for &sentence in &self.contents[paragraph as usize] {
            let place = sentence as usize;
            if self.stamp[place] != step {
                self.stamp[place] = step;
                self.was_alive[place] = self.alive[place] > 0;
                self.touched.push(sentence);
            }
            change(&mut self.alive[place]);
        }
    }

    /// Begins the lives of new sentences, each in the line of a removed one that it resembles, or in its own; gives the
    /// words of the removed ones, if they were needed.
    fn add_lives(&mut self, born: &[u32], removed: &[u32], number: u32, step: u32) -> Vec<Rc<SentenceWords>> {
        if born.is_empty() {
            return Vec::new();
        }
        let new: Vec<Rc<SentenceWords>> = born.iter().map(|&sentence| self.read_words(sentence)).collect();
        let (candidates, mut old) = self.list_candidates(removed);
        let places = WordPlaces::new(&new, &old);
        let pairs = pair_edited(&new, &old, &places);
        let runs = RunIndex::new(&old, &places);
        for ((&sentence, pair), words) in born.iter().zip(pairs).zip(&new) {
            let own = self.lives.len() as u32;
            let before = pair.map_or(own, |place| candidates[place]);
            let lineage = if before == own { own } else { self.lives[before as usize].lineage };
            let origins = self.trace_words(&words.words, number, pair, &candidates, &old, &runs);
            self.life_of[sentence as usize] = Some(own);
            self.lives.push(Life {
                sentence,
                born: number,
                died: None,
                returns: 0,
                before,
                lineage,
                origin: origins.as_ref().and_then(|each| choose_origin(each)).unwrap_or(number),
                reverted: false,
                brought: born.len() as u32,
                span_start: step,
                ends_reverted: true,
            });
            self.word_origins.push(origins);
        }
        old.truncate(removed.len());
        old
    }

    /// The lives that new sentences may be edits of, with their words: those that were removed, and before not long.
    fn list_candidates(&mut self, removed: &[u32]) -> (Vec<u32>, Vec<Rc<SentenceWords>>) {
        let mut recent = std::mem::take(&mut self.recent);
        let known: KeyMap<u32, usize> = recent.iter().enumerate().map(|(place, it)| (it.life, place)).collect();
        let mut words = Vec::with_capacity(removed.len());
        for life in removed {
            let known = known.get(life).and_then(|&place| recent[place].words.clone());
            words.push(known.unwrap_or_else(|| self.read_words(self.lives[*life as usize].sentence)));
        }
        let mut candidates = removed.to_vec();
        let mut seen: KeyMap<u32, ()> = removed.iter().map(|&life| (life, ())).collect();
        for it in &mut recent {
            let life = &self.lives[it.life as usize];
            if life.died.is_some() && seen.insert(it.life, ()).is_none() {
                candidates.push(it.life);
                words.push(it.words.get_or_insert_with(|| self.read_words(life.sentence)).clone());
            }
        }
        self.recent = recent;
        (candidates, words)
    }

    fn read_words(&self, sentence: u32) -> Rc<SentenceWords> {
        let mut normal = String::new();
        normalise(&self.sentences[sentence as usize].text, self.how, &mut normal);
        Rc::new(SentenceWords::new(&normal))
    }

    /// The revisions that wrote the words of a new sentence: those that it has from the sentence that it was edited from,
    /// and those that it has in a row from another removed one, keep theirs. `None` where all are new.
    fn trace_words(
        &self,
        words: &[u64],
        number: u32,
        pair: Option<usize>,
        candidates: &[u32],
        old: &[Rc<SentenceWords>],
        runs: &RunIndex,
    ) -> Option<Box<[u32]>> {
        let mut origins: Vec<Option<u32>> = vec![None; words.len()];
        if let Some(edited) = pair {
            for (from, to) in align_words(&old[edited].words, words) {
                origins[to] = Some(self.find_word_origin(candidates[edited], from));
            }
        }
        let mut at = 0;
        while at < words.len() {
            let free = origins[at..].iter().take_while(|origin| origin.is_none()).count();
            match runs.find_run(&words[..at + free], at, old) {
                Some((sentence, place, length)) => {
                    for step in 0..length {
                        origins[at + step] = Some(self.find_word_origin(candidates[sentence], place + step));
                    }
                    at += length;
                }
                None => at += 1,
            }
        }
        let is_new = origins.iter().all(Option::is_none);
        (!is_new).then(|| origins.into_iter().map(|origin| origin.unwrap_or(number)).collect())
    }

    fn find_word_origin(&self, life: u32, place: usize) -> u32 {
        let origins = self.word_origins[life as usize].as_ref();
        origins.and_then(|each| each.get(place).copied()).unwrap_or(self.lives[life as usize].born)
    }
}
