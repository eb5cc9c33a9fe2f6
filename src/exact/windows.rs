//! From every token of a text the shortest stretch that is long enough.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use xxhash_rust::xxh3::xxh3_64;

use super::tokens::{Token, TokenKind, can_begin, can_end, list_tokens};

/// How long a stretch must be.
#[derive(Clone, Copy, Debug)]
pub struct WindowRules {
    /// How many characters or words.
    pub least: u32,
    /// Whether words are counted.
    pub by_words: bool,
}

impl WindowRules {
    /// Whether the tokens from `first` to `last`, with so many words, are long enough.
    pub(super) fn is_enough(&self, first: &Token, last: &Token, words: u32) -> bool {
        if self.by_words { words >= self.least } else { last.end - first.start >= self.least }
    }
}

/// A stretch of a text that is just long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The same for windows of the same text.
    pub key: u64,
    /// Where it begins, in characters.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// The windows of a text in order, and how many characters the text has.
///
/// A window that overlaps an earlier one of the same text is left out: a text that repeats itself without a pause, such as
/// `- - - -`, has as many as its period has tokens, and is no repetition of itself.
pub fn list_windows(text: &str, rules: &WindowRules) -> (Vec<Window>, u32) {
    let tokens: Vec<Token> = list_tokens(text).collect();
    let hashes = PrefixHashes::from_tokens(text, &tokens);
    let mut found = Vec::new();
    let mut recent = RecentWindows::default();
    let (mut after, mut words) = (0, 0); // of the tokens `first..after`
    for (first, token) in tokens.iter().enumerate() {
        let is_word = token.kind == TokenKind::Word;
        if is_word || (!rules.by_words && can_begin(&tokens, first)) {
            while after <= first || !(can_end(&tokens, after - 1) && rules.is_enough(token, &tokens[after - 1], words))
            {
                let Some(next) = tokens.get(after) else {
                    return (found, tokens.last().map_or(0, |last| last.end));
                };
                words += u32::from(next.kind == TokenKind::Word);
                after += 1;
            }
            let window =
                Window { key: hashes.hash_tokens(first, after), start: token.start, end: tokens[after - 1].end };
            if !recent.overlaps_same(&window) {
                found.push(window);
            }
        }
        after = after.max(first + 1);
        words = words.saturating_sub(u32::from(is_word));
    }
    (found, tokens.last().map_or(0, |last| last.end))
}

const MODULUS: u64 = (1 << 61) - 1;
const BASE: u64 = 0x0b4e_5f2a_9d31_c673 % MODULUS;
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Polynomial hashes of the tokens before each, modulo a prime: the hash of any stretch is two products away.
struct PrefixHashes {
    sums: Vec<u64>,
    powers: Vec<u64>,
}

impl PrefixHashes {
    fn from_tokens(text: &str, tokens: &[Token]) -> Self {
        let (mut sums, mut powers) = (vec![0], vec![1]);
        sums.reserve(tokens.len());
        powers.reserve(tokens.len());
        let (mut sum, mut power) = (0, 1);
        for token in tokens {
            sum = reduce(u128::from(sum) * u128::from(BASE) + u128::from(hash_token(&text[token.from..token.to])));
            power = reduce(u128::from(power) * u128::from(BASE));
            sums.push(sum);
            powers.push(power);
        }
        PrefixHashes { sums, powers }
    }

    fn hash_tokens(&self, first: usize, after: usize) -> u64 {
        let before = reduce(u128::from(self.sums[first]) * u128::from(self.powers[after - first]));
        ((self.sums[after] + MODULUS - before) % MODULUS).wrapping_mul(MIX)
    }
}

fn hash_token(token: &str) -> u64 {
    if token == " " { 1 } else { xxh3_64(token.as_bytes()) >> 4 }
}

fn reduce(value: u128) -> u64 {
    (value % u128::from(MODULUS)) as u64
}

/// The windows that have not ended yet.
#[derive(Default)]
struct RecentWindows {
    ends: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    most: usize,
}

impl RecentWindows {
    /// Whether the last window of the same text has not ended where this one begins.
    fn overlaps_same(&mut self, window: &Window) -> bool {
        if self.ends.len() >= self.most {
            self.ends.retain(|_, end| *end > window.start);
            self.most = 1024.max(2 * self.ends.len());
        }
        self.ends.insert(window.key, window.end).is_some_and(|end| end > window.start)
    }
}

/// A key is a hash already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64(bytes);
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
