//! From wikitext to blocks of plain text: what a reader of the page sees, each byte with its way back to the source.
//!
//! The order is MediaWiki's own. `index` finds comments, extension tags and braces; `expand` writes the page with its
//! templates resolved (`templates` and `render` know what they show); `stops` maps the signs of that text once; `links`,
//! `lines` and `inline` read it again by that map, block by block; `writer` closes the gaps. Every step is linear in the page, whatever the page holds.

mod arguments;
mod body;
mod brackets;
mod entities;
mod expand;
mod extensions;
mod footer;
mod index;
mod inline;
mod kind;
mod lines;
mod links;
mod literals;
mod marks;
mod names;
mod quotes;
mod render;
mod site;
mod stops;
mod tags;
mod templates;
mod variants;
mod writer;

#[cfg(test)]
mod examples;
#[cfg(test)]
mod properties;

pub use site::Site;

use crate::blocks::{Blocks, Element};
use body::Body;
use expand::{ExpandedText, Expander, Page};
use index::NodeIndex;
use links::Links;
use stops::Stops;
use writer::Writer;

/// Turns pages of one wiki into blocks; keeps its memory from page to page.
///
/// ```
/// use twicetold::blocks::Blocks;
/// use twicetold::wikitext::{Cleaner, Site};
///
/// let mut blocks = Blocks::default();
/// Cleaner::new(Site::new("en")).clean("'''Orrin''' is {{convert|5|km}} long.", "Orrin", &mut blocks);
/// assert_eq!(blocks.text, "Orrin is 5 km (3.1 mi) long.");
/// ```
pub struct Cleaner {
    site: Site,
    index: NodeIndex,
    expanded: ExpandedText,
    stops: Stops,
    links: Links,
}

impl Cleaner {
    /// A cleaner for the pages of `site`.
    pub fn new(site: Site) -> Cleaner {
        Cleaner {
            site,
            index: NodeIndex::default(),
            expanded: ExpandedText::default(),
            stops: Stops::default(),
            links: Links::default(),
        }
    }

    /// Writes the blocks of a page to `out`, in place of what it held; footnotes come last.
    ///
    /// `title` is shown by `{{PAGENAME}}`. A redirect has no blocks.
    pub fn clean(&mut self, source: &str, title: &str, out: &mut Blocks) {
        out.clear();
        if self.site.is_redirect(source) {
            return;
        }
        let Cleaner { site, index, expanded, stops, links } = self;
        index.build(source);
        expanded.clear();
        let page = Page { source, title, nodes: &index.nodes, site };
        expand_stretch(page, expanded, (0, source.len(), 0), false);
        stops.mark_stops(&expanded.text);
        links.match_brackets(&expanded.text, stops, site);
        build_body(page, expanded, stops, links, out).read_lines();
        let mut number = 0;
        while let Some(footnote) = expanded.footnotes.get(number).copied() {
            number += 1;
            expanded.clear_text();
            expand_stretch(
                page,
                expanded,
                (footnote.from as usize, footnote.to as usize, footnote.node as usize),
                true,
            );
            stops.mark_stops(&expanded.text);
            links.match_brackets(&expanded.text, stops, site);
            let length = expanded.text.len();
            let mut body = build_body(page, expanded, stops, links, out);
            body.forced = Some(Element::Reference);
            (body.section, body.footer) = (footnote.section, u8::from(footnote.footer));
            body.read_block(0, length, Element::Reference);
        }
    }
}

/// Expands a stretch of the page, whose first node is the last of `range`.
fn expand_stretch(page: Page, out: &mut ExpandedText, range: (usize, usize, usize), in_footnote: bool) {
    let mut expander = Expander { page, out, in_footnote, line_known: (0, false), blank_line: 0 };
    expander.expand(range.0, range.1, range.2, 0);
}

/// A reader of the text just expanded.
fn build_body<'a>(
    page: Page<'a>,
    expanded: &'a mut ExpandedText,
    stops: &'a Stops,
    links: &'a Links,
    out: &'a mut Blocks,
) -> Body<'a> {
    let ExpandedText { text, map, literals, footnotes, .. } = expanded;
    let writer = Writer::new(out, text, map);
    Body::new(page.source, page.site, stops, links, literals, footnotes, writer)
}
