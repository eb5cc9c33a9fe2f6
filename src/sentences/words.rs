//! A set of words with a value each, made once from plain lists and looked up without allocating.
//!
//! Open addressing over a power of two of slots, at most half full; the words are the `&'static str` of the lists.

/// A lower-cased word on the stack. Longer ones are in no list.
pub(super) struct Lowered {
    bytes: [u8; Lowered::LONGEST],
    length: usize,
}

impl Lowered {
    const LONGEST: usize = 28;

    /// `"Févr"` -> `"févr"`; `None` for the empty word and for one too long for any list.
    pub(super) fn of(word: &str) -> Option<Lowered> {
        if word.is_empty() || word.len() > Lowered::LONGEST {
            return None;
        }
        let mut lowered = Lowered { bytes: [0; Lowered::LONGEST], length: 0 };
        if word.is_ascii() {
            for (to, from) in lowered.bytes.iter_mut().zip(word.bytes()) {
                *to = from.to_ascii_lowercase();
            }
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

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Words and their values.
pub(super) struct Words<V> {
    slots: Vec<Option<(&'static str, V)>>,
    longest: usize,
}

impl<V: Copy> Words<V> {
    /// From lists of words parted by blanks. A word in several lists keeps the value that `join` makes of the old and the
    /// new one.
    pub(super) fn new<'a>(
        lists: impl Iterator<Item = (&'static str, V)> + Clone + 'a,
        join: fn(V, V) -> V,
    ) -> Words<V> {
        let count: usize = lists.clone().map(|(words, _)| words.split_ascii_whitespace().count()).sum();
        let mut table = Words { slots: vec![None; (2 * count + 2).next_power_of_two()], longest: 0 };
        for (words, value) in lists {
            for word in words.split_ascii_whitespace() {
                let slot = table.slot(word.as_bytes());
                let value = table.slots[slot].map_or(value, |(_, old)| join(old, value));
                table.slots[slot] = Some((word, value));
                table.longest = table.longest.max(word.len());
            }
        }
        table
    }

    /// The value of a word, whatever its case.
    pub(super) fn get(&self, word: &str) -> Option<V> {
        if word.len() > self.longest + 4 {
            return None;
        }
        self.get_lowered(&Lowered::of(word)?)
    }

    /// The value of a word that is lower-cased already.
    pub(super) fn get_lowered(&self, word: &Lowered) -> Option<V> {
        self.slots[self.slot(word.bytes())].map(|(_, value)| value)
    }

    /// The slot that holds the word, or the free one where it would go. There is one: the table is at most half full.
    fn slot(&self, word: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in word {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut at = (hash ^ (hash >> 29)) as usize & mask;
        while let Some((known, _)) = self.slots[at] {
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
        let words = Words::new([("etc ca", 1u32), ("févr ca", 2)].into_iter(), |old, new| old | new);
        assert_eq!(words.get("Etc"), Some(1));
        assert_eq!(words.get("FÉVR"), Some(2));
        assert_eq!(words.get("ca"), Some(3));
        assert_eq!(words.get("cat"), None);
        assert_eq!(words.get(""), None);
        assert_eq!(words.get(&"x".repeat(1000)), None);
    }
}
