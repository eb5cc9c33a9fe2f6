//! The text of a block: links, tags, entities, apostrophes and marks resolved, all else copied in long runs.

use super::body::Body;
use super::entities;
use super::links::{self, Target};
use super::marks;
use super::render::numbers::superscript;
use super::tags::{self, Effect};
use super::variants;
use crate::blocks::Element;
use memchr::{memchr, memmem};

/// Bytes at which the copying may have to stop.
static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    let signs = b" &'<[]_{}\xc2\xe2\xe3\xef";
    let mut index = 0;
    while index < signs.len() {
        table[signs[index] as usize] = true;
        index += 1;
    }
    table
};

/// The copying has to stop at `byte` when `next` follows. Written without branches, so that many are tested at once.
#[inline(always)]
fn stops(byte: u8, next: u8) -> bool {
    (byte < 0x20)
        | (byte == b' ') & (next <= b' ')
        | (byte == b'\'') & (next == b'\'')
        | (byte == b'_') & (next == b'_')
        | (byte == b'[')
        | (byte == b']')
        | (byte == b'<')
        | (byte == b'&')
        | (byte == b'{')
        | (byte == b'}')
        | (byte == 0xc2) & (next <= 0xad)
        | (byte == 0xe2) & (next <= 0x81)
        | (byte == 0xe3) & (next == 0x80)
        | (byte == 0xef) & (next == 0xbb)
}

/// The first place at or after `at` where the copying has to stop.
fn next_stop(bytes: &[u8], mut at: usize) -> usize {
    const LANES: usize = 16;
    loop {
        if let Some(chunk) = bytes.get(at..at + LANES + 1) {
            let any = (0..LANES).fold(false, |any, lane| any | stops(chunk[lane], chunk[lane + 1]));
            if !any {
                at += LANES;
                continue;
            }
        }
        while at < bytes.len() {
            if SPECIAL[bytes[at] as usize] && stops(bytes[at], bytes.get(at + 1).copied().unwrap_or(0)) {
                return at;
            }
            at += 1;
        }
        return bytes.len();
    }
}

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

/// Behaviour switches, between two underscores on each side.
const SWITCHES: &[&str] = &[
    "NOTOC",
    "FORCETOC",
    "TOC",
    "NOEDITSECTION",
    "NEWSECTIONLINK",
    "NONEWSECTIONLINK",
    "NOGALLERY",
    "HIDDENCAT",
    "NOCONTENTCONVERT",
    "NOCC",
    "NOTITLECONVERT",
    "NOTC",
    "INDEX",
    "NOINDEX",
    "STATICREDIRECT",
    "DISAMBIG",
    "START",
    "END",
    "EXPECTUNUSEDCATEGORY",
    "EXPECTUNUSEDTEMPLATE",
    "ARCHIVEDTALK",
    "NOTALK",
    "NOGLOBAL",
    "EXPECTWITHOUTSCANS",
    "KEIN_INHALTSVERZEICHNIS",
    "INHALTSVERZEICHNIS",
    "INHALTSVERZEICHNIS_ERZWINGEN",
    "ABSCHNITTE_NICHT_BEARBEITEN",
    "KEINE_GALERIE",
    "VERSTECKTE_KATEGORIE",
    "AUCUNSOMMAIRE",
    "SOMMAIRE",
    "FORCERSOMMAIRE",
    "SECTIONNONEDITABLE",
    "AUCUNEGALERIE",
    "NOINDICE",
    "INDICE",
    "FORZARINDICE",
    "NO_EDITAR_SECCION",
    "NOGALERIA",
    "GEENINHOUD",
    "INHOUD",
    "INHOUD_DWINGEN",
    "NIETBEWERKBARESECTIE",
    "BEZSPISU",
    "SPIS",
    "INGENINNEHÅLLSFÖRTECKNING",
    "INNEHÅLLSFÖRTECKNING",
    "SEMTDC",
    "TDC",
    "FORCARTDC",
    "NESUNINDICE",
    "FORZAINDICE",
    "NOTOC_",
    "SEMEDITARSEÇÃO",
];

/// What becomes of a character.
enum Sign {
    Blank,
    Nothing,
    Itself,
}

fn sign(c: char) -> Sign {
    match c {
        ' '
        | '\n'
        | '\t'
        | '\r'
        | '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Sign::Blank,
        '\u{ad}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => Sign::Nothing,
        _ => Sign::Itself,
    }
}

