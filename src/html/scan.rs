//! One pass over a page: tags move a stack of open elements, text goes to the block they make.

use memchr::memchr;

use super::hints::{is_beside, is_invisible};
use super::tags::{Role, TAG_COUNT, Tag};
use super::tokens::{Attributes, Markup, TagReader};
use super::writer::{Surroundings, Writer};
use crate::blocks::Element;
use crate::entities::decode_reference;

/// How far back an open element is looked for that a new one ends without saying so (`<li>` after `<li>`).
const LOOK_BACK: usize = 32;

const NO_SURROUNDINGS: Surroundings = Surroundings {
    element: Element::Paragraph,
    level: 0,
    is_hidden: false,
    is_pre: false,
    is_link: false,
    beside: 0,
    in_main: false,
    in_article: false,
};

/// The state of a pass.
pub(super) struct Scan<'a> {
    source: &'a str,
    tokens: TagReader<'a>,
    writer: Writer<'a>,
    open: Vec<(Tag, Surroundings)>,
    /// How many of each element are open, so that an end tag without a beginning costs nothing.
    counts: [u32; TAG_COUNT],
    /// Raw elements that are known to have no end.
    has_no_end: [bool; TAG_COUNT],
    /// Whether hints are followed.
    main_only: bool,
}

impl<'a> Scan<'a> {
    pub fn new(source: &'a str, main_only: bool, writer: Writer<'a>) -> Self {
        Scan {
            source,
            tokens: TagReader::new(source),
            writer,
            open: Vec::new(),
            counts: [0; TAG_COUNT],
            has_no_end: [false; TAG_COUNT],
            main_only,
        }
    }

