//! The index of a page: where its comments, extension tags and braces begin and end.
//!
//! One linear pass with an explicit stack, in the order of MediaWiki's preprocessor: braces match the innermost
//! opening run, three before two. Every search for a closing tag is remembered, so that no input makes it quadratic.

use super::tags::{self, Extension};
use memchr::{memchr, memchr3, memmem};

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing: an unmatched run of braces or an unclosed tag, deleted.
    Dead,
    /// `{{name|arguments}}`.
    Template,
    /// `{{{name|default}}}`.
    Parameter,
    /// `<!-- … -->`.
    Comment,
    /// `<ref>…</ref>` and its like.
    Tag(Extension),
}

/// A construct of the page; nodes stand in the order of their beginning, a node's children right after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub start: u32,
    pub end: u32,
    /// What is between the braces or the tags.
    pub inner: u32,
    pub inner_end: u32,
    /// The first node that is not inside this one.
    pub next: u32,
    pub shape: Shape,
}

/// An opening that waits for its end.
enum Frame {
    /// `count` braces from `start`; their nodes are reserved from `first`, the last `free` of them still unused.
    Braces { start: usize, count: usize, first: usize, free: usize },
    /// An extension tag whose closing tag begins at `close` and ends at `end`; the tag around it closes at `outer`.
    Tag { node: usize, close: usize, end: usize, outer: usize },
}

/// Reusable memory of the pass.
#[derive(Default)]
pub(super) struct NodeIndex {
    /// The constructs found.
    pub nodes: Vec<Node>,
    frames: Vec<Frame>,
    /// Per extension: from where the last search for its closing tag began and what it found.
    closers: Vec<(usize, usize)>,
    /// The same for the end of a comment.
    comment_end: (usize, usize),
    /// Where the innermost open extension tag closes: nothing inside it reaches further.
    barrier: usize,
}

const NOT_FOUND: usize = usize::MAX;

impl NodeIndex {
    /// Finds the nodes of `source`: `a {{b}} c` has one, `2..7`.
    pub fn build(&mut self, source: &str) {
        self.nodes.clear();
        self.frames.clear();
        self.closers.clear();
        self.closers.resize(tags::EXTENSION_COUNT, (NOT_FOUND, 0));
        self.comment_end = (NOT_FOUND, 0);
        self.barrier = NOT_FOUND;
        let bytes = source.as_bytes();
        // Most pages have no control character but the line end, which becomes the largest byte here, and the others
        // the smallest: only then the exact test.
        let least = bytes.iter().fold(u8::MAX, |least, byte| least.min((byte ^ b'\n').wrapping_sub(1)));
        let controls = least < 0x1f && bytes.iter().fold(false, |any, &byte| any | is_control(byte));
        let mut at = 0;
        while let Some(found) = find_next_special(bytes, at, controls) {
            if found >= self.barrier {
                at = self.close_tag();
                continue;
            }
            at = match bytes[found] {
                b'{' => self.open_braces(bytes, found),
                b'}' => self.close_braces(bytes, found),
                b'<' => self.read_tag(bytes, found),
                _ => {
                    self.push_leaf(found, found + 1, Shape::Dead);
                    found + 1
                }
            };
        }
        while let Some(frame) = self.frames.pop() {
            self.abandon_opening(&frame);
        }
    }

    fn push_leaf(&mut self, start: usize, end: usize, shape: Shape) {
        let next = self.nodes.len() as u32 + 1;
        let (start, end) = (start as u32, end as u32);
        self.nodes.push(Node { start, end, inner: end, inner_end: end, next, shape });
    }

    fn open_braces(&mut self, bytes: &[u8], at: usize) -> usize {
        let count = count_run(bytes, at, b'{');
        if count >= 2 {
            let first = self.nodes.len();
            for _ in 0..count / 2 {
                self.push_leaf(at, at, Shape::Dead);
            }
            self.frames.push(Frame::Braces { start: at, count, first, free: count / 2 });
        }
        at + count
    }

