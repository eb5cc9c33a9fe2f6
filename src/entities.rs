//! Character references of HTML and wikitext: `&amp;`, `&#8211;`, `&#x2013;`.
//!
//! The named ones are those of HTML 4 and the more common of HTML 5's 2,125; one that is not listed stays as it is written.

use std::borrow::Cow;

use memchr::memchr;

/// The reference at the beginning of `source` (which begins with `&`): its character and its length in bytes.
///
/// `&eacute;t&eacute;` -> `('é', 8)`; `&#150; 7` -> `('–', 6)` (Windows-1252, as browsers read it); `&c.` -> `None`.
pub fn decode_reference(source: &[u8]) -> Option<(char, usize)> {
    match source.get(1)? {
        b'#' => decode_numeric(source),
        byte if byte.is_ascii_alphabetic() => decode_named(source),
        _ => None,
    }
}

/// All references of a short text (an attribute) replaced: `Tom &amp; Jerry` -> `Tom & Jerry`.
pub fn decode_references(source: &str) -> Cow<'_, str> {
    let mut decoded = String::new();
    let mut from = 0;
    let mut at = 0;
    while let Some(found) = memchr(b'&', &source.as_bytes()[at..]) {
        at += found;
        match decode_reference(&source.as_bytes()[at..]) {
            Some((character, length)) => {
                decoded.push_str(&source[from..at]);
                decoded.push(character);
                at += length;
                from = at;
            }
            None => at += 1,
        }
    }
    if from == 0 {
        return Cow::Borrowed(source);
    }
    decoded.push_str(&source[from..]);
    Cow::Owned(decoded)
}

