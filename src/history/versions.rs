//! The paragraphs of each version of a page, put together from differences.

use std::collections::VecDeque;
use std::rc::Rc;

use super::keys::KeyMap;

/// A version as it was written down: its hash, the version it differs from (0 for none), and the difference.
#[derive(Clone, Copy, Debug)]
pub struct VersionRow<'a> {
    #[allow(missing_docs)]
    pub key: u64,
    #[allow(missing_docs)]
    pub base: u64,
    #[allow(missing_docs)]
    pub prefix: u32,
    #[allow(missing_docs)]
    pub suffix: u32,
    /// The hashes of the paragraphs between, 8 bytes each.
    pub keys: &'a [u8],
}

/// Lists that are kept once they were put together hold this many numbers in all, 16 MB; those that were put together
/// first are forgotten, and put together again when they are asked for.
const MOST_KEPT: usize = 4 << 20;

/// What a list costs besides its numbers, in numbers.
const KEPT_COST: usize = 16;

/// The versions of one page.
pub struct Versions<'a> {
    /// Of each version the row that leads back to one that is written out.
    rows: KeyMap<u64, VersionRow<'a>>,
    kept: KeyMap<u64, Rc<[u32]>>,
    order: VecDeque<u64>,
    kept_numbers: usize,
    paragraphs: &'a KeyMap<u64, u32>,
}

impl<'a> Versions<'a> {
    /// The versions in these rows. A version may be there several times, from different files; rows that lead in a circle
    /// are left aside, since one that is written out leads to every version.
    pub fn new(rows: &[VersionRow<'a>], paragraphs: &'a KeyMap<u64, u32>) -> Self {
        let mut after: KeyMap<u64, Vec<VersionRow<'a>>> = KeyMap::default();
        for row in rows {
            after.entry(row.base).or_default().push(*row);
        }
        let mut found: KeyMap<u64, VersionRow<'a>> = KeyMap::default();
        let mut open = vec![0];
        while let Some(base) = open.pop() {
            for row in after.remove(&base).unwrap_or_default() {
                if let std::collections::hash_map::Entry::Vacant(place) = found.entry(row.key) {
                    place.insert(row);
                    open.push(row.key);
                }
            }
        }
        Versions { rows: found, kept: KeyMap::default(), order: VecDeque::new(), kept_numbers: 0, paragraphs }
    }

    /// The numbers of a version's paragraphs; those of `near`, where given, need not be put together again.
    pub fn find_list(&mut self, key: u64, near: Option<(u64, &Rc<[u32]>)>) -> Rc<[u32]> {
        let mut way = Vec::new();
        let mut at = key;
        let mut list: Rc<[u32]> = loop {
            if let Some(list) = self.kept.get(&at) {
                break list.clone();
            }
            if let Some((near, list)) = near
                && near == at
            {
                break list.clone();
            }
            let Some(row) = self.rows.get(&at) else { break Rc::from([]) };
            way.push(*row);
            if row.base == 0 {
                break Rc::from([]);
            }
            at = row.base;
        };
        while let Some(row) = way.pop() {
            list = self.apply_difference(&list, &row);
            self.keep_list(row.key, &list);
        }
        list
    }

    fn keep_list(&mut self, key: u64, list: &Rc<[u32]>) {
        if self.kept.insert(key, list.clone()).is_none() {
            self.order.push_back(key);
            self.kept_numbers += list.len() + KEPT_COST;
        }
        while self.kept_numbers > MOST_KEPT
            && let Some(first) = self.order.pop_front()
        {
            let freed = self.kept.remove(&first).map_or(0, |list| list.len() + KEPT_COST);
            self.kept_numbers -= freed.min(self.kept_numbers);
        }
    }

    fn apply_difference(&self, base: &[u32], row: &VersionRow<'_>) -> Rc<[u32]> {
        let prefix = (row.prefix as usize).min(base.len());
        let suffix = (row.suffix as usize).min(base.len() - prefix);
        let mut list = Vec::with_capacity(prefix + row.keys.len() / 8 + suffix);
        list.extend_from_slice(&base[..prefix]);
        list.extend(row.keys.chunks_exact(8).filter_map(|bytes| {
            let key = u64::from_le_bytes(bytes.try_into().ok()?);
            self.paragraphs.get(&key).copied()
        }));
        list.extend_from_slice(&base[base.len() - suffix..]);
        list.into()
    }
}