    fn close_braces(&mut self, bytes: &[u8], at: usize) -> usize {
        let mut left = count_run(bytes, at, b'}');
        let mut at = at;
        let total = self.nodes.len() as u32;
        while left >= 2 {
            let Some(Frame::Braces { start, count, first, free }) = self.frames.last_mut() else { break };
            let taken = left.min(*count).min(3);
            let node = *first + *free - 1;
            let inner = *start + *count;
            *count -= taken;
            *free -= 1;
            let shape = if taken == 3 { Shape::Parameter } else { Shape::Template };
            self.nodes[node] = Node {
                start: (*start + *count) as u32,
                end: (at + taken) as u32,
                inner: inner as u32,
                inner_end: at as u32,
                next: total,
                shape,
            };
            if *count < 2 {
                self.frames.pop();
            }
            left -= taken;
            at += taken;
        }
        if left >= 2 {
            self.push_leaf(at, at + left, Shape::Dead);
        }
        at + left
    }

    /// An opening that met no end: its braces are deleted, what follows stays.
    fn abandon_opening(&mut self, frame: &Frame) {
        if let Frame::Braces { start, count, first, .. } = frame
            && *count >= 2
        {
            self.nodes[*first].end = (*start + *count) as u32;
        }
    }

    /// The scan has reached the closing tag of the innermost open extension tag.
    fn close_tag(&mut self) -> usize {
        while let Some(frame) = self.frames.pop() {
            self.abandon_opening(&frame);
            if let Frame::Tag { node, close, end, outer } = frame {
                self.barrier = outer;
                let next = self.nodes.len() as u32;
                let node = &mut self.nodes[node];
                (node.inner_end, node.end, node.next) = (close as u32, end as u32, next);
                return end;
            }
        }
        NOT_FOUND
    }

    /// A `<` at `at`; gives where the scan goes on.
    fn read_tag(&mut self, bytes: &[u8], at: usize) -> usize {
        if bytes[at..].starts_with(b"<!--") {
            return self.read_comment(bytes, at);
        }
        let Some((extension, name_end)) = tags::find_extension(bytes, at + 1) else { return at + 1 };
        let Some(opened) = find_tag_end(bytes, name_end) else { return at + 1 };
        if opened > self.barrier {
            return at + 1;
        }
        if bytes[..opened - 1].trim_ascii_end().ends_with(b"/") {
            self.push_leaf(at, opened, Shape::Tag(extension));
            return opened;
        }
        let close = self.find_closing_tag(bytes, extension, opened);
        if close >= self.barrier {
            self.push_leaf(at, opened, Shape::Dead);
            return opened;
        }
        let end = memchr(b'>', &bytes[close..]).map_or(bytes.len(), |offset| close + offset + 1);
        self.push_leaf(at, end, Shape::Tag(extension));
        let node = self.nodes.len() - 1;
        self.nodes[node].inner = opened as u32;
        self.nodes[node].inner_end = close as u32;
        if extension.holds_wikitext() {
            self.frames.push(Frame::Tag { node, close, end, outer: self.barrier });
            self.barrier = close;
            return opened;
        }
        end
    }

    /// A comment vanishes; with its whole line, when nothing else stands on it. An unclosed one hides the rest.
    fn read_comment(&mut self, bytes: &[u8], at: usize) -> usize {
        let mut end = at;
        while bytes[end..].starts_with(b"<!--") {
            end = self.find_comment_end(bytes, end + 4);
            let ahead = end + bytes[end..].iter().take_while(|&&byte| is_blank(byte)).count();
            if !bytes[ahead..].starts_with(b"<!--") {
                break;
            }
            end = ahead;
        }
        let mut start = at;
        let mut end = end.min(self.barrier);
        let line = at - bytes[..at].iter().rev().take_while(|&&byte| is_blank(byte)).count();
        let ahead = end + bytes[end..].iter().take_while(|&&byte| is_blank(byte)).count();
        if line > 0 && bytes[line - 1] == b'\n' && bytes.get(ahead) == Some(&b'\n') && ahead < self.barrier {
            (start, end) = (line, ahead + 1);
        }
        self.push_leaf(start, end, Shape::Comment);
        end
    }

