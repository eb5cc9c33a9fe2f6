//! The way from a template's name to what it shows.
//!
//! Names that are not in `templates` fall to the families at the end (`infobox …`, `cite …`, `lang-xx`), else they are unknown.

use super::kind::{TemplateKind, TemplateKind::*};
use super::site::Site;
use super::stops;
use super::templates::TEMPLATE_NAMES;
use std::sync::LazyLock;

/// The bytes of the buffer, and the length from which on a name may not fit.
const BUFFER_BYTES: usize = 72;
const LONGEST_NAME_BYTES: usize = BUFFER_BYTES - 5;

/// The normalized name of a template, in a small buffer of its own.
pub(super) struct NameBuffer {
    bytes: [u8; BUFFER_BYTES],
    length: usize,
}

impl Default for NameBuffer {
    fn default() -> Self {
        NameBuffer { bytes: [0; BUFFER_BYTES], length: 0 }
    }
}

impl NameBuffer {
    /// The name: lower case, blanks for `_`, no namespace.
    pub fn name(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }

    /// Writes `name` normalized; false if it is too long to be any we know.
    fn fill(&mut self, name: &str) -> bool {
        self.length = 0;
        if name.len() > 200 {
            return false;
        }
        if name.is_ascii() { self.fill_ascii(name.as_bytes()) } else { self.fill_any(name) }
    }

    fn fill_ascii(&mut self, name: &[u8]) -> bool {
        let is_edge = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'_';
        let lead = name.iter().take_while(|byte| is_edge(byte)).count();
        let tail = name[lead..].iter().rev().take_while(|byte| is_edge(byte)).count();
        let name = &name[lead..name.len() - tail];
        self.length = name.len();
        let Some(target) = self.bytes.get_mut(..name.len()).filter(|target| target.len() < LONGEST_NAME_BYTES) else {
            return self.fill_blanked(name);
        };
        target.copy_from_slice(name);
        self.bytes.make_ascii_lowercase();
        let odd = stops::find_sign(&self.bytes, 0, name.len(), [b'_', b'\n', b'\t']);
        if odd < name.len() || name.windows(2).any(|pair| pair == b"  ") {
            return self.fill_blanked(name);
        }
        self.length > 0
    }

    /// The same with one blank for each stretch of them.
    #[inline(never)]
    fn fill_blanked(&mut self, name: &[u8]) -> bool {
        self.length = 0;
        let words = name.split(|byte| matches!(byte, b'_' | b' ' | b'\n' | b'\t')).filter(|word| !word.is_empty());
        for (place, word) in words.enumerate() {
            for (at, byte) in word.iter().enumerate() {
                if self.length + 5 > self.bytes.len() {
                    return false;
                }
                if place > 0 && at == 0 {
                    self.bytes[self.length] = b' ';
                    self.length += 1;
                }
                self.bytes[self.length] = byte.to_ascii_lowercase();
                self.length += 1;
            }
        }
        self.length > 0
    }

    fn fill_any(&mut self, name: &str) -> bool {
        let mut blank = false;
        for c in name.trim_matches(|c: char| c.is_ascii_whitespace() || c == '_').chars() {
            let c = match c {
                '_' | ' ' | '\n' | '\t' | '\u{a0}' => {
                    blank = true;
                    continue;
                }
                'A'..='Z' => c.to_ascii_lowercase(),
                _ if c.is_ascii() => c,
                _ => c.to_lowercase().next().unwrap_or(c),
            };
            if self.length + 5 > self.bytes.len() {
                return false;
            }
            if blank {
                self.bytes[self.length] = b' ';
                self.length += 1;
                blank = false;
            }
            self.length += c.encode_utf8(&mut self.bytes[self.length..]).len();
        }
        self.length > 0
    }
}

/// Open addressing: one look in most cases.
struct Table {
    slots: Vec<u16>,
    entries: Vec<(&'static str, TemplateKind)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut entries: Vec<(&'static str, TemplateKind)> = Vec::new();
    for (kind, names) in TEMPLATE_NAMES {
        if matches!(kind, Text("|")) {
            entries.push(("!", *kind));
        }
        entries.extend(names.split('|').filter(|name| !name.is_empty()).map(|name| (name.trim(), *kind)));
    }
    let mut table = Table { slots: vec![u16::MAX; (entries.len() * 3).next_power_of_two()], entries: Vec::new() };
    for (name, kind) in entries {
        if let Err(slot) = table.find(name) {
            table.slots[slot] = table.entries.len() as u16;
            table.entries.push((name, kind));
        }
    }
    table
});

