//! A document's words, each with a number and its place.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_64;

use super::Sentence;
use super::near_pairs::NearPairs;

/// About how many bytes of a text there are for each word: room that is made at first.
const BYTES_PER_WORD: usize = 5;

/// Numbers for words, the same on both sides.
///
/// A word is known by its 64-bit hash: among the million words of two long documents two meet with a chance of 1 in 10^7,
/// and then two words look alike in one place.
#[derive(Default)]
pub(super) struct Vocabulary {
    numbers: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
    stem: String,
}

impl Vocabulary {
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    fn number_word(&mut self, word: &str) -> (u32, u64) {
        push_stem(word, &mut self.stem);
        let next = self.numbers.len() as u32;
        let hash = xxh3_64(self.stem.as_bytes());
        (*self.numbers.entry(hash).or_insert(next), hash)
    }
}

/// Numbers for the words of a part of what was read, from 0 in the order in which they come.
#[derive(Default)]
pub(super) struct Numbering {
    /// For each word that was read, the round in which it was last numbered, and its number there.
    numbers: Vec<(u32, u32)>,
    round: u32,
    next: u32,
}

impl Numbering {
    /// Forgets all numbers. `distinct` is how many words were read.
    pub fn start(&mut self, distinct: usize) {
        if self.round == u32::MAX {
            self.numbers.clear();
            self.round = 0;
        }
        self.numbers.resize(distinct.max(self.numbers.len()), (0, 0));
        self.round += 1;
        self.next = 0;
    }

    /// How many words have a number.
    pub fn len(&self) -> usize {
        self.next as usize
    }

    fn renumber(&mut self, read: u32) -> u32 {
        let known = &mut self.numbers[read as usize];
        if known.0 != self.round {
            *known = (self.round, self.next);
            self.next += 1;
        }
        known.1
    }
}

/// Keys that are hashes already need no other; the library's hasher took a third of the time of reading words.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The words of a document in order; the vectors run side by side.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub numbers: Vec<u32>,
    pub hashes: Vec<u64>,
    /// Whether it is a single character of a script that writes words with one or two.
    pub halves: Vec<bool>,
    /// Where each word starts and ends, in characters of the document.
    pub starts: Vec<u64>,
    pub ends: Vec<u64>,
    /// The first word of each sentence, and the end of the last.
    pub sentences: Vec<usize>,
    near_pairs: OnceCell<NearPairs>,
}

impl Words {
    pub fn from_sentences(sentences: &[Sentence<'_>], vocabulary: &mut Vocabulary) -> Words {
        let bytes: usize = sentences.iter().map(|each| each.text.len()).sum();
        let mut words = Words::with_capacity(bytes / BYTES_PER_WORD + 1, sentences.len());
        words.hashes.reserve(bytes / BYTES_PER_WORD + 1);
        for sentence in sentences {
            words.push(sentence, vocabulary);
            words.sentences.push(words.numbers.len());
        }
        words
    }

    /// No words, with room for so many in so many sentences.
    fn with_capacity(words: usize, sentences: usize) -> Words {
        let mut found = Words {
            numbers: Vec::with_capacity(words),
            halves: Vec::with_capacity(words),
            starts: Vec::with_capacity(words),
            ends: Vec::with_capacity(words),
            sentences: Vec::with_capacity(sentences + 1),
            ..Words::default()
        };
        found.sentences.push(0);
        found
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Which words are neighbours, and where.
    pub fn near_pairs(&self) -> &NearPairs {
        self.near_pairs.get_or_init(|| NearPairs::new(&self.numbers))
    }

    /// The sentence that a word stands in.
    pub fn find_sentence(&self, word: usize) -> usize {
        self.sentences.partition_point(|&first| first <= word).saturating_sub(1)
    }

    /// Some sentences of documents that were read before, numbered as if they were read now.
    pub fn gather<'a>(sentences: impl Iterator<Item = (&'a Words, usize)> + Clone, numbering: &mut Numbering) -> Words {
        let count = |(read, sentence): (&Words, usize)| read.sentences[sentence + 1] - read.sentences[sentence];
        let mut words = Words::with_capacity(sentences.clone().map(count).sum(), sentences.clone().count());
        for (read, sentence) in sentences {
            let range = read.sentences[sentence]..read.sentences[sentence + 1];
            words.numbers.extend(read.numbers[range.clone()].iter().map(|&number| numbering.renumber(number)));
            words.halves.extend_from_slice(&read.halves[range.clone()]);
            words.starts.extend_from_slice(&read.starts[range.clone()]);
            words.ends.extend_from_slice(&read.ends[range]);
            words.sentences.push(words.numbers.len());
        }
        words
    }

