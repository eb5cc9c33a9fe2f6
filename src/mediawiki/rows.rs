//! What a page becomes: a document, a skipped row or a rejected row.

use std::borrow::Cow;

use super::page::{Revision, Text};
use super::redirects;
use super::scan::EXCERPT_BYTES;
use super::{COMMENT_COLUMN, Dump, Origin};
use crate::documents::{Record, Status};
use crate::unpack::{Damage, DamageKind};

/// What a row says beside the page's fields.
struct Verdict {
    status: Status,
    reason: Cow<'static, str>,
    /// The text to give instead of the one in the batch.
    text: Option<String>,
}

impl Verdict {
    fn new_read() -> Verdict {
        Verdict { status: Status::Read, reason: "".into(), text: None }
    }

    fn new_skipped(reason: &'static str) -> Verdict {
        Verdict { status: Status::Skipped, reason: reason.into(), text: Some(String::new()) }
    }

    fn new_rejected(reason: impl Into<Cow<'static, str>>, excerpt: &[u8]) -> Verdict {
        let text = String::from_utf8_lossy(excerpt).into_owned();
        Verdict { status: Status::Rejected, reason: reason.into(), text: Some(text) }
    }
}

impl Dump {
    /// Gives the page's best revision as a row.
    pub(super) fn push_page(&mut self) {
        let best = self.page.best.take();
        let verdict = match (self.page.skipped, &best) {
            (Some(reason), _) => self.build_skip_verdict(reason),
            (None, Some(best)) => self.judge_revision(best),
            (None, None) => Verdict::new_rejected("no text: the page has no revision with a text", &self.page.excerpt),
        };
        self.push(&best.unwrap_or_default(), verdict);
    }

    /// Gives what is whole of a page that is cut; without anything it is rejected.
    pub(super) fn push_cut_page(&mut self, reason: &str) {
        if self.page.best.is_some() || self.page.skipped.is_some() {
            self.push_page();
        } else {
            let verdict = Verdict::new_rejected(reason.to_owned(), &self.page.excerpt);
            self.push(&Revision::default(), verdict);
        }
    }

    /// Gives the revision at hand as a row of its own.
    pub(super) fn push_revision(&mut self) {
        let revision = std::mem::take(&mut self.page.current);
        let verdict = self.judge_revision(&revision);
        self.push(&revision, verdict);
        self.page.current = revision;
        self.page.has_rows = true;
    }

    fn build_skip_verdict(&self, reason: &'static str) -> Verdict {
        let target = self.page.redirect.clone().filter(|_| reason == "redirect");
        Verdict { text: Some(target.unwrap_or_default()), ..Verdict::new_skipped(reason) }
    }

    /// Looks at a revision whose text, if it is whole, stands at the end of the batch.
    fn judge_revision(&self, revision: &Revision) -> Verdict {
        if revision.text == Text::Deleted {
            return Verdict::new_skipped("deleted");
        }
        if !matches!(revision.model.as_str(), "" | "wikitext") {
            return Verdict::new_skipped("model");
        }
        match revision.text {
            Text::Stub => {
                return Verdict::new_rejected("no text: this dump holds the pages' data only", &self.page.excerpt);
            }
            Text::TooLarge => {
                let reason = format!("too large: its text has more than {} bytes", self.limits.document_bytes);
                return Verdict::new_rejected(reason, &self.page.excerpt);
            }
            _ => {}
        }
        let bytes = &self.batch.text.bytes[self.row_start()..];
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return reject_not_utf8(bytes, error.valid_up_to()),
        };
        if text.trim_ascii().is_empty() {
            return Verdict::new_skipped("empty");
        }
        if !self.settings.keep_redirects
            && text.trim_ascii_start().starts_with('#')
            && let Some(target) = redirects::find_redirect_target(text)
        {
            return Verdict { text: Some(target.to_owned()), ..Verdict::new_skipped("redirect") };
        }
        Verdict::new_read()
    }

    fn push(&mut self, revision: &Revision, verdict: Verdict) {
        if let Some(text) = &verdict.text {
            let row = self.row_start();
            self.batch.text.bytes.truncate(row);
            self.batch.text.bytes.extend_from_slice(text.as_bytes());
        }
        self.batch.text.end_row();
        // How much of a text that is too large was seen depends on how it was cut; what came after it is not told.
        let nothing = Revision::default();
        let revision = if revision.text == Text::TooLarge { &nothing } else { revision };
        let place = self.format_place(self.page.offset);
        let mut url = String::new();
        self.known.write_url(&self.page.title, &mut url);
        let record = Record {
            document: if self.page.id.is_empty() { &place } else { &self.page.id },
            title: &self.page.title,
            url: &url,
            language: &self.known.language,
            namespace: self.page.namespace,
            revision: &revision.id,
            timestamp: &revision.timestamp,
            contributor: &revision.contributor,
            place: &place,
            ..Record::default()
        };
        self.batch.push_extra(COMMENT_COLUMN, &revision.comment);
        self.batch.push_without_text(record, verdict.status, &verdict.reason);
    }

    /// A rejected row for damage of the packed file.
    pub(super) fn push_damage(&mut self, offset: u64, damage: &Damage) {
        let what = match damage.kind {
            DamageKind::Passing | DamageKind::Broken => "damaged",
            DamageKind::Cut => "cut",
            DamageKind::Bomb => "bomb",
            DamageKind::Unsupported => "cannot be read",
        };
        self.push_note(offset, &format!("{what}: {damage}"));
    }

    /// A rejected row for a dump without its end.
    pub(super) fn push_unclosed(&mut self, offset: u64) {
        self.push_note(offset, "cut: the dump ends without </mediawiki>, so pages may be missing");
    }

    fn push_note(&mut self, offset: u64, reason: &str) {
        let place = self.format_place(offset);
        let record = Record { document: &place, language: &self.known.language, place: &place, ..Record::default() };
        self.batch.push(record, Status::Rejected, reason);
    }

    /// `byte 1234`, of the unpacked dump; where that is not known, counted from the packed byte the reading began at.
    pub(super) fn format_place(&self, offset: u64) -> String {
        match self.origin {
            Origin::Unpacked(start) => format!("byte {}", start + offset),
            Origin::Packed(start) => format!("byte {offset} from the block after packed byte {start}"),
        }
    }
}

fn reject_not_utf8(bytes: &[u8], at: usize) -> Verdict {
    let value = bytes.get(at).copied().unwrap_or_default();
    let from = at.saturating_sub(EXCERPT_BYTES / 2);
    let excerpt = &bytes[from..bytes.len().min(from + EXCERPT_BYTES)];
    Verdict::new_rejected(format!("not UTF-8: byte {at} of its text is 0x{value:02x}"), excerpt)
}
