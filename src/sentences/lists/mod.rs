//! The word lists, one file per family of languages. To teach a language an abbreviation, add it to the list of its kind.
//!
//! Words are in lower case and without their last stop: "p.m." is `p.m`.

mod english;
mod germanic;
mod others;
mod romance;
mod slavic;

use super::language::Language;
use super::rules::{Kind, List};
pub(super) use english::{ENGLISH, MARKED_NAMES, REPORTING, TIME_FOLLOWERS, TIME_OPENERS};

/// What languages with a list of their own share.
pub(super) const COMMON: &[List] = &[
    (Kind::Title, "dr prof mr mrs ms st"),
    (Kind::Starter, "jr inc ltd corp bros ph.d m.d b.a m.a et al"),
    (Kind::Never, "vs cf viz ca e.g i.e"),
    (Kind::Capital, "etc"),
    (Kind::Number, "no nr vol pp fig op"),
];

/// The abbreviations and the sentence openers of a language; languages without a list have none of the first and the
/// English ones of the second.
pub(super) fn find_lists(language: Language) -> (&'static [List], &'static str) {
    match language {
        Language::German => (germanic::GERMAN, germanic::GERMAN_STARTERS),
        Language::Dutch => (germanic::DUTCH, germanic::DUTCH_STARTERS),
        Language::Swedish => (germanic::SWEDISH, germanic::SWEDISH_STARTERS),
        Language::Danish | Language::Norwegian => (germanic::DANISH, germanic::DANISH_STARTERS),
        Language::French => (romance::FRENCH, romance::FRENCH_STARTERS),
        Language::Spanish => (romance::SPANISH, romance::SPANISH_STARTERS),
        Language::Catalan => (romance::CATALAN, romance::CATALAN_STARTERS),
        Language::Portuguese => (romance::PORTUGUESE, romance::PORTUGUESE_STARTERS),
        Language::Italian => (romance::ITALIAN, romance::ITALIAN_STARTERS),
        Language::Romanian => (romance::ROMANIAN, romance::ROMANIAN_STARTERS),
        Language::Polish => (slavic::POLISH, slavic::POLISH_STARTERS),
        Language::Czech | Language::Slovak => (slavic::CZECH, slavic::CZECH_STARTERS),
        Language::Croatian | Language::Slovene => (slavic::CROATIAN, slavic::CROATIAN_STARTERS),
        Language::Russian => (slavic::RUSSIAN, slavic::RUSSIAN_STARTERS),
        Language::Ukrainian => (slavic::UKRAINIAN, slavic::UKRAINIAN_STARTERS),
        Language::Bulgarian => (slavic::BULGARIAN, slavic::BULGARIAN_STARTERS),
        Language::Finnish | Language::Estonian => (others::FINNISH, others::FINNISH_STARTERS),
        Language::Hungarian => (others::HUNGARIAN, others::HUNGARIAN_STARTERS),
        Language::Turkish => (others::TURKISH, others::TURKISH_STARTERS),
        Language::Indonesian => (others::INDONESIAN, others::INDONESIAN_STARTERS),
        Language::Vietnamese => (others::VIETNAMESE, others::VIETNAMESE_STARTERS),
        Language::Greek => (others::GREEK, others::GREEK_STARTERS),
        Language::Hindi => (others::HINDI, english::STARTERS),
        Language::Arabic | Language::Persian | Language::Urdu => (others::ARABIC, english::STARTERS),
        _ => (&[], english::STARTERS),
    }
}
