//! Texts cut into paragraphs, each of which can be parsed alone: no template, table, link or footnote is cut in two.
//!
//! What a paragraph means can depend on the headings above it (a list under "References" is no prose), so each is given
//! with them. Where a bracket is never closed, the rest of the text is one paragraph.

use std::sync::Arc;

use memchr::{memchr, memmem};

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// MediaWiki's.
    Wikitext,
    /// Plain text, or Markdown.
    Plain,
    /// HTML, which is not cut.
    Html,
}

impl Markup {
    /// The markup that a cleaner's name stands for.
    pub fn from_name(name: &str) -> Markup {
        match name {
            "wikitext" => Markup::Wikitext,
            "html" | "fragment" => Markup::Html,
            _ => Markup::Plain,
        }
    }
}

/// Gives every paragraph of a text, with the lines of the headings above it; a heading is a paragraph of its own.
///
/// `"Intro.\n== A ==\nOne.\n\nTwo."` -> `("", "Intro.")`, `("", "== A ==")`, `("== A ==\n", "One.")`, ...
pub fn cut_paragraphs<'a>(text: &'a str, markup: Markup, each: impl FnMut(&str, &'a str)) {
    match markup {
        Markup::Wikitext => Scan::new(text).cut(Mark::start(), each, |_| true),
        Markup::Plain => cut_plain(text, each),
        Markup::Html => push_trimmed(text, "", each),
    }
}

fn push_trimmed<'a>(text: &'a str, headings: &str, mut each: impl FnMut(&str, &'a str)) {
    let text = text.trim_ascii();
    if !text.is_empty() {
        each(headings, text);
    }
}

/// Blank lines part paragraphs, except within the fences of a listing.
fn cut_plain<'a>(text: &'a str, mut each: impl FnMut(&str, &'a str)) {
    let (mut start, mut at, mut is_fenced) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_ascii();
        if trimmed.starts_with("```") {
            is_fenced = !is_fenced;
        }
        if trimmed.is_empty() && !is_fenced {
            push_trimmed(&text[start..at], "", &mut each);
            start = at + line.len();
        }
        at += line.len();
    }
    push_trimmed(&text[start..], "", &mut each);
}

/// Elements that may hold line breaks and brackets of their own: they are passed over whole.
const SPANNING: [(&[u8], &[u8]); 11] = [
    (b"ref", b"</ref"),
    (b"nowiki", b"</nowiki"),
    (b"pre", b"</pre"),
    (b"math", b"</math"),
    (b"source", b"</source"),
    (b"syntaxhighlight", b"</syntaxhighlight"),
    (b"gallery", b"</gallery"),
    (b"blockquote", b"</blockquote"),
    (b"poem", b"</poem"),
    (b"timeline", b"</timeline"),
    (b"code", b"</code"),
];
const COMMENT: usize = SPANNING.len();

/// Deeper brackets are not counted: a page has a handful, an attack has millions.
const DEEPEST: usize = 1_000;

/// The bytes that a line is searched for; most bytes are none of them.
static IS_SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let (special, mut place) = (b"\n{}[]<", 0);
    while place < special.len() {
        table[special[place] as usize] = true;
        place += 1;
    }
    table
};

const TEMPLATE: u8 = b'{';
const TABLE: u8 = b'|';
const LINK: u8 = b'[';

pub(super) struct Scan<'a> {
    text: &'a str,
    /// What is open at the place of the scan.
    open: Vec<u8>,
    /// Elements (and comments) that have no end after the place of the scan: they are not searched for again.
    unclosed: [bool; COMMENT + 1],
    /// Whether something had no end in the whole rest of the text, so that a change there can change what is before it.
    pub(super) is_endless: bool,
}

