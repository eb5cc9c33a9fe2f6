//! Stretches of the source that are shown as they stand: `<nowiki>`, formulas, listings.

use super::body::Body;
use super::entities;
use super::stops::{CharacterClass, classify_character};
use crate::blocks::Element;

impl Body<'_> {
    /// Writes a stretch of the source as it stands: in the line, or as a listing of its own.
    pub fn write_literal(&mut self, number: usize) {
        let Some(literal) = self.literals.get(number).copied() else { return };
        let bytes = self.source.as_bytes();
        let (mut from, mut to) = (literal.from as usize, literal.to as usize);
        if literal.listing {
            self.finish_block();
            let text = self.source.get(from..to).unwrap_or_default();
            from += text.len() - text.trim_start_matches(['\n', '\r']).len();
            to = from.max(to - (text.len() - text.trim_end().len()));
        }
        let (mut at, mut run) = (from, from);
        while at < to {
            let next = bytes[at..to].iter().position(|&byte| byte <= b' ' || byte == b'&' || byte >= 0xc2);
            at = next.map_or(to, |offset| at + offset);
            if at >= to {
                break;
            }
            let (shown, after) = match bytes[at] {
                b'&' => match entities::decode_entity(&bytes[..to], at).filter(|_| literal.entities) {
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
                    Some(c) if !matches!(classify_character(c), CharacterClass::Itself) && !literal.listing => {
                        (c, at + c.len_utf8())
                    }
                    c => {
                        at += c.map_or(1, char::len_utf8);
                        continue;
                    }
                },
            };
            self.writer.push(self.source.get(run..at).unwrap_or_default(), run, run);
            match classify_character(shown) {
                CharacterClass::Blank => self.writer.push(" ", at, after),
                CharacterClass::Nothing => {}
                CharacterClass::Itself => self.writer.push(shown.encode_utf8(&mut [0; 4]), at, after),
            }
            at = after;
            run = at;
        }
        self.writer.push(self.source.get(run..to.max(run)).unwrap_or_default(), run, run);
        if literal.listing {
            self.writer.finish(Element::Code, self.section, self.footer > 0);
        }
    }
}