    /// Goes over the whole page.
    pub fn run(mut self) -> Writer<'a> {
        let bytes = self.source.as_bytes();
        let mut at = 0;
        let mut from = 0;
        while let Some(found) = memchr(b'<', &bytes[at..]) {
            let sign = at + found;
            let markup = self.tokens.read_markup(sign);
            if let Markup::Sign = markup {
                at = sign + 1;
                continue;
            }
            self.add_text(from, sign);
            at = match markup {
                Markup::Nothing { end } => end,
                Markup::Characters { from, to, end } => {
                    self.add_characters(from, to);
                    end
                }
                Markup::Open { tag: Some(tag), attributes, is_empty, end } => {
                    self.open_tag(tag, &attributes, is_empty, sign, end)
                }
                Markup::Close { tag: Some(tag), end } => {
                    self.close_tag(tag);
                    end
                }
                Markup::Open { end, .. } | Markup::Close { end, .. } => end,
                Markup::Cut | Markup::Sign => bytes.len(),
            };
            from = at;
        }
        self.add_text(from, bytes.len());
        self.writer.end_block();
        self.writer
    }

    fn surroundings(&self) -> Surroundings {
        self.open.last().map_or(NO_SURROUNDINGS, |(_, around)| *around)
    }

    /// Enters an element; gives the place to go on from.
    fn open_tag(&mut self, tag: Tag, attributes: &Attributes<'_>, is_empty: bool, start: usize, end: usize) -> usize {
        let role = tag.role();
        match role {
            Role::Void => return end,
            Role::Break => {
                self.add_line_break(start, end);
                return end;
            }
            Role::Raw => {
                if let Some(after) = self.pass_raw(tag, end) {
                    return after;
                }
            }
            _ => {}
        }
        self.end_implied(tag);
        let around = self.find_surroundings(tag, attributes);
        if role.is_block() {
            self.writer.end_block();
        }
        if role == Role::Rule || is_empty {
            return end;
        }
        self.open.push((tag, around));
        self.counts[tag.index()] += 1;
        if role == Role::Pre {
            let rest = &self.source[end..];
            return end + if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        }
        end
    }

    /// Passes over a script, a style, a title ...; `None` when it has no end and its tag is to count as any other.
    fn pass_raw(&mut self, tag: Tag, end: usize) -> Option<usize> {
        if self.has_no_end[tag.index()] {
            return None;
        }
        match self.tokens.find_raw_end(tag, end) {
            Some(close) => Some(close),
            // What follows can only be code.
            None if matches!(tag.name(), "script" | "style") => Some(self.source.len()),
            None => {
                self.has_no_end[tag.index()] = true;
                None
            }
        }
    }

    /// What is around the text in a new element.
    fn find_surroundings(&self, tag: Tag, attributes: &Attributes<'_>) -> Surroundings {
        let mut around = self.surroundings();
        match tag.role() {
            Role::Hidden | Role::Raw | Role::Head => around.is_hidden = true,
            Role::Own(element) => around.element = element,
            Role::Heading(level) => (around.element, around.level) = (Element::Heading, level),
            Role::Pre => (around.element, around.is_pre) = (Element::Code, true),
            Role::Link => around.is_link = true,
            Role::Main if tag.name() == "main" => around.in_main = true,
            Role::Main => around.in_article = true,
            Role::Beside => around.beside = around.beside.max(self.rate_as_side_matter(tag)),
            _ => {}
        }
        around.in_main |= attributes.role.eq_ignore_ascii_case(b"main");
        around.is_hidden |= is_invisible(attributes);
        if self.main_only && (attributes.is_aria_hidden || is_beside(tag, attributes)) {
            // A block can be brought back when nothing else is left of the page, a few words in a line cannot.
            if tag.role().is_block() {
                around.beside = 2;
            } else {
                around.is_hidden = true;
            }
        }
        around
    }

    /// A whole page may stand in a form, and an article's header holds its title.
    fn rate_as_side_matter(&self, tag: Tag) -> u8 {
        let around = self.surroundings();
        match tag.name() {
            "form" => 1,
            "header" if around.in_main || around.in_article => 0,
            _ => 2,
        }
    }

    /// Ends what the beginning of `tag` ends: a paragraph, the list item before, the page's head.
    fn end_implied(&mut self, tag: Tag) {
        if self.open.last().is_some_and(|(top, _)| top.role() == Role::Head) && !belongs_to_head(tag) {
            self.pop_to(self.open.len() - 1);
        }
        if !tag.role().is_block() {
            return;
        }
        let (ended, within): (&[&str], &[&str]) = match tag.name() {
            "li" => (&["li"], &["ul", "ol", "menu", "dir"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl"]),
            "td" | "th" => (&["td", "th", "caption"], &["tr", "table"]),
            "tr" => (&["tr", "caption"], &["table"]),
            "body" => (&["head"], &["html"]),
            "p" => (&["p", "h1", "h2", "h3", "h4", "h5", "h6"], &[]),
            _ if matches!(tag.role(), Role::Heading(_)) => (&["p", "h1", "h2", "h3", "h4", "h5", "h6"], &[]),
            _ => (&["p"], &[]),
        };
        let first = self.open.len().saturating_sub(LOOK_BACK);
        for index in (first..self.open.len()).rev() {
            let name = self.open[index].0.name();
            if ended.contains(&name) {
                return self.pop_to(index);
            }
            // Paragraphs and headings end only what is directly around them.
            let is_wall = if within.is_empty() { self.open[index].0.role().is_block() } else { within.contains(&name) };
            if is_wall {
                return;
            }
        }
    }

    fn close_tag(&mut self, tag: Tag) {
        let role = tag.role();
        if role.is_block() {
            self.writer.end_block();
        }
        if role == Role::Break {
            return;
        }
        if self.counts[tag.index()] == 0 {
            return;
        }
        if matches!(role, Role::Inline | Role::Link) {
            let first = self.open.len().saturating_sub(LOOK_BACK);
            let inline = (first..self.open.len()).rev().take_while(|&index| !self.open[index].0.role().is_block());
            if let Some(index) = inline.into_iter().find(|&index| self.open[index].0 == tag) {
                self.pop_to(index);
            }
            return;
        }
        if let Some(index) = self.open.iter().rposition(|(open, _)| *open == tag) {
            self.pop_to(index);
        }
    }

    /// Leaves the element at `index` and all within it.
    fn pop_to(&mut self, index: usize) {
        if self.open[index..].iter().any(|(tag, _)| tag.role().is_block()) {
            self.writer.end_block();
        }
        for (tag, _) in self.open.drain(index..) {
            self.counts[tag.index()] -= 1;
        }
    }

    fn add_line_break(&mut self, start: usize, end: usize) {
        let around = self.surroundings();
        if around.is_hidden {
        } else if around.is_pre {
            self.writer.replace(start, end, '\n', around);
        } else {
            self.writer.add_blank(start, end);
        }
    }

    /// Adds text in which entities are decoded and, but in `<pre>`, blanks folded.
    fn add_text(&mut self, from: usize, end: usize) {
        let around = self.surroundings();
        if !around.is_hidden && from < end {
            self.write_text(from, end, around, true);
        }
    }

    /// Adds text that has no entities.
    fn add_characters(&mut self, from: usize, end: usize) {
        let around = self.surroundings();
        if !around.is_hidden {
            self.write_text(from, end, around, false);
        }
    }

    fn write_text(&mut self, mut from: usize, end: usize, around: Surroundings, decodes: bool) {
        let bytes = &self.source.as_bytes()[..end];
        let mut at = from;
        while at < end {
            let class = CLASSES[usize::from(bytes[at])];
            if class == PLAIN || (class != AMPERSAND && around.is_pre) || (class == AMPERSAND && !decodes) {
                at += 1;
                continue;
            }
            // One blank between two words, by far the most frequent, needs no stop.
            if bytes[at] == b' '
                && at > from
                && bytes.get(at + 1).is_some_and(|&next| CLASSES[usize::from(next)] == PLAIN)
            {
                at += 2;
                continue;
            }
            let (character, length) = match class {
                BLANK => (Some(' '), 1),
                AMPERSAND => {
                    decode_reference(&bytes[at..]).map_or((None, 1), |(character, length)| (Some(character), length))
                }
                _ => measure_wide_blank(&bytes[at..]).map_or((None, 1), |length| (Some(' '), length)),
            };
            let Some(character) = character else {
                at += length;
                continue;
            };
            self.writer.copy(from, at, around);
            let mut to = at + length;
            if character.is_whitespace() && !around.is_pre {
                to += bytes[to..].iter().take_while(|&&byte| CLASSES[usize::from(byte)] == BLANK).count();
                self.writer.add_blank(at, to);
            } else {
                self.writer.replace(at, to, character, around);
            }
            (at, from) = (to, to);
        }
        self.writer.copy(from, end, around);
    }
}

fn belongs_to_head(tag: Tag) -> bool {
    matches!(tag.name(), "title" | "meta" | "link" | "script" | "style" | "base" | "noscript" | "template" | "object")
}

const PLAIN: u8 = 0;
const BLANK: u8 = 1;
const AMPERSAND: u8 = 2;
/// May begin a blank outside ASCII.
const WIDE_BLANK_LEAD: u8 = 3;

static CLASSES: [u8; 256] = {
    let mut classes = [PLAIN; 256];
    classes[b' ' as usize] = BLANK;
    classes[b'\t' as usize] = BLANK;
    classes[b'\n' as usize] = BLANK;
    classes[b'\r' as usize] = BLANK;
    classes[0x0C] = BLANK;
    classes[b'&' as usize] = AMPERSAND;
    classes[0xC2] = WIDE_BLANK_LEAD;
    classes[0xE2] = WIDE_BLANK_LEAD;
    classes[0xE3] = WIDE_BLANK_LEAD;
    classes
};

/// The length of a blank outside ASCII: a no-break space, a thin one, an ideographic one.
fn measure_wide_blank(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [0xC2, 0xA0, ..] => Some(2),
        [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..] | [0xE2, 0x81, 0x9F, ..] | [0xE3, 0x80, 0x80, ..] => Some(3),
        _ => None,
    }
}
