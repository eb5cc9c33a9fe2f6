//! A page while it is being read: what its head says, the revision at hand, and the best one so far.

use super::site::SiteInfo;
use super::{Revisions, Settings};

/// What became of a revision's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Text {
    /// There was no `<text>` (yet), or not all of it.
    #[default]
    None,
    /// All of it was read (or nothing of it, when the page is skipped).
    Whole,
    /// It was passed over: another revision is wanted.
    Passed,
    /// It is hidden from the public.
    Deleted,
    /// It is left out of this kind of dump (a stub), which says how long it would be.
    Stub,
    /// It is larger than the limit.
    TooLarge,
}

/// A revision.
#[derive(Clone, Debug, Default)]
pub struct Revision {
    /// Its id.
    pub id: String,
    /// When it was saved; of one form, so that it sorts as text.
    pub timestamp: String,
    /// Who saved it: a user's name or an address.
    pub contributor: String,
    /// What they said about it.
    pub comment: String,
    /// `wikitext`, or what else it is.
    pub model: String,
    /// Its text.
    pub text: Text,
}

impl Revision {
    /// Forgets all, keeps the memory.
    pub fn clear(&mut self) {
        for field in [&mut self.id, &mut self.timestamp, &mut self.contributor, &mut self.comment, &mut self.model] {
            field.clear();
        }
        self.text = Text::None;
    }
}

/// Which element the scan is in; ids and texts belong to the innermost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Between pages.
    #[default]
    Outside,
    /// In `<page>`, not in a revision.
    Page,
    /// In `<revision>`.
    Revision,
    /// In the `<contributor>` of a revision.
    Contributor,
    /// In `<content>` of a revision: a slot that is not the main one.
    Slot,
    /// In `<upload>`: its time and contributor are a file's.
    Upload,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Where `<page>` stands, in bytes of this reading.
    pub offset: u64,
    /// Its first bytes, to show if it must be rejected.
    pub excerpt: Vec<u8>,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What `<ns>` says.
    pub ns: Option<i32>,
    /// Its namespace, known from the first revision on.
    pub namespace: i32,
    /// What `<redirect>` says.
    pub redirect: Option<String>,
    /// Why the whole page is skipped.
    pub skipped: Option<&'static str>,
    /// The revision at hand.
    pub current: Revision,
    /// The one to give, when not all are given.
    pub best: Option<Revision>,
    /// Whether a revision of this page became a row of its own.
    pub has_rows: bool,
    /// Whether a text in it has no end.
    pub text_is_cut: bool,
    /// Whether its head was judged.
    judged: bool,
}

impl Page {
    /// Begins a page.
    pub fn begin(&mut self, offset: u64, excerpt: &[u8]) {
        self.offset = offset;
        self.excerpt.clear();
        self.excerpt.extend_from_slice(excerpt);
        self.id.clear();
        self.title.clear();
        self.ns = None;
        self.namespace = 0;
        self.redirect = None;
        self.skipped = None;
        self.current.clear();
        self.best = None;
        self.has_rows = false;
        self.text_is_cut = false;
        self.judged = false;
    }

    /// When its head is read: settles its namespace and whether it is skipped as a whole.
    pub fn decide_skip(&mut self, settings: &Settings, site: &SiteInfo) {
        if self.judged {
            return;
        }
        self.judged = true;
        self.namespace = self.ns.unwrap_or_else(|| site.find_namespace(&self.title));
        let wanted = settings.namespaces.as_ref().is_none_or(|wanted| wanted.contains(&self.namespace));
        // `<redirect>` tells of the newest revision only.
        let redirects = self.redirect.is_some() && settings.revisions == Revisions::Latest;
        if !wanted {
            self.skipped = Some("namespace");
        } else if redirects && !settings.keep_redirects {
            self.skipped = Some("redirect");
        }
    }

    /// Whether the revision at hand goes before the best so far.
    pub fn is_better(&self, revisions: Revisions) -> bool {
        let timestamp = &self.current.timestamp;
        match (&self.best, revisions) {
            (None, _) | (_, Revisions::All) => true,
            (Some(best), Revisions::Latest) => *timestamp >= best.timestamp,
            (Some(best), Revisions::First) => *timestamp < best.timestamp,
        }
    }
}
