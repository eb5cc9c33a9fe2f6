//! Texts made comparable: one form for what readers take as the same letters, one blank for every gap.
//!
//! The steps are those of Unicode's NFKC with lower case: `ﬁ` becomes `fi`, `Å` in two characters becomes one, `ＡＢＣ`
//! becomes `abc`, and characters that cannot be seen (soft hyphens, zero-width marks) go. ASCII, nearly all of most
//! texts, goes through a table of 128 bytes; only other characters pay for the rest.

mod punctuation;

use multiversion::multiversion;
use unicode_normalization::UnicodeNormalization;
use xxhash_rust::xxh3::xxh3_128;

use crate::shingles::count_ascii_prefix;
use punctuation::is_punctuation;

/// What to level besides letter forms and white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NormalForm {
    /// Capitals become small letters (`ς` becomes `σ`, `ß` stays).
    pub case: bool,
    /// Punctuation becomes a blank: `it's` and `it s` are the same.
    pub punctuation: bool,
}

/// Writes the normal form of `text` to `out`, in place of what it held.
///
/// `"  The ﬁrst\u{a0}\nline. "` gives `"the first line."` with `case`, and `"the first line"` with `punctuation` as
/// well. Doing it again changes nothing.
pub fn normalise(text: &str, how: NormalForm, out: &mut String) {
    out.clear();
    out.reserve(text.len());
    let bytes = text.as_bytes();
    let mut gap = true;
    let mut at = 0;
    while at < bytes.len() {
        let run = at + count_ascii_prefix(&bytes[at..]);
        // An accent after a letter of ASCII belongs to it.
        let plain = if run < bytes.len() { run.saturating_sub(1).max(at) } else { run };
        gap = write_ascii(&text[at..plain], how, gap, out);
        at = bytes[run..].iter().position(u8::is_ascii).map_or(bytes.len(), |end| run + end);
        gap = write_any(&text[plain..at], how, gap, out);
    }
    if gap && out.ends_with(' ') {
        out.pop();
    }
}

/// The 128-bit hash by which identical texts are folded together (XXH3, seed 0).
///
/// Among 10^12 distinct texts two meet with a chance of 1 in 7 * 10^14.
pub fn hash_text(text: &str) -> u128 {
    xxh3_128(text.as_bytes())
}

type Table = [u8; 128];
static BYTE_TABLES: [Table; 4] = [
    build_byte_table(false, false),
    build_byte_table(true, false),
    build_byte_table(false, true),
    build_byte_table(true, true),
];

impl NormalForm {
    fn byte_table(self) -> &'static Table {
        &BYTE_TABLES[usize::from(self.case) + 2 * usize::from(self.punctuation)]
    }
}

/// What each byte of ASCII becomes.
const fn build_byte_table(case: bool, punctuation: bool) -> Table {
    let mut table = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        let symbol = matches!(byte, b'$' | b'+' | b'<' | b'=' | b'>' | b'^' | b'`' | b'|' | b'~');
        let white = matches!(byte, b'\t'..=b'\r' | b' ') || punctuation && byte.is_ascii_punctuation() && !symbol;
        table[byte as usize] = match byte {
            _ if white => b' ',
            _ if case => byte.to_ascii_lowercase(),
            _ => byte,
        };
        byte += 1;
    }
    table
}

/// Appends ASCII; `gap` says whether a blank stands before it, and the answer whether one stands after.
fn write_ascii(mut text: &str, how: NormalForm, mut gap: bool, out: &mut String) -> bool {
    while !text.is_empty() {
        let smooth = if how.punctuation { 0 } else { count_unchanged_bytes(text.as_bytes(), gap) };
        let (whole, rest) = text.split_at(smooth);
        let from = out.len();
        out.push_str(whole);
        if how.case {
            out[from..].make_ascii_lowercase();
        }
        let (rough, rest) = rest.split_at(PIECE_BYTES.min(rest.len()));
        gap = push_squeezed(
            rough.as_bytes(),
            how.byte_table(),
            whole.bytes().next_back().map_or(gap, |last| last == b' '),
            out,
        );
        text = rest;
    }
    gap
}

const PIECE_BYTES: usize = 32;

/// How many bytes from the first on, in whole pieces, can be written as they are: all white space in them is single blanks.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn count_unchanged_bytes(bytes: &[u8], gap: bool) -> usize {
    let (pieces, _) = bytes.as_chunks::<PIECE_BYTES>();
    let mut before = if gap { b' ' } else { 0 };
    let is_rough = |piece: &[u8; PIECE_BYTES]| {
        let control = piece.iter().fold(false, |any, &byte| any | (byte < b' '));
        let double = piece.iter().zip(&piece[1..]).fold(false, |any, (&byte, &next)| any | ((byte | next) == b' '));
        let (last, first) = (std::mem::replace(&mut before, piece[PIECE_BYTES - 1]), piece[0]);
        control | double | ((last | first) == b' ')
    };
    pieces.iter().position(is_rough).unwrap_or(pieces.len()) * PIECE_BYTES
}

