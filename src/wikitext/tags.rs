//! The tags of a page: extension tags, whose content is their own affair, and HTML, which only lays out.

/// A tag that MediaWiki hands to an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Extension {
    Ref,
    References,
    Poem,
    Gallery,
    Nowiki,
    Math,
    Chem,
    Ce,
    Pre,
    SyntaxHighlight,
    Source,
    Timeline,
    Score,
    Graph,
    ImageMap,
    Hiero,
    MapFrame,
    MapLink,
    InputBox,
    CategoryTree,
    TemplateData,
    TemplateStyles,
    Indicator,
    IncludeOnly,
    LabeledSection,
    CharInsert,
    Quiz,
    DynamicPageList,
    Style,
    Script,
}

pub(super) const EXTENSION_COUNT: usize = 30;

impl Extension {
    /// Its content is wikitext that is looked into.
    pub fn holds_wikitext(self) -> bool {
        matches!(self, Extension::Ref | Extension::References | Extension::Poem | Extension::Gallery)
    }
}

/// The extension tag whose name stands at `at`, and where the name ends: `<Ref name=a>` with `at` 1 -> `(Ref, 4)`.
pub(super) fn find_extension(bytes: &[u8], at: usize) -> Option<(Extension, usize)> {
    let rest = bytes.get(at..)?;
    if let [b'r', b'e', b'f', b'>' | b' ', ..] = rest {
        return Some((Extension::Ref, at + 3));
    }
    let length = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let mut buffer = [0u8; 16];
    let extension = match lower_name(&rest[..length], &mut buffer)? {
        b"ref" => Extension::Ref,
        b"references" => Extension::References,
        b"poem" | b"lyrics" => Extension::Poem,
        b"gallery" => Extension::Gallery,
        b"nowiki" => Extension::Nowiki,
        b"math" => Extension::Math,
        b"chem" => Extension::Chem,
        b"ce" => Extension::Ce,
        b"pre" => Extension::Pre,
        b"syntaxhighlight" => Extension::SyntaxHighlight,
        b"source" => Extension::Source,
        b"timeline" => Extension::Timeline,
        b"score" => Extension::Score,
        b"graph" => Extension::Graph,
        b"imagemap" => Extension::ImageMap,
        b"hiero" => Extension::Hiero,
        b"mapframe" => Extension::MapFrame,
        b"maplink" => Extension::MapLink,
        b"inputbox" => Extension::InputBox,
        b"categorytree" => Extension::CategoryTree,
        b"templatedata" => Extension::TemplateData,
        b"templatestyles" => Extension::TemplateStyles,
        b"indicator" => Extension::Indicator,
        b"includeonly" => Extension::IncludeOnly,
        b"section" => Extension::LabeledSection,
        b"charinsert" => Extension::CharInsert,
        b"quiz" => Extension::Quiz,
        b"dynamicpagelist" | b"dpl" | b"youtube" | b"embedvideo" | b"widget" | b"rss" => Extension::DynamicPageList,
        b"style" => Extension::Style,
        b"script" => Extension::Script,
        _ => return None,
    };
    Some((extension, at + length))
}

/// What an HTML tag does to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagEffect {
    /// Nothing: the tag vanishes.
    Inline,
    /// A blank.
    Break,
    /// A new block.
    Block,
    Quote,
    Superscript,
    Table,
    Cell,
    TableCaption,
    List,
    Item,
    Term,
    Definition,
    Heading(u8),
}

