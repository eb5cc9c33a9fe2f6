//! Any bytes through the record readers: they end, without a panic, and every row has its place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::documents::{Limits, ReadDocuments};
use twicetold::records::{Delimited, Fields, Jsonl, Origin, Posts, Settings, Table, WikiExtractor};

fuzz_target!(|data: &[u8]| {
    let limits = Limits { batch_bytes: 1 << 10, document_bytes: 1 << 14, ..Limits::default() };
    let settings = || Settings { fields: Fields::default(), limits, place_prefix: "fuzz".to_owned(), lines_before: 0 };
    let stream = || Box::new(std::io::Cursor::new(data.to_vec()));
    let readers: [Box<dyn ReadDocuments>; 5] = [
        Box::new(Jsonl::new(stream(), settings())),
        Box::new(Delimited::new(stream(), settings(), None)),
        Box::new(WikiExtractor::new(stream(), settings())),
        Box::new(Posts::new(stream(), settings(), Table::Posts, Origin::default())),
        Box::new(Posts::new(stream(), settings(), Table::Links, Origin::default())),
    ];
    for mut reader in readers {
        while let Ok(Some(batch)) = reader.next_batch() {
            assert!(!batch.is_empty());
            assert!((0..batch.len()).all(|row| !batch.place.get(row).is_empty()));
        }
    }
});
