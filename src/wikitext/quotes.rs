//! Apostrophes: which of them are bold and italic marks, and which are text. MediaWiki's own rule, line by line.

use super::stops;

/// The line at hand: up to where it is known, and the run of three that gives one apostrophe back.
#[derive(Clone, Copy, Default)]
pub(super) struct QuoteLine {
    end: usize,
    demoted: Option<usize>,
}

impl QuoteLine {
    /// How many of the apostrophes of the run at `at` (of `length` >= 2) are text.
    ///
    /// `''Eagle'''s`: the second run gives 1. `at` must not go back behind the line at hand without a `QuoteLine::default`.
    pub fn count_literal(&mut self, bytes: &[u8], at: usize, length: usize, to: usize) -> usize {
        if at >= self.end {
            *self = QuoteLine::from_bytes(bytes, at, to);
        }
        match length {
            3 if self.demoted == Some(at) => 1,
            4 if self.demoted == Some(at + 1) => 2,
            2 | 3 | 5 => 0,
            4 => 1,
            _ => length - 5,
        }
    }

    /// Counts the runs from `at` to the end of the line; with an odd number of both bold and italic marks, one run of
    /// three is an apostrophe and an italic mark: after a one-letter word, else after a longer one, else after a blank.
    fn from_bytes(bytes: &[u8], at: usize, to: usize) -> QuoteLine {
        let end = memchr::memchr(b'\n', &bytes[at..to]).map_or(to, |offset| at + offset);
        let (mut bold, mut italic) = (0u32, 0u32);
        let (mut after_letter, mut after_word, mut after_blank) = (None, None, None);
        let mut next = at;
        loop {
            let start = stops::find_sign(bytes, next, end, [b'\'']);
            if start >= end {
                break;
            }
            let length = bytes[start..end].iter().take_while(|&&byte| byte == b'\'').count();
            next = start + length;
            if length == 1 {
                continue;
            }
            let marks = if length == 4 { 3 } else { length.min(5) };
            bold += u32::from(marks != 2);
            italic += u32::from(marks != 3);
            if marks == 3 {
                let run = next - 3;
                let before = |back: usize| run.checked_sub(back).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
                let slot = match (before(1), before(2)) {
                    (b' ' | b'\n', _) => &mut after_blank,
                    (_, b' ' | b'\n') => &mut after_letter,
                    _ => &mut after_word,
                };
                slot.get_or_insert(run);
            }
        }
        let unbalanced = bold % 2 == 1 && italic % 2 == 1;
        let demoted = after_letter.or(after_word).or(after_blank).filter(|_| unbalanced);
        QuoteLine { end: end.max(at + 1), demoted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        let bytes = text.as_bytes();
        let mut line = QuoteLine::default();
        let mut out = String::new();
        let mut at = 0;
        while at < bytes.len() {
            let run = bytes[at..].iter().take_while(|&&byte| byte == b'\'').count();
            if run >= 2 {
                out.push_str(&"'".repeat(line.count_literal(bytes, at, run, bytes.len())));
                at += run;
            } else {
                out.push(char::from(bytes[at]));
                at += 1;
            }
        }
        out
    }

    #[test]
    fn marks_vanish_and_apostrophes_stay() {
        assert_eq!(plain("'''a''' ''b'' c's"), "a b c's");
        assert_eq!(plain("''Eagle'''s nest"), "Eagle's nest");
        assert_eq!(plain("L''''aurora'''"), "L'aurora");
        assert_eq!(plain("'''a''''s"), "a's");
        assert_eq!(plain("'''''a''''' '''''''b"), "a ''b");
    }
}
