//! The one pass over a block: jumps from one byte that matters to the next, keeps what is open, and asks `stop` at stops.

use super::find::find;
use super::language::Language;
use super::letters::{char_at, char_before, gap, is_wide_stop};
use super::numbering::Numbering;
use super::open::{Open, Opened, Pair};
use super::quick;
use super::rules::Rules;
use super::sink::Sink;
use super::stop::{Run, Stop};

/// A block being split.
pub(super) struct Scan<'a> {
    text: &'a str,
    rules: &'static Rules,
    open: Open,
    numbering: Numbering,
    sink: Sink<'a>,
}

impl<'a> Scan<'a> {
    /// Splits a whole block. One where nothing matters before its last byte, as most table cells, is one sentence.
    pub(super) fn run(text: &'a str, rules: &'static Rules, out: &'a mut Vec<(u32, u32)>) {
        let bytes = text.as_bytes();
        let mut sink = Sink::new(text, out);
        let mut found = find(bytes, 0);
        if found.is_none_or(|at| at + 1 >= bytes.len()) {
            return sink.end(bytes.len());
        }
        let mut scan = Scan { text, rules, open: Open::new(), numbering: Numbering::of(text), sink };
        while let Some(at) = found {
            found = find(bytes, scan.step(bytes[at], at));
        }
        scan.break_at(bytes.len());
    }

    /// Handles what stands at `at`; returns where to go on.
    #[inline]
    fn step(&mut self, byte: u8, at: usize) -> usize {
        match byte {
            b'.' => match self.numbering.item_at(self.text, self.sink.start(), at) {
                Some(begin) => self.item(begin, at),
                None => self.full_stop(at),
            },
            b'!' | b'?' => self.stop(at),
            b';' if self.rules.language != Language::Greek => at + 1,
            b';' => self.stop(at),
            b'\n' | b'\r' | b'\x0c' => self.newline(at),
            b')' => match self.numbering.item_at(self.text, self.sink.start(), at) {
                Some(begin) => self.item(begin, at),
                None => self.close(Pair::Bracket, at),
            },
            b'(' | b'[' | b'{' => self.open(Pair::Bracket, at),
            b']' | b'}' => self.close(Pair::Bracket, at),
            b'\'' if at > 0 && self.text.as_bytes()[at - 1].is_ascii_alphanumeric() => at + 1,
            _ => self.letter(char_at(self.text, at).unwrap_or('\0'), at),
        }
    }

    fn letter(&mut self, letter: char, at: usize) -> usize {
        let after = at + letter.len_utf8().max(1);
        match letter {
            '–' | '—' => {}
            '（' | '［' | '【' | '〔' | '｛' => _ = self.open(Pair::Bracket, at),
            '《' | '〈' => _ = self.open(Pair::Title, at),
            '「' | '『' | '｢' => _ = self.open(Pair::Corner, at),
            '„' => _ = self.open(Pair::Curly, at),
            '‘' => _ = self.open(Pair::Single, at),
            '"' | '\'' | '’' | '“' | '”' | '«' | '»' => self.quote(letter, at),
            '•' | '⁃' | '‣' | '◦' | '▪' if self.numbering.is_item(self.text, at) => self.break_at(at),
            '\u{2029}' => return self.newline(at),
            '…' | '‼' | '⁇' | '⁈' | '⁉' | '‽' | '⋯' => return self.stop(at),
            '\u{37e}' if self.rules.language == Language::Greek => return self.stop(at),
            _ if is_wide_stop(letter) => return self.stop(at),
            _ => {
                if let Some(pair) = closing(letter) {
                    self.close(pair, at);
                }
            }
        }
        after
    }

    /// A quote that can open and close: what stands around it tells which it does.
    fn quote(&mut self, letter: char, at: usize) {
        let (pair, is_either) = match letter {
            '"' => (Pair::Straight, true),
            '\'' | '’' => (Pair::Single, letter == '\''),
            '“' | '”' => (Pair::Curly, letter == '”'),
            _ => (Pair::Angle, true),
        };
        let before = char_before(self.text, at);
        let next = char_at(self.text, at + letter.len_utf8());
        let is_left = before
            .is_none_or(|before| before.is_whitespace() || matches!(before, '(' | '[' | '—' | '–' | '“' | '‘' | '/'));
        if pair == Pair::Single
            && !is_left
            && !before.is_some_and(|before| matches!(before, '.' | ',' | '!' | '?' | '…'))
        {
            return;
        }
        let opened = self.open.find(pair).map(|opened| char_at(self.text, opened.at));
        let opens = match letter {
            '“' => opened != Some(Some('„')) && opened != Some(Some('“')),
            '«' | '»' => opened.is_none() || opened == Some(Some(letter)),
            _ => {
                is_either
                    && is_left
                    && next.is_some_and(|next| !next.is_whitespace())
                    && (letter != '”' || opened.is_none())
            }
        };
        self.expire(at);
        if opens {
            if opened.is_some() {
                let sink = &mut self.sink;
                self.open.give_up(|end| sink.end(end));
            }
            self.open.open(pair, at);
        } else {
            self.open.close(pair);
        }
    }

