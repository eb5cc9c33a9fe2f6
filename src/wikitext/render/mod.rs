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
use super::expand::{Call, Expander};
use super::kind::Kind;
use std::borrow::Cow;

/// Writes what a template of `kind` shows; `name` is its normalized name.
pub(super) fn render(expander: &mut Expander, kind: Kind, call: Call, name: &str) {
    match kind {
        Kind::Convert => convert::convert(expander, call),
        Kind::Height => convert::height(expander, call),
        Kind::Val
        | Kind::Exponent
        | Kind::TenTo
        | Kind::Superscript
        | Kind::Fraction
        | Kind::Ordinal
        | Kind::Number
        | Kind::Round
        | Kind::Root
        | Kind::Unit
        | Kind::Money(_)
        | Kind::Currency => numbers::render(expander, kind, call),
        Kind::Date
        | Kind::DeathDate
        | Kind::DeathYear
        | Kind::OldStyleDate
        | Kind::AsOf
        | Kind::Circa(_)
        | Kind::Span(_)
        | Kind::Century => dates::render(expander, kind, call, name),
        Kind::Langx | Kind::LangCode | Kind::Nihongo | Kind::NihongoRomaji | Kind::Chinese | Kind::Korean => {
            languages::render(expander, kind, call, name);
        }
        Kind::Cite | Kind::ShortCite | Kind::Note => cite::render(expander, kind, call),
        _ => simple::render(expander, kind, call, name),
    }
}

impl<'b> Call<'b> {
    /// The argument of a place; the last one given counts, as in MediaWiki.
    pub fn place(&self, place: u32) -> Option<&'b Argument> {
        self.arguments.iter().rev().find(|argument| argument.place == place)
    }

    /// The argument of a name.
    pub fn named(&self, source: &str, name: &str) -> Option<&'b Argument> {
        self.arguments.iter().rev().find(|argument| {
            let (from, to) = argument.name;
            source.get(from as usize..to as usize) == Some(name)
        })
    }

    /// The arguments that go by their place, in the order written.
    pub fn places(&self) -> impl Iterator<Item = &'b Argument> + use<'b> {
        self.arguments.iter().filter(|argument| argument.place > 0)
    }
}

impl<'a> Expander<'a> {
    /// The text of the argument of a place, empty if there is none.
    pub fn at(&mut self, call: Call, place: u32) -> Cow<'a, str> {
        call.place(place).map_or(Cow::Borrowed(""), |argument| self.value(argument, call.depth))
    }

    /// The text of the argument of the first of these names that is given and not empty.
    pub fn by_name(&mut self, call: Call, names: &[&str]) -> Cow<'a, str> {
        for name in names {
            if let Some(argument) = call.named(self.page.source, name)
                && argument.from < argument.to
            {
                return self.value(argument, call.depth);
            }
        }
        Cow::Borrowed("")
    }

    /// An option is switched on: `lc=y`, `df=yes`.
    pub fn is_on(&mut self, call: Call, name: &str) -> bool {
        let value = self.by_name(call, &[name]);
        !value.is_empty() && !matches!(value.as_ref(), "no" | "n" | "0" | "off" | "false")
    }
}
