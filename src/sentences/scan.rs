//! The one pass over a block: jumps from one byte that matters to the next, keeps what is open, and asks `stop` at stops.

use super::fast_path;
use super::find::find_next;
use super::letters::{char_at, char_before, find_gap_end, is_wide_stop};
use super::list_markers::ListMarkers;
use super::open::{OpenPair, OpenPairs, Pair};
use super::row::Colon;
use super::rules::Rules;
use super::sink::Sink;
use super::stop::{Stop, StopRun};

/// A block being split.
pub(super) struct Scan<'a> {
    pub(super) text: &'a str,
    rules: &'static Rules,
    pub(super) open: OpenPairs,
    numbering: ListMarkers,
    /// The quotes with blanks around them: none yet, closed, or open.
    pub(super) quote_apart: Option<bool>,
    pub(super) sink: Sink<'a>,
}

impl<'a> Scan<'a> {
    /// Splits a whole block. One where nothing matters before its last byte, as most table cells, is one sentence.
    pub(super) fn run(text: &'a str, rules: &'static Rules, out: &'a mut Vec<(u32, u32)>) {
        let bytes = text.as_bytes();
        let mut sink = Sink::new(text, out);
        let mut found = find_next(bytes, 0);
        if found.is_none_or(|at| at + 1 >= bytes.len()) {
            return sink.end_sentence(bytes.len());
        }
        let letter_bytes = rules.row.script.map_or(1, |(first, _)| first.len_utf8());
        let open = OpenPairs::new(letter_bytes);
        let mut scan = Scan { text, rules, open, numbering: ListMarkers::from_text(text), quote_apart: None, sink };
        while let Some(at) = found {
            found = find_next(bytes, scan.handle_byte(bytes[at], at));
        }
        scan.end_unconditionally(bytes.len());
    }

    /// Handles what stands at `at`; returns where to go on.
    #[inline]
    fn handle_byte(&mut self, byte: u8, at: usize) -> usize {
        match byte {
            b'.' => match self.numbering.find_item(self.text, self.sink.start(), at) {
                Some(begin) => self.begin_item(begin, at),
                None => self.handle_full_stop(at),
            },
            b'!' | b'?' => self.handle_stop(at),
            b';' | b':' if !self.is_own_stop(at) => at + 1,
            b';' | b':' => self.handle_stop(at),
            b'\n' | b'\r' | b'\x0c' => self.handle_newline(at),
            b')' => match self.numbering.find_item(self.text, self.sink.start(), at) {
                Some(begin) => self.begin_item(begin, at),
                None => self.close_pair(Pair::Bracket, at),
            },
            b'(' | b'[' | b'{' => self.open_pair(Pair::Bracket, at),
            b']' | b'}' => self.close_pair(Pair::Bracket, at),
            b'\'' if at > 0 && self.text.as_bytes()[at - 1].is_ascii_alphanumeric() => at + 1,
            _ => self.handle_letter(char_at(self.text, at).unwrap_or('\0'), at),
        }
    }

    fn handle_letter(&mut self, letter: char, at: usize) -> usize {
        let after = at + letter.len_utf8().max(1);
        match letter {
            '–' | '—' => {}
            '（' | '［' | '【' | '〔' | '｛' => _ = self.open_pair(Pair::Bracket, at),
            '《' | '〈' => _ = self.open_pair(Pair::Title, at),
            '「' | '『' | '｢' => _ = self.open_pair(Pair::Corner, at),
            '„' => _ = self.open_pair(Pair::Curly, at),
            '‘' => _ = self.open_pair(Pair::Single, at),
            '"' | '\'' | '’' | '“' | '”' | '«' | '»' => self.handle_quote(letter, at),
            '•' | '⁃' | '‣' | '◦' | '▪' if self.numbering.is_bullet_item(self.text, at) => {
                self.end_unconditionally(at)
            }
            '\u{2029}' => return self.handle_newline(at),
            '…' | '‼' | '⁇' | '⁈' | '⁉' | '‽' | '⋯' => return self.handle_stop(at),
            '\u{37e}' | '፡' if self.is_own_stop(at) => return self.handle_stop(at),
            _ if is_wide_stop(letter) => return self.handle_stop(at),
            _ => {
                if let Some(pair) = find_closed_pair(letter) {
                    self.close_pair(pair, at);
                }
            }
        }
        after
    }

    /// What is no stop elsewhere is one here: the Greek question mark, the Armenian colon, two Ethiopic ones.
    fn is_own_stop(&self, at: usize) -> bool {
        let row = self.rules.row;
        match char_at(self.text, at) {
            Some(';' | '\u{37e}') => row.semicolon_asks,
            Some(':') if row.colon == Colon::Double => char_at(self.text, at + 1) == Some(':'),
            Some(':') => row.colon == Colon::Single,
            Some('፡') => char_at(self.text, at + '፡'.len_utf8()) == Some('፡'),
            _ => false,
        }
    }

    /// A full stop. One at the end of the block is left to `run`, which ends the last sentence anyway.
    #[inline]
    fn handle_full_stop(&mut self, at: usize) -> usize {
        if at + 1 == self.text.len() {
            return at + 1;
        }
        self.drop_expired_pairs(at);
        match fast_path::decide_quickly(self.text.as_bytes(), self.sink.start(), at, self.rules) {
            Some(false) => {}
            Some(true) if !self.sink.has_word(at) => {}
            Some(true) => self.end_sentence(at + 1),
            None => return self.handle_stop(at),
        }
        at + 1
    }

