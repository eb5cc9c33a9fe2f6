//! Revisions to what is new in them: paragraphs that a page has not had, lists of paragraphs as differences.
//!
//! A cutter reads one file, or a part of it. It remembers pages as long as there is room; what it has forgotten is given
//! again, which costs time and changes nothing, since equal rows are folded where a page is put together.

use std::collections::{HashMap, HashSet};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::paragraphs::{Markup, cut_paragraphs};
use super::recut::LastCut;
use super::templates::TemplateNames;

/// Hashes that are remembered in all: 64 MB of them, about 4 GB of distinct prose.
const MOST_REMEMBERED: usize = 4 << 20;

/// Versions that are written as differences, each from the one before, until one is written out again: however revisions
/// jump in time, a version is put together in fewer steps than this.
const LONGEST_CHAIN: u32 = 64;

/// What a row of parts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A paragraph that its page has not had.
    Paragraph,
    /// A version that its page has not had: a list of paragraphs.
    Version,
    /// A revision.
    Revision,
    /// A record that is no revision: skipped, or rejected.
    Other,
}

/// Rows of parts, column by column. `row` is the record that a part is of.
#[derive(Debug, Default)]
pub struct Parts {
    #[allow(missing_docs)]
    pub part: Vec<u32>,
    #[allow(missing_docs)]
    pub row: Vec<u32>,
    /// Of a paragraph or a version its hash, of a revision that of its version.
    pub key: Vec<u64>,
    /// The version that this one is written as differences from; 0 where it is written out.
    pub base: Vec<u64>,
    /// Paragraphs at the beginning that are the same as in `base`.
    pub prefix: Vec<u32>,
    /// Paragraphs at the end that are the same as in `base`.
    pub suffix: Vec<u32>,
    /// The paragraphs between them.
    pub keys: Vec<Vec<u8>>,
    /// Of a paragraph the headings above it, a line each.
    pub headings: Vec<String>,
    /// Of a paragraph its text.
    pub text: Vec<String>,
}

impl Parts {
    fn push(&mut self, part: Part, row: u32, key: u64) {
        self.part.push(part as u32);
        self.row.push(row);
        self.key.push(key);
        self.base.push(0);
        self.prefix.push(0);
        self.suffix.push(0);
        self.keys.push(Vec::new());
        self.headings.push(String::new());
        self.text.push(String::new());
    }

    fn push_paragraph(&mut self, row: u32, key: u64, headings: &str, text: &str) {
        self.push(Part::Paragraph, row, key);
        let last = self.text.len() - 1;
        self.headings[last].push_str(headings);
        self.text[last].push_str(text);
    }

    fn push_version(&mut self, row: u32, key: u64, base: Option<(u64, &[u64])>, list: &[u64]) {
        self.push(Part::Version, row, key);
        let last = self.keys.len() - 1;
        let (prefix, suffix) = base.map_or((0, 0), |(_, old)| count_common_ends(old, list));
        self.base[last] = base.map_or(0, |(key, _)| key);
        self.prefix[last] = prefix as u32;
        self.suffix[last] = suffix as u32;
        self.keys[last] = list[prefix..list.len() - suffix].iter().flat_map(|key| key.to_le_bytes()).collect();
    }
}

/// How many values two lists have in common at the beginning, and at the end of what remains.
///
/// `[1, 2, 3]`, `[1, 9, 3]` -> `(1, 1)`; `[1, 1]`, `[1]` -> `(1, 0)`
pub(super) fn count_common_ends<T: PartialEq>(left: &[T], right: &[T]) -> (usize, usize) {
    let prefix = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let rest = left[prefix..].iter().rev().zip(right[prefix..].iter().rev());
    (prefix, rest.take_while(|(left, right)| left == right).count())
}