    /// A full stop. One at the end of the block is left to `run`, which ends the last sentence anyway.
    #[inline]
    fn full_stop(&mut self, at: usize) -> usize {
        if at + 1 == self.text.len() {
            return at + 1;
        }
        self.expire(at);
        match quick::ends(self.text.as_bytes(), self.sink.start(), at, self.rules) {
            Some(false) => {}
            Some(true) if !self.sink.has_word(at) => {}
            Some(true) => self.end(at + 1),
            None => return self.stop(at),
        }
        at + 1
    }

    /// A stop: reads its run and the closing marks, and asks whether the sentence ends.
    fn stop(&mut self, at: usize) -> usize {
        self.expire(at);
        let run = Run::read(self.text, at, self.rules.language == Language::Greek);
        if matches!(char_before(self.text, at), Some('[' | '(')) {
            return run.end;
        }
        let (after, closed) = self.closers(run.end);
        let is_stop_again = after > run.end
            && char_at(self.text, after).is_some_and(|next| matches!(next, '.' | '!' | '?') || is_wide_stop(next));
        if is_stop_again || !self.sink.has_word(at) {
            return after;
        }
        let stop = Stop { text: self.text, rules: self.rules, start: self.sink.start(), at, run, after, closed };
        if stop.ends() {
            self.end(after);
        }
        after
    }

    /// Ends the sentence at `at`, or when what is open was never closed.
    #[inline]
    fn end(&mut self, at: usize) {
        if self.open.is_inside() {
            self.open.wait(at);
        } else {
            self.sink.end(at);
        }
    }

    /// The place behind the closing quotes, brackets and reference marks at `at`, and the outermost pair they closed.
    fn closers(&mut self, mut at: usize) -> (usize, Option<Opened>) {
        let mut closed = None;
        while let Some(letter) = char_at(self.text, at) {
            let after = at + letter.len_utf8();
            let next = char_at(self.text, after);
            let is_before_word = next.is_some_and(|next| next.is_alphanumeric() && next.is_ascii());
            let pair = match letter {
                '"' if self.open.find(Pair::Straight).is_some() || !is_before_word => Pair::Straight,
                '\'' | '’' if !is_before_word => Pair::Single,
                '”' => Pair::Curly,
                '“' if self.open.find(Pair::Curly).is_some_and(|opened| char_at(self.text, opened.at) == Some('„')) => {
                    Pair::Curly
                }
                '»' | '«' if self.open.find(Pair::Angle).is_some() => Pair::Angle,
                ' ' | '\u{a0}' | '\u{202f}' if next == Some('»') && self.open.find(Pair::Angle).is_some() => {
                    at = after;
                    continue;
                }
                '[' => match reference(self.text, at) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => break,
                },
                '¹' | '²' | '³' | '\u{2070}'..='\u{2079}' => {
                    at = after;
                    continue;
                }
                '*' | '_' if next.is_none_or(|next| next.is_whitespace() || next == letter) => {
                    at = after;
                    continue;
                }
                _ => match closing(letter) {
                    Some(pair) => pair,
                    None => break,
                },
            };
            closed = self.open.close(pair).or(closed);
            at = after;
        }
        (at, closed)
    }

    /// White space with a line end in it. Two in a row end the sentence, and whatever is open.
    fn newline(&mut self, at: usize) -> usize {
        let (end, is_end) = gap(self.text, at);
        if is_end {
            self.break_at(at);
            self.numbering = Numbering::of(self.text.get(end..).unwrap_or(""));
        }
        end
    }

    /// An item of a list in one line begins at `begin`; its marker's last sign is at `at`.
    fn item(&mut self, begin: usize, at: usize) -> usize {
        self.break_at(begin);
        at + 1 + usize::from(self.text.as_bytes().get(at + 1) == Some(&b')'))
    }

    /// Ends the sentence at `at` whatever is open.
    fn break_at(&mut self, at: usize) {
        let sink = &mut self.sink;
        self.open.give_up(|end| sink.end(end));
        self.sink.end(at);
    }

    #[inline]
    fn open(&mut self, pair: Pair, at: usize) -> usize {
        self.expire(at);
        self.open.open(pair, at);
        at + 1
    }

    #[inline]
    fn close(&mut self, pair: Pair, at: usize) -> usize {
        self.expire(at);
        self.open.close(pair);
        at + 1
    }

    #[inline]
    fn expire(&mut self, at: usize) {
        if self.open.is_expired(at) {
            let sink = &mut self.sink;
            self.open.expire(at, |end| sink.end(end));
        }
    }
}

/// The pair that a mark closes wherever it stands.
fn closing(letter: char) -> Option<Pair> {
    match letter {
        ')' | ']' | '}' | '）' | '］' | '】' | '〕' | '｝' => Some(Pair::Bracket),
        '》' | '〉' => Some(Pair::Title),
        '」' | '』' | '｣' => Some(Pair::Corner),
        _ => None,
    }
}

/// The end of a reference mark: `[3]`, `[note 2]`, `[citation needed]`: at most 30 bytes, and glued to the stop.
fn reference(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let window = &bytes[at + 1..bytes.len().min(at + 32)];
    let length = window.iter().position(|byte| matches!(byte, b']' | b'[' | b'.' | b'\n'))?;
    (length > 0 && window[length] == b']').then_some(at + length + 2)
}
