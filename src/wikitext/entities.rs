//! Character entities: `&amp;`, `&#8211;`, `&#x2014;`. Decoded once; what is no entity stays as written.

/// The names, sorted, and their characters.
#[rustfmt::skip]
const NAMES: &[(&str, char)] = &[
    ("AElig", 'Æ'), ("Aacute", 'Á'), ("Acirc", 'Â'), ("Agrave", 'À'), ("Alpha", 'Α'), ("Aring", 'Å'), ("Atilde", 'Ã'),
    ("Auml", 'Ä'), ("Beta", 'Β'), ("Ccedil", 'Ç'), ("Chi", 'Χ'), ("Dagger", '‡'), ("Delta", 'Δ'), ("ETH", 'Ð'),
    ("Eacute", 'É'), ("Ecirc", 'Ê'), ("Egrave", 'È'), ("Epsilon", 'Ε'), ("Eta", 'Η'), ("Euml", 'Ë'), ("Gamma", 'Γ'),
    ("Hat", '^'), ("Iacute", 'Í'), ("Icirc", 'Î'), ("Igrave", 'Ì'), ("Iota", 'Ι'), ("Iuml", 'Ï'), ("Kappa", 'Κ'),
    ("Lambda", 'Λ'), ("Mu", 'Μ'), ("NewLine", '\u{a}'), ("NoBreak", '\u{2060}'), ("Ntilde", 'Ñ'), ("Nu", 'Ν'),
    ("OElig", 'Œ'), ("Oacute", 'Ó'), ("Ocirc", 'Ô'), ("Ograve", 'Ò'), ("Omega", 'Ω'), ("Omicron", 'Ο'),
    ("Oslash", 'Ø'), ("Otilde", 'Õ'), ("Ouml", 'Ö'), ("Phi", 'Φ'), ("Pi", 'Π'), ("Prime", '″'), ("Psi", 'Ψ'),
    ("Rho", 'Ρ'), ("Scaron", 'Š'), ("Sigma", 'Σ'), ("THORN", 'Þ'), ("Tab", '\u{9}'), ("Tau", 'Τ'), ("Theta", 'Θ'),
    ("Uacute", 'Ú'), ("Ucirc", 'Û'), ("Ugrave", 'Ù'), ("Upsilon", 'Υ'), ("Uuml", 'Ü'), ("Xi", 'Ξ'), ("Yacute", 'Ý'),
    ("Yuml", 'Ÿ'), ("ZeroWidthSpace", '\u{200b}'), ("Zeta", 'Ζ'), ("aacute", 'á'), ("acirc", 'â'), ("acute", '´'),
    ("aelig", 'æ'), ("agrave", 'à'), ("alefsym", 'ℵ'), ("alpha", 'α'), ("amp", '&'), ("and", '∧'), ("ang", '∠'),
    ("apos", '\u{27}'), ("aring", 'å'), ("ast", '*'), ("asymp", '≈'), ("atilde", 'ã'), ("auml", 'ä'), ("bdquo", '„'),
    ("beta", 'β'), ("brvbar", '¦'), ("bsol", '\u{5c}'), ("bull", '•'), ("cap", '∩'), ("ccedil", 'ç'), ("cedil", '¸'),
    ("cent", '¢'), ("check", '✓'), ("checkmark", '✓'), ("chi", 'χ'), ("circ", 'ˆ'), ("clubs", '♣'), ("colon", ':'),
    ("comma", ','), ("commat", '@'), ("cong", '≅'), ("copy", '©'), ("crarr", '↵'), ("cup", '∪'), ("curren", '¤'),
    ("dArr", '⇓'), ("dagger", '†'), ("darr", '↓'), ("dash", '‐'), ("deg", '°'), ("delta", 'δ'), ("diams", '♦'),
    ("divide", '÷'), ("dollar", '$'), ("eacute", 'é'), ("ecirc", 'ê'), ("egrave", 'è'), ("empty", '∅'),
    ("emsp", '\u{2003}'), ("ensp", '\u{2002}'), ("epsilon", 'ε'), ("equals", '='), ("equiv", '≡'), ("eta", 'η'),
    ("eth", 'ð'), ("euml", 'ë'), ("euro", '€'), ("excl", '!'), ("exist", '∃'), ("female", '♀'), ("flat", '♭'),
    ("fnof", 'ƒ'), ("forall", '∀'), ("frac12", '½'), ("frac14", '¼'), ("frac34", '¾'), ("frasl", '⁄'), ("gamma", 'γ'),
    ("ge", '≥'), ("grave", '`'), ("gt", '>'), ("hArr", '⇔'), ("hairsp", '\u{200a}'), ("harr", '↔'), ("hearts", '♥'),
    ("hellip", '…'), ("horbar", '―'), ("hyphen", '‐'), ("iacute", 'í'), ("icirc", 'î'), ("iexcl", '¡'),
    ("igrave", 'ì'), ("image", 'ℑ'), ("infin", '∞'), ("int", '∫'), ("iota", 'ι'), ("iquest", '¿'), ("isin", '∈'),
    ("iuml", 'ï'), ("kappa", 'κ'), ("lArr", '⇐'), ("lambda", 'λ'), ("lang", '⟨'), ("laquo", '«'), ("larr", '←'),
    ("lbrace", '{'), ("lbrack", '['), ("lceil", '⌈'), ("lcub", '{'), ("ldquo", '“'), ("le", '≤'), ("lfloor", '⌊'),
    ("lowast", '∗'), ("lowbar", '_'), ("loz", '◊'), ("lpar", '('), ("lrm", '\u{200e}'), ("lsaquo", '‹'),
    ("lsqb", '['), ("lsquo", '‘'), ("lt", '<'), ("macr", '¯'), ("male", '♂'), ("mdash", '—'), ("micro", 'µ'),
    ("middot", '·'), ("minus", '−'), ("mu", 'μ'), ("nabla", '∇'), ("natural", '♮'), ("nbsp", '\u{a0}'),
    ("ndash", '–'), ("ne", '≠'), ("ni", '∋'), ("not", '¬'), ("notin", '∉'), ("nsub", '⊄'), ("ntilde", 'ñ'),
    ("nu", 'ν'), ("num", '#'), ("numero", '№'), ("numsp", '\u{2007}'), ("oacute", 'ó'), ("ocirc", 'ô'),
    ("oelig", 'œ'), ("ograve", 'ò'), ("oline", '‾'), ("omega", 'ω'), ("omicron", 'ο'), ("oplus", '⊕'), ("or", '∨'),
    ("ordf", 'ª'), ("ordm", 'º'), ("oslash", 'ø'), ("otilde", 'õ'), ("otimes", '⊗'), ("ouml", 'ö'), ("para", '¶'),
    ("part", '∂'), ("percnt", '%'), ("period", '.'), ("permil", '‰'), ("perp", '⊥'), ("phi", 'φ'), ("phone", '☎'),
    ("pi", 'π'), ("piv", 'ϖ'), ("plus", '+'), ("plusmn", '±'), ("pound", '£'), ("prime", '′'), ("prod", '∏'),
    ("prop", '∝'), ("psi", 'ψ'), ("puncsp", '\u{2008}'), ("quest", '?'), ("quot", '"'), ("rArr", '⇒'), ("radic", '√'),
    ("rang", '⟩'), ("raquo", '»'), ("rarr", '→'), ("rbrace", '}'), ("rbrack", ']'), ("rceil", '⌉'), ("rcub", '}'),
    ("rdquo", '”'), ("real", 'ℜ'), ("reg", '®'), ("rfloor", '⌋'), ("rho", 'ρ'), ("rlm", '\u{200f}'), ("rpar", ')'),
    ("rsaquo", '›'), ("rsqb", ']'), ("rsquo", '’'), ("sbquo", '‚'), ("scaron", 'š'), ("sdot", '⋅'), ("sect", '§'),
    ("semi", ';'), ("sharp", '♯'), ("shy", '\u{ad}'), ("sigma", 'σ'), ("sigmaf", 'ς'), ("sim", '∼'), ("sol", '/'),
    ("spades", '♠'), ("star", '☆'), ("starf", '★'), ("sub", '⊂'), ("sube", '⊆'), ("sum", '∑'), ("sup", '⊃'),
    ("sup1", '¹'), ("sup2", '²'), ("sup3", '³'), ("supe", '⊇'), ("szlig", 'ß'), ("tau", 'τ'), ("there4", '∴'),
    ("theta", 'θ'), ("thetasym", 'ϑ'), ("thinsp", '\u{2009}'), ("thorn", 'þ'), ("tilde", '˜'), ("times", '×'),
    ("trade", '™'), ("uArr", '⇑'), ("uacute", 'ú'), ("uarr", '↑'), ("ucirc", 'û'), ("ugrave", 'ù'), ("uml", '¨'),
    ("upsih", 'ϒ'), ("upsilon", 'υ'), ("uuml", 'ü'), ("vert", '|'), ("weierp", '℘'), ("xi", 'ξ'), ("yacute", 'ý'),
    ("yen", '¥'), ("yuml", 'ÿ'), ("zeta", 'ζ'), ("zwj", '\u{200d}'), ("zwnj", '\u{200c}'),
];

