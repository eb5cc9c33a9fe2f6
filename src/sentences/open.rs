//! The quotes and brackets that are open, and the sentence ends that wait inside them.
//!
//! A stop inside "(see above. It was old)" ends nothing, provided the bracket is closed soon. Nobody looks ahead for that:
//! the end is held back, dropped when the bracket closes in time, and let go when it does not. So every end is handled
//! once, and a text of a million open brackets costs no more than another.

/// What can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    /// `( )`, `[ ]`, `{ }` and their wide forms.
    Bracket,
    /// `《 》`, `〈 〉`: the title of a work.
    Title,
    /// `「 」`, `『 』`.
    Corner,
    /// `“ ”` and `„ “`.
    Curly,
    /// `« »` and `» «`.
    Angle,
    /// `"`.
    Straight,
    /// `‘ ’` and `'`.
    Single,
}

impl Pair {
    /// How many bytes it may span to keep its text whole, in a script of one byte per letter.
    fn longest_span(self) -> usize {
        match self {
            Pair::Bracket => 600,
            Pair::Title => 300,
            Pair::Corner => 900,
            Pair::Curly | Pair::Angle | Pair::Straight => 360,
            Pair::Single => 240,
        }
    }
}

/// One open quote or bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenPair {
    pub(super) pair: Pair,
    /// Where it stands.
    pub(super) at: usize,
    /// How many ends were waiting when it opened.
    waiting: usize,
}

#[cfg(test)]
impl OpenPair {
    pub(super) fn for_test(pair: Pair, at: usize) -> OpenPair {
        OpenPair { pair, at, waiting: 0 }
    }
}

/// What is open, the outermost first.
pub(super) struct OpenPairs {
    stack: [OpenPair; OpenPairs::DEEPEST],
    depth: usize,
    waiting: Vec<usize>,
    /// The bytes of one letter: spans are meant in letters.
    letter_bytes: usize,
}

impl OpenPairs {
    /// What opens inside so many others is ignored.
    const DEEPEST: usize = 8;

    /// For a script of so many bytes per letter.
    pub(super) fn new(letter_bytes: usize) -> OpenPairs {
        let nothing = OpenPair { pair: Pair::Bracket, at: 0, waiting: 0 };
        OpenPairs { stack: [nothing; OpenPairs::DEEPEST], depth: 0, waiting: Vec::new(), letter_bytes }
    }

    #[inline]
    pub(super) fn is_inside(&self) -> bool {
        self.depth > 0
    }

    /// The innermost one of this kind.
    pub(super) fn find(&self, pair: Pair) -> Option<OpenPair> {
        self.stack[..self.depth].iter().rfind(|opened| opened.pair == pair).copied()
    }

    pub(super) fn open(&mut self, pair: Pair, at: usize) {
        if self.depth < OpenPairs::DEEPEST {
            self.stack[self.depth] = OpenPair { pair, at, waiting: self.waiting.len() };
            self.depth += 1;
        }
    }

    /// Closes the innermost one of this kind and all inside it; the ends that waited there are dropped.
    pub(super) fn close(&mut self, pair: Pair) -> Option<OpenPair> {
        let depth = self.stack[..self.depth].iter().rposition(|opened| opened.pair == pair)?;
        self.depth = depth;
        let opened = self.stack[depth];
        self.waiting.truncate(opened.waiting);
        Some(opened)
    }

    /// Holds back a sentence's end.
    pub(super) fn hold_back_end(&mut self, end: usize) {
        self.waiting.push(end);
    }

    /// Something was opened too far before `at`.
    #[inline]
    pub(super) fn is_expired(&self, at: usize) -> bool {
        self.depth > 0 && at - self.stack[0].at > self.stack[0].pair.longest_span() * self.letter_bytes
    }

    /// Gives up what was opened too far before `at`: calls `release` with the ends that waited for it alone.
    pub(super) fn drop_expired(&mut self, at: usize, mut release: impl FnMut(usize)) {
        while self.is_expired(at) {
            let upto = if self.depth > 1 { self.stack[1].waiting } else { self.waiting.len() };
            self.waiting.drain(..upto).for_each(&mut release);
            self.stack.copy_within(1.., 0);
            self.depth -= 1;
            for opened in &mut self.stack[..self.depth] {
                opened.waiting -= upto;
            }
        }
    }

    /// Gives up everything.
    pub(super) fn drop_all(&mut self, release: impl FnMut(usize)) {
        self.depth = 0;
        self.waiting.drain(..).for_each(release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_dropped_at_the_closer_and_let_go_without_one() {
        let mut open = OpenPairs::new(1);
        let mut ends = Vec::new();
        open.open(Pair::Bracket, 0);
        open.hold_back_end(10);
        open.open(Pair::Straight, 20);
        open.hold_back_end(30);
        assert_eq!(open.close(Pair::Straight).map(|opened| opened.at), Some(20));
        open.drop_expired(700, |end| ends.push(end));
        assert_eq!(ends, [10]);
        assert!(!open.is_inside());
        assert_eq!(open.close(Pair::Bracket), None);
    }

    #[test]
    fn an_old_bracket_goes_and_the_young_one_inside_it_stays() {
        let mut open = OpenPairs::new(1);
        let mut ends = Vec::new();
        open.open(Pair::Bracket, 0);
        open.hold_back_end(100);
        open.open(Pair::Straight, 590);
        open.hold_back_end(595);
        open.drop_expired(610, |end| ends.push(end));
        assert_eq!(ends, [100]);
        assert!(open.is_inside());
        open.close(Pair::Straight);
        open.drop_all(|end| ends.push(end));
        assert_eq!(ends, [100]);
    }
}
