//! Plain text to blocks. A block's text is an exact stretch of the source.
//!
//! Blank lines part blocks. A single newline does too, unless the paragraph is evidently wrapped at a width, as e-mail, RFCs
//! and old e-books are: then it stays inside the block. Headings, list items and the foot of a Wikipedia page are known by
//! their looks. A line is a heading only if it looks like a title and prose follows it: a wrong heading names all that
//! follows and is never compared.

mod footers;
mod headings;

use crate::blocks::{Block, Blocks, Element, Piece};
use footers::is_footer_title;
use headings::{LONGEST_HEADING_CHARACTERS, is_title_like};

/// Wrapped lines are at most this long, in characters.
const WIDEST_WRAPPED_LINE: usize = 120;
/// Paragraphs of more lines are decided piecewise, so that a file of a billion short lines needs little memory.
const MOST_PARAGRAPH_LINES: usize = 1000;
/// So many lines in a row that look like titles may be one heading under another; more are a list or a menu.
const MOST_HEADINGS_IN_A_ROW: usize = 2;

/// Bytes that can end a line: line feed, carriage return, form feed, and the first bytes of U+0085, U+2028 and U+2029.
static LINE_END_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    table[b'\n' as usize] = true;
    table[b'\r' as usize] = true;
    table[0x0c] = true;
    table[0xc2] = true;
    table[0xe2] = true;
    table
};

/// Fills `out` with the blocks of a plain text; what it held before is forgotten.
///
/// `"History\nThe mill was built in 1843."` is a heading and a paragraph. Only the first 4 GB are read.
pub fn clean_plain_text(source: &str, out: &mut Blocks) {
    clean_titled_text(source, "", out);
}

/// Fills `out` with a plain text as a single block.
pub fn keep_whole_text(source: &str, out: &mut Blocks) {
    out.clear();
    let end = source.floor_char_boundary(u32::MAX as usize);
    out.text.push_str(&source[..end]);
    out.pieces.push(Piece { text: 0, source: 0, source_end: 0 });
    out.blocks.push(Block {
        element: Element::Paragraph,
        footer: false,
        lossy: false,
        section: 0,
        start: 0,
        end: end as u32,
        first_piece: 0,
        last_piece: 1,
    });
}

/// Fills `out` with the blocks of a plain text whose title is known: a heading that repeats it opens no section.
pub fn clean_titled_text(source: &str, title: &str, out: &mut Blocks) {
    out.clear();
    let mut end = source.len().min(u32::MAX as usize);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let source = &source[..end];
    let title = title.trim();
    let mut cleaner = Cleaner {
        source,
        title,
        out,
        path: Vec::new(),
        section: 0,
        is_footer: false,
        waiting: Vec::new(),
        in_a_row: 0,
    };
    let mut paragraph: Vec<Line> = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let (line, next, ends_page) = read_line(source, at);
        let is_blank = line.is_empty();
        if !is_blank {
            paragraph.push(line);
        }
        if is_blank || ends_page || paragraph.len() >= MOST_PARAGRAPH_LINES {
            cleaner.add_paragraph(&paragraph, is_blank || ends_page);
            paragraph.clear();
        }
        at = next;
    }
    cleaner.add_paragraph(&paragraph, true);
    cleaner.settle_waiting(None);
}

/// A line without the white space around it.
#[derive(Clone, Copy, Debug)]
struct Line {
    start: usize,
    end: usize,
    /// Its length with its indentation, in characters.
    width: usize,
}

