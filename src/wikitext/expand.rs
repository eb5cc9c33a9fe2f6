//! The first pass: the page with its comments, footnotes and templates resolved, still in wikitext.
//!
//! What it writes is read again by `lines` and `inline`, as in MediaWiki: a template may give a list, a table or half
//! a link. `map` leads each byte of it back to the source.

use super::arguments::{self, Argument};
use super::index::{Node, Shape};
use super::kind::TemplateKind;
use super::marks;
use super::names;
use super::render;
use super::site::Site;
use super::stops;
use crate::blocks::Piece;
use memchr::memchr;
use std::borrow::Cow;
use std::collections::HashSet;

/// Templates nested deeper than this are dropped.
pub(super) const DEPTH_LIMIT: u32 = 40;

/// A stretch of the source to be shown as it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal {
    pub from: u32,
    pub to: u32,
    /// A listing of its own, not part of a line.
    pub listing: bool,
    /// Its entities are decoded.
    pub entities: bool,
}

/// A footnote's body, and the section that it was called from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footnote {
    pub from: u32,
    pub to: u32,
    pub node: u32,
    pub section: u32,
    pub footer: bool,
}

/// What the pass gives; reusable.
#[derive(Default)]
pub(super) struct ExpandedText {
    /// The expanded wikitext.
    pub text: String,
    /// Where its bytes came from.
    pub map: Vec<Piece>,
    /// What the marks `LITERAL` stand for.
    pub literals: Vec<Literal>,
    /// What the marks `REFERENCE` stand for.
    pub footnotes: Vec<Footnote>,
    pub named: HashSet<String>,
    spare: Vec<Vec<Argument>>,
    /// Memory for a text in the making.
    pub scratch: String,
}

impl ExpandedText {
    /// Forgets the page, keeps the memory.
    pub fn clear(&mut self) {
        self.clear_text();
        self.literals.clear();
        self.footnotes.clear();
        self.named.clear();
    }

    /// Forgets the text alone; the marks stay valid.
    pub fn clear_text(&mut self) {
        self.text.clear();
        self.map.clear();
    }
}

/// The page at hand.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    pub source: &'a str,
    pub title: &'a str,
    pub nodes: &'a [Node],
    pub site: &'a Site,
}

/// A template at its place: what a renderer is given.
#[derive(Clone, Copy)]
pub(super) struct TemplateCall<'b> {
    pub node: usize,
    pub arguments: &'b [Argument],
    pub depth: u32,
}

/// The pass itself.
pub(super) struct Expander<'a> {
    pub page: Page<'a>,
    pub out: &'a mut ExpandedText,
    /// A footnote's body is being expanded: citations are text here.
    pub in_footnote: bool,
    /// Up to here in the source it is known whether only templates follow on the line.
    pub line_known: (usize, bool),
    /// Up to here the last line of the output is known to be blank.
    pub blank_line: usize,
}

impl<'a> Expander<'a> {
    /// Expands `from..to` of the source, where `node` is the first node at or after `from`.
    pub fn expand(&mut self, from: usize, to: usize, node: usize, depth: u32) {
        let mut at = from;
        let mut next = node;
        while let Some(node) = self.page.nodes.get(next).copied() {
            if node.start as usize >= to {
                break;
            }
            self.copy(at, node.start as usize);
            at = at.max(node.end as usize);
            let skip = self.expand_node(next, &node, depth);
            at = at.max(skip);
            next = node.next as usize;
        }
        self.copy(at, to);
    }

    /// Copies `from..to` of the source as it stands.
    pub fn copy(&mut self, from: usize, to: usize) {
        let Some(text) = self.page.source.get(from..to.max(from)) else { return };
        if text.is_empty() {
            return;
        }
        let at = self.out.text.len() as u32;
        let source = from as u32;
        let joins = matches!(self.out.map.last(), Some(last)
            if last.source == last.source_end && last.source + (at - last.text) == source);
        if !joins {
            self.out.map.push(Piece { text: at, source, source_end: source });
        }
        self.out.text.push_str(text);
    }

