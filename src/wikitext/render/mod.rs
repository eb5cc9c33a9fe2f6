//! What the templates show. Each function here writes one kind of template's text into the expanded page.

pub(super) mod cite;
pub(super) mod convert;
pub(super) mod dates;
pub(super) mod functions;
pub(super) mod languages;
pub(super) mod numbers;
pub(super) mod simple;
pub(super) mod units;

use super::arguments::Argument;
use super::expand::{Expander, TemplateCall};
use super::kind::TemplateKind;
use std::borrow::Cow;

/// Writes what a template of `kind` shows; `name` is its normalized name.
pub(super) fn render_template(expander: &mut Expander, kind: TemplateKind, call: TemplateCall, name: &str) {
    match kind {
        TemplateKind::Convert => convert::render_convert(expander, call),
        TemplateKind::Height => convert::render_height(expander, call),
        TemplateKind::Val
        | TemplateKind::Exponent
        | TemplateKind::TenTo
        | TemplateKind::Superscript
        | TemplateKind::Fraction
        | TemplateKind::Ordinal
        | TemplateKind::Number
        | TemplateKind::Round
        | TemplateKind::Root
        | TemplateKind::Unit
        | TemplateKind::Money(_)
        | TemplateKind::Currency => numbers::render_number_template(expander, kind, call),
        TemplateKind::Date
        | TemplateKind::DeathDate
        | TemplateKind::DeathYear
        | TemplateKind::OldStyleDate
        | TemplateKind::AsOf
        | TemplateKind::Circa(_)
        | TemplateKind::Span(_)
        | TemplateKind::Century => dates::render_date_template(expander, kind, call, name),
        TemplateKind::Langx
        | TemplateKind::LangCode
        | TemplateKind::Nihongo
        | TemplateKind::NihongoRomaji
        | TemplateKind::Chinese
        | TemplateKind::Korean => {
            languages::render_language_template(expander, kind, call, name);
        }
        TemplateKind::Cite | TemplateKind::ShortCite | TemplateKind::Note => {
            cite::render_citation(expander, kind, call)
        }
        _ => simple::render_simple_template(expander, kind, call, name),
    }
}

impl<'b> TemplateCall<'b> {
    /// The argument of a place; the last one given counts, as in MediaWiki.
    pub fn argument_at(&self, place: u32) -> Option<&'b Argument> {
        self.arguments.iter().rev().find(|argument| argument.place == place)
    }

    /// The argument of a name.
    pub fn argument_named(&self, source: &str, name: &str) -> Option<&'b Argument> {
        self.arguments.iter().rev().find(|argument| {
            let (from, to) = argument.name;
            source.get(from as usize..to as usize) == Some(name)
        })
    }

    /// The arguments that go by their place, in the order written.
    pub fn positional_arguments(&self) -> impl Iterator<Item = &'b Argument> + use<'b> {
        self.arguments.iter().filter(|argument| argument.place > 0)
    }
}

impl<'a> Expander<'a> {
    /// The text of the argument of a place, empty if there is none.
    pub fn expand_place(&mut self, call: TemplateCall, place: u32) -> Cow<'a, str> {
        call.argument_at(place).map_or(Cow::Borrowed(""), |argument| self.expand_argument(argument, call.depth))
    }

    /// The text of the argument of the first of these names that is given and not empty.
    pub fn expand_first_named(&mut self, call: TemplateCall, names: &[&str]) -> Cow<'a, str> {
        for name in names {
            if let Some(argument) = call.argument_named(self.page.source, name)
                && argument.from < argument.to
            {
                return self.expand_argument(argument, call.depth);
            }
        }
        Cow::Borrowed("")
    }

    /// An option is switched on: `lc=y`, `df=yes`.
    pub fn is_option_on(&mut self, call: TemplateCall, name: &str) -> bool {
        let value = self.expand_first_named(call, &[name]);
        !value.is_empty() && !matches!(value.as_ref(), "no" | "n" | "0" | "off" | "false")
    }
}