impl Line {
    fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// The line at `at`, where the next one begins, and whether a form feed or a paragraph separator ends it.
fn read_line(source: &str, at: usize) -> (Line, usize, bool) {
    let bytes = source.as_bytes();
    let mut end = at;
    let (next, ends_page) = loop {
        match bytes[end..].iter().position(|byte| LINE_END_BYTES[*byte as usize]) {
            None => {
                end = bytes.len();
                break (end, false);
            }
            Some(skipped) => end += skipped,
        }
        match (bytes[end], bytes.get(end + 1..).unwrap_or(&[])) {
            (b'\n', _) => break (end + 1, false),
            (b'\r', rest) => break (end + 1 + usize::from(rest.first() == Some(&b'\n')), false),
            (b'\x0c', _) => break (end + 1, true),
            (0xc2, [0x85, ..]) => break (end + 2, false),
            (0xe2, [0x80, 0xa8, ..]) => break (end + 3, false),
            (0xe2, [0x80, 0xa9, ..]) => break (end + 3, true),
            _ => end += 1,
        }
    };
    let is_white = |letter: char| letter.is_whitespace() || matches!(letter, '\0' | '\u{feff}');
    let whole = &source[at..end];
    let text = whole.trim_end_matches(is_white);
    let width = text.bytes().filter(|byte| byte & 0xc0 != 0x80).count();
    let start = at + text.len() - text.trim_start_matches(is_white).len();
    let line = Line { start, end: at + text.len(), width };
    (Line { start: line.start.min(line.end), ..line }, next, ends_page)
}

/// Blocks in the making.
struct Cleaner<'a> {
    source: &'a str,
    title: &'a str,
    out: &'a mut Blocks,
    /// The open sections: their level and their name with those around them.
    path: Vec<(usize, String)>,
    section: u32,
    is_footer: bool,
    /// Lines between blank ones that look like titles: headings, if prose follows.
    waiting: Vec<Line>,
    /// How many such lines came one after another.
    in_a_row: usize,
}