impl Body<'_> {
    /// Writes the text of `from..to` into the block at hand.
    pub fn inline(&mut self, from: usize, to: usize) {
        let text = self.text;
        let bytes = &text.as_bytes()[..to];
        let mut run = from;
        let mut at = from;
        // Each step leaves `at` behind what it handled; a step that changes nothing leaves `run` alone.
        loop {
            at = next_stop(bytes, at);
            if at >= to {
                break;
            }
            let next = bytes.get(at + 1).copied().unwrap_or(0);
            match bytes[at] {
                b' ' => {
                    at += 1;
                    if matches!(next, b' ' | b'\n' | b'\t') {
                        self.writer.copy(run, at);
                        at +=
                            bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r')).count();
                        run = at;
                    }
                    continue;
                }
                b'\'' if next == b'\'' => {
                    self.writer.copy(run, at);
                    let length = bytes[at..].iter().take_while(|&&byte| byte == b'\'').count();
                    let literal = self.apostrophes.literal(bytes, at, length, to);
                    self.writer.copy(at, at + literal);
                    at += length;
                }
                b'[' => {
                    let after = self.bracket(run, at, to);
                    if after == at {
                        at += 1;
                        continue;
                    }
                    at = after;
                }
                b']' if next == b']' && !(self.external && bytes.get(at + 2) == Some(&b']')) => {
                    self.writer.copy(run, at);
                    at += 2;
                }
                b']' if self.external => {
                    self.writer.copy(run, at);
                    self.external = false;
                    at += 1;
                }
                b'<' => match self.tag(run, at, to) {
                    Some(after) => at = after,
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'&' => match entities::decode(bytes, at) {
                    Some((decoded, end)) => {
                        self.writer.copy(run, at);
                        self.character(decoded, at, end);
                        at = end;
                    }
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'_' if next == b'_' => match switch_end(text, at, to) {
                    Some(end) => {
                        self.writer.copy(run, at);
                        self.writer.seam();
                        at = end;
                    }
                    None => {
                        at += bytes[at..].iter().take_while(|&&byte| byte == b'_').count();
                        continue;
                    }
                },
                b'{' if at > run && bytes[at - 1] == b'-' => match self.variant(run, at, to) {
                    Some(after) => at = after,
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'}' if next == b'-' && self.site.has_variants() => {
                    self.writer.copy(run, at);
                    at += 2;
                }
                byte if byte < 0x20 => {
                    self.writer.copy(run, at);
                    at = self.control(byte, at, to);
                }
                0xc2 | 0xe2 | 0xe3 | 0xef => {
                    let Some(c) = text[at..].chars().next() else { break };
                    let after = at + c.len_utf8();
                    if matches!(sign(c), Sign::Itself) {
                        at = after;
                        continue;
                    }
                    self.writer.copy(run, at);
                    self.character(c, at, after);
                    at = after;
                }
                _ => {
                    at += 1;
                    continue;
                }
            }
            run = at;
        }
        self.writer.copy(run, to);
    }

    /// Writes one character that stands for `from..to`.
    fn character(&mut self, c: char, from: usize, to: usize) {
        match sign(c) {
            Sign::Blank => self.writer.replace(" ", from, to),
            Sign::Nothing => {}
            Sign::Itself => self.writer.replace(c.encode_utf8(&mut [0; 4]), from, to),
        }
    }

    /// A line end or a mark of the first pass; gives where it ends.
    fn control(&mut self, byte: u8, at: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        match byte {
            b'\n' | b'\t' | b'\r' => {
                self.writer.replace(" ", at, at + 1);
                if byte == b'\n' {
                    self.external = false;
                }
                at + 1
            }
            marks::SEAM | marks::LOSS => {
                self.writer.seam();
                self.writer.lossy |= byte == marks::LOSS;
                at + 1
            }
            marks::REFERENCE => {
                if let Some(footnote) = self.footnotes.get_mut(marks::number_at(bytes, at)) {
                    (footnote.section, footnote.footer) = (self.section, self.footer > 0);
                }
                self.writer.seam();
                (at + marks::NUMBERED).min(to)
            }
            marks::LITERAL => {
                self.literal(marks::number_at(bytes, at));
                (at + marks::NUMBERED).min(to)
            }
            _ => at + 1,
        }
    }

    /// Writes a stretch of the source as it stands: in the line, or as a listing of its own.
    fn literal(&mut self, number: usize) {
        let Some(literal) = self.literals.get(number).copied() else { return };
        let bytes = self.source.as_bytes();
        let (mut from, mut to) = (literal.from as usize, literal.to as usize);
        if literal.listing {
            self.finish();
            let text = self.source.get(from..to).unwrap_or_default();
            from += text.len() - text.trim_start_matches(['\n', '\r']).len();
            to = from.max(to - (text.len() - text.trim_end().len()));
        }
        let (mut at, mut run) = (from, from);
        while at < to {
            let next = bytes[at..to].iter().position(|&byte| SPECIAL[byte as usize]);
            at = next.map_or(to, |offset| at + offset);
            if at >= to {
                break;
            }
            let (shown, after) = match bytes[at] {
                b'&' => match entities::decode(&bytes[..to], at).filter(|_| literal.entities) {
                    Some((c, after)) => (c, after),
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'\n' | b' ' | b'\t' if literal.listing => {
                    at += 1;
                    continue;
                }
                b' ' if !matches!(bytes.get(at + 1), Some(b' ' | b'\n' | b'\t')) => {
                    at += 1;
                    continue;
                }
                b'\n' | b' ' | b'\t' | b'\r' => (' ', at + 1),
                byte if byte < b' ' => ('\u{ad}', at + 1),
                _ => match self.source.get(at..).and_then(|rest| rest.chars().next()) {
                    Some(c) if !matches!(sign(c), Sign::Itself) && !literal.listing => (c, at + c.len_utf8()),
                    c => {
                        at += c.map_or(1, char::len_utf8);
                        continue;
                    }
                },
            };
            self.writer.push(self.source.get(run..at).unwrap_or_default(), run, run);
            match sign(shown) {
                Sign::Blank => self.writer.push(" ", at, after),
                Sign::Nothing => {}
                Sign::Itself => self.writer.push(shown.encode_utf8(&mut [0; 4]), at, after),
            }
            at = after;
            run = at;
        }
        self.writer.push(self.source.get(run..to.max(run)).unwrap_or_default(), run, run);
        if literal.listing {
            let line = std::mem::replace(&mut self.line, Element::Code);
            let forced = self.forced.take();
            let (tables, html_tables) = (std::mem::take(&mut self.tables), std::mem::take(&mut self.html_tables));
            self.finish();
            (self.line, self.forced, self.tables, self.html_tables) = (line, forced, tables, html_tables);
        }
    }

    /// A `[` at `at`: a link, an external link, or text (`at` is given back).
    fn bracket(&mut self, run: usize, at: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        if bytes.get(at + 1) == Some(&b'[') {
            self.writer.copy(run, at);
            return self.link(at, to);
        }
        let rest = &bytes[at + 1..to];
        if !PROTOCOLS
            .iter()
            .any(|start| rest.len() >= start.len() && rest[..start.len()].eq_ignore_ascii_case(start.as_bytes()))
        {
            return at;
        }
        let bracket = self.next_bracket.at(at, |from| memchr(b']', &bytes[from..]).map(|offset| from + offset));
        let newline = self.next_newline.at(at, |from| memchr(b'\n', &bytes[from..]).map(|offset| from + offset));
        if bracket >= to || bracket > newline {
            return at;
        }
        self.writer.copy(run, at);
        let url = rest.iter().take_while(|&&byte| !matches!(byte, 0..=b' ' | b']' | b'<' | b'[' | b'"')).count();
        let label = at + 1 + url;
        let blanks = bytes[label..to].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let label = label + blanks;
        if bytes.get(label) == Some(&b']') {
            self.writer.seam();
            return label + 1;
        }
        self.external = true;
        label
    }

    fn link(&mut self, at: usize, to: usize) -> usize {
        let Some(link) = self.link_at(at) else { return self.unclosed(at + 2, to) };
        let (open, close) = (at + 2, link.close as usize);
        let end = (close + 2).min(to.max(at + 2));
        match links::target(&self.text[open..close], self.site) {
            Target::Text(offset) => (open + offset).min(to.max(open)),
            Target::Bare(from, until) => {
                self.inline(open + from, (open + until).min(to));
                end
            }
            Target::Hidden => {
                self.writer.seam();
                end
            }
            Target::File => {
                self.picture(open, close);
                self.writer.seam();
                end
            }
        }
    }

    /// A link that never closes is text; of a picture only what may be its caption.
    fn unclosed(&mut self, open: usize, to: usize) -> usize {
        let bytes = self.text.as_bytes();
        let Some(rest) = bytes.get(open..to) else { return open.min(to) };
        let part = |from: usize| rest[from..].iter().position(|&byte| matches!(byte, b'|' | b'[' | b'\n'));
        let Some(mut bar) = part(0).filter(|bar| rest[*bar] == b'|') else { return open };
        if links::target(&self.text[open..open + bar], self.site) != Target::File {
            return open;
        }
        while let Some(next) = part(bar + 1).map(|offset| bar + 1 + offset).filter(|next| rest[*next] == b'|') {
            bar = next;
        }
        open + bar + 1
    }

    /// Keeps a picture's caption for the end of the block.
    fn picture(&mut self, open: usize, close: usize) {
        let bytes = self.text.as_bytes();
        let mut bars = Vec::new();
        let mut at = open;
        while let Some(offset) = memchr::memchr2(b'|', b'[', &bytes[at..close]) {
            at += offset;
            if bytes[at] == b'|' {
                bars.push(at - open);
            } else if let Some(inner) = self.link_at(at) {
                at = (inner.close as usize + 1).min(close.saturating_sub(1)).max(at);
            }
            at += 1;
        }
        if let Some((from, to)) = links::caption(&self.text[open..close], &bars) {
            self.captions.push((open + from, open + to));
        }
    }

    /// `-{ … }-` with its brace at `at`.
    fn variant(&mut self, run: usize, at: usize, to: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        if !self.site.has_variants() && !bytes[at + 1..to].starts_with(b"zh") {
            return None;
        }
        let close =
            self.next_variant.at(at + 1, |from| memmem::find(&bytes[from..], b"}-").map(|offset| from + offset));
        self.writer.copy(run, at - 1);
        if close >= to {
            return Some(at + 1);
        }
        if let Some((from, until)) = variants::shown(&self.text[at + 1..close]) {
            self.inline(at + 1 + from, at + 1 + until);
        } else {
            self.writer.seam();
        }
        Some(close + 2)
    }

    /// The tag at `at`; gives where it ends, none if it is text.
    fn tag(&mut self, run: usize, at: usize, to: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let tag = tags::tag_at(bytes, at, to)?;
        let effect = tags::effect(&bytes[tag.name.0..tag.name.1])?;
        self.writer.copy(run, at);
        match effect {
            Effect::Inline => {}
            Effect::Break => self.writer.replace(" ", at, tag.end),
            Effect::Superscript => {
                if let Some(end) = self.superscript(at, tag.end, to).filter(|_| !tag.closes) {
                    return Some(end);
                }
            }
            Effect::Block => self.finish(),
            Effect::Quote => {
                self.finish();
                self.quotes = if tag.closes { self.quotes.saturating_sub(1) } else { self.quotes.saturating_add(1) };
            }
            Effect::Table => {
                self.finish();
                let tables = self.html_tables;
                self.html_tables = if tag.closes { tables.saturating_sub(1) } else { tables.saturating_add(1) };
                self.table_caption = false;
            }
            Effect::Cell => self.finish(),
            Effect::TableCaption => {
                self.finish();
                self.table_caption = !tag.closes;
            }
            Effect::List | Effect::Item | Effect::Term | Effect::Definition => {
                self.finish();
                self.item = match effect {
                    _ if tag.closes => None,
                    Effect::Item => Some(Element::ListItem),
                    Effect::Term => Some(Element::DefTerm),
                    Effect::Definition => Some(Element::Def),
                    _ => None,
                };
            }
            Effect::Heading(level) => {
                self.finish();
                self.line = if tag.closes { Element::Paragraph } else { Element::Heading };
                self.level = level;
            }
        }
        Some(tag.end)
    }

    /// `<sup>24</sup>` as superscript digits; gives where it ends, none if it holds other text.
    fn superscript(&mut self, at: usize, from: usize, to: usize) -> Option<usize> {
        let window = self.text.as_bytes().get(from..to.min(from + 32))?;
        let length = memchr(b'<', window)?;
        let close = from + length;
        let tag = tags::tag_at(self.text.as_bytes(), close, to).filter(|tag| tag.closes)?;
        let inside = self.text.get(from..close)?.replace("&minus;", "−").replace("&#8722;", "−");
        let raised = superscript(&inside).filter(|raised| !raised.is_empty())?;
        self.writer.replace(&raised, at, tag.end);
        Some(tag.end)
    }
}

/// Where the behaviour switch `__NOTOC__` at `at` ends; none if it is text.
fn switch_end(text: &str, at: usize, to: usize) -> Option<usize> {
    let window = &text.as_bytes()[at + 2..to.min(at + 90)];
    let length = memmem::find(window, b"__")?;
    let word = text.get(at + 2..at + 2 + length)?;
    let known = if word.is_ascii() {
        SWITCHES.iter().any(|switch| switch.eq_ignore_ascii_case(word))
    } else {
        word.chars().all(|c| c == '_' || c.is_alphabetic() && !c.is_lowercase())
    };
    known.then_some(at + 2 + length + 2)
}