/// A place at which a paragraph begins, with nothing open: a scan can go on from here.
#[derive(Clone)]
pub(super) struct Mark {
    pub(super) at: usize,
    pub(super) headings: Arc<Headings>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scan { text, open: Vec::new(), unclosed: [false; COMMENT + 1], is_endless: false }
    }

    /// Gives the paragraphs from a mark on. `passes` hears of every mark, and ends the scan if it says no.
    pub(super) fn cut(
        &mut self,
        from: Mark,
        mut each: impl FnMut(&str, &'a str),
        mut passes: impl FnMut(&Mark) -> bool,
    ) {
        let (text, mut start, mut at, mut was_list) = (self.text, from.at, from.at, false);
        let mut headings = from.headings;
        while at < text.len() {
            let end = memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |length| at + length);
            let line = &text[at..end];
            let (blank, level) = (line.trim_ascii().is_empty(), find_heading_level(line));
            if (blank || level.is_some()) && self.open.iter().all(|&each| each == LINK) {
                self.open.clear(); // a link ends with its paragraph
            }
            if self.open.is_empty() {
                let is_list = line.starts_with(['*', '#', ':', ';']);
                if blank || level.is_some() || is_list || was_list {
                    push_trimmed(&text[start..at], &headings.lines, &mut each);
                    start = at;
                    if !passes(&Mark { at, headings: headings.clone() }) {
                        return;
                    }
                }
                was_list = is_list;
                if let Some(level) = level {
                    Arc::make_mut(&mut headings).leave(level);
                    push_trimmed(line, &headings.lines, &mut each);
                    Arc::make_mut(&mut headings).enter(level, line);
                    at = end + 1;
                    start = at.min(text.len());
                    continue;
                }
            }
            at = self.pass_line(at);
        }
        push_trimmed(&text[start.min(text.len())..], &headings.lines, &mut each);
    }

    /// Passes over the line that begins at `at`, and over the lines that an element in it spans; gives the next one's.
    fn pass_line(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let indent = bytes[at..].iter().position(|byte| !matches!(byte, b' ' | b'\t' | b':')).unwrap_or(0);
        let head = &bytes[at + indent..];
        if head.starts_with(b"{|") {
            self.push_open(TABLE);
        } else if head.starts_with(b"|}") && !head.starts_with(b"|}}") && self.open.last() == Some(&TABLE) {
            self.open.pop();
        }
        let mut at = at;
        while let Some(step) = bytes[at..].iter().position(|&byte| IS_SPECIAL[byte as usize]) {
            at += step;
            let (byte, pair) = (bytes[at], bytes.get(at + 1) == bytes.get(at));
            at += match byte {
                b'\n' => return at + 1,
                b'{' if pair => self.push_open(TEMPLATE),
                b'[' if pair => self.push_open(LINK),
                b'}' if pair => self.pop_open(TEMPLATE),
                b']' if pair => self.pop_open(LINK),
                b'<' => self.pass_element(at),
                _ => 1,
            };
        }
        bytes.len()
    }

    fn push_open(&mut self, what: u8) -> usize {
        if self.open.len() < DEEPEST {
            self.open.push(what);
        }
        2
    }

    fn pop_open(&mut self, what: u8) -> usize {
        if self.open.last() == Some(&what) {
            self.open.pop();
        }
        2
    }

    /// The length of the comment or element that begins at `at`; 1 where it is none that spans lines, or has no end.
    fn pass_element(&mut self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        if rest.starts_with(b"<!--") {
            return self.find_end(COMMENT, rest, b"-->").map_or(1, |end| end + b"-->".len());
        }
        let found = SPANNING.iter().position(|(name, _)| {
            rest.len() > name.len() + 1
                && rest[1..=name.len()].eq_ignore_ascii_case(name)
                && matches!(rest[name.len() + 1], b'>' | b'/' | b' ' | b'\t' | b'\n')
        });
        let Some(number) = found else { return 1 };
        match memchr(b'>', rest) {
            Some(end) if end > 0 && rest[end - 1] == b'/' => end + 1,
            Some(end) => self.find_end(number, &rest[end..], SPANNING[number].1).map_or(1, |length| end + length),
            None => {
                self.is_endless = true;
                1
            }
        }
    }

    fn find_end(&mut self, number: usize, rest: &[u8], end: &[u8]) -> Option<usize> {
        if self.unclosed[number] {
            return None;
        }
        let found = memmem::find(rest, end);
        self.unclosed[number] = found.is_none();
        self.is_endless |= found.is_none();
        found
    }
}

/// 2 for `== History ==`.
fn find_heading_level(line: &str) -> Option<usize> {
    let line = line.trim_ascii_end().as_bytes();
    if line.len() < 3 || line[0] != b'=' || line[line.len() - 1] != b'=' {
        return None;
    }
    let before = line.iter().take_while(|&&byte| byte == b'=').count();
    let after = line.iter().rev().take_while(|&&byte| byte == b'=').count();
    Some(before.min(after).min(6).min((line.len() - 1) / 2))
}

impl Mark {
    /// The beginning of a text.
    pub(super) fn start() -> Mark {
        Mark { at: 0, headings: Arc::default() }
    }
}

/// The headings above a place, outer first.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Headings {
    /// A line each.
    lines: String,
    /// The level of each, and where its line begins.
    levels: Vec<(usize, usize)>,
}

impl Headings {
    fn leave(&mut self, level: usize) {
        while let Some(&(inner, start)) = self.levels.last()
            && inner >= level
        {
            self.levels.pop();
            self.lines.truncate(start);
        }
    }

    fn enter(&mut self, level: usize, line: &str) {
        self.levels.push((level, self.lines.len()));
        self.lines.push_str(line.trim_ascii_end());
        self.lines.push('\n');
    }
}
