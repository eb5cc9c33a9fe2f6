//! Any bytes through unpacking and the dump reader: it ends, without a panic, in bounded memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::documents::{Limits, ReadDocuments};
use twicetold::mediawiki::{Dump, Revisions, Settings};
use twicetold::unpack::{Input, Options};

fuzz_target!(|data: &[u8]| {
    let limits = Limits { batch_bytes: 1 << 10, document_bytes: 1 << 14, ..Limits::default() };
    for revisions in [Revisions::Latest, Revisions::All] {
        let settings = Settings { namespaces: None, revisions, ..Settings::default() };
        let input = Input::Stream(Box::new(std::io::Cursor::new(data.to_vec())));
        let Ok(mut dump) = Dump::open(input, None, settings, Options { threads: 1, limits }) else { continue };
        while let Ok(Some(batch)) = dump.next_batch() {
            assert!(!batch.is_empty());
            assert!(std::str::from_utf8(&batch.text.bytes).is_ok());
        }
    }
});
