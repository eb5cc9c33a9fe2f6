//! The dumps of Stack Exchange: `Posts.xml`, where a row is a question or an answer, and `PostLinks.xml`.
//!
//! A site's archive holds more tables, which are passed over: a row counts inside the table that is asked for, or
//! where none was opened. What a thread is made of is left to the stage that gathers it; here a post is a document.

use std::borrow::Cow;
use std::io::Read;

use super::Settings;
use super::batch::{Batch, RecordPlace, explain_not_utf8};
use super::lines::CutStep;
use super::object::split_tags;
use super::tags::{Attributes, Tags, find_tag_name};
use super::window::Window;
use crate::documents::{Documents, ReadDocuments, ReadError, Record};
use crate::entities;

/// What of a dump is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Questions and answers, with the columns [`POST_COLUMNS`] besides.
    Posts,
    /// Which question is linked to which, with the columns [`LINK_COLUMNS`] besides.
    Links,
}

/// What a post has besides the columns of a document. `thread` is the site and the id of the question; `role` is
/// question or answer; `accepted` the id of the answer that the asker chose; `tags` stand on a line each.
pub const POST_COLUMNS: [&str; 5] = ["thread", "role", "accepted", "score", "tags"];
/// What a link has: the post that links, the one it links to, and `duplicate` where it was closed as one, else `linked`.
pub const LINK_COLUMNS: [&str; 3] = ["left", "right", "link"];

/// The tables of a dump.
pub(super) const TABLE_NAMES: [&str; 8] =
    ["posts", "postlinks", "badges", "comments", "posthistory", "tags", "users", "votes"];
/// The attributes that are looked for, in the order of `Row`.
const READ_ATTRIBUTES: [&str; 14] = [
    "Id",
    "PostTypeId",
    "ParentId",
    "AcceptedAnswerId",
    "CreationDate",
    "Score",
    "Body",
    "OwnerUserId",
    "OwnerDisplayName",
    "Title",
    "Tags",
    "PostId",
    "RelatedPostId",
    "LinkTypeId",
];
const DUPLICATE_LINK_TYPE: &str = "3";
/// An id has no more digits.
const LONGEST_ID_DIGITS: usize = 20;

/// Where a dump comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// What the site is called: `ai.stackexchange.com`.
    pub site: String,
    /// What its addresses begin with: `https://ai.stackexchange.com`; "" where that is not known.
    pub address: String,
    /// Which bytes of a plain file are read: a row belongs to where it begins. `None` is all.
    pub range: Option<(u64, u64)>,
    /// The stream is an archive of several tables; otherwise a file that begins with another table is that alone.
    pub is_archive: bool,
}

/// Reads the rows of a dump. `place` is the byte where the row begins, unpacked: `byte 1234`.
pub struct Posts {
    tags: Tags,
    table: Table,
    origin: Origin,
    /// The table that is open, if any was.
    open: Option<&'static str>,
    seen: bool,
    batch: Batch,
}

impl Posts {
    /// A reader of `input`, already unpacked, which begins at the first byte of the range.
    pub fn new(input: Box<dyn Read + Send>, settings: Settings, table: Table, origin: Origin) -> Self {
        let mut batch = Batch::new(settings.limits, &settings.place_prefix);
        batch.documents = Documents::with_extra(if table == Table::Posts { &POST_COLUMNS } else { &LINK_COLUMNS });
        let start = origin.range.map_or(0, |(start, _)| start);
        let tags = Tags::new(Window::new(input), batch.document_bytes, start);
        Posts { tags, table, origin, open: None, seen: start > 0, batch }
    }

    fn take_next_tag(&mut self) {
        let (number, cut) = self.tags.next();
        let place = RecordPlace { unit: "byte", number };
        let is_last = self.origin.range.is_some_and(|(_, end)| place.number >= end);
        let wanted = self.open.is_none_or(|open| open == self.table.name());
        match cut {
            _ if is_last => self.batch.ended = true,
            CutStep::Whole(tag) if find_tag_name(tag) == b"row" && wanted => {
                self.seen = true;
                if let Err(reason) = add_row(tag, self.table, &self.origin, place, &mut self.batch) {
                    self.batch.add_rejected(place, tag.trim_ascii_end(), &reason);
                }
            }
            CutStep::Whole(tag) => {
                let name = String::from_utf8_lossy(find_tag_name(tag)).to_ascii_lowercase();
                self.enter_table(&name);
            }
            CutStep::TooLong { head, bytes } if wanted => self.batch.add_too_long(place, head, bytes),
            CutStep::TooLong { .. } => {}
            CutStep::Broken { bytes, error } => self.batch.note_break(place, bytes, &error),
            CutStep::End => {
                self.batch.ended = true;
                if !self.seen && !self.batch.broken {
                    self.batch.add_rejected(place, b"", "no `<posts>` of a Stack Exchange dump is in the file");
                }
            }
        }
    }

