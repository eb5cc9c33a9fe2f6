//! The walk over the tags of a dump: which element the scan is in, and what each tag changes.

use std::io;

use super::page::{Place, Text};
use super::tags::{self, Name, NextTag, Tag, read_attribute, read_field};
use super::text::{self, TextEnd};
use super::{Dump, Revisions};

/// How much of a rejected page is shown.
pub const EXCERPT_BYTES: usize = 240;

impl Dump {
    /// Takes the next tag.
    pub(super) fn take_next_tag(&mut self) -> io::Result<()> {
        if self.place == Place::Outside && self.is_past_range() {
            self.finished = true;
            return Ok(());
        }
        match tags::next_tag(&mut self.window)? {
            NextTag::Tag(tag) if self.place == Place::Outside => self.take_outside(tag)?,
            NextTag::Tag(tag) => self.take_inside(tag)?,
            NextTag::Gap => self.take_gap(),
            NextTag::End => self.take_end(),
        }
        Ok(())
    }

    /// Whether the head of the window belongs to the next range.
    fn is_past_range(&self) -> bool {
        self.window.boundary().is_some_and(|boundary| self.window.offset() >= boundary)
    }

    fn take_outside(&mut self, tag: Tag) -> io::Result<()> {
        match (tag.name, tag.closing) {
            (Name::Page, false) => self.begin_page(tag)?,
            (Name::MediaWiki, true) => self.closed = true,
            _ => {}
        }
        self.window.consume(tag.length);
        Ok(())
    }

    /// `<page>` is at the head of the window.
    fn begin_page(&mut self, tag: Tag) -> io::Result<()> {
        if self.is_past_range() {
            self.finished = true;
            return Ok(());
        }
        let offset = self.window.offset();
        while self.window.bytes().len() < EXCERPT_BYTES && self.window.read_more()? == super::ReadOutcome::Bytes {}
        let bytes = self.window.bytes();
        self.page.begin(offset, &bytes[..bytes.len().min(EXCERPT_BYTES)]);
        self.place = if tag.empty { Place::Outside } else { Place::Page };
        Ok(())
    }

    fn take_inside(&mut self, tag: Tag) -> io::Result<()> {
        match (tag.name, tag.closing) {
            (Name::Page, false) => {
                // Not consumed: it begins the next page.
                self.cut_page("cut: the next page begins before its </page>");
                return Ok(());
            }
            (Name::MediaWiki, true) => {
                self.cut_page("cut: the dump ends before its </page>");
                return Ok(());
            }
            (Name::Page, true) => {
                self.end_revision();
                self.end_page();
            }
            (Name::Text, false) if self.place == Place::Revision || self.place == Place::Contributor => {
                return self.take_text(tag);
            }
            (_, true) => self.leave_element(tag.name),
            (_, false) => return self.enter_element(tag),
        }
        self.window.consume(tag.length);
        Ok(())
    }

    /// An opening tag in a page: a container, or a field whose content follows.
    fn enter_element(&mut self, tag: Tag) -> io::Result<()> {
        let in_revision = matches!(self.place, Place::Revision | Place::Contributor);
        match tag.name {
            Name::Revision => {
                self.end_revision();
                self.page.decide_skip(&self.settings, &self.known);
                self.place = if tag.empty { Place::Page } else { Place::Revision };
            }
            Name::Contributor if in_revision && !tag.empty => self.place = Place::Contributor,
            Name::Content if in_revision && !tag.empty => self.place = Place::Slot,
            Name::Upload if self.place == Place::Page && !tag.empty => self.place = Place::Upload,
            Name::Redirect if self.place == Place::Page => {
                let title = read_attribute(&self.window.bytes()[..tag.length], "title");
                self.page.redirect = Some(title.unwrap_or_default());
            }
            _ => return self.take_field(tag),
        }
        self.window.consume(tag.length);
        Ok(())
    }

    fn take_field(&mut self, tag: Tag) -> io::Result<()> {
        self.window.consume(tag.length);
        let page = &mut self.page;
        let slot = match (self.place, tag.name) {
            _ if tag.empty => return Ok(()),
            (Place::Page, Name::Ns) => {
                read_field(&mut self.window, &mut self.field)?;
                page.ns = std::str::from_utf8(&self.field).ok().and_then(|number| number.trim().parse().ok());
                return Ok(());
            }
            (Place::Page, Name::Title) => &mut page.title,
            (Place::Page, Name::Id) => &mut page.id,
            (Place::Revision, Name::Id) => &mut page.current.id,
            (Place::Revision, Name::Timestamp) => &mut page.current.timestamp,
            (Place::Revision, Name::Comment) => &mut page.current.comment,
            (Place::Revision, Name::Model) => &mut page.current.model,
            (Place::Contributor, Name::Username | Name::Ip) => &mut page.current.contributor,
            _ => return Ok(()),
        };
        // The first counts: a second one comes from a splice.
        if slot.is_empty() {
            read_field(&mut self.window, &mut self.field)?;
            super::entities::unescape_into(self.field.trim_ascii(), slot);
        }
        Ok(())
    }