    /// Writes `text` for the whole of `node`.
    pub fn write_text(&mut self, node: usize, text: &str) {
        if !text.is_empty() {
            self.begin_replacement(node);
            self.out.text.push_str(text);
        }
    }

    /// What is written next stands for `node`.
    pub fn begin_replacement(&mut self, node: usize) {
        let Some(node) = self.page.nodes.get(node) else { return };
        let text = self.out.text.len() as u32;
        self.out.map.push(Piece { text, source: node.start, source_end: node.end });
    }

    /// Leaves a mark that something was dropped here.
    pub fn write_mark(&mut self, node: usize, mark: u8) {
        self.begin_replacement(node);
        self.out.text.push(char::from(mark));
    }

    /// Writes an argument as it stands in the page, its own templates expanded.
    pub fn write_argument(&mut self, argument: &Argument, depth: u32) {
        self.expand(argument.from as usize, argument.to as usize, argument.node as usize, depth + 1);
    }

    /// An argument's text, its own templates expanded.
    pub fn expand_argument(&mut self, argument: &Argument, depth: u32) -> Cow<'a, str> {
        self.expand_to_text(argument.from as usize, argument.to as usize, argument.node as usize, depth)
    }

    /// The expansion of a stretch of the source, not written to the page.
    pub fn expand_to_text(&mut self, from: usize, to: usize, node: usize, depth: u32) -> Cow<'a, str> {
        let source: &'a str = self.page.source;
        if self.page.nodes.get(node).is_none_or(|node| node.start as usize >= to) {
            return Cow::Borrowed(source.get(from..to).unwrap_or_default());
        }
        let (text, map) = (self.out.text.len(), self.out.map.len());
        self.expand(from, to, node, depth + 1);
        let value = self.out.text.split_off(text);
        self.out.map.truncate(map);
        Cow::Owned(value)
    }

    /// Handles one node; gives up to where the source is done with, when that is past the node's end.
    fn expand_node(&mut self, number: usize, node: &Node, depth: u32) -> usize {
        match node.shape {
            Shape::Dead => return self.skip_residue(number, node),
            Shape::Comment => {}
            Shape::Parameter => self.expand_parameter(number, node, depth),
            Shape::Template if depth > DEPTH_LIMIT => self.write_mark(number, marks::LOSS),
            Shape::Template => self.expand_template(number, node, depth),
            Shape::Tag(extension) => self.expand_extension(number, node, extension, depth),
        }
        0
    }

    /// An unclosed box leaves its first line behind: dropped when an argument's line follows. The text of an unclosed
    /// footnote must not stick to the word before it.
    fn skip_residue(&mut self, number: usize, node: &Node) -> usize {
        let bytes = self.page.source.as_bytes();
        let (start, end) = (node.start as usize, node.end as usize);
        if bytes.get(start..start + 4).is_some_and(|tag| tag.eq_ignore_ascii_case(b"<ref")) {
            self.write_text(number, " ");
        }
        if start == end || bytes[start] != b'{' || start > 0 && bytes[start - 1] != b'\n' {
            return 0;
        }
        let Some(line) = memchr(b'\n', &bytes[end..]) else { return 0 };
        let after = bytes[end + line..].iter().find(|byte| !byte.is_ascii_whitespace());
        let inside = self.page.nodes.get(node.next as usize).is_some_and(|next| (next.start as usize) < end + line);
        if after == Some(&b'|') && !inside { end + line } else { 0 }
    }

    /// `{{{name|default}}}` on a page shows its default.
    fn expand_parameter(&mut self, number: usize, node: &Node, depth: u32) {
        let (from, to) = (node.inner as usize, node.inner_end as usize);
        let bar = self.find_bar(from, to, number + 1);
        if depth > DEPTH_LIMIT || bar.0 >= to {
            return self.write_mark(number, marks::LOSS);
        }
        self.expand(bar.0 + 1, to, bar.1, depth + 1);
    }

    /// Where the first bar in `from..to` stands outside of the nodes (`to` if nowhere), and the first node after it.
    pub fn find_bar(&self, from: usize, to: usize, node: usize) -> (usize, usize) {
        let bytes = self.page.source.as_bytes();
        let (mut at, mut next) = (from, node);
        loop {
            let stop = self.page.nodes.get(next).map_or(to, |node| (node.start as usize).clamp(at, to));
            let bar = stops::find_sign(bytes, at, stop, [b'|']);
            if bar < stop {
                return (bar, next);
            }
            if stop >= to {
                return (to, next);
            }
            let node = &self.page.nodes[next];
            at = (node.end as usize).clamp(stop, to);
            next = node.next as usize;
        }
    }

    fn expand_template(&mut self, number: usize, node: &Node, depth: u32) {
        let (from, to) = (node.inner as usize, node.inner_end as usize);
        let (bar, after) = self.find_bar(from, to, number + 1);
        let plain = self.page.nodes.get(number + 1).is_none_or(|child| child.start as usize >= bar);
        let head = if plain { bar } else { (self.page.nodes[number + 1].start as usize).clamp(from, bar) };
        let colon = stops::find_sign(self.page.source.as_bytes(), from, head, [b':']);
        if colon < head && render::functions::render_function(self, number, (from, colon), (bar, after), depth) {
            return;
        }
        let mut buffer = names::NameBuffer::default();
        let kind = if plain {
            names::find_kind(self.page.source.get(from..bar).unwrap_or_default(), self.page.site, &mut buffer)
        } else {
            let name = self.expand_to_text(from, bar, number + 1, depth);
            names::find_kind(name.trim_matches(|c: char| c < ' '), self.page.site, &mut buffer)
        };
        let Some(kind) = kind else { return self.expand_unknown(number, node, depth) };
        match kind {
            TemplateKind::Text(text) => self.write_text(number, text),
            TemplateKind::Silent => {
                self.keep_footnotes(number, node);
                self.write_mark(number, marks::SEAM);
            }
            TemplateKind::Loss => self.write_mark(number, marks::LOSS),
            TemplateKind::Banner => {
                self.keep_footnotes(number, node);
                if depth > 0 || !self.is_on_own_line(node) {
                    self.write_mark(number, marks::SEAM);
                }
            }
            _ => {
                let mut list = self.out.spare.pop().unwrap_or_default();
                list.clear();
                if bar < to {
                    arguments::split_arguments(self.page.source, self.page.nodes, bar + 1, to, after, &mut list);
                }
                let call = TemplateCall { node: number, arguments: &list, depth };
                render::render_template(self, kind, call, buffer.name());
                self.out.spare.push(list);
            }
        }
    }

    /// A template that no rule knows: a box or banner of its own line is silent, one amid text is a loss.
    fn expand_unknown(&mut self, number: usize, node: &Node, depth: u32) {
        self.keep_footnotes(number, node);
        if depth > 0 || !self.is_on_own_line(node) {
            self.write_mark(number, marks::LOSS);
        }
    }

    /// Nothing but templates stand on the template's line, or it begins its line and spans several.
    pub fn is_on_own_line(&mut self, node: &Node) -> bool {
        let text = self.out.text.as_bytes();
        let unknown = text.get(self.blank_line..).unwrap_or_default();
        let blanks = unknown.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let begins = blanks == unknown.len() || unknown[unknown.len() - blanks - 1] == b'\n';
        if !begins {
            return false;
        }
        self.blank_line = text.len();
        let bytes = self.page.source.as_bytes();
        let (start, end) = (node.start as usize, node.end as usize);
        if memchr(b'\n', &bytes[start..end]).is_some() {
            return true;
        }
        if end <= self.line_known.0 {
            return self.line_known.1;
        }
        let mut at = end;
        let mut next = node.next as usize;
        let alone = loop {
            at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
            match self.page.nodes.get(next) {
                Some(sibling) if sibling.start as usize <= at && sibling.shape != Shape::Dead => {
                    at = at.max(sibling.end as usize);
                    next = sibling.next as usize;
                    if bytes[at - 1] == b'\n' {
                        break true;
                    }
                }
                _ => break bytes.get(at).is_none_or(|&byte| byte == b'\n'),
            }
        };
        self.line_known = (at, alone);
        alone
    }
}
