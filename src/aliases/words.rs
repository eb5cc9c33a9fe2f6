//! A sentence as words and marks, and which of them make a name.

use crate::compare::fold_text;

/// A name has at most so many words.
const MOST_NAME_WORDS: usize = 8;

/// A word, or one mark.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'t> {
    pub start: usize,
    pub end: usize,
    pub text: &'t str,
}

impl Piece<'_> {
    pub fn is_word(&self) -> bool {
        self.text.starts_with(char::is_alphanumeric)
    }

    /// Whether it begins as a name does: with a capital, or a letter of a script that has none.
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|first: char| first.is_alphabetic() && !first.is_lowercase())
    }

    pub fn is_quote(&self) -> bool {
        matches!(self.text, "\"" | "“" | "”" | "„" | "«" | "»")
    }

    /// `J` in `J. Smith`.
    fn is_initial(&self) -> bool {
        self.is_name() && self.text.chars().nth(1).is_none()
    }

    fn is_opening(&self) -> bool {
        is_opening_word(&self.text.to_lowercase())
    }
}

/// The words and marks of a text; a joiner between two letters is part of the word: `U.S`, `Guinea-Bissau`.
pub fn cut_words(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::with_capacity(text.len() / 5);
    let mut letters = text.char_indices().peekable();
    while let Some((start, first)) = letters.next() {
        let mut end = start + first.len_utf8();
        if first.is_alphanumeric() {
            while let Some((at, letter)) = letters.next_if(|&(at, letter)| continues_word(text, at, letter)) {
                end = at + letter.len_utf8();
            }
        } else if first.is_whitespace() {
            continue;
        }
        pieces.push(Piece { start, end, text: &text[start..end] });
    }
    pieces
}

fn continues_word(text: &str, at: usize, letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(letter, '\'' | '’' | '-' | '.' | '&')
            && text[at + letter.len_utf8()..].starts_with(char::is_alphanumeric)
}

/// The text of pieces, without a possessive `'s` at its end.
pub fn slice_text<'t>(text: &'t str, pieces: &[Piece<'t>], (first, end): (usize, usize)) -> &'t str {
    let name = &text[pieces[first].start..pieces[end - 1].end];
    name.strip_suffix("'s").or_else(|| name.strip_suffix("’s")).unwrap_or(name)
}

/// The pieces of the name that ends before the piece `end`.
pub fn find_name_before(pieces: &[Piece], end: usize) -> Option<(usize, usize)> {
    let mut first = end;
    while first > 0 && end - first < MOST_NAME_WORDS {
        let before = pieces[first - 1];
        let earlier = first.checked_sub(2).map(|at| pieces[at]);
        let initial = before.text == "." && first < end && earlier.is_some_and(|piece| piece.is_initial());
        let linking = is_linking_word(before.text) && first < end && earlier.is_some_and(|piece| piece.is_name());
        if !(before.is_name() || linking || initial) {
            break;
        }
        first -= 1;
    }
    while first < end && (!pieces[first].is_name() || first == 0 && pieces[first].is_opening()) {
        first += 1;
    }
    while first < end && matches!(pieces[first].text, "The" | "A" | "An") {
        first += 1;
    }
    (first < end).then_some((first, end))
}

/// The pieces of the name that begins at the piece `first`, at most up to `stop`.
pub fn find_name_after(pieces: &[Piece], first: usize, stop: usize) -> Option<(usize, usize)> {
    let mut end = first;
    while end < stop && end - first < MOST_NAME_WORDS {
        let piece = pieces[end];
        let initial = piece.text == "." && end > first && pieces[end - 1].is_initial();
        let linking = is_linking_word(piece.text) && end > first && end + 1 < stop && pieces[end + 1].is_name();
        if !(piece.is_name() || linking || initial) {
            break;
        }
        end += 1;
    }
    if end > first && pieces[end - 1].text == "." {
        end -= 1;
    }
    (end > first).then_some((first, end))
}

/// Whether a name is what the words after it speak of: no preposition leads to it within the sentence.
pub fn is_subject(pieces: &[Piece], first: usize) -> bool {
    let skip = usize::from(first > 0 && matches!(pieces[first - 1].text, "the" | "The" | "a" | "an" | "A" | "An"));
    let before = first.checked_sub(1 + skip).filter(|&at| at > 0).map(|at| pieces[at]);
    before.is_none_or(|piece| piece.is_word() && !is_preposition(piece.text))
}

/// Whether most words of two names begin alike and neither name holds the other: two spellings, or two languages.
pub fn resemble_each_other(left: &str, right: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        name.split_whitespace().filter(|word| !is_linking_word(word)).map(fold_text).collect()
    };
    let (one, two) = (words(left), words(right));
    let within = |few: &[String], many: &[String]| few.iter().all(|word| many.contains(word));
    if within(&one, &two) || within(&two, &one) {
        return false;
    }
    let begins_alike = |word: &String, other: &String| {
        word.chars().count() > 3 && other.chars().count() > 3 && word.chars().take(3).eq(other.chars().take(3))
    };
    let alike = one.iter().filter(|word| two.iter().any(|other| begins_alike(word, other))).count();
    2 * alike > one.len().max(two.len())
}

/// Small words inside a name.
pub fn is_linking_word(word: &str) -> bool {
    matches!(
        word,
        "of" | "de"
            | "la"
            | "le"
            | "du"
            | "des"
            | "der"
            | "den"
            | "von"
            | "van"
            | "da"
            | "di"
            | "do"
            | "dos"
            | "das"
            | "del"
            | "della"
            | "el"
            | "al"
            | "bin"
            | "ibn"
            | "for"
            | "the"
            | "y"
            | "e"
            | "und"
            | "et"
    )
}

/// Words that begin a sentence, and no name.
#[rustfmt::skip]
pub fn is_opening_word(folded: &str) -> bool {
    matches!(
        folded,
        "the" | "a" | "an" | "it" | "he" | "she" | "they" | "we" | "in" | "on" | "at" | "by" | "from" | "to" | "of" | "for"
            | "with" | "and" | "or" | "but" | "as" | "after" | "before" | "since" | "during" | "under" | "while" | "when"
            | "where" | "both" | "this" | "these" | "that" | "those" | "its" | "his" | "her" | "their" | "our" | "my"
            | "although" | "though" | "because" | "if" | "however" | "according" | "some" | "many" | "most" | "all"
            | "other" | "another" | "such" | "thus" | "then" | "there" | "here" | "today" | "now" | "also" | "only"
            | "see" | "one" | "two" | "three" | "old" | "modern" | "former" | "early" | "later" | "using" | "like"
            | "between" | "among" | "through" | "following" | "within" | "without" | "via" | "per" | "including"
    )
}

#[rustfmt::skip]
fn is_preposition(word: &str) -> bool {
    matches!(
        word,
        "of" | "in" | "on" | "at" | "by" | "from" | "to" | "for" | "with" | "and" | "or" | "as" | "near" | "between"
            | "into" | "under" | "over" | "against" | "through" | "including" | "like" | "than" | "while" | "that"
            | "because" | "whose" | "where" | "after" | "before" | "since" | "during" | "via" | "within" | "around"
            | "towards" | "toward" | "along" | "across"
    )
}
