//! The second pass: the state in which the expanded text is read, and how a block ends.
//!
//! `lines` tells the blocks apart, `inline` reads their text, `writer` tidies it.

use super::expand::{Footnote, Literal};
use super::footer;
use super::links::{Link, Links};
use super::quotes;
use super::site::Site;
use super::stops::Stops;
use super::writer::Writer;
use crate::blocks::Element;

/// The characters of a title that are kept in a section's path.
const TITLE_LIMIT: usize = 200;

/// A search result that is kept: the next place of something at or after `from`.
#[derive(Clone, Copy)]
pub(super) struct CachedSearch {
    from: usize,
    found: usize,
}

impl CachedSearch {
    pub const UNKNOWN: CachedSearch = CachedSearch { from: usize::MAX, found: 0 };

    /// Where `find` succeeds at or after `at`; asked again only when the last answer has been passed.
    pub fn find_from(&mut self, at: usize, find: impl FnOnce(usize) -> Option<usize>) -> usize {
        if at < self.from || at > self.found {
            *self = CachedSearch { from: at, found: find(at).unwrap_or(usize::MAX) };
        }
        self.found
    }
}

/// The reader of an expanded text.
pub(super) struct Body<'a> {
    pub source: &'a str,
    pub text: &'a str,
    pub site: &'a Site,
    pub stops: &'a Stops,
    pub links: &'a Links,
    pub literals: &'a [Literal],
    pub footnotes: &'a mut [Footnote],
    pub writer: Writer<'a>,
    /// What the line at hand makes its block.
    pub line: Element,
    /// The level of the heading at hand.
    pub level: u8,
    /// All blocks are of this element, whatever their lines say.
    pub forced: Option<Element>,
    pub tables: u32,
    pub html_tables: u32,
    pub table_caption: bool,
    pub quotes: u32,
    pub poems: u32,
    /// The item of an HTML list that is open.
    pub item: Option<Element>,
    pub section: u32,
    /// The level of the foot section that is open, 0 for none.
    pub footer: u8,
    /// The titles of the open sections, with their levels.
    path: Vec<(u8, String)>,
    /// Captions met in the block at hand, to be written after it.
    pub captions: Vec<(usize, usize)>,
    in_captions: bool,
    pub link_cursor: usize,
    pub apostrophes: quotes::QuoteLine,
    /// The link at hand that shows its target.
    pub bare_target: std::ops::Range<usize>,
    /// The label of an external link is open.
    pub external: bool,
    pub next_bracket: CachedSearch,
    pub next_newline: CachedSearch,
    pub next_variant: CachedSearch,
}

impl<'a> Body<'a> {
    pub fn new(
        source: &'a str,
        site: &'a Site,
        stops: &'a Stops,
        links: &'a Links,
        literals: &'a [Literal],
        footnotes: &'a mut [Footnote],
        writer: Writer<'a>,
    ) -> Body<'a> {
        Body {
            source,
            text: writer.text,
            site,
            stops,
            links,
            literals,
            footnotes,
            writer,
            line: Element::Paragraph,
            level: 0,
            forced: None,
            tables: 0,
            html_tables: 0,
            table_caption: false,
            quotes: 0,
            poems: 0,
            item: None,
            section: 0,
            footer: 0,
            path: Vec::new(),
            captions: Vec::new(),
            in_captions: false,
            link_cursor: 0,
            apostrophes: quotes::QuoteLine::default(),
            bare_target: 0..0,
            external: false,
            next_bracket: CachedSearch::UNKNOWN,
            next_newline: CachedSearch::UNKNOWN,
            next_variant: CachedSearch::UNKNOWN,
        }
    }

    /// Reads `from..to` as a block of the kind `line`.
    pub fn read_block(&mut self, from: usize, to: usize, line: Element) {
        self.line = line;
        self.write_inline(from, to);
        self.finish_block();
        self.line = Element::Paragraph;
    }

    /// What the block at hand is, in the light of what is open around it.
    fn current_element(&self) -> Element {
        match self.line {
            _ if self.in_captions => Element::Caption,
            line if line == Element::Heading => line,
            _ if self.forced.is_some() => self.forced.unwrap_or(self.line),
            _ if self.table_caption => Element::Caption,
            _ if self.tables + self.html_tables > 0 => Element::TableCell,
            Element::Paragraph => match self.item {
                Some(item) => item,
                None if self.quotes > 0 => Element::Quote,
                None => Element::Paragraph,
            },
            Element::Def if self.quotes > 0 => Element::Quote,
            line => line,
        }
    }

    /// Ends the block at hand, and writes the captions that it met.
    pub fn finish_block(&mut self) {
        let element = self.current_element();
        self.external = false;
        let block = self.writer.finish(element, self.section, self.footer > 0);
        if block.is_some() && element == Element::Heading {
            self.open_section();
        }
        if !self.captions.is_empty() && !self.in_captions {
            self.in_captions = true;
            let mut next = 0;
            while let Some((from, to)) = self.captions.get(next).copied() {
                self.apostrophes = quotes::QuoteLine::default();
                self.write_inline(from, to);
                self.writer.finish(Element::Caption, self.section, self.footer > 0);
                next += 1;
            }
            self.captions.clear();
            self.apostrophes = quotes::QuoteLine::default();
            self.in_captions = false;
        }
    }

    /// The heading just written opens a section, and is its first block.
    fn open_section(&mut self) {
        let blocks = &mut *self.writer.out;
        let Some(block) = blocks.blocks.last_mut() else { return };
        let title = &blocks.text[block.start as usize..block.end as usize];
        if self.footer == 0 || self.level <= self.footer {
            self.footer = if footer::is_footer_title(title) { self.level } else { 0 };
        }
        while self.path.last().is_some_and(|(level, _)| *level >= self.level) {
            self.path.pop();
        }
        // A title is repeated in the path of every section below it: a hostile one must not be long.
        let end = title.char_indices().nth(TITLE_LIMIT).map_or(title.len(), |(end, _)| end);
        self.path.push((self.level, title[..end].to_string()));
        let titles: Vec<&str> = self.path.iter().map(|(_, title)| title.as_str()).collect();
        self.section = blocks.sections.len() as u32;
        blocks.sections.push(titles.join(" / "));
        (block.section, block.footer) = (self.section, self.footer > 0);
    }

    /// A heading ends whatever was left open before it.
    pub fn close_open_elements(&mut self) {
        (self.tables, self.html_tables, self.quotes, self.poems) = (0, 0, 0, 0);
        self.table_caption = false;
        self.item = None;
    }

    /// The link that opens at `at`.
    pub fn find_link(&mut self, at: usize) -> Option<Link> {
        let all = &self.links.all;
        if all.get(self.link_cursor).is_none_or(|link| link.open as usize > at) {
            self.link_cursor = all.partition_point(|link| (link.open as usize) < at);
        }
        while all.get(self.link_cursor).is_some_and(|link| (link.open as usize) < at) {
            self.link_cursor += 1;
        }
        all.get(self.link_cursor).filter(|link| link.open as usize == at && link.close > 0).copied()
    }
}