    fn push(&mut self, sentence: &Sentence<'_>, vocabulary: &mut Vocabulary) {
        if sentence.text.is_ascii() {
            self.push_ascii(sentence, vocabulary);
            return;
        }
        let mut open: Option<(usize, u64)> = None;
        let place = |characters: u64| sentence.start.saturating_add(characters).min(sentence.end);
        let mut at = 0u64;
        for (byte, letter) in sentence.text.char_indices() {
            let part = Part::from_letter(letter);
            if part != Part::Letter
                && let Some((first, since)) = open.take()
            {
                self.push_word(vocabulary.number_word(&sentence.text[first..byte]), false, place(since)..place(at));
            }
            match part {
                Part::Letter if open.is_none() => open = Some((byte, at)),
                Part::Word => {
                    let word = &sentence.text[byte..byte + letter.len_utf8()];
                    self.push_word(vocabulary.number_word(word), true, place(at)..place(at + 1));
                }
                _ => {}
            }
            at += 1;
        }
        if let Some((first, since)) = open {
            self.push_word(vocabulary.number_word(&sentence.text[first..]), false, place(since)..place(at));
        }
    }

    fn push_ascii(&mut self, sentence: &Sentence<'_>, vocabulary: &mut Vocabulary) {
        let (text, bytes) = (sentence.text, sentence.text.as_bytes());
        let place = |at: usize| sentence.start.saturating_add(at as u64).min(sentence.end);
        let mut at = 0;
        while at < bytes.len() {
            if !bytes[at].is_ascii_alphanumeric() {
                at += 1;
                continue;
            }
            let first = at;
            while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
                at += 1;
            }
            self.push_word(vocabulary.number_word(&text[first..at]), false, place(first)..place(at));
        }
    }

    fn push_word(&mut self, (number, hash): (u32, u64), half: bool, place: Range<u64>) {
        self.numbers.push(number);
        self.hashes.push(hash);
        self.halves.push(half);
        self.starts.push(place.start);
        self.ends.push(place.end);
    }
}

/// How many characters of a text are words of their own.
pub(super) fn count_word_characters(text: &str) -> usize {
    if text.is_ascii() { 0 } else { text.chars().filter(|&letter| Part::from_letter(letter) == Part::Word).count() }
}

/// Whether a text has a word at all.
pub(super) fn contains_word(text: &str) -> bool {
    text.chars().any(|letter| Part::from_letter(letter) != Part::Between)
}

/// Whether a character is a word of its own: a Chinese or Japanese one.
pub(super) fn is_word_character(letter: char) -> bool {
    Part::from_letter(letter) == Part::Word
}

/// What a character is to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Letter,
    /// A word of its own: a Chinese or Japanese character.
    Word,
    Between,
}

impl Part {
    fn from_letter(letter: char) -> Part {
        match letter {
            _ if letter.is_ascii() => {
                if letter.is_ascii_alphanumeric() {
                    Part::Letter
                } else {
                    Part::Between
                }
            }
            '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => Part::Word,
            _ if letter.is_alphanumeric() || is_accent_mark(letter) => Part::Letter,
            _ => Part::Between,
        }
    }
}

/// An accent that follows its letter.
fn is_accent_mark(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// The form under which a word is compared: small letters without accents, and without the commonest English endings.
fn push_stem(word: &str, out: &mut String) {
    out.clear();
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        out.extend(word.nfkd().filter(|&letter| !is_accent_mark(letter)).flat_map(char::to_lowercase));
    }
    out.truncate(out.len() - measure_ending(out.as_bytes()));
    if out.len() > 3 && matches!(out.as_bytes()[out.len() - 1], b'e' | b'y' | b'i') {
        out.pop();
    }
}

/// The bytes of the ending that a word is compared without: `ies`, `es`, `s`, `ied`, `ed`, `ing` or `ly` after at least three bytes.
fn measure_ending(word: &[u8]) -> usize {
    let ends = |ending: &[u8]| word.len() >= ending.len() + 3 && word.ends_with(ending);
    let candidates: &[&[u8]] = match word.last() {
        Some(b's') => &[b"ies", b"es", b"s"],
        Some(b'd') => &[b"ied", b"ed"],
        Some(b'g') => &[b"ing"],
        Some(b'y') => &[b"ly"],
        _ => &[],
    };
    candidates.iter().find(|ending| ends(ending)).map_or(0, |ending| ending.len())
}
