//! A set of words with a value each, made once from plain lists and looked up without allocating.
//!
//! Words of at most eight bytes, nearly all of them, are one number each and are compared as such. Both tables have open
//! addressing over a power of two of slots, at most half full; the longer words are the `&'static str` of the lists.

/// The eight bytes of a short word, zeros behind it.
pub(super) type Key = u64;

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The bytes of a word of at most eight bytes.
#[inline]
fn pack_word(word: &[u8]) -> Key {
    let length = word.len();
    if let (Some(head), Some(tail)) = (word.first_chunk::<4>(), word.last_chunk::<4>()) {
        let tail = u64::from(u32::from_le_bytes(*tail)) << (8 * (length - 4));
        return u64::from(u32::from_le_bytes(*head)) | tail;
    }
    word.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte))
}

/// The high bit of each byte that is a letter from `first` to `last`. The bytes must be ASCII.
#[inline]
pub(super) const fn mark_range(bytes: u64, first: u8, last: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let from = bytes + ONES * (0x80 - first as u64);
    let behind = bytes + ONES * (0x7f - last as u64);
    from & !behind & HIGH_BITS
}

/// A lower-cased word on the stack. Longer ones are in no list.
pub(super) struct LoweredWord {
    bytes: [u8; LoweredWord::LONGEST],
    length: usize,
}

impl LoweredWord {
    const LONGEST: usize = 28;

    /// `"Févr"` -> `"févr"`; `None` for the empty word and for one too long for any list.
    pub(super) fn from_word(word: &str) -> Option<LoweredWord> {
        if word.is_empty() || word.len() > LoweredWord::LONGEST {
            return None;
        }
        let mut lowered = LoweredWord { bytes: [0; LoweredWord::LONGEST], length: 0 };
        if word.is_ascii() {
            lowered.bytes[..word.len()].copy_from_slice(word.as_bytes());
            lowered.bytes.make_ascii_lowercase();
            lowered.length = word.len();
            return Some(lowered);
        }
        for letter in word.chars().flat_map(char::to_lowercase) {
            let width = letter.len_utf8();
            let room = lowered.bytes.get_mut(lowered.length..lowered.length + width)?;
            letter.encode_utf8(room);
            lowered.length += width;
        }
        Some(lowered)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Words and their values.
pub(super) struct Words<V> {
    keys: Vec<Key>,
    values: Vec<Option<V>>,
    long: Vec<Option<(&'static str, V)>>,
    longest: usize,
    has_long_tails: bool,
}

impl<V: Copy> Words<V> {
    /// From lists of words parted by blanks. A word in several lists keeps the value that `join` makes of the old and the
    /// new one.
    pub(super) fn new<'a>(
        lists: impl Iterator<Item = (&'static str, V)> + Clone + 'a,
        join: fn(V, V) -> V,
    ) -> Words<V> {
        let all = lists.flat_map(|(words, value)| words.split_ascii_whitespace().map(move |word| (word, value)));
        let short = all.clone().filter(|(word, _)| word.len() <= 8);
        let long = all.filter(|(word, _)| word.len() > 8);
        let room = |count: usize| (2 * count + 2).next_power_of_two();
        let mut table = Words {
            keys: vec![0; room(short.clone().count())],
            values: vec![None; room(short.clone().count())],
            long: vec![None; room(long.clone().count())],
            longest: 0,
            has_long_tails: false,
        };
        for (word, value) in short.chain(long) {
            let value = table.get_bytes(word.as_bytes()).map_or(value, |old| join(old, value));
            if word.len() <= 8 {
                let slot = table.short_slot(pack_word(word.as_bytes()));
                table.keys[slot] = pack_word(word.as_bytes());
                table.values[slot] = Some(value);
            } else {
                let slot = table.long_slot(word.as_bytes());
                table.long[slot] = Some((word, value));
            }
            table.longest = table.longest.max(word.len());
            table.has_long_tails |= word.bytes().rev().take_while(u8::is_ascii_lowercase).count() >= 8;
        }
        table
    }

    /// The value of a word, whatever its case; none when it is longer than all in the lists.
    #[inline]
    pub(super) fn get(&self, word: &str) -> Option<V> {
        if word.len() > self.longest + 4 {
            return None;
        }
        self.get_any(word)
    }

    /// The value of a word of any length, whatever its case.
    #[inline]
    pub(super) fn get_any(&self, word: &str) -> Option<V> {
        if word.len() <= 8 {
            let key = pack_word(word.as_bytes());
            if key & HIGH_BITS == 0 {
                return self.values[self.short_slot(key | mark_range(key, b'A', b'Z') >> 2)];
            }
        }
        self.get_bytes(LoweredWord::from_word(word)?.bytes())
    }

    /// The value of a word that is lower-cased already.
    pub(super) fn get_lowered(&self, word: &LoweredWord) -> Option<V> {
        self.get_bytes(word.bytes())
    }

    /// A lower-cased word of at most eight bytes is listed.
    #[inline]
    pub(super) fn has_key(&self, key: Key) -> bool {
        self.keys[self.short_slot(key)] != 0
    }

    /// A word is listed that ends in eight small letters of ASCII or more.
    pub(super) fn has_long_tails(&self) -> bool {
        self.has_long_tails
    }

    fn get_bytes(&self, word: &[u8]) -> Option<V> {
        match word.len() {
            0..=8 => self.values[self.short_slot(pack_word(word))],
            _ => self.long[self.long_slot(word)].map(|(_, value)| value),
        }
    }

    /// The slot that holds the word, or the free one where it would go. There is one: the table is at most half full.
    #[inline]
    fn short_slot(&self, key: Key) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.keys[at] != key && self.keys[at] != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// The same among the longer words.
    fn long_slot(&self, word: &[u8]) -> usize {
        let mask = self.long.len() - 1;
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in word {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut at = (hash ^ (hash >> 29)) as usize & mask;
        while let Some((known, _)) = self.long[at] {
            if known.as_bytes() == word {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_any_case_and_a_stranger_is_not() {
        let words = Words::new([("etc ca nevertheless", 1u32), ("févr ca", 2)].into_iter(), |old, new| old | new);
        assert_eq!(words.get("Etc"), Some(1));
        assert_eq!(words.get("FÉVR"), Some(2));
        assert_eq!(words.get("ca"), Some(3));
        assert_eq!(words.get("cat"), None);
        assert_eq!(words.get(""), None);
        assert_eq!(words.get("Nevertheless"), Some(1));
        assert_eq!(words.get("neverthelesz"), None);
        assert_eq!(words.get(&"x".repeat(1000)), None);
        assert!(words.has_key(pack_word(b"etc")) && !words.has_key(pack_word(b"etcetera")));
        assert!(words.has_long_tails());
    }

    #[test]
    fn a_short_word_is_one_number() {
        assert_eq!(pack_word(b"ab"), 0x6261);
        assert_eq!(pack_word(b"abcde"), 0x65_6463_6261);
        assert_eq!(pack_word(b"abcdefgh"), u64::from_le_bytes(*b"abcdefgh"));
        assert_eq!(mark_range(pack_word(b"aZ.z"), b'a', b'z'), 0x8000_0080);
    }
}
