//! The kernels of twicetold. Each takes slices and gives vectors; none knows Python.
//!
//! Reading order, along the way of a sentence: `unpack` (files to bytes), `mediawiki` and `records` (bytes to
//! documents), `wikitext`, `html` and `plain` (documents to blocks), `sentences` (blocks to sentences), `normal`,
//! `shingles` and `features` (sentences to sets of hashes), `minhash` (sets to keys), `grouping` (keys to pairs; `letters` rules out
//! those that cannot match), or `join` (sets to all pairs), or `encoder` (texts to vectors of what they mean) and `vectors` (texts to vectors to pairs),
//! `similarity`, `verify` and `sets` (pairs to matches; `distinct` holds their hashes), `ranking` (threads to those most like each), `clusters`, then `values`,
//! `compare` (what changed between two sentences) and `kinds` (what a match is). `aliases` finds two names of one thing.
//! `passages` takes sentences, or their matches, to what two documents share, `families` takes passages to all places of one
//! text, and `trees` says which copy was made from which. `exact` finds what is repeated to the letter. `index` pairs new
//! sentences with stored ones. `history` takes the revisions of a page to the lives of its sentences.
//! Beside that way, `rows` moves whole table rows as bytes: sorted, kept by number, looked up. `python` alone knows pyo3
//! and Arrow.

pub mod aliases;
pub mod blocks;
pub mod clusters;
pub mod columns;
pub mod compare;
mod distinct;
pub mod documents;
pub mod encoder;
pub mod entities;
pub mod exact;
pub mod export;
pub mod families;
pub mod features;
pub mod grouping;
pub mod history;
pub mod html;
pub mod index;
pub mod join;
pub mod kinds;
pub mod language;
pub mod letters;
pub mod main_text;
pub mod mediawiki;
pub mod minhash;
pub mod normal;
pub mod passages;
pub mod plain;
pub mod ranking;
pub mod records;
pub mod rows;
pub mod sentences;
pub mod sets;
pub mod shingles;
pub mod similarity;
pub mod trees;
pub mod unpack;
pub mod values;
pub mod vectors;
pub mod verify;
pub mod wikitext;

#[cfg(feature = "python")]
mod python;
