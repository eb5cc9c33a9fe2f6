use super::index::{Found, RankingIndex};
use super::{Frequencies, SPACES, TermCounter, ThreadTexts, ThreadVector, build_vector, find_space};

const SHARES: [f64; SPACES] = [0.625, 0.3125, 0.0625];

/// Threads of words by a simple generator: few common words, many rare ones.
fn make_threads(count: u64) -> Vec<String> {
    let mut state = 7u64;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    (0..count)
        .map(|_| {
            (0..next(12))
                .map(|_| if next(2) == 0 { format!("w{} ", next(6)) } else { format!("w{} ", next(400)) })
                .collect()
        })
        .collect()
}

fn count_terms(thread: ThreadTexts<'_>) -> Vec<(u64, u8)> {
    TermCounter::default().count_terms(thread)
}

fn build(texts: &[String]) -> (RankingIndex, Vec<ThreadVector>) {
    let terms: Vec<_> = texts
        .iter()
        .map(|text| count_terms(ThreadTexts { question: text, description: text, others: &["w1 w2"], tags: "w3\nw4" }))
        .collect();
    let mut frequencies = Frequencies::default();
    for each in &terms {
        frequencies.count_thread(&each.iter().map(|term| term.0).collect::<Vec<_>>());
    }
    frequencies.number_terms(2, frequencies.threads() / 4 + 9);
    let vectors: Vec<_> = terms.iter().map(|each| build_vector(each, &frequencies, &SHARES)).collect();
    let mut index = RankingIndex::default();
    for (number, vector) in vectors.iter().enumerate() {
        index.push_thread(number as u32, vector);
    }
    index.finish(&frequencies);
    (index, vectors)
}

#[test]
fn the_best_are_those_of_comparing_every_two() {
    for count in [1, 2, 40, 700] {
        let (index, vectors) = build(&make_threads(count));
        let mut scratch = index.make_scratch();
        for (own, query) in vectors.iter().enumerate() {
            let mut every: Vec<Found> = (0..vectors.len() as u32)
                .filter(|&other| other != own as u32)
                .filter_map(|other| index.compare(query, other))
                .filter(|found| found.score() > 0)
                .collect();
            every.sort_by_key(|found| (std::cmp::Reverse(found.score()), found.thread));
            every.truncate(5);
            assert_eq!(index.find_best(query, Some(own as u32), 5, &mut scratch), every);
        }
    }
}

#[test]
fn the_best_come_from_every_block() {
    // One term for each seven threads, and more threads than one block has.
    let (threads, least) = (140_000u32, 20_000);
    let mut frequencies = Frequencies::default();
    (0..threads).for_each(|thread| frequencies.count_thread(&[u64::from(thread % least) << 8]));
    frequencies.number_terms(2, threads);
    let mut index = RankingIndex::default();
    let vectors: Vec<ThreadVector> = (0..threads)
        .map(|thread| build_vector(&[(u64::from(thread % least) << 8, 1)], &frequencies, &SHARES))
        .collect();
    (0..threads).zip(&vectors).for_each(|(thread, vector)| index.push_thread(thread, vector));
    index.finish(&frequencies);
    let mut scratch = index.make_scratch();
    for own in [5, 60_005, 120_005] {
        let best = index.find_best(&vectors[5], Some(own), 6, &mut scratch);
        let expected: Vec<u32> = (0..7).map(|time| 5 + time * least).filter(|&thread| thread != own).collect();
        assert_eq!(best.iter().map(|found| found.thread).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_thread_is_most_like_itself() {
    let (index, vectors) = build(&make_threads(60));
    let own = index.compare(&vectors[3], 3).map_or(0, |found| found.score());
    let best = index.find_best(&vectors[3], None, 1, &mut index.make_scratch());
    assert_eq!(best[0].score(), own);
}

#[test]
fn words_with_one_beginning_are_similar_where_stems_differ() {
    let none = ThreadTexts { question: "", description: "", others: &[], tags: "" };
    let [one, two] = ["Explain it", "An explanation"].map(|question| count_terms(ThreadTexts { question, ..none }));
    let shared: Vec<usize> = one.iter().filter(|term| two.contains(term)).map(|term| find_space(term.0)).collect();
    assert!(shared.contains(&1) && !shared.contains(&0));
}

#[test]
fn a_tag_is_not_the_word() {
    let none = ThreadTexts { question: "", description: "", others: &[], tags: "" };
    let tagged = count_terms(ThreadTexts { tags: "lake\nLAKE", ..none });
    let said = count_terms(ThreadTexts { others: &["lake"], ..none });
    assert_eq!(tagged.iter().map(|term| term.1).collect::<Vec<_>>(), [6]);
    assert!(!tagged.iter().any(|term| said.contains(&(term.0, 1))));
}