impl Cleaner<'_> {
    fn line_text(&self, line: Line) -> &str {
        &self.source[line.start..line.end]
    }

    /// A run of lines without a blank one. `is_whole` unless it was cut for its length.
    fn add_paragraph(&mut self, lines: &[Line], is_whole: bool) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return;
        };
        if is_whole && lines.len() == 1 && self.wait_for_prose(*first) {
            return;
        }
        if lines.len() > 1 && is_wrapped(self.source, lines) {
            let is_item = is_list_item(self.line_text(*first));
            let whole = Line { start: first.start, end: last.end, width: first.width * lines.len() };
            self.settle_waiting((!is_item).then_some(whole));
            self.push_block(if is_item { Element::ListItem } else { Element::Paragraph }, first.start, last.end);
            return;
        }
        let prose = if lines.len() > 1 && self.is_heading(*first, lines.get(1).copied()) { lines[1] } else { *first };
        self.settle_waiting(Some(prose));
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let next = lines.get(at + 1);
            if next.is_some_and(|next| is_underline(self.line_text(*next))) && line.width <= LONGEST_HEADING_CHARACTERS
            {
                self.add_heading(*line, 1);
                at += 2;
                continue;
            }
            self.add_line(*line, next.copied());
            at += 1;
        }
    }

    /// Keeps a line between blank ones that may be a heading until it is known what follows it.
    fn wait_for_prose(&mut self, line: Line) -> bool {
        let text = self.line_text(line);
        let is_plain = find_marked_heading(text).is_none() && !is_footer_title(text) && !is_list_item(text);
        if !is_plain || ends_with_stop(text) || self.is_title(text) || !is_title_like(text, line.width) {
            return false;
        }
        self.in_a_row += 1;
        self.waiting.push(line);
        if self.waiting.len() > MOST_HEADINGS_IN_A_ROW {
            let first = self.waiting.remove(0);
            self.push_block(Element::Paragraph, first.start, first.end);
        }
        true
    }

    /// Adds the lines that wait: as headings if `next` is prose that they can be headings of, else as text.
    fn settle_waiting(&mut self, next: Option<Line>) {
        let waiting = std::mem::take(&mut self.waiting);
        let are_few = std::mem::take(&mut self.in_a_row) <= MOST_HEADINGS_IN_A_ROW;
        for line in waiting {
            if are_few && self.is_before_prose(line, next) {
                self.add_heading(line, 1);
            } else {
                self.push_block(Element::Paragraph, line.start, line.end);
            }
        }
    }

    /// A line that is a block of its own.
    fn add_line(&mut self, line: Line, next: Option<Line>) {
        let text = self.line_text(line);
        if let Some((level, inner)) = find_marked_heading(text) {
            let start = line.start + inner.0;
            self.add_heading(Line { start, end: line.start + inner.1, width: line.width }, level);
        } else if is_footer_title(text) || (self.out.blocks.is_empty() && self.is_title(text)) {
            self.add_heading(line, 1);
        } else if is_list_item(text) {
            self.push_block(Element::ListItem, line.start, line.end);
        } else if self.is_heading(line, next) {
            self.add_heading(line, 1);
        } else {
            self.push_block(Element::Paragraph, line.start, line.end);
        }
    }

    /// Whether a line looks like a title and the line right below it is prose.
    fn is_heading(&self, line: Line, next: Option<Line>) -> bool {
        let text = self.line_text(line);
        if let Some(title) = text.strip_suffix('.') {
            // Some extractors put a full stop behind headings: "History."
            let is_short = title.split_whitespace().count() <= 3 && !title.contains(['"', '“', '\'', '’', ',', '.']);
            let is_marked = line.width <= 15 && title.chars().all(is_wide_letter);
            return is_short && is_title_like(title, line.width) && (is_marked || self.is_before_long(line, next));
        }
        !ends_with_stop(text) && is_title_like(text, line.width) && self.is_before_prose(line, next)
    }

    /// Prose ends with a stop, does not go on with a small letter, and is longer than its heading. At a page's foot, where
    /// short lines are plenty, it must be much longer.
    fn is_before_prose(&self, line: Line, next: Option<Line>) -> bool {
        let is_longer = next.is_some_and(|next| {
            let text = self.line_text(next);
            next.width > line.width * 3 / 2
                && ends_with_stop(text)
                && !text.starts_with(char::is_lowercase)
                && !is_list_item(text)
                && find_marked_heading(text).is_none()
        });
        is_longer && (!self.is_footer || self.is_before_long(line, next))
    }

    fn is_before_long(&self, line: Line, next: Option<Line>) -> bool {
        next.is_some_and(|next| next.width >= 60.max(3 * line.width) && ends_with_stop(self.line_text(next)))
    }

    fn is_title(&self, text: &str) -> bool {
        !text.is_empty() && text.to_lowercase() == self.title.to_lowercase()
    }

    /// Adds a heading and opens its section.
    fn add_heading(&mut self, line: Line, level: usize) {
        let title = self.line_text(line).trim_end_matches(['.', ':', '：']).trim_end().to_string();
        self.is_footer = is_footer_title(&title);
        while self.path.last().is_some_and(|(open, _)| *open >= level) {
            self.path.pop();
        }
        let name = match self.path.last() {
            _ if self.is_title(&title) => String::new(),
            Some((_, outer)) if !outer.is_empty() => format!("{outer} / {title}"),
            _ => title,
        };
        self.path.push((level, name.clone()));
        self.section = if name.is_empty() { 0 } else { self.out.sections.len() as u32 };
        if !name.is_empty() {
            self.out.sections.push(name);
        }
        self.push_block(Element::Heading, line.start, line.end);
    }

    fn push_block(&mut self, element: Element, start: usize, end: usize) {
        if start >= end {
            return;
        }
        let text = self.out.text.len() as u32;
        self.out.text.push_str(&self.source[start..end]);
        let piece = self.out.pieces.len() as u32;
        self.out.pieces.push(Piece { text: 0, source: start as u32, source_end: start as u32 });
        self.out.blocks.push(Block {
            element,
            footer: self.is_footer,
            lossy: false,
            section: self.section,
            start: text,
            end: self.out.text.len() as u32,
            first_piece: piece,
            last_piece: piece + 1,
        });
    }
}