/// What the tag `name` does; none if it is no tag of wikitext, and so text.
pub(super) fn find_effect(name: &[u8]) -> Option<TagEffect> {
    let mut buffer = [0u8; 16];
    let name = lower_name(name, &mut buffer)?;
    Some(match name {
        b"b" | b"i" | b"u" | b"s" | b"em" | b"strong" | b"small" | b"big" | b"span" | b"font" | b"sub" | b"code"
        | b"tt" | b"kbd" | b"samp" | b"var" | b"del" | b"ins" | b"strike" | b"cite" | b"abbr" | b"acronym" | b"dfn"
        | b"q" | b"bdi" | b"bdo" | b"mark" | b"time" | b"data" | b"ruby" | b"rb" | b"rt" | b"rp" | b"rtc" | b"wbr"
        | b"noinclude" | b"onlyinclude" | b"includeonly" | b"nowiki" | b"math" | b"chem" | b"ce" | b"ref"
        | b"langconvert" | b"translate" | b"tvar" | b"section" | b"label" | b"a" | b"img" | b"templatestyles"
        | b"score" | b"timeline" | b"graph" | b"source" | b"hiero" | b"maplink" | b"mapframe" | b"meta" | b"link"
        | b"imagemap" | b"thead" | b"tbody" | b"tfoot" | b"col" | b"colgroup" | b"indicator" | b"tag"
        | b"languages" => TagEffect::Inline,
        b"br" => TagEffect::Break,
        b"div" | b"p" | b"center" | b"hr" | b"tr" | b"references" | b"gallery" | b"pre" | b"syntaxhighlight"
        | b"poem" | b"figure" | b"figcaption" | b"article" | b"aside" | b"header" | b"footer" | b"main" | b"nav"
        | b"details" | b"summary" => TagEffect::Block,
        b"sup" => TagEffect::Superscript,
        b"blockquote" => TagEffect::Quote,
        b"table" => TagEffect::Table,
        b"td" | b"th" => TagEffect::Cell,
        b"caption" => TagEffect::TableCaption,
        b"ul" | b"ol" | b"dl" | b"menu" | b"dir" => TagEffect::List,
        b"li" => TagEffect::Item,
        b"dt" => TagEffect::Term,
        b"dd" => TagEffect::Definition,
        [b'h', level @ b'1'..=b'6'] => TagEffect::Heading(level - b'0'),
        _ => return None,
    })
}

/// A tag with a name that nobody knows is an extension's when it closes itself, closes, or is closed soon behind: the
/// tag vanishes, what is in it stays. Else it is text: "x <T> y".
pub(super) fn is_unknown_extension(bytes: &[u8], tag: &Tag, to: usize) -> bool {
    if tag.closes || bytes[..tag.end - 1].ends_with(b"/") {
        return true;
    }
    let name = &bytes[tag.name.0..tag.name.1];
    let window = &bytes[tag.end..to.min(tag.end + LONGEST_EXTENSION_BYTES)];
    memchr::memmem::find_iter(window, b"</").any(|at| {
        let rest = &window[at + 2..];
        rest.len() > name.len() && rest[..name.len()].eq_ignore_ascii_case(name) && rest[name.len()] == b'>'
    })
}

/// How far the end of an unknown extension's tag is looked for.
const LONGEST_EXTENSION_BYTES: usize = 1000;

fn lower_name<'a>(name: &[u8], buffer: &'a mut [u8; 16]) -> Option<&'a [u8]> {
    let target = buffer.get_mut(..name.len())?;
    for (target, byte) in target.iter_mut().zip(name) {
        *target = byte.to_ascii_lowercase();
    }
    Some(target)
}

/// A tag in the text: its name, whether it closes, and where it ends.
pub(super) struct Tag {
    pub name: (usize, usize),
    pub closes: bool,
    pub end: usize,
}

/// The HTML tag at `at` (a `<`), none if it is not one: `<br />`, `</div >`, `<span style="a>b">`.
///
/// Stops at the next `<`, so that a page full of `<a ` costs one look each.
pub(super) fn read_tag(bytes: &[u8], at: usize, to: usize) -> Option<Tag> {
    let closes = bytes.get(at + 1) == Some(&b'/');
    let start = at + 1 + usize::from(closes);
    let length = bytes.get(start..to)?.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name_end = start + length;
    if length == 0 || length > 16 || !bytes[start].is_ascii_alphabetic() {
        return None;
    }
    let mut end = name_end;
    let mut quote = 0u8;
    while end < to {
        match bytes[end] {
            b'<' => break,
            b'>' if quote == 0 => return Some(Tag { name: (start, name_end), closes, end: end + 1 }),
            byte @ (b'"' | b'\'') if quote == 0 => quote = byte,
            byte if byte == quote => quote = 0,
            _ => {}
        }
        end += 1;
    }
    if quote == 0 {
        return None;
    }
    let plain = bytes[name_end..end].iter().position(|&byte| byte == b'>')?;
    Some(Tag { name: (start, name_end), closes, end: name_end + plain + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_must_end_where_it_ends() {
        assert_eq!(find_extension(b"<REF >", 1), Some((Extension::Ref, 4)));
        assert_eq!(find_extension(b"<references/>", 1), Some((Extension::References, 11)));
        assert_eq!(find_extension(b"<refer>", 1), None);
    }

    #[test]
    fn a_greater_sign_in_quotes_does_not_end_a_tag() {
        let end = |text: &str| read_tag(text.as_bytes(), 0, text.len()).map(|tag| tag.end);
        assert_eq!(end("<span a=\"x>y\">z"), Some(14));
        assert_eq!(end("<span a=\"x>y z"), Some(11));
        assert_eq!(end("<a <b>"), None);
        assert_eq!(end("< b>"), None);
    }
}
