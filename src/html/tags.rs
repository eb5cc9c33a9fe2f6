//! The elements of HTML and what each means to a reader of text.

use crate::blocks::Element;

/// What an element does to the text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Has no content: an image, an input.
    Void,
    /// A line's end within a block.
    Break,
    /// A line between blocks.
    Rule,
    /// Is not text, and neither is what it holds.
    Hidden,
    /// Not text either, and nothing in it is markup but its own end.
    Raw,
    /// Begins a block, of the kind of what is around it.
    Block,
    /// Begins a block of its own kind.
    Own(Element),
    /// A heading of this level.
    Heading(u8),
    /// A block whose blanks count.
    Pre,
    /// A block beside the page's own text: navigation, the site's header and footer.
    Beside,
    /// A block that holds the page's own text.
    Main,
    /// Part of a block.
    Inline,
    /// A link, part of a block.
    Link,
    /// The page's head: hidden, and ended by anything that does not belong there.
    Head,
}

impl Role {
    /// Whether text before and after it is apart.
    pub fn is_block(self) -> bool {
        !matches!(self, Role::Void | Role::Break | Role::Hidden | Role::Raw | Role::Inline | Role::Link)
    }
}

/// An element's number in [`TAGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag(u8);

impl Tag {
    /// Finds an element by its name, in either case: `DIV` -> `Some(div)`, `blink` -> `None`.
    pub fn find(name: &[u8]) -> Option<Tag> {
        let bounds = STARTS.get(name.len()..name.len() + 2)?;
        let (from, to) = (usize::from(bounds[0]), usize::from(bounds[1]));
        let index = TAGS[from..to].iter().position(|(other, _)| name.eq_ignore_ascii_case(other.as_bytes()))?;
        Some(Tag((from + index) as u8))
    }

    pub fn name(self) -> &'static str {
        TAGS[usize::from(self.0)].0
    }

    pub fn role(self) -> Role {
        TAGS[usize::from(self.0)].1
    }

    /// For tables with an entry per element.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

pub(super) const TAG_COUNT: usize = TAGS.len();

/// Longest name, and one for the end.
const LENGTHS: usize = 16;

/// Where the names of each length begin.
static STARTS: [u8; LENGTHS] = {
    let mut starts = [0; LENGTHS];
    let mut length = 0;
    while length < LENGTHS {
        let mut index = 0;
        while index < TAGS.len() && TAGS[index].0.len() < length {
            index += 1;
        }
        starts[length] = index as u8;
        length += 1;
    }
    starts
};

/// By length.
#[rustfmt::skip]
const TAGS: [(&str, Role); 117] = [
    ("p", Role::Block), ("a", Role::Link), ("b", Role::Inline), ("i", Role::Inline), ("u", Role::Inline),
    ("s", Role::Inline), ("q", Role::Inline),

    ("li", Role::Own(Element::ListItem)), ("td", Role::Own(Element::TableCell)), ("th", Role::Own(Element::TableCell)),
    ("tr", Role::Block), ("br", Role::Break), ("em", Role::Inline), ("ul", Role::Block), ("ol", Role::Block),
    ("dl", Role::Block), ("dt", Role::Own(Element::DefTerm)), ("dd", Role::Own(Element::Def)), ("h1", Role::Heading(1)),
    ("h2", Role::Heading(2)), ("h3", Role::Heading(3)), ("h4", Role::Heading(4)), ("h5", Role::Heading(5)),
    ("h6", Role::Heading(6)), ("hr", Role::Rule), ("tt", Role::Inline), ("rt", Role::Hidden), ("rp", Role::Hidden),

    ("div", Role::Block), ("img", Role::Void), ("pre", Role::Pre), ("nav", Role::Beside), ("sup", Role::Inline),
    ("sub", Role::Inline), ("svg", Role::Hidden), ("wbr", Role::Void), ("del", Role::Inline), ("ins", Role::Inline),
    ("kbd", Role::Inline), ("var", Role::Inline), ("dfn", Role::Inline), ("bdi", Role::Inline), ("bdo", Role::Inline),
    ("big", Role::Inline), ("col", Role::Void), ("map", Role::Hidden), ("dir", Role::Block), ("xmp", Role::Pre),

    ("span", Role::Inline), ("code", Role::Inline), ("font", Role::Inline), ("abbr", Role::Inline), ("time", Role::Inline),
    ("cite", Role::Inline), ("mark", Role::Inline), ("samp", Role::Inline), ("data", Role::Inline), ("ruby", Role::Inline),
    ("math", Role::Inline), ("link", Role::Void), ("meta", Role::Void), ("base", Role::Void), ("area", Role::Void),
    ("main", Role::Main), ("form", Role::Beside), ("menu", Role::Beside), ("head", Role::Head), ("body", Role::Block),
    ("html", Role::Block),

    ("small", Role::Inline), ("label", Role::Inline), ("input", Role::Void), ("table", Role::Block), ("tbody", Role::Block),
    ("thead", Role::Block), ("tfoot", Role::Block), ("embed", Role::Void), ("param", Role::Void), ("track", Role::Void),
    ("title", Role::Raw), ("style", Role::Raw), ("audio", Role::Hidden), ("video", Role::Hidden), ("aside", Role::Beside),
    ("frame", Role::Void),

    ("strong", Role::Inline), ("strike", Role::Inline), ("script", Role::Raw), ("iframe", Role::Raw), ("object", Role::Hidden),
    ("select", Role::Hidden), ("button", Role::Hidden), ("header", Role::Beside), ("footer", Role::Beside),
    ("figure", Role::Block), ("center", Role::Block), ("source", Role::Void), ("canvas", Role::Hidden),
    ("option", Role::Hidden), ("legend", Role::Block), ("applet", Role::Hidden),

    ("section", Role::Block), ("article", Role::Main), ("caption", Role::Own(Element::Caption)), ("details", Role::Block),
    ("summary", Role::Block), ("address", Role::Block), ("noembed", Role::Raw),

    ("template", Role::Hidden), ("noscript", Role::Hidden), ("textarea", Role::Raw), ("fieldset", Role::Block),
    ("datalist", Role::Hidden), ("noframes", Role::Raw),

    ("blockquote", Role::Own(Element::Quote)), ("figcaption", Role::Own(Element::Caption)), ("annotation", Role::Hidden),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_found_by_its_name() {
        assert!(TAGS.is_sorted_by_key(|(name, _)| name.len()));
        for (index, (name, role)) in TAGS.iter().enumerate() {
            let tag = Tag::find(name.to_ascii_uppercase().as_bytes());
            assert_eq!(tag.map(|tag| (tag.index(), tag.role())), Some((index, *role)), "{name}");
        }
        for name in ["", "x", "blink", "a-very-long-custom-element"] {
            assert_eq!(Tag::find(name.as_bytes()), None);
        }
    }
}