    fn find_comment_end(&mut self, bytes: &[u8], from: usize) -> usize {
        let (searched, found) = self.comment_end;
        if from < searched || from > found {
            let offset = bytes.get(from..).and_then(|rest| memmem::find(rest, b"-->"));
            self.comment_end = (from, offset.map_or(NOT_FOUND, |offset| from + offset));
        }
        self.comment_end.1.saturating_add(3).min(bytes.len())
    }

    /// Where the closing tag of `extension` begins, or `NOT_FOUND`.
    fn find_closing_tag(&mut self, bytes: &[u8], extension: Extension, from: usize) -> usize {
        let slot = extension as usize;
        let (searched, found) = self.closers[slot];
        if searched <= from && from <= found && extension != Extension::Ref || found == NOT_FOUND {
            return found;
        }
        let mut at = from;
        let mut found = NOT_FOUND;
        while let Some(offset) = memchr(b'<', &bytes[at..]) {
            at += offset;
            let closing = bytes.get(at + 1) == Some(&b'/');
            let name = at + 1 + usize::from(closing);
            if (closing || extension == Extension::Ref)
                && matches!(tags::find_extension(bytes, name), Some((met, _)) if met == extension)
            {
                if !closing {
                    return NOT_FOUND;
                }
                found = at;
                break;
            }
            at += 1;
        }
        self.closers[slot] = (from, found);
        found
    }
}

/// Where the tag whose name ends at `at` ends, after its `>`; none when another `<` comes first.
///
/// A `>` inside a quoted value does not count, unless the quotation never ends on its line.
fn find_tag_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'>' => return Some(at + 1),
            b'<' => return None,
            quote @ (b'"' | b'\'') => {
                let value = &bytes[at + 1..];
                match memchr3(*quote, b'\n', b'<', value) {
                    Some(length) if value[length] == *quote => at += length + 2,
                    _ => at += 1,
                }
            }
            _ => at += 1,
        }
    }
}

fn find_next_special(bytes: &[u8], from: usize, controls: bool) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let offset = if controls {
        rest.iter().position(|&byte| matches!(byte, b'<' | b'{' | b'}') || is_control(byte))
    } else {
        memchr3(b'<', b'{', b'}', rest)
    };
    offset.map(|offset| from + offset)
}

/// The characters that the later passes use as marks; a page never needs them.
fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\n' | b'\t' | b'\r')
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

fn count_run(bytes: &[u8], from: usize, byte: u8) -> usize {
    bytes[from..].iter().take_while(|&&other| other == byte).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_shapes(source: &str) -> Vec<(Shape, &str)> {
        let mut index = NodeIndex::default();
        index.build(source);
        let alive = index.nodes.iter().filter(|node| node.start != node.end);
        alive.map(|node| (node.shape, &source[node.start as usize..node.end as usize])).collect()
    }

    #[test]
    fn three_braces_match_before_two() {
        assert_eq!(list_shapes("{{a|{{{b}}}}}"), [(Shape::Template, "{{a|{{{b}}}}}"), (Shape::Parameter, "{{{b}}}")]);
        assert_eq!(list_shapes("{{{{{1}}}}}"), [(Shape::Template, "{{{{{1}}}}}"), (Shape::Parameter, "{{{1}}}")]);
        assert_eq!(list_shapes("{{{!}}"), [(Shape::Template, "{{!}}")]);
    }

    #[test]
    fn unmatched_braces_die_and_their_content_lives() {
        assert_eq!(list_shapes("{{a {{b}} }"), [(Shape::Dead, "{{"), (Shape::Template, "{{b}}")]);
        assert_eq!(list_shapes("a }} b"), [(Shape::Dead, "}}")]);
    }

    #[test]
    fn a_reference_is_a_world_of_its_own() {
        let found = list_shapes("{{a|<ref>}}</ref>}}");
        assert_eq!(found[0], (Shape::Template, "{{a|<ref>}}</ref>}}"));
        assert_eq!(found[2], (Shape::Dead, "}}"));
        assert_eq!(list_shapes("<ref>a <ref>b</ref>")[0].0, Shape::Dead);
    }

    #[test]
    fn a_line_with_only_comments_vanishes_whole() {
        assert_eq!(list_shapes("a\n <!-- b --> <!-- c -->\nd"), [(Shape::Comment, " <!-- b --> <!-- c -->\n")]);
    }
}
