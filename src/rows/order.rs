//! Rows put in order by their bytes, without moving them: what is sorted is an index with eight bytes of each row.
//!
//! The eight bytes are those behind what all rows share, so that keys that begin alike (a marker, the zeros of a small
//! number) still differ in the index. Where rows agree in them too, they are sorted again by the next eight that differ;
//! few rows, and rows that end, are compared as they lie. Large indexes are cut at their median for several threads.
//!
//! By hand, because a sort with a comparison (`sort_unstable_by`, rayon) goes to the row at each of n log n comparisons:
//! two cache misses each.

use super::block::Block;
use std::cmp::Ordering;
use std::thread;

/// Bytes of a row in the index.
const WORD_BYTES: usize = 8;
/// So many rows that agree in a word are compared as they lie.
const FEW_ROWS: usize = 16;
/// Fewer rows than this are not worth a second thread.
const LEAST_PARALLEL_ROWS: usize = 1 << 14;
/// What sorting takes for each row: its entry, and a part of the list of stretches still to sort.
pub const SORT_BYTES: usize = size_of::<Entry>() + 4;

/// Where a row lies: in which block or buffer, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    pub block: u32,
    pub at: u32,
}

/// A row in the index.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    word: u64,
    pub place: RowPlace,
}

impl Entry {
    /// Not in order yet: [`sort_entries`] reads the bytes.
    pub fn new(block: usize, at: usize) -> Self {
        Entry { word: 0, place: RowPlace { block: block as u32, at: at as u32 } }
    }
}

/// Rows that are found by their place.
pub trait Rows: Sync {
    fn row(&self, place: RowPlace) -> &[u8];
    fn key_bytes(&self, place: RowPlace) -> usize;

    fn key(&self, place: RowPlace) -> &[u8] {
        &self.row(place)[..self.key_bytes(place)]
    }
}

impl Rows for Vec<Block> {
    #[inline]
    fn row(&self, place: RowPlace) -> &[u8] {
        self[place.block as usize].row(place.at as usize)
    }

    #[inline]
    fn key_bytes(&self, place: RowPlace) -> usize {
        self[place.block as usize].keys[place.at as usize] as usize
    }
}

/// Sorts the entries by the bytes of their rows.
pub fn sort_entries<R: Rows>(rows: &R, entries: &mut [Entry], threads: usize) {
    let depth = read_next_words(rows, entries, 0, threads);
    sort_from_depth(rows, entries, depth, threads);
}

/// Sorts entries whose rows share `depth` bytes and whose words are those behind.
fn sort_from_depth<R: Rows>(rows: &R, mut entries: &mut [Entry], mut depth: usize, threads: usize) {
    while threads > 1 && entries.len() >= LEAST_PARALLEL_ROWS {
        let (less, equal, greater) = cut_at_median(entries);
        thread::scope(|scope| {
            scope.spawn(|| sort_from_depth(rows, less, depth, threads / 2));
            sort_from_depth(rows, greater, depth, threads - threads / 2);
        });
        if should_compare(rows, equal, depth) {
            return compare_entries(rows, equal, depth);
        }
        depth = read_next_words(rows, equal, depth + WORD_BYTES, threads);
        entries = equal;
    }
    sort_in_one_thread(rows, entries, depth);
}

/// The same in one thread; a list instead of recursion, because rows can agree in any number of words.
fn sort_in_one_thread<R: Rows>(rows: &R, entries: &mut [Entry], depth: usize) {
    let mut stretches = vec![(0..entries.len(), depth)];
    while let Some((stretch, depth)) = stretches.pop() {
        let mut start = stretch.start;
        let entries = &mut entries[stretch];
        entries.sort_unstable_by_key(|entry| entry.word);
        for equal in entries.chunk_by_mut(|left, right| left.word == right.word) {
            let end = start + equal.len();
            if should_compare(rows, equal, depth) {
                compare_entries(rows, equal, depth);
            } else {
                stretches.push((start..end, read_next_words(rows, equal, depth + WORD_BYTES, 1)));
            }
            start = end;
        }
    }
}

/// Whether rows with an equal word are better compared: they are few, or one of them ends within the word.
fn should_compare<R: Rows>(rows: &R, equal: &[Entry], depth: usize) -> bool {
    equal.len() <= FEW_ROWS || equal.iter().any(|entry| rows.row(entry.place).len() < depth + WORD_BYTES)
}

fn compare_entries<R: Rows>(rows: &R, equal: &mut [Entry], depth: usize) {
    if equal.len() > 1 {
        equal.sort_unstable_by(|left, right| rows.row(left.place)[depth..].cmp(&rows.row(right.place)[depth..]));
    }
}

/// Three stretches: words below that of the middle entry, equal to it, and above.
fn cut_at_median(entries: &mut [Entry]) -> (&mut [Entry], &mut [Entry], &mut [Entry]) {
    let middle = entries.len() / 2;
    let median = entries.select_nth_unstable_by_key(middle, |entry| entry.word).1.word;
    let first = move_ahead(&mut entries[..middle], |entry| entry.word.cmp(&median) == Ordering::Less);
    let last = middle + move_ahead(&mut entries[middle..], |entry| entry.word == median);
    let (rest, greater) = entries.split_at_mut(last);
    let (less, equal) = rest.split_at_mut(first);
    (less, equal, greater)
}

