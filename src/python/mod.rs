//! The door to Python: the only folder that knows pyo3 and Arrow.
//!
//! Batches cross as Arrow record batches without a copy; the work is done with Python's lock released. Errors arrive in
//! Python as the classes of `twicetold.errors`. A file for each kind of work; `arrow`, `errors` and `phase` serve
//! them all.

mod aliases;
mod alignment;
mod arrow;
mod buckets;
mod clusters;
mod codec;
mod digest;
mod encoder;
mod errors;
mod exact;
mod excerpts;
mod families;
mod features;
mod history;
mod index;
mod join;
mod join_units;
mod keys;
mod kinds;
mod letters;
mod lines;
mod noisy;
mod pairs;
mod passages;
mod phase;
mod projection;
mod ranking;
mod readers;
mod rows;
mod sentences;
mod shared_places;
mod similarity;
mod sketches;
mod text_lists;
mod trees;
mod unit_numbers;
mod units;
mod values;
mod vectors;
mod windows;

use pyo3::prelude::*;

/// The compiled half of `twicetold`.
#[pymodule]
mod _kernels {
    #[pymodule_export]
    use super::{
        aliases::{find_page_aliases, find_sentence_aliases, hash_names, list_changed_names, pair_names_of_things},
        alignment::{align_documents, find_match_runs},
        buckets::{assign_buckets, encode_row_keys},
        clusters::{
            ChainBreaker, FirstKeeper, hash_documents, mark_repeated_units, mark_reversed_pairs,
            number_rows_within_groups, pair_documents, summarise_clusters,
        },
        digest::sum_row_hashes,
        encoder::TextEncoder,
        exact::{
            chain_repeat_windows, cover_documents, cut_repeat_texts, link_repeat_windows, list_repeat_windows,
            settle_repeats,
        },
        excerpts::{cut_passage_excerpts, find_passage_forms},
        families::{cut_place_sentences, gather_families, merge_passage_spans},
        features::{
            build_level_table, build_word_table, count_features, count_tokens, count_words, hash_features,
            list_feature_tokens, list_stemmings, locate_features, locate_words, sum_word_counts,
        },
        history::{RevisionCutter, walk_pages},
        index::{
            IndexSearcher, KeyPacker, StoredKeys, StoredUnits, find_sorted_keys, merge_keys, pair_new_keys,
            pair_whole_keys,
        },
        join::{
            assign_join_cells, count_join_buckets, find_join_matches, list_join_buckets, list_join_postings,
            pair_join_postings,
        },
        keys::{compute_minhash_keys, count_crowded_keys, pair_units_by_key},
        kinds::{classify_matches, collect_evidence, compare_texts},
        letters::{count_letters, mark_possible_pairs},
        lines::{format_jsonl, format_text_lines},
        noisy::{count_noise, list_meeting_grams, mark_chained_pairs},
        pairs::{Components, Grouper, PairSet},
        passages::locate_passages,
        projection::{
            find_near_pairs, find_near_pairs_in_parts, find_near_pairs_in_ranges, project_vectors, sign_vectors,
        },
        ranking::{ThreadFrequencies, ThreadRanking, count_thread_terms},
        readers::{
            Batches, UnpackedBytes, detect_format, open_unpacked, read_jsonl_range, read_mediawiki, read_posts,
            read_records, split_jsonl, split_mediawiki, split_posts,
        },
        rows::{Lookup, Rows, Sorter, Store, arrange_pairs, decode_rows, encode_rows},
        sentences::{clean_html, clean_plain, clean_wikitext, separate_code, split_documents, split_sentences},
        shared_places::{find_passage_roles, list_word_runs, pair_places_across, pair_places_within},
        similarity::{check_measure, compute_similarities, compute_vector_similarities, mark_related_pairs},
        sketches::{compute_minhash_sketches, count_shared_sketch_bytes},
        text_lists::list_texts,
        trees::{compare_copies, elect_text, find_parents, find_tree},
        unit_numbers::UnitNumbers,
        units::{fold_sentences, hash_sentences, identify_sentences, identify_texts},
        values::{find_values, relate_values},
        vectors::{assign_scan_cells, build_number_table, compute_text_vectors, find_scan_pairs, sum_row_vectors},
        windows::{locate_in_windows, outline_documents, plan_windows, resolve_passages},
    };
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