/// The lines are one paragraph, wrapped at a width.
///
/// Either every line goes on with a small letter and the last one ends with a stop, or no line but a few would have had room
/// for the first word of the next one.
fn is_wrapped(source: &str, lines: &[Line]) -> bool {
    let text = |line: &Line| &source[line.start..line.end];
    let longest = lines.iter().map(|line| line.width).max().unwrap_or(0);
    let (Some((last, head)), Some((_, tail))) = (lines.split_last(), lines.split_first()) else {
        return false;
    };
    let is_marked =
        |line: &Line| is_list_item(text(line)) || is_underline(text(line)) || find_marked_heading(text(line)).is_some();
    // Columns, as in page headers and tables.
    if lines.iter().any(|line| line.width <= WIDEST_WRAPPED_LINE && text(line).contains("    ")) {
        return false;
    }
    if longest > WIDEST_WRAPPED_LINE
        || head.is_empty()
        || tail.iter().any(is_marked)
        || find_marked_heading(text(&lines[0])).is_some()
    {
        return false;
    }
    let stops = head.iter().filter(|line| ends_with_stop(text(line))).count();
    if stops == head.len() || head.iter().any(|line| is_footer_title(text(line))) {
        return false;
    }
    let small = tail.iter().filter(|line| text(line).starts_with(char::is_lowercase)).count();
    if small == tail.len() && stops == 0 && ends_with_stop(text(last)) {
        return true;
    }
    if text(&lines[0]).chars().any(is_wide_letter) && !text(&lines[0]).contains(' ') {
        return is_wrapped_without_blanks(source, lines, longest);
    }
    let has_room = |pair: &[Line]| {
        let word = text(&pair[1]).split_whitespace().next().map_or(0, |word| word.chars().count());
        pair[0].width + 1 + word <= longest
    };
    let roomy = lines.windows(2).filter(|pair| has_room(pair)).count();
    let enough_small = if tail.len() == 1 { small == 1 || longest >= 60 } else { small * 4 >= tail.len() };
    longest >= 40 && roomy * 8 <= head.len() && enough_small
}

/// Lines of Chinese or Japanese of nearly the same length, the last one not longer.
fn is_wrapped_without_blanks(source: &str, lines: &[Line], longest: usize) -> bool {
    let Some((last, head)) = lines.split_last() else {
        return false;
    };
    let is_even = head.iter().all(|line| line.width + 3 >= longest);
    (15..=60).contains(&longest) && is_even && ends_with_stop(&source[last.start..last.end])
}

/// Chinese and Japanese letters.
fn is_wide_letter(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The line ends a sentence, closing quotes and brackets aside.
fn ends_with_stop(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']', '」', '』', '）', '*', '_']);
    text.ends_with(['.', '!', '?', '…', '。', '！', '？', '．', '؟', '۔', '।', '։', '።', '။', '។'])
}

/// `* x`, `- x`, `• x`, `1. x`, `(a) x`, `a) x`, and the `o  x` of RFCs.
fn is_list_item(text: &str) -> bool {
    let mut letters = text.chars();
    match letters.next() {
        Some('•' | '‣' | '⁃' | '◦' | '▪' | '·') => return true,
        Some('*' | '-' | '+' | '–') => return letters.next() == Some(' '),
        Some('o') if letters.as_str().starts_with("  ") => return true,
        _ => {}
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let digits = inner.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let tail = match (digits, inner.as_bytes()) {
        (1..=3, _) => &inner.as_bytes()[digits..],
        (0, [b'a'..=b'z', tail @ ..]) => tail,
        _ => return false,
    };
    match tail {
        [b'.' | b')', b' ' | b'\t', ..] => digits > 0 || tail[0] == b')',
        _ => false,
    }
}

/// `# Title` and `== Title ==`: the level, and where the title stands in the line.
fn find_marked_heading(text: &str) -> Option<(usize, (usize, usize))> {
    let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
    if (1..=6).contains(&hashes) && text.as_bytes().get(hashes) == Some(&b' ') {
        let title = text[hashes..].trim_matches([' ', '#', '\t']);
        let start = hashes + text[hashes..].find(title)?;
        return (!title.is_empty()).then_some((hashes, (start, start + title.len())));
    }
    let signs = text.bytes().take_while(|byte| *byte == b'=').count();
    if (2..=6).contains(&signs) && text.len() > 2 * signs && text.ends_with(&text[..signs]) {
        let title = text.trim_matches(['=', ' ']);
        let start = text.find(title)?;
        return (!title.is_empty()).then_some((signs - 1, (start, start + title.len())));
    }
    None
}

/// A line of `===` or `---` under a heading.
fn is_underline(text: &str) -> bool {
    text.len() >= 3 && (text.bytes().all(|byte| byte == b'=') || text.bytes().all(|byte| byte == b'-'))
}

#[cfg(test)]
mod tests;