impl Table {
    /// The entry of `name`, or the free slot where it would go.
    fn find(&self, name: &str) -> Result<TemplateKind, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash_bytes(name.as_bytes()) as usize & mask;
        loop {
            match self.entries.get(usize::from(self.slots[slot])) {
                None => return Err(slot),
                Some((known, kind)) if *known == name => return Ok(*kind),
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }
}

/// Eight bytes at a time.
fn hash_bytes(bytes: &[u8]) -> u32 {
    let (parts, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = parts.iter().chain([&last]).fold(bytes.len() as u64, |hash, part| {
        let hash = (hash ^ u64::from_le_bytes(*part)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 32
    });
    hash as u32
}

/// What the template `name` shows; none if no rule knows it. The normalized name stays in `buffer`.
///
/// `Template:Convert` -> `Convert`
pub(super) fn find_kind(name: &str, site: &Site, buffer: &mut NameBuffer) -> Option<TemplateKind> {
    let colon = stops::find_sign(name.as_bytes(), 0, name.len(), [b':']);
    let name = match name.get(colon + 1..) {
        Some(rest) if site.is_template(name[..colon].trim()) => rest,
        _ => name,
    };
    if !buffer.fill(name) {
        return None;
    }
    let name = buffer.name();
    match TABLE.find(name) {
        Ok(Cite) if name == "citation" && site.language() == "fr" => Some(Show(1)),
        Ok(Show(2)) if name == "sort" => Some(Else(2, 1)),
        Ok(_) if name == "s" && site.is_any_language(&["fr", "es", "it", "pt"]) => Some(Century),
        Ok(kind) => Some(kind),
        Err(_) => find_family(name),
    }
}

/// Templates that share the beginning or the end of their names.
fn find_family(name: &str) -> Option<TemplateKind> {
    const BANNER_STARTS: &[&str] = &[
        "infobox",
        "taxobox",
        "navbox",
        "use ",
        "pp-",
        "about ",
        "sidebar",
        "s-",
        "wikiproject",
        "other ",
        "automatic tax",
        "speciesbox",
        "geobox",
        "chembox",
        "drugbox",
        "starbox",
        "ficha",
        "info/",
        "navigation",
        "r from",
        "r to",
    ];
    const BANNER_ENDS: &[&str] = &[" stub", "-stub", " navbox", " sidebar", " topics", " navigation", " infobox"];
    let starts = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    if name.starts_with("cite ")
        || name.starts_with("vcite ")
        || name.starts_with("cita ")
        || name.starts_with("citar ")
    {
        Some(Cite)
    } else if name.starts_with("lang-") || name.starts_with("lang ") {
        Some(LangCode)
    } else if name.starts_with("ipa-") || name.starts_with("ipac-") || name.starts_with("ipa ") {
        Some(Silent)
    } else if name.starts_with("internal link helper/") || name.starts_with("link-") {
        Some(Else(3, 1))
    } else if starts(BANNER_STARTS) || BANNER_ENDS.iter().any(|end| name.ends_with(end)) {
        Some(Banner)
    } else if name.ends_with(" needed")
        || name.ends_with("-inline")
        || name.ends_with(" inline")
        || name.ends_with(" icon")
    {
        Some(Silent)
    } else if name.starts_with("current") || name.starts_with("numberof") || name.starts_with("inflation") {
        Some(Loss)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str) -> Option<TemplateKind> {
        find_kind(name, &Site::new("en"), &mut NameBuffer::default())
    }

    #[test]
    fn case_blanks_and_namespace_do_not_matter() {
        for name in ["convert", "Convert", " convert\n", "Template:Convert", "T: convert", "CONVERT"] {
            assert_eq!(kind(name), Some(Convert), "{name:?}");
        }
        assert_eq!(kind("As_of"), Some(AsOf));
        assert_eq!(kind("Birth  date"), Some(Date));
    }

    #[test]
    fn no_name_stands_in_two_lines() {
        let mut names: Vec<&str> =
            TEMPLATE_NAMES.iter().flat_map(|(_, names)| names.split('|')).filter(|n| !n.is_empty()).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        assert_eq!(twice, Vec::<&str>::new());
    }

    #[test]
    fn signs_are_names_too() {
        assert_eq!(kind("!"), Some(Text("|")));
        assert_eq!(kind("="), Some(Text("=")));
        assert_eq!(kind("·"), Some(Text("\u{a0}· ")));
    }

    #[test]
    fn families_catch_what_the_table_does_not_name() {
        assert_eq!(kind("Infobox mill"), Some(Banner));
        assert_eq!(kind("cite magazine"), Some(Cite));
        assert_eq!(kind("lang-de"), Some(LangCode));
        assert_eq!(kind("Norland-geo-stub"), Some(Banner));
        assert_eq!(kind("zzz unknown"), None);
    }
}