/// Brings the entries that are `wanted` to the front, and counts them.
fn move_ahead(entries: &mut [Entry], wanted: impl Fn(&Entry) -> bool) -> usize {
    let mut count = 0;
    for at in 0..entries.len() {
        if wanted(&entries[at]) {
            entries.swap(count, at);
            count += 1;
        }
    }
    count
}

/// Finds how many bytes all rows share, when it is known of `depth` of them, and reads the words behind.
fn read_next_words<R: Rows>(rows: &R, entries: &mut [Entry], depth: usize, threads: usize) -> usize {
    let Some(&first) = entries.first() else { return depth };
    let first = rows.row(first.place);
    let share = entries.len().div_ceil(threads.max(1)).max(LEAST_PARALLEL_ROWS);
    let shared =
        run_in_shares(entries, share, |entries| count_shared_bytes(rows, entries, first, depth)).into_iter().min();
    let depth = shared.unwrap_or(depth);
    run_in_shares(entries, share, |entries| {
        entries.iter_mut().for_each(|entry| entry.word = read_word(&rows.row(entry.place)[depth..]));
    });
    depth
}

/// Runs `work` over the entries, `share` of them in a thread.
fn run_in_shares<T: Send>(entries: &mut [Entry], share: usize, work: impl Fn(&mut [Entry]) -> T + Sync) -> Vec<T> {
    if entries.len() <= share {
        return vec![work(entries)];
    }
    thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = entries.chunks_mut(share).map(|entries| scope.spawn(move || work(entries))).collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// How many bytes all rows have as `first` has, at least `depth`.
fn count_shared_bytes<R: Rows>(rows: &R, entries: &[Entry], first: &[u8], depth: usize) -> usize {
    let mut first = &first[depth..];
    for entry in entries {
        let row = &rows.row(entry.place)[depth..];
        if !row.starts_with(first) {
            let equal = first.iter().zip(row).take_while(|(left, right)| left == right).count();
            first = &first[..equal];
        }
        if first.is_empty() {
            break;
        }
    }
    depth + first.len()
}

/// The first eight bytes as a number in the same order; zeros where there are fewer.
fn read_word(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(&word) => u64::from_be_bytes(word),
        None => {
            let mut word = [0; WORD_BYTES];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_be_bytes(word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sort_rows(rows: &[Vec<u8>], threads: usize) -> std::io::Result<Vec<Vec<u8>>> {
        let mut block = Block::default();
        rows.iter().try_for_each(|row| block.push(row, 0))?;
        let blocks = vec![block];
        let mut entries: Vec<Entry> = (0..rows.len()).map(|at| Entry::new(0, at)).collect();
        sort_entries(&blocks, &mut entries, threads);
        Ok(entries.iter().map(|entry| blocks.row(entry.place).to_vec()).collect())
    }

    fn is_sorted_as_by_vec(rows: Vec<Vec<u8>>, threads: usize) -> std::io::Result<()> {
        let mut expected = rows.clone();
        expected.sort();
        assert!(sort_rows(&rows, threads)? == expected);
        Ok(())
    }

    proptest! {
        #[test]
        fn rows_are_sorted_by_their_bytes(
            rows in prop::collection::vec(prop_oneof![
                prop::collection::vec(any::<u8>(), 0..20),
                prop::collection::vec(0..2u8, 0..40),
                (0..60usize).prop_map(|count| vec![0; count]),
            ], 0..300),
        ) {
            is_sorted_as_by_vec(rows, 1)?;
        }

        #[test]
        fn what_all_rows_share_changes_nothing(
            rows in prop::collection::vec(prop::collection::vec(0..3u8, 0..12), 0..100),
            shared in prop::collection::vec(any::<u8>(), 0..30),
        ) {
            is_sorted_as_by_vec(rows.into_iter().map(|row| [&shared[..], &row].concat()).collect(), 1)?;
        }
    }

    #[test]
    fn threads_change_nothing() -> std::io::Result<()> {
        let mixed = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) % 40_000;
        for threads in [1, 2, 3, 8] {
            is_sorted_as_by_vec((0..80_000).map(|at| mixed(at).to_be_bytes().to_vec()).collect(), threads)?;
            // Most rows agree in the first word, and many in all.
            let row = |at: u64| {
                [&[u8::from(at.is_multiple_of(50)); 9][..], &(mixed(at) % 700).to_be_bytes(), b"end"].concat()
            };
            is_sorted_as_by_vec((0..80_000).map(row).collect(), threads)?;
            is_sorted_as_by_vec(vec![b"the same row again and again".to_vec(); 40_000], threads)?;
        }
        Ok(())
    }

    #[test]
    fn rows_that_agree_in_thousands_of_words_need_no_stack() -> std::io::Result<()> {
        let rows = (0..3000usize).map(|at| [vec![7; at * 8 % 20_000], vec![0, (at % 5) as u8]].concat()).collect();
        is_sorted_as_by_vec(rows, 1)
    }
}