    /// A stop: reads its run and the closing marks, and asks whether the sentence ends.
    fn handle_stop(&mut self, at: usize) -> usize {
        self.drop_expired_pairs(at);
        let run = StopRun::read(self.text, at, self.rules.row);
        if matches!(char_before(self.text, at), Some('[' | '(')) {
            return run.end;
        }
        let (after, closed) = self.skip_closing_marks(run.end);
        let is_stop_again = after > run.end
            && char_at(self.text, after).is_some_and(|next| matches!(next, '.' | '!' | '?') || is_wide_stop(next));
        if is_stop_again || !self.sink.has_word(at) {
            return after;
        }
        let stop = Stop { text: self.text, rules: self.rules, start: self.sink.start(), at, run, after, closed };
        if stop.ends_sentence() {
            self.end_sentence(after);
        }
        after
    }

    /// Ends the sentence at `at`, or when what is open was never closed.
    #[inline]
    fn end_sentence(&mut self, at: usize) {
        if self.open.is_inside() {
            self.open.hold_back_end(at);
        } else {
            self.sink.end_sentence(at);
        }
    }

    /// The place behind the closing quotes, brackets and reference marks at `at`, and the outermost pair they closed.
    fn skip_closing_marks(&mut self, mut at: usize) -> (usize, Option<OpenPair>) {
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
                ' ' if self.is_reference_apart(after) => {
                    at = after;
                    continue;
                }
                ' ' if self.is_closing_quote_apart(at) => {
                    self.quote_apart = Some(false);
                    at = after;
                    continue;
                }
                '`' if !is_before_word => {
                    at = after;
                    continue;
                }
                '[' => match find_reference_end(self.text, at) {
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
                _ => match find_closed_pair(letter) {
                    Some(pair) => pair,
                    None => break,
                },
            };
            closed = self.open.close(pair).or(closed);
            at = after;
        }
        (at, closed)
    }

    /// A reference mark after the blank behind a stop: "gas. [1] It". In a list of references it opens an item instead.
    fn is_reference_apart(&self, at: usize) -> bool {
        let is_list = self.text.as_bytes().get(self.sink.start()) == Some(&b'[');
        if is_list || self.text.as_bytes().get(at) != Some(&b'[') {
            return false;
        }
        let Some(end) = find_reference_end(self.text, at) else {
            return false;
        };
        let label = &self.text[at + 1..end - 1];
        let is_numbered = label.bytes().all(|byte| byte.is_ascii_digit()) && label.len() <= 3;
        (is_numbered || label == "citation needed")
            && matches!(self.text.as_bytes().get(end), None | Some(b' ' | b'\n' | b'['))
    }

    /// White space with a line end in it. Two in a row end the sentence, and whatever is open.
    fn handle_newline(&mut self, at: usize) -> usize {
        let (end, is_end) = find_gap_end(self.text, at);
        if is_end {
            self.end_unconditionally(at);
            self.numbering = ListMarkers::from_text(self.text.get(end..).unwrap_or(""));
            self.quote_apart = None;
        }
        end
    }

    /// An item of a list in one line begins at `begin`; its marker's last sign is at `at`.
    fn begin_item(&mut self, begin: usize, at: usize) -> usize {
        self.end_unconditionally(begin);
        at + 1 + usize::from(self.text.as_bytes().get(at + 1) == Some(&b')'))
    }

    /// Ends the sentence at `at` whatever is open.
    fn end_unconditionally(&mut self, at: usize) {
        let sink = &mut self.sink;
        self.open.drop_all(|end| sink.end_sentence(end));
        self.sink.end_sentence(at);
    }

    #[inline]
    fn open_pair(&mut self, pair: Pair, at: usize) -> usize {
        self.drop_expired_pairs(at);
        self.open.open(pair, at);
        at + 1
    }

    #[inline]
    fn close_pair(&mut self, pair: Pair, at: usize) -> usize {
        self.drop_expired_pairs(at);
        self.open.close(pair);
        at + 1
    }

    #[inline]
    pub(super) fn drop_expired_pairs(&mut self, at: usize) {
        if self.open.is_expired(at) {
            let sink = &mut self.sink;
            self.open.drop_expired(at, |end| sink.end_sentence(end));
        }
    }
}

/// The pair that a mark closes wherever it stands.
fn find_closed_pair(letter: char) -> Option<Pair> {
    match letter {
        ')' | ']' | '}' | '）' | '］' | '】' | '〕' | '｝' => Some(Pair::Bracket),
        '》' | '〉' => Some(Pair::Title),
        '」' | '』' | '｣' => Some(Pair::Corner),
        _ => None,
    }
}

/// The end of a reference mark: `[3]`, `[note 2]`, `[citation needed]`: at most 30 bytes, and glued to the stop.
fn find_reference_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let window = &bytes[at + 1..bytes.len().min(at + 32)];
    let length = window.iter().position(|byte| matches!(byte, b']' | b'[' | b'.' | b'\n'))?;
    (length > 0 && window[length] == b']').then_some(at + length + 2)
}
