//! The door to Python: the only folder that knows pyo3 and Arrow.
//!
//! Batches cross as Arrow record batches without a copy; the work is done with Python's lock released. Errors arrive in
//! Python as the classes of `twicetold.errors`. A file for each kind of work; `arrow`, `errors` and `phase` serve
//! them all.

mod aligning;
mod arrow;
mod buckets;
mod classifying;
mod clustering;
mod codec;
mod dense;
mod errors;
mod features;
mod joined;
mod joining;
mod judging;
mod keying;
mod lines;
mod listing;
mod locating;
mod meeting;
mod moving;
mod pairing;
mod phase;
mod projecting;
mod reading;
mod sketching;
mod splitting;
mod units;
mod values;
mod windowing;

use pyo3::prelude::*;

/// The compiled half of `twicetold`.
#[pymodule]
mod _kernels {
    #[pymodule_export]
    use super::aligning::{align, diagonals};
    #[pymodule_export]
    use super::buckets::{buckets, row_keys};
    #[pymodule_export]
    use super::classifying::{classify, evidence};
    #[pymodule_export]
    use super::clustering::{
        break_chains, cluster_heads, hash_documents, keep_first, number_within, pair_documents, repeated, stands_after,
    };
    #[pymodule_export]
    use super::dense::{cosines, number_table, row_vectors, scan_cells, scan_pairs, text_vectors};
    #[pymodule_export]
    use super::features::{
        count_tokens, count_words, feature_hashes, feature_sizes, feature_tokens, level_table, locate_features,
        stemmings, sum_words, word_spans, word_table,
    };
    #[pymodule_export]
    use super::joining::{join_cells, join_counted, join_matches, join_pairs, join_postings, join_seen};
    #[pymodule_export]
    use super::judging::{judge, related};
    #[pymodule_export]
    use super::keying::{crowds, minhash_keys, pair_up};
    #[pymodule_export]
    use super::lines::{to_jsonl, to_lines};
    #[pymodule_export]
    use super::listing::list_texts;
    #[pymodule_export]
    use super::locating::locate;
    #[pymodule_export]
    use super::meeting::{meet_across, meet_within, roles, runs_of_words};
    #[pymodule_export]
    use super::moving::{Lookup, Rows, Sorter, Store, arrange_pairs, decode_rows, encode_rows};
    #[pymodule_export]
    use super::pairing::{Components, Grouper, PairSet};
    #[pymodule_export]
    use super::projecting::{near_in_parts, near_in_ranges, near_pairs, project, sign};
    #[pymodule_export]
    use super::reading::{
        Batches, Unpacked, jsonl_splits, mediawiki_splits, open_unpacked, posts_splits, read_jsonl_range,
        read_mediawiki, read_posts, read_records, sniff,
    };
    #[pymodule_export]
    use super::sketching::{minhash_sketches, set_similarities, shared_sketches};
    #[pymodule_export]
    use super::splitting::{clean_html, clean_plain, clean_wikitext, code_apart, split_documents, split_sentences};
    #[pymodule_export]
    use super::units::{fold, identify, identities};
    #[pymodule_export]
    use super::values::{find_values, relate_values};
    #[pymodule_export]
    use super::windowing::{frames, locate_windows, settle, windows};
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
