//! The paragraphs of a page to its sentences.

use std::rc::Rc;

use super::columns::PartColumns;
use super::walk::Reading;
use crate::blocks::{Blocks, find_source_range};
use crate::columns::choose_block_name;
use crate::documents::shorten_name;
use crate::history::{KeyMap, Markup, ParsedSentence, find_copy_notes, list_named_pages};
use crate::normal::{hash_text, normalise};
use crate::python::sentences::{choose_splitter, parse_namespaces};
use crate::python::units::{is_counted_block, weighs_enough};
use crate::sentences::Splitter;
use crate::wikitext::{Cleaner, Site};
use crate::{html, plain};

/// Paragraphs of one page to sentences; a sentence that is the same but for its form is one.
pub(super) struct Parser<'a> {
    columns: &'a PartColumns<'a>,
    reading: &'a Reading<'a>,
    title: &'a str,
    splitter: Splitter,
    cleaner: Option<(&'a str, &'a str, Cleaner)>,
    blocks: Blocks,
    source: String,
    ranges: Vec<(u32, u32)>,
    numbers: KeyMap<u128, u32>,
    /// Notes that text was copied: from which page, and to which.
    notes: Vec<(String, String)>,
    /// What was found so far.
    sentences: Vec<ParsedSentence>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        columns: &'a PartColumns<'a>,
        paragraphs: &[usize],
        title: &'a str,
        reading: &'a Reading<'a>,
    ) -> Self {
        let longest = paragraphs.iter().copied().max_by_key(|&row| columns.text.value(row).len());
        let said = paragraphs.first().map_or("", |&row| columns.language.value(row));
        let code = if reading.language.is_empty() { said } else { reading.language };
        Parser {
            columns,
            reading,
            title,
            splitter: choose_splitter(code, || longest.map_or("", |row| columns.text.value(row))),
            cleaner: None,
            blocks: Blocks::default(),
            source: String::new(),
            ranges: Vec::new(),
            numbers: KeyMap::default(),
            notes: Vec::new(),
            sentences: Vec::new(),
        }
    }

    /// What was found, and the notes.
    pub(super) fn finish(self) -> (Vec<ParsedSentence>, Vec<(String, String)>) {
        (self.sentences, self.notes)
    }

    /// The numbers of the sentences of a paragraph, which is parsed below its headings.
    pub(super) fn parse(&mut self, row: usize) -> Vec<u32> {
        let columns = self.columns;
        self.source.clear();
        self.source.push_str(columns.headings.value(row));
        let start = self.source.len() as u32;
        self.source.push_str(columns.text.value(row));
        let links = self.clean(row);
        let mut found = Vec::new();
        let mut normal = String::new();
        for block in &self.blocks.blocks {
            let (text, pieces) = (self.blocks.text_of(block), self.blocks.pieces_of(block));
            if text.is_empty() || find_source_range(pieces, 0, text.len() as u32).1 <= start {
                continue; // a heading above
            }
            let kind = choose_block_name(Some(block.element), block.footer);
            if !is_counted_block(kind, &self.reading.counted.blocks) {
                continue;
            }
            self.ranges.clear();
            self.splitter.split(text, &mut self.ranges);
            for &(from, to) in &self.ranges {
                let text = &text[from as usize..to as usize];
                normalise(text, self.reading.counted.how, &mut normal);
                if normal.is_empty() || !weighs_enough(&normal, kind, self.reading.counted.least) {
                    continue;
                }
                let hash = hash_text(&normal);
                let next = self.sentences.len() as u32;
                let number = *self.numbers.entry(hash).or_insert(next);
                if number == next {
                    let section = self.blocks.sections.get(block.section as usize).map_or("", |it| shorten_name(it));
                    self.sentences.push(ParsedSentence {
                        text: text.to_owned(),
                        section: match self.sentences.last() {
                            Some(last) if *last.section == *section => last.section.clone(),
                            _ => section.into(),
                        },
                        block: kind,
                        links: links.clone(),
                    });
                }
                found.push(number);
            }
        }
        found
    }

    /// Cleans a paragraph; gives the pages that it names, where it is wikitext.
    fn clean(&mut self, row: usize) -> Rc<str> {
        let (language, site) = (self.columns.language.value(row), self.columns.site.value(row));
        let name = if self.reading.markup == "auto" { self.columns.markup.value(row) } else { self.reading.markup };
        self.blocks.clear();
        match Markup::from_name(name) {
            Markup::Html => html::clean_html(&self.source, name == "html", &mut self.blocks),
            Markup::Plain => plain::clean_titled_text(&self.source, self.title, &mut self.blocks),
            Markup::Wikitext => {
                if !self.cleaner.as_ref().is_some_and(|(old, names, _)| *old == language && *names == site) {
                    let new = Cleaner::new(Site::new(language).with_namespaces(&parse_namespaces(site)));
                    self.cleaner = Some((language, site, new));
                }
                if let Some((_, _, cleaner)) = &mut self.cleaner {
                    cleaner.clean(&self.source, self.title, &mut self.blocks);
                }
                let text = self.columns.text.value(row);
                self.notes.extend(find_copy_notes(text));
                return list_named_pages(text).into();
            }
        }
        Rc::default()
    }
}
