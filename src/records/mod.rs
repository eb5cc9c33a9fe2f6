//! Files of records: JSON lines, delimited tables, WikiExtractor's output, Stack Exchange's dumps. Bytes in, batches of documents out.
//!
//! Reading order: `window` (a buffer that slides over the stream), `lines` and `elements` (where a record begins and
//! ends), `columns` (which field is the text), then one file per format. What packs the bytes is left to `unpack`,
//! what they mean as markup to the cleaners.
//!
//! Every reader keeps three promises: a bad record becomes a rejected row and the next one is read; nothing larger than
//! `Limits::document_bytes` is held; a stream that breaks gives all that came before it.

mod batch;
mod columns;
mod delimited;
mod elements;
mod jsonl;
mod lines;
mod object;
mod posts;
mod row;
mod sniff;
mod splits;
mod tags;
mod wikiextractor;
mod window;

#[cfg(test)]
mod tests;

pub use columns::Fields;
pub use delimited::Delimited;
pub use jsonl::Jsonl;
pub use posts::{Origin, Posts, Table};
pub use sniff::{Format, detect_format};
pub use splits::{LineRange, split_jsonl, split_posts};
pub use wikiextractor::WikiExtractor;

use crate::documents::Limits;

/// What a reader of records is told.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Which field is which; what is `None` is guessed.
    pub fields: Fields,
    /// How much is held at once.
    pub limits: Limits,
    /// Comes before the place in an id made from it: `posts.jsonl` gives `posts.jsonl:17`.
    pub place_prefix: String,
    /// Lines of the file before the stream, where that is a range from [`split_jsonl`]; 0 for a whole file.
    pub lines_before: u64,
}
