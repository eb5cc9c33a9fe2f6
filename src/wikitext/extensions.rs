//! Extension tags in the first pass: footnotes, literals, poems and galleries.

use super::arguments;
use super::expand::{Expander, Footnote, Literal};
use super::index::{Node, Shape};
use super::marks;
use super::stops;
use super::tags::Extension;
use memchr::memchr;

impl Expander<'_> {
    /// A dropped template still calls its footnotes.
    pub fn keep_footnotes(&mut self, number: usize, node: &Node) {
        let mut next = number + 1;
        while next < node.next as usize {
            let child = self.page.nodes[next];
            if child.shape == Shape::Tag(Extension::Ref) {
                self.expand_reference(next, &child, false);
                next = child.next as usize;
            } else {
                next += 1;
            }
        }
    }

    /// A `<ref>`: its body becomes a footnote, once per name.
    fn expand_reference(&mut self, number: usize, node: &Node, marked: bool) {
        let head = self.page.source.get(node.start as usize..node.inner as usize).unwrap_or_default();
        let body = arguments::trim_range(self.page.source, node.inner as usize, node.inner_end as usize);
        if body.0 == body.1 || !self.is_new_reference(head) {
            if marked {
                self.write_mark(number, marks::SEAM);
            }
            return;
        }
        self.add_footnote(number, body, number + 1, marked);
    }

    /// `is_new_footnote` for the name and group of a tag.
    fn is_new_reference(&mut self, head: &str) -> bool {
        let name = read_attribute(head, "name");
        name.is_empty() || self.is_new_footnote(name, read_attribute(head, "group"))
    }

    /// No footnote of this name has been seen; one without a name is always new.
    pub fn is_new_footnote(&mut self, name: &str, group: &str) -> bool {
        name.is_empty() || self.out.named.insert([group, "/", name].concat())
    }

    /// Takes `body` as a footnote called by `node`; with a mark in the text unless its place is not shown.
    pub fn add_footnote(&mut self, node: usize, body: (usize, usize), first_node: usize, marked: bool) {
        let (from, to) = (body.0 as u32, body.1 as u32);
        let number = self.out.footnotes.len();
        self.out.footnotes.push(Footnote { from, to, node: first_node as u32, section: 0, footer: false });
        if marked {
            self.begin_replacement(node);
            marks::push_numbered(&mut self.out.text, marks::REFERENCE, number);
        }
    }

    pub fn expand_extension(&mut self, number: usize, node: &Node, extension: Extension, depth: u32) {
        match extension {
            Extension::Ref => self.expand_reference(number, node, true),
            Extension::References => {
                self.keep_footnotes(number, node);
                self.write_mark(number, marks::SEAM);
            }
            Extension::Nowiki if node.inner >= node.inner_end => self.write_mark(number, marks::GAP),
            Extension::Nowiki => self.expand_literal(number, node, false, true),
            Extension::Math | Extension::Chem | Extension::Ce => self.expand_literal(number, node, false, false),
            Extension::Pre => self.expand_literal(number, node, true, true),
            Extension::SyntaxHighlight | Extension::Source => {
                let head = self.page.source.get(node.start as usize..node.inner as usize).unwrap_or_default();
                let inline = head.split_ascii_whitespace().any(|word| word.trim_end_matches('>').starts_with("inline"));
                self.expand_literal(number, node, !inline, false);
            }
            Extension::Poem => {
                self.write_text(number, "\n<poem>\n");
                self.expand(node.inner as usize, node.inner_end as usize, number + 1, depth + 1);
                self.write_text(number, "\n</poem>\n");
            }
            Extension::Gallery => self.expand_gallery(number, node, depth),
            _ => self.write_mark(number, marks::SEAM),
        }
    }

    fn expand_literal(&mut self, number: usize, node: &Node, listing: bool, entities: bool) {
        let (from, to) = (node.inner, node.inner_end);
        let place = self.out.literals.len();
        self.out.literals.push(Literal { from, to, listing, entities });
        if listing {
            self.write_text(number, "\n\n");
        }
        self.begin_replacement(number);
        marks::push_numbered(&mut self.out.text, marks::LITERAL, place);
        if listing {
            self.write_text(number, "\n\n");
        }
    }

    /// A gallery's lines become pictures with captions.
    fn expand_gallery(&mut self, number: usize, node: &Node, depth: u32) {
        let bytes = self.page.source.as_bytes();
        let (mut from, to) = (node.inner as usize, node.inner_end as usize);
        let mut next = number + 1;
        self.write_text(number, "\n\n");
        while from < to {
            let (bar, child) = self.find_bar(from, to, next);
            let line = memchr(b'\n', &bytes[from..bar]).map(|offset| from + offset);
            if let Some(line) = line {
                from = line + 1;
                continue;
            }
            let (end, after) = self.find_line_end(bar, to, child);
            if bar < end {
                self.write_text(number, "\n[[File:x|");
                self.expand(bar + 1, end, child, depth + 1);
                self.write_text(number, "]]\n");
            }
            from = end + 1;
            next = after;
        }
        self.write_text(number, "\n\n");
    }

    /// The end of the line that `from` stands on, newlines inside nodes not counted; and the first node after it.
    fn find_line_end(&self, from: usize, to: usize, node: usize) -> (usize, usize) {
        let bytes = self.page.source.as_bytes();
        let (mut at, mut next) = (from, node);
        loop {
            let stop = self.page.nodes.get(next).map_or(to, |node| (node.start as usize).clamp(at, to));
            if let Some(offset) = memchr(b'\n', &bytes[at..stop]) {
                return (at + offset, next);
            }
            if stop >= to {
                return (to, next);
            }
            let node = &self.page.nodes[next];
            at = (node.end as usize).clamp(stop, to);
            next = node.next as usize;
            if at > from && bytes[at - 1] == b'\n' {
                return (at - 1, next);
            }
        }
    }
}

/// The value of an attribute of a tag: `<ref name="a b">`, `name` -> `a b`.
pub(super) fn read_attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let bytes = tag.as_bytes();
    let mut from = 4;
    loop {
        let equals = stops::find_sign(bytes, from, bytes.len(), [b'=']);
        if equals >= bytes.len() {
            return "";
        }
        let key = tag[..equals].trim_ascii_end();
        let value = tag[equals + 1..].trim_ascii_start();
        let start = key.len().saturating_sub(name.len());
        let named = key.get(start..).is_some_and(|key| key.eq_ignore_ascii_case(name))
            && start > 0
            && matches!(bytes[start - 1], b'"' | b'\'' | b' ' | b'\n' | b'\t');
        let quote = value.as_bytes().first().copied().filter(|quote| matches!(quote, b'"' | b'\''));
        let (skip, end) = match quote {
            Some(quote) => (1, memchr(quote, &value.as_bytes()[1..]).map_or(value.len(), |end| end + 1)),
            None => (0, value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len())),
        };
        if named {
            let value = &value[skip..end];
            return if quote.is_some() { value.trim() } else { value.trim_end_matches('/') };
        }
        from = (bytes.len() - value.len() + end).max(equals + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::read_attribute;

    #[test]
    fn an_attribute_is_read_with_and_without_quotes() {
        assert_eq!(read_attribute("<ref name=\"a b\" group=n>", "name"), "a b");
        assert_eq!(read_attribute("<ref name=\"a b\" group=n>", "group"), "n");
        assert_eq!(read_attribute("<ref name=k/>", "name"), "k");
        assert_eq!(read_attribute("<ref surname=k>", "name"), "");
    }
}