    /// A table that opens or closes.
    fn enter_table(&mut self, name: &str) {
        if let Some(table) = TABLE_NAMES.iter().find(|table| **table == name) {
            self.seen = true;
            self.open = Some(table);
            self.batch.ended |= !self.origin.is_archive && name != self.table.name();
        }
        self.batch.ended |= self.origin.is_archive && name.strip_prefix('/') == Some(self.table.name());
    }
}

impl ReadDocuments for Posts {
    fn next_batch(&mut self) -> Result<Option<Documents>, ReadError> {
        while !self.batch.ended && !self.batch.is_full() {
            self.take_next_tag();
        }
        self.batch.take_rows()
    }
}

impl Table {
    fn name(self) -> &'static str {
        match self {
            Table::Posts => "posts",
            Table::Links => "postlinks",
        }
    }
}

/// The attributes of a row that are wanted, as they are written.
struct Row<'a> {
    values: [Option<&'a str>; READ_ATTRIBUTES.len()],
}

impl<'a> Row<'a> {
    fn from_tag(tag: &'a str) -> Result<Self, String> {
        let mut values = [None; READ_ATTRIBUTES.len()];
        for attribute in Attributes::new(tag, "row".len()) {
            let (name, value) = attribute?;
            if let Some(index) = READ_ATTRIBUTES.iter().position(|wanted| *wanted == name) {
                values[index].get_or_insert(value);
            }
        }
        Ok(Row { values })
    }

    fn raw(&self, name: &str) -> &'a str {
        READ_ATTRIBUTES
            .iter()
            .position(|wanted| *wanted == name)
            .and_then(|index| self.values[index])
            .unwrap_or_default()
    }

    fn text(&self, name: &str) -> Cow<'a, str> {
        entities::decode_references(self.raw(name))
    }

    /// A number as it is written, or why it is none.
    fn read_id(&self, name: &str) -> Result<&'a str, String> {
        let value = self.raw(name).trim_ascii();
        let is_id = (1..=LONGEST_ID_DIGITS).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
        is_id.then_some(value).ok_or_else(|| {
            match self.values[READ_ATTRIBUTES.iter().position(|w| *w == name).unwrap_or(0)] {
                None => format!("the row has no `{name}`"),
                Some(_) => format!("the row's `{name}` is not a number"),
            }
        })
    }
}

fn add_row(tag: &[u8], table: Table, origin: &Origin, place: RecordPlace, batch: &mut Batch) -> Result<(), String> {
    let tag = std::str::from_utf8(tag).map_err(|error| explain_not_utf8(&error, "row"))?;
    let row = Row::from_tag(tag)?;
    match table {
        Table::Posts => add_post(&row, origin, place, batch),
        Table::Links => add_link(&row, place, batch),
    }
}

fn add_post(row: &Row<'_>, origin: &Origin, place: RecordPlace, batch: &mut Batch) -> Result<(), String> {
    let id = row.read_id("Id")?;
    let (role, question, way) = match row.read_id("PostTypeId")? {
        "1" => ("question", id, "questions"),
        "2" => ("answer", row.read_id("ParentId")?, "a"),
        kind => {
            let reason = if matches!(kind, "3" | "4" | "5") { "tag wiki" } else { "other post" };
            batch.documents.push_extra("thread", &format!("{}/{id}", origin.site));
            batch.add_skipped(Record { document: id, ..Record::default() }, place, reason);
            return Ok(());
        }
    };
    let url = if origin.address.is_empty() { String::new() } else { format!("{}/{way}/{id}", origin.address) };
    let thread = format!("{}/{question}", origin.site);
    let score = row.raw("Score").trim_ascii().parse::<i64>().unwrap_or(0).to_string();
    let tags = split_tags(&row.text("Tags"));
    let values = [&thread, role, row.raw("AcceptedAnswerId").trim_ascii(), &score, &tags];
    POST_COLUMNS.iter().zip(values).for_each(|(name, value)| batch.documents.push_extra(name, value));
    batch.documents.text.bytes.extend_from_slice(row.text("Body").as_bytes());
    let owner = match row.text("OwnerDisplayName") {
        name if name.is_empty() => row.text("OwnerUserId"),
        name => name,
    };
    let record = Record {
        document: id,
        title: &row.text("Title"),
        url: &url,
        timestamp: &row.text("CreationDate"),
        contributor: &owner,
        series: &thread,
        ..Record::default()
    };
    batch.add_document(record, place);
    Ok(())
}

fn add_link(row: &Row<'_>, place: RecordPlace, batch: &mut Batch) -> Result<(), String> {
    let link = if row.read_id("LinkTypeId")? == DUPLICATE_LINK_TYPE { "duplicate" } else { "linked" };
    let values = [row.read_id("PostId")?, row.read_id("RelatedPostId")?, link];
    LINK_COLUMNS.iter().zip(values).for_each(|(name, value)| batch.documents.push_extra(name, value));
    batch.add_document(
        Record { document: row.read_id("Id")?, timestamp: &row.text("CreationDate"), ..Record::default() },
        place,
    );
    Ok(())
}
