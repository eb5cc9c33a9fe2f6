//! The text of a block: links, tags, entities, apostrophes and marks resolved, all else copied in long runs.

use super::body::Body;
use super::entities;
use super::marks;
use super::render::numbers::convert_to_superscript;
use super::stops::{CharacterClass, classify_character};
use super::tags::{self, TagEffect};
use super::variants;
use crate::blocks::Element;
use memchr::{memchr, memmem};

/// Behaviour switches, between two underscores on each side.
const BEHAVIOUR_SWITCHES: &[&str] = &[
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

impl Body<'_> {
    /// Writes the text of `from..to` into the block at hand.
    pub fn write_inline(&mut self, from: usize, to: usize) {
        let (text, stops) = (self.text, self.stops);
        let bytes = &text.as_bytes()[..to];
        let mut run = from;
        let mut at = from;
        // Each step leaves `at` behind what it handled; a step that changes nothing leaves `run` alone.
        loop {
            at = stops.next_stop(at, to);
            if at >= to {
                break;
            }
            let next = bytes.get(at + 1).copied().unwrap_or(0);
            match bytes[at] {
                b' ' => {
                    at += 1;
                    if next == b' ' {
                        self.writer.copy(run, at);
                        at = find_blanks_end(bytes, at);
                        run = at;
                    }
                    continue;
                }
                b'\n' | b'\t' if at > run && bytes[at - 1] == b' ' => {
                    self.writer.copy(run, at);
                    at = find_blanks_end(bytes, at);
                }
                b'\'' if next == b'\'' && self.bare_target.contains(&at) => {
                    at += bytes[at..].iter().take_while(|&&byte| byte == b'\'').count();
                    continue;
                }
                b'\'' if next == b'\'' => {
                    self.writer.copy(run, at);
                    let length = bytes[at..].iter().take_while(|&&byte| byte == b'\'').count();
                    let literal = self.apostrophes.count_literal(bytes, at, length, to);
                    self.writer.copy(at, at + literal);
                    at += length;
                }
                b'[' => {
                    let after = self.read_bracket(run, at, to);
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
                b'<' => match self.read_tag(run, at, to) {
                    Some(after) => at = after,
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'&' => match entities::decode_entity(bytes, at) {
                    Some((decoded, end)) => {
                        self.writer.copy(run, at);
                        self.write_character(decoded, at, end);
                        at = end;
                    }
                    None => {
                        at += 1;
                        continue;
                    }
                },
                b'_' if next == b'_' => match find_switch_end(text, at, to) {
                    Some(end) => {
                        self.writer.copy(run, at);
                        self.writer.mark_seam();
                        at = end;
                    }
                    None => {
                        at += bytes[at..].iter().take_while(|&&byte| byte == b'_').count();
                        continue;
                    }
                },
                b'{' if at > run && bytes[at - 1] == b'-' => match self.read_variant(run, at, to) {
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
                    at = self.read_control(byte, at, to);
                }
                0xc2 | 0xe2 | 0xe3 | 0xef => {
                    let Some(c) = text[at..].chars().next() else { break };
                    let after = at + c.len_utf8();
                    if matches!(classify_character(c), CharacterClass::Itself) {
                        at = after;
                        continue;
                    }
                    self.writer.copy(run, at);
                    self.write_character(c, at, after);
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
    #[inline(never)]
    fn write_character(&mut self, c: char, from: usize, to: usize) {
        match classify_character(c) {
            CharacterClass::Blank => self.writer.replace(" ", from, to),
            CharacterClass::Nothing => {}
            CharacterClass::Itself => self.writer.replace(c.encode_utf8(&mut [0; 4]), from, to),
        }
    }

    /// A line end or a mark of the first pass; gives where it ends.
    #[inline(never)]
    fn read_control(&mut self, byte: u8, at: usize, to: usize) -> usize {
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
                self.writer.mark_seam();
                self.writer.lossy |= byte == marks::LOSS;
                at + 1
            }
            marks::REFERENCE => {
                if let Some(footnote) = self.footnotes.get_mut(marks::read_number(bytes, at)) {
                    (footnote.section, footnote.footer) = (self.section, self.footer > 0);
                }
                self.writer.mark_seam();
                (at + marks::NUMBERED_MARK_BYTES).min(to)
            }
            marks::LITERAL => {
                self.write_literal(marks::read_number(bytes, at));
                (at + marks::NUMBERED_MARK_BYTES).min(to)
            }
            _ => at + 1,
        }
    }

    /// `-{ … }-` with its brace at `at`.
    #[inline(never)]
    fn read_variant(&mut self, run: usize, at: usize, to: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        if !self.site.has_variants() && !bytes[at + 1..to].starts_with(b"zh") {
            return None;
        }
        let close =
            self.next_variant.find_from(at + 1, |from| memmem::find(&bytes[from..], b"}-").map(|offset| from + offset));
        self.writer.copy(run, at - 1);
        if close >= to {
            return Some(at + 1);
        }
        if let Some((from, until)) = variants::find_shown_range(&self.text[at + 1..close]) {
            self.write_inline(at + 1 + from, at + 1 + until);
        } else {
            self.writer.mark_seam();
        }
        Some(close + 2)
    }

    /// The tag at `at`; gives where it ends, none if it is text.
    #[inline(never)]
    fn read_tag(&mut self, run: usize, at: usize, to: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let tag = tags::read_tag(bytes, at, to)?;
        let known = tags::find_effect(&bytes[tag.name.0..tag.name.1]);
        let effect = known.or_else(|| tags::is_unknown_extension(bytes, &tag, to).then_some(TagEffect::Inline))?;
        self.writer.copy(run, at);
        match effect {
            TagEffect::Inline => {}
            TagEffect::Break => self.writer.replace(" ", at, tag.end),
            TagEffect::Superscript => {
                if let Some(end) = self.read_superscript(at, tag.end, to).filter(|_| !tag.closes) {
                    return Some(end);
                }
            }
            TagEffect::Block => self.finish_block(),
            TagEffect::Quote => {
                self.finish_block();
                self.quotes = if tag.closes { self.quotes.saturating_sub(1) } else { self.quotes.saturating_add(1) };
            }
            TagEffect::Table => {
                self.finish_block();
                let tables = self.html_tables;
                self.html_tables = if tag.closes { tables.saturating_sub(1) } else { tables.saturating_add(1) };
                self.table_caption = false;
            }
            TagEffect::Cell => self.finish_block(),
            TagEffect::TableCaption => {
                self.finish_block();
                self.table_caption = !tag.closes;
            }
            TagEffect::List | TagEffect::Item | TagEffect::Term | TagEffect::Definition => {
                self.finish_block();
                self.item = match effect {
                    _ if tag.closes => None,
                    TagEffect::Item => Some(Element::ListItem),
                    TagEffect::Term => Some(Element::DefTerm),
                    TagEffect::Definition => Some(Element::Def),
                    _ => None,
                };
            }
            TagEffect::Heading(level) => {
                self.finish_block();
                self.line = if tag.closes { Element::Paragraph } else { Element::Heading };
                self.level = level;
            }
        }
        Some(tag.end)
    }

    /// `<sup>24</sup>` as superscript digits; gives where it ends, none if it holds other text.
    #[inline(never)]
    fn read_superscript(&mut self, at: usize, from: usize, to: usize) -> Option<usize> {
        let window = self.text.as_bytes().get(from..to.min(from + 32))?;
        let length = memchr(b'<', window)?;
        let close = from + length;
        let tag = tags::read_tag(self.text.as_bytes(), close, to).filter(|tag| tag.closes)?;
        let inside = self.text.get(from..close)?.replace("&minus;", "−").replace("&#8722;", "−");
        let raised = convert_to_superscript(&inside).filter(|raised| !raised.is_empty())?;
        self.writer.replace(&raised, at, tag.end);
        Some(tag.end)
    }
}

/// Where the blanks and line ends from `at` on end.
fn find_blanks_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r')).count()
}

/// Where the behaviour switch `__NOTOC__` at `at` ends; none if it is text.
#[inline(never)]
fn find_switch_end(text: &str, at: usize, to: usize) -> Option<usize> {
    let window = &text.as_bytes()[at + 2..to.min(at + 90)];
    let length = memmem::find(window, b"__")?;
    let word = text.get(at + 2..at + 2 + length)?;
    let known = if word.is_ascii() {
        BEHAVIOUR_SWITCHES.iter().any(|switch| switch.eq_ignore_ascii_case(word))
    } else {
        word.chars().all(|c| c == '_' || c.is_alphabetic() && !c.is_lowercase())
    };
    known.then_some(at + 2 + length + 2)
}
