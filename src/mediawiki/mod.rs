//! Reads the XML dumps of MediaWiki: `pages-articles`, `pages-meta-history`, Special:Export, schemas 0.3 to 0.11.
//!
//! A dump is read tag by tag (`tags`) through a window of fixed size (`window`); a text goes straight into the batch
//! (`text`); what a page becomes is decided here (`rows`). No XML parser: a broken page costs only itself, and is given
//! as a rejected row. What the markup means is left to `wikitext`.

mod entities;
mod namespaces;
mod page;
mod redirects;
mod rows;
mod scan;
mod site;
mod splits;
mod tags;
mod text;
mod window;

use std::io;

use crate::documents::{Documents, Limits, ReadDocuments, ReadError};
use crate::unpack::{Input, Options, Packing, Progress, UnpackedFile, open_range};
use page::{Page, Place};
pub use site::SiteInfo;
pub use splits::split_dump;
use window::{ReadOutcome, Window};

/// A batch of skipped pages has little text; it is given when it has this many rows.
const BATCH_ROWS: usize = 50_000;

/// Which revisions of a page are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Revisions {
    /// The newest by its timestamp.
    #[default]
    Latest,
    /// The oldest.
    First,
    /// Each as a row of its own, under the page's id.
    All,
}

/// The column that rows have besides, where comments are asked for: what an editor said about a revision.
pub const COMMENT_COLUMN: &str = "comment";

/// Which pages are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Numbers of the namespaces, `None` for all; articles are 0.
    pub namespaces: Option<Vec<i32>>,
    /// Whether redirects are documents too.
    pub keep_redirects: bool,
    /// Which revisions.
    pub revisions: Revisions,
    /// Whether rows have a column [`COMMENT_COLUMN`].
    pub comments: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { namespaces: Some(vec![0]), keep_redirects: false, revisions: Revisions::Latest, comments: false }
    }
}

/// A dump, or one range of it, being read.
pub struct Dump {
    window: Window,
    settings: Settings,
    limits: Limits,
    site: Option<SiteInfo>,
    /// `site`, or an empty one.
    known: SiteInfo,
    batch: Documents,
    page: Page,
    place: Place,
    /// Whether `</mediawiki>` was seen.
    closed: bool,
    finished: bool,
    /// How places are told: bytes of the unpacked file before this reading, or the packed byte it begins at.
    origin: Origin,
    field: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    Unpacked(u64),
    Packed(u64),
}

impl Dump {
    /// Opens a dump, or the range `(start, end)` of its stored bytes (see [`splits`]).
    ///
    /// A page belongs to the range in which its `<page>` begins; of a bzip2 file, in which the block with its `<` begins.
    pub fn open(
        input: Input,
        range: Option<(u64, u64)>,
        settings: Settings,
        options: Options,
    ) -> Result<Dump, ReadError> {
        let start = range.map_or(0, |(start, _)| start);
        let failed = |error: io::Error| ReadError { place: "byte 0".into(), reason: error.to_string() };
        let beginning = match (&input, start) {
            (Input::Path(path), 1..) => Some(Input::Path(path.clone())),
            _ => None,
        };
        let mut window = Window::new(open_range(input, range, &options).map_err(failed)?);
        let site = match beginning {
            Some(input) => {
                let options = Options { threads: 1, ..options };
                read_site(&mut Window::new(open_range(input, None, &options).map_err(failed)?))
            }
            None => read_site(&mut window),
        }
        .map_err(failed)?;
        let closed = start > 0 && begins_after_last_page(&mut window).map_err(failed)?;
        let origin = match window.source().packing() {
            Packing::Bzip2 if start > 0 => Origin::Packed(start),
            _ => Origin::Unpacked(start),
        };
        let limits = Limits {
            // Offsets in a batch are 32 bits wide.
            batch_bytes: options.limits.batch_bytes.min(512 << 20),
            document_bytes: options.limits.document_bytes.min(512 << 20),
            ..options.limits
        };
        let batch = Documents::with_extra(if settings.comments { &[COMMENT_COLUMN] } else { &[] });
        Ok(Dump {
            window,
            settings,
            limits,
            known: site.clone().unwrap_or_default(),
            site,
            batch,
            page: Page::default(),
            place: Place::Outside,
            closed,
            finished: false,
            origin,
            field: Vec::new(),
        })
    }

    /// What the head of the dump says about its wiki (also for a later range); `None` if it has no head.
    pub fn site(&self) -> Option<SiteInfo> {
        self.site.clone()
    }

    /// How far the file is read.
    pub fn progress(&self) -> Progress {
        self.source().progress()
    }

    fn source(&self) -> &UnpackedFile {
        self.window.source()
    }

    /// Whether the batch is to be given; not while the text of a page at hand stands at its end.
    fn batch_is_full(&self) -> bool {
        let settled = self.row_start() == self.batch.text.bytes.len();
        let large = self.batch.text.bytes.len() >= self.limits.batch_bytes || self.batch.len() >= BATCH_ROWS;
        settled && large
    }
}

/// Reads the head without consuming it: up to the first page, or as much as the window holds.
fn read_site(window: &mut Window) -> io::Result<Option<SiteInfo>> {
    let mut searched = 0;
    loop {
        let unsearched = &window.bytes()[searched..];
        let ended =
            ["</siteinfo>", "<page>"].iter().any(|end| memchr::memmem::find(unsearched, end.as_bytes()).is_some());
        if ended {
            break;
        }
        searched = window.bytes().len().saturating_sub("</siteinfo>".len());
        if window.read_more()? != ReadOutcome::Bytes {
            break;
        }
    }
    Ok(SiteInfo::parse(window.bytes()))
}

/// Whether the border of the range fell into `</mediawiki>`, so that nothing else is to come.
fn begins_after_last_page(window: &mut Window) -> io::Result<bool> {
    const CLOSING_TAG: &[u8] = b"</mediawiki>";
    while window.bytes().len() <= 2 * CLOSING_TAG.len() {
        if window.read_more()? != ReadOutcome::Bytes {
            return Ok(CLOSING_TAG.ends_with(window.bytes().trim_ascii_end()));
        }
    }
    Ok(false)
}

impl ReadDocuments for Dump {
    fn next_batch(&mut self) -> Result<Option<Documents>, ReadError> {
        while !self.finished && !self.batch_is_full() {
            if let Err(error) = self.take_next_tag() {
                self.finished = true;
                return Err(ReadError { place: self.format_place(self.window.offset()), reason: error.to_string() });
            }
        }
        let batch = self.batch.take_rows();
        Ok((!batch.is_empty()).then_some(batch))
    }
}

#[cfg(test)]
mod tests;
