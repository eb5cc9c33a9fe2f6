//! The lines of the expanded text: headings, lists, tables, and the paragraphs between.

use super::body::Body;
use super::marks;
use super::stops;
use super::tags;
use crate::blocks::Element;
use memchr::memchr;

/// A tag over two lines ends this soon behind the first.
const LONGEST_TAG_BYTES: usize = 500;

/// The state of the line loop.
pub(super) struct LineState {
    /// The paragraph that is open.
    paragraph: Option<(usize, usize)>,
    /// The next of the links that lines do not split.
    whole: usize,
}

impl Body<'_> {
    /// Reads the whole text, line by line.
    pub fn read_lines(&mut self) {
        let mut state = LineState { paragraph: None, whole: 0 };
        let mut at = 0;
        while at < self.text.len() {
            let end = self.find_line_end(&mut state, at);
            self.read_line(&mut state, at, end);
            at = end + 1;
        }
        self.end_paragraph(&mut state);
    }

    /// The end of the line at `at`; a line end inside a picture's link, a label or a tag does not count.
    fn find_line_end(&self, state: &mut LineState, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut from = at;
        loop {
            let end = memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |offset| from + offset);
            while self.links.whole.get(state.whole).is_some_and(|whole| whole.1 as usize <= end) {
                state.whole += 1;
            }
            match self.links.whole.get(state.whole) {
                Some(whole) if (whole.0 as usize) < end => from = whole.1 as usize,
                _ => match find_open_tag_end(bytes, from, end) {
                    Some(after) => from = after,
                    None => return end,
                },
            }
        }
    }

    /// Ends the open paragraph.
    fn end_paragraph(&mut self, state: &mut LineState) {
        if let Some((from, to)) = state.paragraph.take() {
            self.read_block(from, to, Element::Paragraph);
        }
        self.table_caption = false;
    }

    fn read_line(&mut self, state: &mut LineState, at: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let line = bytes[at..end].trim_ascii_end();
        let end = at + line.len();
        if self.poems > 0 || line == b"<poem>" {
            return self.read_verse(state, at, end);
        }
        let lead = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        let first = at + lead;
        match line.get(lead) {
            None => self.end_paragraph(state),
            Some(b'=') if lead == 0 && self.read_heading(state, at, end) => {}
            Some(b'{') if bytes.get(first + 1) == Some(&b'|') => self.open_table(state),
            Some(b'|') if bytes.get(first + 1) == Some(&b'}') => {
                self.end_paragraph(state);
                self.tables = self.tables.saturating_sub(1);
                let rest = at + line.len().min(lead + 2);
                if rest < end {
                    state.paragraph = Some((rest, end));
                }
            }
            Some(b'|') if self.tables > 0 => self.read_row(state, first, end, false),
            Some(b'!') if self.tables > 0 => self.read_row(state, first, end, true),
            Some(b'|') => self.end_paragraph(state),
            Some(b'*' | b'#' | b':' | b';') if lead == 0 => self.read_item(state, at, end),
            Some(b'-') if line[lead..].starts_with(b"----") => {
                self.end_paragraph(state);
                let dashes = line[lead..].iter().take_while(|&&byte| byte == b'-').count();
                if first + dashes < end {
                    state.paragraph = Some((first + dashes, end));
                }
            }
            Some(_) => self.extend_paragraph(state, at, end),
        }
    }

    fn extend_paragraph(&mut self, state: &mut LineState, at: usize, end: usize) {
        state.paragraph = match state.paragraph {
            Some((from, _)) => Some((from, end)),
            None => Some((at, end)),
        };
    }

    /// A line of a poem is a block of its own.
    fn read_verse(&mut self, state: &mut LineState, at: usize, end: usize) {
        let line = self.text[at..end].trim();
        if line == "<poem>" {
            self.end_paragraph(state);
            self.poems += 1;
        } else if line == "</poem>" {
            self.poems = self.poems.saturating_sub(1);
        } else {
            let indent =
                self.text.as_bytes()[at..end].iter().take_while(|byte| matches!(byte, b':' | b' ' | b'\t')).count();
            self.read_block(at + indent, end, Element::PoemLine);
        }
    }

    /// `== title ==`: true if the line is a heading.
    fn read_heading(&mut self, state: &mut LineState, at: usize, end: usize) -> bool {
        let line = &self.text.as_bytes()[at..end];
        let length = line.iter().rposition(|&byte| byte > b' ').map_or(0, |last| last + 1);
        let line = &line[..length];
        let before = line.iter().take_while(|&&byte| byte == b'=').count();
        let after = line.iter().rev().take_while(|&&byte| byte == b'=').count();
        let level = if before == length { length.saturating_sub(1) / 2 } else { before.min(after) }.min(6);
        if level == 0 {
            return false;
        }
        self.end_paragraph(state);
        self.close_open_elements();
        self.level = level as u8;
        self.read_block(at + level, at + length - level, Element::Heading);
        true
    }

    /// A line that begins with `*`, `#`, `:` or `;`.
    fn read_item(&mut self, state: &mut LineState, at: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let signs = bytes[at..end].iter().take_while(|byte| matches!(byte, b'*' | b'#' | b':' | b';')).count();
        let blanks = bytes[at + signs..end].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let from = at + signs + blanks;
        if bytes[from..end].starts_with(b"{|") {
            return self.open_table(state);
        }
        self.end_paragraph(state);
        match bytes[at + signs - 1] {
            b';' => {
                let colon = self.find_definition(from, end);
                self.read_block(from, colon, Element::DefTerm);
                if colon < end {
                    self.read_block(colon + 1, end, Element::Def);
                }
            }
            b':' => self.read_block(from, end, Element::Def),
            _ => self.read_block(from, end, Element::ListItem),
        }
    }

    /// Where the definition begins after `; term`: the first colon outside of links and tags, `end` if there is none.
    fn find_definition(&mut self, from: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        let mut brackets = 0u32;
        while at < end {
            match bytes[at] {
                b'[' => {
                    if let Some(link) = self.find_link(at) {
                        at = (link.close as usize).max(at);
                    } else {
                        brackets += 1;
                    }
                }
                b']' => brackets = brackets.saturating_sub(1),
                b'<' => {
                    if let Some(tag) = tags::read_tag(bytes, at, end) {
                        at = tag.end - 1;
                    }
                }
                b':' if brackets == 0 && !bytes[at + 1..end].starts_with(b"//") => return at,
                _ => {}
            }
            at += 1;
        }
        end
    }

    fn open_table(&mut self, state: &mut LineState) {
        self.end_paragraph(state);
        self.tables = self.tables.saturating_add(1);
    }

    /// A line of a table: `|-`, `|+ caption`, `| cell || cell`, `! head !! head`.
    fn read_row(&mut self, state: &mut LineState, at: usize, end: usize, head: bool) {
        self.end_paragraph(state);
        let bytes = self.text.as_bytes();
        match bytes.get(at + 1) {
            Some(b'-') if !head => {}
            Some(b'+') if !head => {
                self.table_caption = true;
                state.paragraph = Some((self.skip_attributes(at + 2, end), end));
            }
            _ => self.read_cells(state, at + 1, end, head),
        }
    }

    fn read_cells(&mut self, state: &mut LineState, from: usize, end: usize, head: bool) {
        let bytes = self.text.as_bytes();
        let mut start = from;
        let mut at = from;
        loop {
            at = stops::find_sign(bytes, at, end, [b'[', b'|', b'!', b'<', b'"']);
            if at >= end {
                break;
            }
            let double = bytes.get(at + 1) == Some(&bytes[at]) && at + 1 < end;
            match bytes[at] {
                b'[' if double => {
                    if let Some(link) = self.find_link(at) {
                        at = (link.close as usize).max(at + 1);
                    }
                }
                b'|' | b'!' if double && (bytes[at] == b'|' || head) => {
                    let text = self.skip_attributes(start, at);
                    self.read_block(text, at, Element::Paragraph);
                    start = at + 2;
                    at += 1;
                }
                b'<' => {
                    let known = |tag: &tags::Tag| tags::find_effect(&bytes[tag.name.0..tag.name.1]).is_some();
                    if let Some(tag) = tags::read_tag(bytes, at, end).filter(known) {
                        at = tag.end - 1;
                    }
                }
                // The value of an attribute: `title="a || b" |`.
                b'"' if at > start && bytes[at - 1] == b'=' => {
                    if let Some(length) = memchr(b'"', &bytes[at + 1..end]) {
                        at += 1 + length;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let text = self.skip_attributes(start, end);
        if text < end {
            state.paragraph = Some((text, end));
        }
    }

    /// Where a cell's text begins, after `style="…" |`.
    fn skip_attributes(&self, from: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut bar = stops::find_sign(bytes, from, end, [b'|', b'"']);
        while bar < end && bytes[bar] == b'"' {
            let close = memchr(b'"', &bytes[bar + 1..end]).map_or(bar, |length| bar + 1 + length);
            bar = stops::find_sign(bytes, close + 1, end, [b'|', b'"']);
        }
        if bar >= end {
            return from;
        }
        let before = &bytes[from..bar];
        let is_text = before.iter().any(|&byte| matches!(byte, b'[' | b'{' | marks::LITERAL));
        if is_text { from } else { bar + 1 }
    }
}

/// Where the tag ends that the line `from..end` leaves open: `<div class="a"` and `style="b">` are one line.
fn find_open_tag_end(bytes: &[u8], from: usize, end: usize) -> Option<usize> {
    let at = from + memchr::memrchr2(b'<', b'>', &bytes[from..end])?;
    let limit = bytes.len().min(end + LONGEST_TAG_BYTES);
    let tag = tags::read_tag(bytes, at, limit).filter(|tag| bytes[at] == b'<' && tag.end > end)?;
    tags::find_effect(&bytes[tag.name.0..tag.name.1])?;
    let has_blank_line = bytes[end..tag.end].windows(2).any(|pair| pair == b"\n\n");
    (!has_blank_line).then_some(tag.end)
}