    fn leave_element(&mut self, name: Name) {
        self.place = match (name, self.place) {
            (Name::Revision, Place::Revision | Place::Contributor | Place::Slot) => {
                self.end_revision();
                Place::Page
            }
            (Name::Contributor, Place::Contributor) | (Name::Content, Place::Slot) => Place::Revision,
            (Name::Upload, Place::Upload) => Place::Page,
            (_, place) => place,
        };
    }

    /// `<text …>` of a revision's main slot is at the head of the window.
    fn take_text(&mut self, tag: Tag) -> io::Result<()> {
        self.place = Place::Revision;
        let attributes = &self.window.bytes()[..tag.length];
        let deleted = read_attribute(attributes, "deleted").is_some();
        let is_stub =
            tag.empty && read_attribute(attributes, "bytes").is_some_and(|bytes| !matches!(bytes.trim(), "0" | "-1"));
        self.window.consume(tag.length);
        if self.page.current.text != Text::None {
            return Ok(());
        }
        let better = self.page.is_better(self.settings.revisions);
        self.page.current.text = match tag.empty {
            _ if !better => Text::Passed,
            _ if self.page.skipped.is_some() => Text::Whole,
            _ if deleted => Text::Deleted,
            true if is_stub => Text::Stub,
            true => Text::Whole,
            false => return self.copy_text(),
        };
        if better && self.settings.revisions != Revisions::All {
            self.drop_best_text(self.batch.text.bytes.len());
        }
        Ok(())
    }

    fn copy_text(&mut self) -> io::Result<()> {
        let start = self.batch.text.bytes.len();
        let end = text::copy_text(&mut self.window, &mut self.batch.text.bytes, self.limits.document_bytes)?;
        match end {
            TextEnd::Closed => {
                self.page.current.text = Text::Whole;
                self.drop_best_text(start);
            }
            TextEnd::TooLarge => {
                self.page.current.text = Text::TooLarge;
                self.batch.text.bytes.truncate(start);
                self.batch.text.bytes.shrink_to(2 * self.limits.batch_bytes);
                self.drop_best_text(start);
            }
            // The tag loop meets the cause again and deals with it.
            TextEnd::Cut | TextEnd::Gap | TextEnd::End => {
                self.page.text_is_cut = true;
                self.batch.text.bytes.truncate(start);
            }
        }
        Ok(())
    }

    /// Removes the text of the best revision so far; that of the better one begins at `start`.
    fn drop_best_text(&mut self, start: usize) {
        let row = self.row_start();
        if row < start {
            self.batch.text.bytes.drain(row..start);
        }
    }

    /// Where the text of the next row begins in the batch.
    pub(super) fn row_start(&self) -> usize {
        self.batch.text.offsets.last().map_or(0, |&end| end as usize)
    }

    /// Settles the revision at hand, if there is one.
    fn end_revision(&mut self) {
        if self.page.current.text != Text::None {
            if self.settings.revisions == Revisions::All && self.page.skipped.is_none() {
                self.push_revision();
            } else if self.page.current.text != Text::Passed {
                let revision = std::mem::take(&mut self.page.current);
                self.page.best = Some(revision);
            }
        }
        self.page.current.clear();
    }

    fn end_page(&mut self) {
        self.page.decide_skip(&self.settings, &self.known);
        if self.page.text_is_cut && self.page.best.is_none() {
            self.push_cut_page("cut: its <text> has no end");
        } else if self.page.best.is_some() || !self.page.has_rows {
            self.push_page();
        }
        self.place = Place::Outside;
    }

    /// The page at hand has no end. What is whole of it is kept.
    fn cut_page(&mut self, reason: &str) {
        let length = usize::try_from(self.window.offset() - self.page.offset).unwrap_or(usize::MAX);
        self.page.excerpt.truncate(length);
        self.end_revision();
        if self.page.ns.is_some() || self.page.best.is_some() {
            self.page.decide_skip(&self.settings, &self.known);
        }
        self.push_cut_page(reason);
        self.place = Place::Outside;
    }

    /// Damage: the page it fell into, if any, then the damage itself as a row of the range it lies in.
    fn take_gap(&mut self) {
        let Some(damage) = self.window.take_damage() else { return };
        if self.place != Place::Outside {
            self.cut_page(&format!("cut: {damage}"));
        }
        let offset = self.window.offset();
        if self.is_past_range() {
            // The next range reports it.
            self.finished = true;
        } else {
            self.push_damage(offset, &damage);
        }
    }

    fn take_end(&mut self) {
        if self.place != Place::Outside {
            self.cut_page("cut: the dump ends before its </page>");
        }
        self.finished = true;
        let offset = self.window.offset();
        let is_last = self.window.boundary().is_none_or(|boundary| offset <= boundary);
        if is_last && !self.closed && self.site.is_some() {
            self.push_unclosed(offset);
        }
    }
}