/// What is known of a page.
#[derive(Default)]
struct KnownPage {
    paragraphs: HashSet<u64>,
    /// How many differences lead to each version from one that is written out.
    versions: HashMap<u64, u32>,
    /// The version of each text, by hash: a revert is not cut again.
    texts: HashMap<u64, u64>,
    /// The last version that was cut, and its paragraphs; `None` before the first.
    last: Option<u64>,
    list: Vec<u64>,
}

/// See the head of this file.
#[derive(Default)]
pub struct Cutter {
    pages: HashMap<String, KnownPage>,
    remembered: usize,
    list: Vec<u64>,
    /// The page that was cut last, and its last text.
    last: (String, LastCut),
    /// Templates of wikitext that are opened.
    templates: TemplateNames,
}

impl Cutter {
    /// A cutter that opens these templates of wikitext.
    pub fn new(templates: TemplateNames) -> Cutter {
        Cutter { templates, ..Cutter::default() }
    }

    /// Adds what is new in a revision, and the revision itself.
    pub fn cut_revision(&mut self, document: &str, row: u32, text: &str, markup: Markup, parts: &mut Parts) {
        if self.remembered > MOST_REMEMBERED {
            self.pages.clear();
            self.last = Default::default();
            self.remembered = 0;
        }
        if !self.pages.contains_key(document) {
            self.pages.insert(document.to_owned(), KnownPage::default());
            self.remembered += 16;
        }
        let Some(page) = self.pages.get_mut(document) else { return };
        let hash = xxh3_64(text.as_bytes());
        if let Some(&version) = page.texts.get(&hash) {
            parts.push(Part::Revision, row, version);
            return;
        }
        let opened = markup == Markup::Wikitext && !self.templates.is_empty();
        let opened = opened.then(|| self.templates.open_templates(text));
        let text = opened.as_deref().unwrap_or(text);
        self.list.clear();
        let (list, remembered) = (&mut self.list, &mut self.remembered);
        let mut name = |headings: &str, text: &str| {
            let key = hash_paragraph(headings, text);
            if page.paragraphs.insert(key) {
                *remembered += 1;
                parts.push_paragraph(row, key, headings, text);
            }
            key
        };
        if markup == Markup::Wikitext {
            if self.last.0 != document {
                self.last = (document.to_owned(), LastCut::default());
            }
            list.extend_from_slice(self.last.1.cut(text, name));
        } else {
            cut_paragraphs(text, markup, |headings, text| list.push(name(headings, text)));
        }
        let version = hash_version(list);
        page.texts.insert(hash, version);
        *remembered += 2;
        if !page.versions.contains_key(&version) {
            *remembered += 1;
            let chain = page.last.and_then(|key| page.versions.get(&key)).map_or(LONGEST_CHAIN, |steps| steps + 1);
            let base = page.last.filter(|_| chain < LONGEST_CHAIN).map(|key| (key, page.list.as_slice()));
            page.versions.insert(version, if base.is_some() { chain } else { 0 });
            parts.push_version(row, version, base, list);
        }
        if page.last != Some(version) {
            page.last = Some(version);
            *remembered = *remembered + list.len() - page.list.len().min(*remembered);
            std::mem::swap(&mut page.list, list);
        }
        parts.push(Part::Revision, row, version);
    }

    /// Adds a record that is no revision.
    pub fn note_other(&mut self, row: u32, parts: &mut Parts) {
        parts.push(Part::Other, row, 0);
    }
}

fn hash_paragraph(headings: &str, text: &str) -> u64 {
    if headings.is_empty() {
        return xxh3_64(text.as_bytes());
    }
    let mut hash = Xxh3Default::new();
    hash.update(headings.as_bytes());
    hash.update(&[0]);
    hash.update(text.as_bytes());
    hash.digest()
}

/// Never 0, which stands for no version.
fn hash_version(list: &[u64]) -> u64 {
    let mut hash = Xxh3Default::new();
    for key in list {
        hash.update(&key.to_le_bytes());
    }
    hash.digest().max(1)
}
