//! What a heading looks like in plain text, where nothing but its looks makes a line one.
//!
//! A line that is wrongly taken for text is one short sentence more; a line that is wrongly taken for a heading names all that
//! follows and is never compared. So a line must look like a title and nothing else.

/// Headings are at most this long, in characters.
pub(super) const LONGEST_HEADING_CHARACTERS: usize = 80;
/// Headings have at most this many words.
const MOST_HEADING_WORDS: usize = 12;

/// Words with which a statement begins, not a title: "Let formula_2", "Note that", "This is equivalent to".
#[rustfmt::skip]
const STATEMENT_OPENERS: &[&str] = &[
    "let", "then", "thus", "hence", "where", "given", "note", "if", "since", "so", "suppose", "consider", "therefore",
    "this", "these", "that", "those", "there", "it", "he", "she", "they", "we", "you", "i", "click", "subscribe", "according",
    "besides", "take",
];

/// Words that make a statement of a line, or speak to the reader: "Thus, we have", "Subscribe to our newsletter".
#[rustfmt::skip]
const STATEMENT_WORDS: &[&str] = &[
    "is", "are", "was", "were", "am", "be", "has", "have", "had", "will", "would", "can", "could", "should", "must",
    "we", "our", "us", "you", "your", "my", "me", "please", "let", "do", "does", "not", "include", "includes", "gives",
    "wrote",
];

/// Words that do not end a title: "The remainder is in formula_11, because".
#[rustfmt::skip]
const OPEN_ENDINGS: &[&str] = &[
    "a", "an", "the", "of", "in", "on", "at", "by", "for", "from", "to", "with", "as", "and", "or", "but", "that",
    "because", "when", "where", "which", "if", "than", "then", "also", "see", "following",
];

/// Whether a line reads like a title: short, capital at its beginning, and no sign of a statement, an entry of a table or a
/// formula. A full stop at its end is left to the caller.
///
/// `Early life` is one; `Pipelines: crude oil 2,826 km (2013)`, `Let formula_227` and `Thus, we have` are not.
pub(super) fn is_title_like(text: &str, width: usize) -> bool {
    let begins = text.chars().next().is_some_and(|letter| letter.is_alphanumeric() && !letter.is_lowercase());
    if !begins || width > LONGEST_HEADING_CHARACTERS || text.split_whitespace().nth(MOST_HEADING_WORDS).is_some() {
        return false;
    }
    !ends_openly(text) && !has_foreign_mark(text) && !is_statement(text)
}

/// A figure at the end, behind brackets too, or a mark that more must follow.
fn ends_openly(text: &str) -> bool {
    let bare = text.trim_end_matches([')', ']', '%', '）', ' ']);
    bare.ends_with(|letter: char| letter.is_numeric())
        || text.ends_with([',', ';', '，', '；', '、', '-', '—', '"', '”', '」'])
}

/// A colon, or a mark that stands in formulas, programs and tables.
fn has_foreign_mark(text: &str) -> bool {
    text.contains([':', '：', '=', '<', '>', '{', '}', '\\', '|', '_', '^', '∑', '∫', '√', '≤', '≥', '→', '+', '⇌'])
        || text.contains("formula_")
}

fn is_statement(text: &str) -> bool {
    let mut words = text.split_whitespace().map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    let is_among = |word: &str, list: &[&str]| list.iter().any(|each| each.eq_ignore_ascii_case(word));
    let first = words.clone().next().unwrap_or_default();
    let last = words.clone().next_back().unwrap_or_default();
    // "US" is a country, "us" is not.
    let states = words.any(|word| is_among(word, STATEMENT_WORDS) && !(word.len() > 1 && is_capital(word)));
    is_among(first, STATEMENT_OPENERS) || is_among(last, OPEN_ENDINGS) || states
}

fn is_capital(word: &str) -> bool {
    word.chars().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::is_title_like;

    #[test]
    fn titles_are_told_from_statements_entries_and_formulas() {
        let is_title = |text: &str| is_title_like(text, text.chars().count());
        for title in ["Early life", "History of the US", "Trade, industry and tourism", "历史", "2 Methods"] {
            assert!(is_title(title), "{title}");
        }
        for line in [
            "Let formula_227",
            "Pipelines: crude oil 2,826 km (2013)",
            "65- years: 4,153",
            "Thus, we have",
            "This is equivalent to",
            "Subscribe to our newsletter",
            "Gardnerian Wicca, or Gardnerian witchcraft, is a",
            "7,452 (2002)",
            "the mill",
            "x = y",
            "",
        ] {
            assert!(!is_title(line), "{line}");
        }
    }
}