/// The character at the `&` at `at`, and where the entity ends: `&ndash;` -> `('–', 7)`.
pub(super) fn decode(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let rest = bytes.get(at + 1..bytes.len().min(at + 40))?;
    let length = rest.iter().position(|&byte| byte == b';')?;
    let name = std::str::from_utf8(&rest[..length]).ok()?;
    let end = at + length + 2;
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                u32::from_str_radix(digits, 16).ok()?
            }
            None if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok()?,
            _ => return None,
        };
        let sign = char::from_u32(windows(code)).filter(|sign| *sign == '\n' || *sign == '\t' || !sign.is_control())?;
        return Some((sign, end));
    }
    match name {
        "nbsp" => return Some(('\u{a0}', end)),
        "ndash" => return Some(('–', end)),
        "amp" => return Some(('&', end)),
        _ => {}
    }
    let found = NAMES.binary_search_by_key(&name, |(known, _)| known).ok()?;
    Some((NAMES[found].1, end))
}

/// Numbers of the Windows alphabet stand for its characters, as browsers show them: 150 is `–`.
fn windows(code: u32) -> u32 {
    const SIGNS: [u32; 32] = [
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
        0x17e, 0x178,
    ];
    code.checked_sub(0x80).and_then(|index| SIGNS.get(index as usize)).copied().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn entities_are_names_or_numbers() {
        assert_eq!(decode(b"&ndash;x", 0), Some(('–', 7)));
        assert_eq!(decode(b"a&#8239;", 1), Some(('\u{202f}', 8)));
        assert_eq!(decode(b"&#x41;", 0), Some(('A', 6)));
        assert_eq!(decode(b"AT&T; and", 2), None);
        assert_eq!(decode(b"&amp", 0), None);
        assert_eq!(decode(b"&#1;", 0), None);
    }
}
