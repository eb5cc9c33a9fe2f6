//! Kinds of characters, and looking at the one before or after a place.

/// The character that begins at byte `at`.
#[inline]
pub(super) fn char_at(text: &str, at: usize) -> Option<char> {
    let byte = *text.as_bytes().get(at)?;
    if byte < 0x80 { Some(byte as char) } else { text.get(at..)?.chars().next() }
}

/// The character that ends at byte `at`.
#[inline]
pub(super) fn char_before(text: &str, at: usize) -> Option<char> {
    let byte = *text.as_bytes().get(at.checked_sub(1)?)?;
    if byte < 0x80 { Some(byte as char) } else { text.get(..at)?.chars().next_back() }
}

/// The first place at or after `at` that is not white.
#[inline]
pub(super) fn skip_white(text: &str, mut at: usize) -> usize {
    if let [b'!'..=b'~', ..] | [b' ', b'!'..=b'~', ..] = &text.as_bytes()[at.min(text.len())..] {
        return at + usize::from(text.as_bytes()[at] == b' ');
    }
    while let Some(letter) = char_at(text, at).filter(|letter| letter.is_whitespace()) {
        at += letter.len_utf8();
    }
    at
}

/// The end of the white space at `at`, and whether it ends a paragraph: two line ends, a form feed, or U+2029.
pub(super) fn find_gap_end(text: &str, at: usize) -> (usize, bool) {
    let mut end = at;
    let mut ends = 0;
    let mut last = '\0';
    while let Some(white) = char_at(text, end).filter(|letter| letter.is_whitespace()) {
        ends += match white {
            '\n' if last == '\r' => 0,
            '\n' | '\r' => 1,
            '\x0c' | '\u{2029}' => 2,
            _ => 0,
        };
        last = white;
        end += white.len_utf8();
    }
    (end, ends > 1)
}

/// Chinese and Japanese letters, which are written without blanks.
pub(super) fn is_east_asian(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{312f}' | '\u{31a0}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Korean syllables.
pub(super) fn is_hangul(letter: char) -> bool {
    matches!(letter, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}')
}

/// Thai, Lao and their kin end no sentence with a full stop, only abbreviations.
pub(super) fn is_thai(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}')
}

/// A letter of a script without capitals.
pub(super) fn is_caseless(letter: char) -> bool {
    !letter.is_ascii()
        && letter.is_alphabetic()
        && (matches!(letter, '\u{10d0}'..='\u{10ff}') || (!letter.is_lowercase() && !letter.is_uppercase()))
}

/// Letters, digits, and the marks inside words that are neither: signs that join letters or take their vowel away, accents,
/// and the Armenian marks that ask and call.
#[inline]
pub(super) fn is_word_part(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_alphanumeric();
    }
    letter.is_alphanumeric()
        || matches!(
            letter,
            '\u{300}'..='\u{36f}' | '\u{55b}' | '\u{55c}' | '\u{55e}' | '\u{55f}' | '\u{5f3}' | '\u{5f4}'
        )
        || (matches!(letter, '\u{900}'..='\u{dff}') && matches!(letter as u32 % 0x80, 0x3c | 0x4d))
        || matches!(letter, '\u{dca}' | '\u{1039}' | '\u{103a}' | '\u{17d2}' | '\u{200c}' | '\u{200d}')
}

/// Stops that need no blank and no capital after them. The Greek question mark and the ellipsis are not among them.
pub(super) fn is_wide_stop(letter: char) -> bool {
    matches!(
        letter,
        '。' | '！'
            | '？'
            | '．'
            | '｡'
            | '︒'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '։'
            | '።'
            | '፧'
            | '፨'
            | '။'
            | '។'
            | '៕'
            | '།'
            | '༎'
            | '༏'
            | '܀'
            | '܁'
            | '܂'
            | '᠃'
            | '᠉'
            | '᙮'
            | '᥄'
            | '᥅'
            | '꓿'
            | '꘎'
            | '꘏'
            | '꯫'
            | '꩝'
            | '꩞'
            | '᭞'
            | '᭟'
            | '꧈'
            | '꧉'
            | '߹'
            | '﹒'
            | '﹖'
            | '﹗'
    )
}

/// Marks that ask or call.
pub(super) fn is_question_or_call(letter: char) -> bool {
    matches!(letter, '!' | '?' | '‼' | '⁇' | '⁈' | '⁉' | '‽' | '！' | '？' | '؟' | '﹖' | '﹗')
}

/// Quotes and brackets that can stand before a sentence's first letter.
pub(super) fn is_opener(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\''
            | '('
            | '['
            | '{'
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '‚'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '¿'
            | '¡'
            | '「'
            | '『'
            | '《'
            | '〈'
            | '（'
            | '【'
            | '［'
            | '〔'
            | '｛'
            | '*'
            | '_'
            | '‟'
            | '`'
    )
}

/// Signs other than letters and digits that can begin a sentence: money, bullets, arrows, pictures.
pub(super) fn is_symbol(letter: char) -> bool {
    matches!(
        letter,
        '$' | '£'
            | '€'
            | '¥'
            | '₹'
            | '₽'
            | '₩'
            | '#'
            | '@'
            | '§'
            | '•'
            | '‣'
            | '⁃'
            | '†'
            | '‡'
            | '№'
            | '~'
            | '±'
            | '<'
    ) || matches!(letter, '\u{2190}'..='\u{23ff}' | '\u{2460}'..='\u{27bf}' | '\u{2900}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// A dash that can open a line of speech.
pub(super) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '–' | '—' | '―' | '−')
}
