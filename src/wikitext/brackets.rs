//! What stands in brackets: links, pictures and links to other sites.

use super::body::Body;
use super::links::{self, LinkTarget};
use super::stops;
use memchr::memchr;

/// The protocols of external links.
const PROTOCOLS: &[&str] = &[
    "http://",
    "https://",
    "//",
    "ftp://",
    "ftps://",
    "mailto:",
    "news:",
    "irc://",
    "ircs://",
    "gopher://",
    "telnet://",
    "sftp://",
    "svn://",
    "git://",
    "tel:",
    "urn:",
    "xmpp:",
    "magnet:",
    "geo:",
    "bitcoin:",
    "nntp://",
    "worldwind://",
];

/// How far the end of a table in a caption is looked for.
const LONGEST_TABLE_BYTES: usize = 10_000;

impl Body<'_> {
    /// A `[` at `at`: a link, an external link, or text (`at` is given back).
    pub fn read_bracket(&mut self, run: usize, at: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        if bytes.get(at + 1) == Some(&b'[') {
            self.writer.copy(run, at);
            return self.read_link(at, to);
        }
        self.read_external_link(run, at, to)
    }

    /// A `[` at `at` with no other behind it.
    #[inline(never)]
    fn read_external_link(&mut self, run: usize, at: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        let rest = &bytes[at + 1..to];
        if !PROTOCOLS
            .iter()
            .any(|start| rest.len() >= start.len() && rest[..start.len()].eq_ignore_ascii_case(start.as_bytes()))
        {
            return at;
        }
        let bracket = self.next_bracket.find_from(at, |from| memchr(b']', &bytes[from..]).map(|offset| from + offset));
        let newline = self.next_newline.find_from(at, |from| memchr(b'\n', &bytes[from..]).map(|offset| from + offset));
        if bracket >= to || bracket > newline {
            return at;
        }
        self.writer.copy(run, at);
        let label = find_url_end(bytes, at + 1, to);
        let blanks = bytes[label..to].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let label = label + blanks;
        if bytes.get(label) == Some(&b']') {
            self.writer.mark_seam();
            return label + 1;
        }
        self.external = true;
        label
    }

    fn read_link(&mut self, at: usize, to: usize) -> usize {
        let Some(link) = self.find_link(at) else { return self.read_unclosed_link(at + 2, to) };
        let (open, close) = (at + 2, link.close as usize);
        let end = (close + 2).min(to.max(at + 2));
        match links::read_target(self.text, open, close, self.site) {
            LinkTarget::Text(offset) => {
                let label = (open + offset).min(to.max(open));
                // Most labels have no sign in them: the link is done with at once.
                if !self.external && close + 1 < to && self.stops.next_stop(label, to) == close {
                    self.writer.copy(label, close);
                    return close + 2;
                }
                // A target that is its own label has no italics: `[[Lista d''e paise]]`.
                if self.text.as_bytes().get(label.wrapping_sub(1)) != Some(&b'|') {
                    self.bare_target = label..close;
                }
                label
            }
            LinkTarget::Bare(from, until) => {
                self.write_inline(open + from, (open + until).min(to));
                end
            }
            LinkTarget::Hidden => {
                self.writer.mark_seam();
                end
            }
            LinkTarget::File => {
                self.keep_caption(open, close);
                self.writer.mark_seam();
                end
            }
        }
    }

    /// A link that never closes is text; of a picture only what may be its caption.
    #[inline(never)]
    fn read_unclosed_link(&mut self, open: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        let Some(rest) = bytes.get(open..to) else { return open.min(to) };
        let part = |from: usize| rest[from..].iter().position(|&byte| matches!(byte, b'|' | b'[' | b'\n'));
        let Some(mut bar) = part(0).filter(|bar| rest[*bar] == b'|') else { return open };
        if links::read_target(self.text, open, open + bar, self.site) != LinkTarget::File {
            return open;
        }
        while let Some(next) = part(bar + 1).map(|offset| bar + 1 + offset).filter(|next| rest[*next] == b'|') {
            bar = next;
        }
        open + bar + 1
    }

    /// Keeps a picture's caption for the end of the block.
    #[inline(never)]
    fn keep_caption(&mut self, open: usize, close: usize) {
        let bytes = self.text.as_bytes();
        let mut bars = Vec::new();
        let mut at = open;
        while let Some(offset) = memchr::memchr3(b'|', b'[', b'{', &bytes[at..close]) {
            at += offset;
            if bytes[at] == b'{' {
                at = self.find_table_end(at, close).map_or(at, |end| end - 1);
            } else if bytes[at] == b'|' {
                bars.push(at - open);
            } else if let Some(inner) = self.find_link(at) {
                at = (inner.close as usize + 1).min(close.saturating_sub(1)).max(at);
            }
            at += 1;
        }
        if let Some((from, to)) = links::find_caption(&self.text[open..close], &bars) {
            self.push_caption_lines(open + from, open + to);
        }
    }

    /// Where the table `{|` at `at` of a caption ends, behind its `|}`.
    fn find_table_end(&self, at: usize, close: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[..close];
        if !bytes[at..].starts_with(b"{|") || !matches!(bytes[at - 1], b'\n' | b'|') {
            return None;
        }
        let window = &bytes[at + 2..close.min(at + LONGEST_TABLE_BYTES)];
        memchr::memmem::find(window, b"\n|}").map(|length| at + 2 + length + 3)
    }

    /// Keeps a caption; tables are left out, and what is around them and each item of a list is a caption of its own.
    fn push_caption_lines(&mut self, from: usize, to: usize) {
        let bytes = self.text.as_bytes();
        let mut start = from;
        let mut at = from;
        while let Some(offset) = memchr::memchr2(b'{', b'\n', &bytes[at..to]) {
            at += offset;
            let is_item = bytes[at] == b'\n' && matches!(bytes.get(at + 1), Some(b'*' | b'#'));
            let next = match self.find_table_end(at, to) {
                Some(end) => end,
                None if is_item => {
                    at + 1 + bytes[at + 1..to].iter().take_while(|byte| matches!(byte, b'*' | b'#' | b' ')).count()
                }
                None => {
                    at += 1;
                    continue;
                }
            };
            self.push_caption(start, at);
            (start, at) = (next.min(to), next.min(to));
        }
        self.push_caption(start, to);
    }

    fn push_caption(&mut self, from: usize, to: usize) {
        if !self.text.as_bytes()[from..to].trim_ascii().is_empty() {
            self.captions.push((from, to));
        }
    }
}

/// Where the address at `from` ends: at a blank, a bracket, a `<`, a quotation mark or a control character.
fn find_url_end(bytes: &[u8], from: usize, to: usize) -> usize {
    let end = stops::find_sign(bytes, from, to, [b' ', b']', b'<', b'[', b'"']);
    bytes[from..end].iter().position(|&byte| byte < b' ').map_or(end, |offset| from + offset)
}