fn decode_numeric(source: &[u8]) -> Option<(char, usize)> {
    let (radix, first) = if matches!(source.get(2), Some(b'x' | b'X')) { (16, 3) } else { (10, 2) };
    let digits = source.get(first..)?.iter().map_while(|&byte| char::from(byte).to_digit(radix));
    let (mut value, mut at) = (0u32, first);
    for digit in digits {
        value = value.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == first {
        return None;
    }
    let character = match value {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..0xA0 => WINDOWS_1252[value as usize - 0x80],
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some((character, at + usize::from(source.get(at) == Some(&b';'))))
}

/// The longest listed name, and so the longest that is looked for.
const LONGEST_NAME_BYTES: usize = 21;

fn decode_named(source: &[u8]) -> Option<(char, usize)> {
    let length =
        source[1..].iter().take(LONGEST_NAME_BYTES + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if source.get(1 + length) == Some(&b';')
        && let Some(character) = find_entity(&source[1..=length])
    {
        return Some((character, length + 2));
    }
    // Without a semicolon only the oldest names count, and the rest of the word is text: `&copyright` -> `©right`.
    let longest = length.min(6);
    (2..=longest).rev().find_map(|length| {
        let name = &source[1..=length];
        let is_old = WITHOUT_SEMICOLON.binary_search_by(|old| old.as_bytes().cmp(name)).is_ok();
        is_old.then(|| find_entity(name)).flatten().map(|character| (character, length + 1))
    })
}

fn find_entity(name: &[u8]) -> Option<char> {
    // Nine in ten are one of these.
    match name {
        b"lt" => return Some('<'),
        b"gt" => return Some('>'),
        b"amp" => return Some('&'),
        b"quot" => return Some('"'),
        b"nbsp" => return Some('\u{a0}'),
        _ => {}
    }
    let index = ENTITY_NAMES.binary_search_by(|(other, _)| other.as_bytes().cmp(name)).ok()?;
    Some(ENTITY_NAMES[index].1)
}

#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Sorted by bytes.
#[rustfmt::skip]
static WITHOUT_SEMICOLON: [&str; 106] = [
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil", "ETH", "Eacute",
    "Ecirc", "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT", "Ntilde", "Oacute", "Ocirc", "Ograve",
    "Oslash", "Otilde", "Ouml", "QUOT", "REG", "THORN", "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute", "aacute",
    "acirc", "acute", "aelig", "agrave", "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil", "cent",
    "copy", "curren", "deg", "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt",
    "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro", "middot", "nbsp", "not",
    "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash", "otilde", "ouml", "para", "plusmn", "pound",
    "quot", "raquo", "reg", "sect", "shy", "sup1", "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc",
    "ugrave", "uml", "uuml", "yacute", "yen", "yuml",
];

/// Sorted by bytes.
#[rustfmt::skip]
static ENTITY_NAMES: [(&str, char); 415] = [
    ("AElig", 'Æ'), ("AMP", '&'), ("Aacute", 'Á'), ("Abreve", 'Ă'), ("Acirc", 'Â'), ("Agrave", 'À'), ("Alpha", 'Α'),
    ("Amacr", 'Ā'), ("Aogon", 'Ą'), ("Aring", 'Å'), ("Atilde", 'Ã'), ("Auml", 'Ä'), ("Beta", 'Β'), ("COPY", '©'),
    ("Cacute", 'Ć'), ("Ccaron", 'Č'), ("Ccedil", 'Ç'), ("Chi", 'Χ'), ("CloseCurlyDoubleQuote", '”'),
    ("CloseCurlyQuote", '’'), ("Dagger", '‡'), ("Dcaron", 'Ď'), ("Delta", 'Δ'), ("Dstrok", 'Đ'), ("ETH", 'Ð'),
    ("Eacute", 'É'), ("Ecaron", 'Ě'), ("Ecirc", 'Ê'), ("Egrave", 'È'), ("Emacr", 'Ē'), ("Eogon", 'Ę'),
    ("Epsilon", 'Ε'), ("Eta", 'Η'), ("Euml", 'Ë'), ("GT", '>'), ("Gamma", 'Γ'), ("Gbreve", 'Ğ'), ("Hat", '^'),
    ("Iacute", 'Í'), ("Icirc", 'Î'), ("Idot", 'İ'), ("Igrave", 'Ì'), ("Imacr", 'Ī'), ("Iota", 'Ι'), ("Iuml", 'Ï'),
    ("Kappa", 'Κ'), ("LT", '<'), ("Lambda", 'Λ'), ("Leftarrow", '⇐'), ("Lstrok", 'Ł'), ("MediumSpace", '\u{205f}'),
    ("Mu", 'Μ'), ("Nacute", 'Ń'), ("Ncaron", 'Ň'), ("NewLine", '\n'), ("NoBreak", '\u{2060}'),
    ("NonBreakingSpace", '\u{a0}'), ("Ntilde", 'Ñ'), ("Nu", 'Ν'), ("OElig", 'Œ'), ("Oacute", 'Ó'), ("Ocirc", 'Ô'),
    ("Odblac", 'Ő'), ("Ograve", 'Ò'), ("Omacr", 'Ō'), ("Omega", 'Ω'), ("Omicron", 'Ο'), ("OpenCurlyDoubleQuote", '“'),
    ("OpenCurlyQuote", '‘'), ("Oslash", 'Ø'), ("Otilde", 'Õ'), ("Ouml", 'Ö'), ("Phi", 'Φ'), ("Pi", 'Π'),
    ("Prime", '″'), ("Psi", 'Ψ'), ("QUOT", '"'), ("REG", '®'), ("Rcaron", 'Ř'), ("Rho", 'Ρ'), ("Rightarrow", '⇒'),
    ("Sacute", 'Ś'), ("Scaron", 'Š'), ("Scedil", 'Ş'), ("Sigma", 'Σ'), ("THORN", 'Þ'), ("TRADE", '™'), ("Tab", '\t'),
    ("Tau", 'Τ'), ("Tcaron", 'Ť'), ("Theta", 'Θ'), ("Uacute", 'Ú'), ("Ucirc", 'Û'), ("Udblac", 'Ű'), ("Ugrave", 'Ù'),
    ("Umacr", 'Ū'), ("Upsilon", 'Υ'), ("Uring", 'Ů'), ("Uuml", 'Ü'), ("Xi", 'Ξ'), ("Yacute", 'Ý'), ("Yuml", 'Ÿ'),
    ("Zacute", 'Ź'), ("Zcaron", 'Ž'), ("Zdot", 'Ż'), ("ZeroWidthSpace", '\u{200b}'), ("Zeta", 'Ζ'), ("aacute", 'á'),
    ("abreve", 'ă'), ("acirc", 'â'), ("acute", '´'), ("aelig", 'æ'), ("agrave", 'à'), ("alefsym", 'ℵ'),
    ("alpha", 'α'), ("amacr", 'ā'), ("amp", '&'), ("and", '∧'), ("ang", '∠'), ("angle", '∠'), ("aogon", 'ą'),
    ("apos", '\''), ("approx", '≈'), ("aring", 'å'), ("ast", '*'), ("asymp", '≈'), ("atilde", 'ã'), ("auml", 'ä'),
    ("bdquo", '„'), ("beta", 'β'), ("blacksquare", '▪'), ("brvbar", '¦'), ("bsol", '\\'), ("bull", '•'),
    ("bullet", '•'), ("cacute", 'ć'), ("cap", '∩'), ("caret", '⁁'), ("ccaron", 'č'), ("ccedil", 'ç'), ("cedil", '¸'),
    ("cent", '¢'), ("check", '✓'), ("checkmark", '✓'), ("chi", 'χ'), ("circ", 'ˆ'), ("clubs", '♣'), ("colon", ':'),
    ("comma", ','), ("commat", '@'), ("cong", '≅'), ("copy", '©'), ("copysr", '℗'), ("crarr", '↵'), ("cross", '✗'),
    ("ctdot", '⋯'), ("cup", '∪'), ("curren", '¤'), ("dArr", '⇓'), ("dagger", '†'), ("darr", '↓'), ("dash", '‐'),
    ("dcaron", 'ď'), ("deg", '°'), ("delta", 'δ'), ("diams", '♦'), ("divide", '÷'), ("dollar", '$'), ("dstrok", 'đ'),
    ("eacute", 'é'), ("ecaron", 'ě'), ("ecirc", 'ê'), ("egrave", 'è'), ("ell", 'ℓ'), ("emacr", 'ē'), ("empty", '∅'),
    ("emsp", '\u{2003}'), ("ensp", '\u{2002}'), ("eogon", 'ę'), ("epsi", 'ε'), ("epsilon", 'ε'), ("equals", '='),
    ("equiv", '≡'), ("eta", 'η'), ("eth", 'ð'), ("euml", 'ë'), ("euro", '€'), ("excl", '!'), ("exist", '∃'),
    ("female", '♀'), ("flat", '♭'), ("fnof", 'ƒ'), ("forall", '∀'), ("frac12", '½'), ("frac13", '⅓'), ("frac14", '¼'),
    ("frac15", '⅕'), ("frac18", '⅛'), ("frac23", '⅔'), ("frac34", '¾'), ("frac38", '⅜'), ("frac58", '⅝'),
    ("frac78", '⅞'), ("frasl", '⁄'), ("gamma", 'γ'), ("gbreve", 'ğ'), ("ge", '≥'), ("geq", '≥'), ("gg", '≫'),
    ("grave", '`'), ("gt", '>'), ("hArr", '⇔'), ("hairsp", '\u{200a}'), ("half", '½'), ("harr", '↔'), ("hbar", 'ℏ'),
    ("hearts", '♥'), ("hellip", '…'), ("horbar", '―'), ("hyphen", '‐'), ("iacute", 'í'), ("icirc", 'î'),
    ("iexcl", '¡'), ("igrave", 'ì'), ("imacr", 'ī'), ("image", 'ℑ'), ("imath", 'ı'), ("infin", '∞'), ("int", '∫'),
    ("iota", 'ι'), ("iquest", '¿'), ("isin", '∈'), ("iuml", 'ï'), ("kappa", 'κ'), ("lArr", '⇐'), ("lambda", 'λ'),
    ("lang", '⟨'), ("laquo", '«'), ("larr", '←'), ("lbrace", '{'), ("lbrack", '['), ("lceil", '⌈'), ("lcub", '{'),
    ("ldquo", '“'), ("ldquor", '„'), ("le", '≤'), ("leftarrow", '←'), ("leq", '≤'), ("lfloor", '⌊'), ("ll", '≪'),
    ("lowast", '∗'), ("lowbar", '_'), ("loz", '◊'), ("lozenge", '◊'), ("lpar", '('), ("lrm", '\u{200e}'),
    ("lsaquo", '‹'), ("lsqb", '['), ("lsquo", '‘'), ("lsquor", '‚'), ("lstrok", 'ł'), ("lt", '<'), ("macr", '¯'),
    ("male", '♂'), ("mdash", '—'), ("micro", 'µ'), ("middot", '·'), ("minus", '−'), ("mldr", '…'), ("mu", 'μ'),
    ("nabla", '∇'), ("nacute", 'ń'), ("natural", '♮'), ("nbsp", '\u{a0}'), ("ncaron", 'ň'), ("ndash", '–'),
    ("ne", '≠'), ("ni", '∋'), ("nldr", '‥'), ("not", '¬'), ("notin", '∉'), ("nsub", '⊄'), ("ntilde", 'ñ'),
    ("nu", 'ν'), ("num", '#'), ("numero", '№'), ("numsp", '\u{2007}'), ("oacute", 'ó'), ("ocirc", 'ô'), ("odblac", 'ő'),
    ("oelig", 'œ'), ("ograve", 'ò'), ("oline", '‾'), ("omacr", 'ō'), ("omega", 'ω'), ("omicron", 'ο'), ("oplus", '⊕'),
    ("or", '∨'), ("ordf", 'ª'), ("ordm", 'º'), ("oslash", 'ø'), ("otilde", 'õ'), ("otimes", '⊗'), ("ouml", 'ö'),
    ("para", '¶'), ("part", '∂'), ("percnt", '%'), ("period", '.'), ("permil", '‰'), ("perp", '⊥'), ("phi", 'φ'),
    ("phone", '☎'), ("pi", 'π'), ("piv", 'ϖ'), ("planck", 'ℏ'), ("plus", '+'), ("plusmn", '±'), ("pound", '£'),
    ("prime", '′'), ("prod", '∏'), ("prop", '∝'), ("psi", 'ψ'), ("puncsp", '\u{2008}'), ("quest", '?'), ("quot", '"'),
    ("rArr", '⇒'), ("radic", '√'), ("rang", '⟩'), ("raquo", '»'), ("rarr", '→'), ("rbrace", '}'), ("rbrack", ']'),
    ("rcaron", 'ř'), ("rceil", '⌉'), ("rcub", '}'), ("rdquo", '”'), ("rdquor", '”'), ("real", 'ℜ'), ("reg", '®'),
    ("rfloor", '⌋'), ("rho", 'ρ'), ("rightarrow", '→'), ("rlm", '\u{200f}'), ("rpar", ')'), ("rsaquo", '›'),
    ("rsqb", ']'), ("rsquo", '’'), ("rsquor", '’'), ("sacute", 'ś'), ("sbquo", '‚'), ("scaron", 'š'), ("scedil", 'ş'),
    ("sdot", '⋅'), ("sect", '§'), ("semi", ';'), ("sharp", '♯'), ("shy", '\u{ad}'), ("sigma", 'σ'), ("sigmaf", 'ς'),
    ("sim", '∼'), ("sol", '/'), ("spades", '♠'), ("squ", '□'), ("square", '□'), ("star", '☆'), ("starf", '★'),
    ("straightphi", 'ϕ'), ("sub", '⊂'), ("sube", '⊆'), ("sum", '∑'), ("sup", '⊃'), ("sup1", '¹'), ("sup2", '²'),
    ("sup3", '³'), ("supe", '⊇'), ("szlig", 'ß'), ("tau", 'τ'), ("tcaron", 'ť'), ("there4", '∴'), ("theta", 'θ'),
    ("thetasym", 'ϑ'), ("thinsp", '\u{2009}'), ("thorn", 'þ'), ("tilde", '˜'), ("times", '×'), ("trade", '™'),
    ("uArr", '⇑'), ("uacute", 'ú'), ("uarr", '↑'), ("ucirc", 'û'), ("udblac", 'ű'), ("ugrave", 'ù'), ("umacr", 'ū'),
    ("uml", '¨'), ("upsih", 'ϒ'), ("upsilon", 'υ'), ("uring", 'ů'), ("uuml", 'ü'), ("varepsilon", 'ϵ'),
    ("varphi", 'ϕ'), ("vartheta", 'ϑ'), ("vellip", '⋮'), ("verbar", '|'), ("vert", '|'), ("weierp", '℘'), ("xi", 'ξ'),
    ("yacute", 'ý'), ("yen", '¥'), ("yuml", 'ÿ'), ("zacute", 'ź'), ("zcaron", 'ž'), ("zdot", 'ż'), ("zeta", 'ζ'),
    ("zwj", '\u{200d}'), ("zwnj", '\u{200c}'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(ENTITY_NAMES.is_sorted_by(|left, right| left.0 < right.0));
        assert!(WITHOUT_SEMICOLON.is_sorted());
        assert!(ENTITY_NAMES.iter().all(|(name, _)| name.len() <= LONGEST_NAME_BYTES));
        assert!(WITHOUT_SEMICOLON.iter().all(|name| find_entity(name.as_bytes()).is_some()));
    }

    #[test]
    fn references_are_read_as_browsers_read_them() {
        let cases = [
            ("a &lt; b &amp;&amp; c", "a < b && c"),
            ("&eacute;t&eacute", "été"),
            ("&copyright &notit; &notin;", "©right ¬it; ∉"),
            ("&#8211;&#x2013;&#X2013 &#150;", "––– –"),
            ("&#0;&#xD800;&#x110000;&#99999999999999;", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
            ("&unknown; & &; &# &#x; &#; AT&T &", "&unknown; & &; &# &#x; &#; AT&T &"),
            ("&amp;lt;", "&lt;"),
        ];
        for (source, text) in cases {
            assert_eq!(decode_references(source), text);
        }
    }
}