/// Appends the piece with its gaps made one blank; gives whether it ends in a blank.
///
/// Every byte is written, and only a blank after a blank is not counted: no branch to foresee.
fn push_squeezed(piece: &[u8], table: &Table, mut gap: bool, out: &mut String) -> bool {
    let (mut buffer, mut written) = ([0u8; PIECE_BYTES], 0);
    for &byte in piece {
        let byte = table[usize::from(byte & 0x7f)];
        let blank = byte == b' ';
        buffer[written % PIECE_BYTES] = byte; // Always below; the compiler then sees it, too.
        written += usize::from(!(blank & gap));
        gap = blank;
    }
    // ASCII is always UTF-8; the check is cheap beside the rest.
    out.push_str(std::str::from_utf8(&buffer[..written]).unwrap_or_default());
    gap
}

/// Appends any text, as [`write_ascii`] does for ASCII.
fn write_any(text: &str, how: NormalForm, mut gap: bool, out: &mut String) -> bool {
    let decomposed = text.nfkd().filter(|&letter| !is_invisible(letter));
    let write = |letter: char| {
        let blank = letter.is_whitespace() || how.punctuation && is_punctuation(letter);
        if !(blank && gap) {
            out.push(if blank { ' ' } else { letter });
        }
        gap = blank;
    };
    if how.case {
        // Lower case comes before composing: `İ` and a mark below it would otherwise end in another order than `i` and
        // both.
        decomposed
            .flat_map(char::to_lowercase)
            .map(|letter| if letter == 'ς' { 'σ' } else { letter })
            .nfkc()
            .for_each(write);
    } else {
        decomposed.nfkc().for_each(write);
    }
    gap
}

/// Characters that leave no mark on paper: soft hyphen, zero-width blanks and joiners, direction and variation marks.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn normal(text: &str, case: bool, punctuation: bool) -> String {
        let mut out = String::from("what was there");
        normalise(text, NormalForm { case, punctuation }, &mut out);
        out
    }

    /// The whole text through the slow way, then blanks by the standard library.
    fn plain(text: &str, how: NormalForm) -> String {
        let visible: String = text.nfkd().filter(|&letter| !is_invisible(letter)).collect();
        let lower = |letter: char| letter.to_lowercase().collect::<String>().replace('ς', "σ");
        let folded: String = if how.case { visible.chars().map(lower).collect() } else { visible };
        let spaced: String =
            folded.nfkc().map(|letter| if how.punctuation && is_punctuation(letter) { ' ' } else { letter }).collect();
        spaced.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    proptest! {
        #[test]
        fn the_fast_way_equals_the_plain_one(
            text in "(\\PC|[a-zA-Z .,\\n\\t]|[éÅΣς\u{301}\u{316}\u{a0}\u{3000}\u{ad}İ한\u{1100}\u{1161}茶]){0,120}",
            case: bool, punctuation: bool
        ) {
            let once = normal(&text, case, punctuation);
            prop_assert_eq!(&once, &plain(&text, NormalForm { case, punctuation }));
            prop_assert_eq!(&normal(&once, case, punctuation), &once);
        }

        #[test]
        fn long_ascii_too(text in "[ -~\\n]{0,900}", case: bool, punctuation: bool) {
            prop_assert_eq!(normal(&text, case, punctuation), plain(&text, NormalForm { case, punctuation }));
        }

        #[test]
        fn any_characters_at_all(text: String, case: bool, punctuation: bool) {
            let once = normal(&text, case, punctuation);
            prop_assert_eq!(&normal(&once, case, punctuation), &once);
        }
    }

    #[test]
    fn what_looks_the_same_becomes_the_same() {
        assert_eq!(normal("  The ﬁrst\u{a0}\n\tline. ", true, false), "the first line.");
        assert_eq!(normal("ＡＢＣ\u{3000}e\u{301}", true, false), "abc é");
        assert_eq!(normal("Ὀδυσσεύς ΟΔΥΣΣΕΥΣ", true, false), "ὀδυσσεύσ οδυσσευσ");
        assert_eq!(normal("co\u{ad}oper\u{200b}ate", false, false), "cooperate");
        assert_eq!(normal("Case stays", false, false), "Case stays");
        assert_eq!(normal("i\u{307}\u{316}", true, false), normal("İ\u{316}", true, false));
    }

    #[test]
    fn punctuation_becomes_a_blank_and_symbols_stay() {
        assert_eq!(normal("It's 5 + 3—“yes”, (茶。屋)…", true, true), "it s 5 + 3 yes 茶 屋");
        assert_eq!(normal(" ... ", true, true), "");
        assert_eq!(normal("", true, true), "");
    }

    #[test]
    fn identity_is_the_published_hash() {
        assert_eq!(hash_text(""), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
        assert_ne!(hash_text("a"), hash_text("b"));
    }
}
