//! Citations and notes: never text of the page, but footnotes after it.

use super::super::expand::{Call, Expander};
use super::super::marks;
use super::super::names::Kind;

pub(super) fn render(expander: &mut Expander, kind: Kind, call: Call) {
    if kind == Kind::Note {
        return note(expander, call);
    }
    if !expander.in_footnote {
        let Some(node) = expander.page.nodes.get(call.node).copied() else { return };
        return expander.footnote(call.node, (node.start as usize, node.end as usize), call.node, true);
    }
    if kind == Kind::ShortCite { short(expander, call) } else { full(expander, call) }
}

/// `{{efn|text|name=a}}`: the text becomes a footnote, once per name.
fn note(expander: &mut Expander, call: Call) {
    let source = expander.page.source;
    let name = expander.by_name(call, &["name"]);
    let group = expander.by_name(call, &["group"]);
    let text = call.place(1).or_else(|| call.named(source, "text")).filter(|text| text.from < text.to);
    match text {
        Some(text) if expander.is_new(&name, &group) => {
            expander.footnote(call.node, (text.from as usize, text.to as usize), text.node as usize, true);
        }
        _ => expander.mark(call.node, marks::SEAM),
    }
}

/// `{{sfn|Hale|1998|p=9}}` -> `Hale 1998, p. 9`.
fn short(expander: &mut Expander, call: Call) {
    let mut text = String::new();
    for argument in call.places().take(6) {
        let value = expander.value(argument, call.depth);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(value.trim());
    }
    for (names, label) in [(["p", "page"], "p. "), (["pp", "pages"], "pp. "), (["loc", "at"], "")] {
        let value = expander.by_name(call, &names);
        if !value.is_empty() {
            text.push_str(&format!(", {label}{value}"));
        }
    }
    expander.put(call.node, &text);
}

/// The parts of a citation that a reader sees, in the usual order: author (date). title. work. publisher. pages.
#[derive(Default)]
struct Parts {
    authors: String,
    date: String,
    title: String,
    rest: [String; 6],
}

fn full(expander: &mut Expander, call: Call) {
    let source = expander.page.source;
    let mut parts = Parts::default();
    for argument in call.arguments {
        if argument.from == argument.to {
            continue;
        }
        let name = source.get(argument.name.0 as usize..argument.name.1 as usize).unwrap_or_default();
        let slot = match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "last" | "author" | "authors" | "first" | "vauthors" | "nachname" | "vorname" | "autor" | "auteur"
            | "nom" | "prénom" | "apellido" | "apellidos" | "nombre" | "cognome" | "nome" | "автор" | "author-last"
            | "author-first" | "surname" | "given" | "editor-last" | "editor-first" | "editor" => {
                let value = expander.value(argument, call.depth);
                let given = name.starts_with("first") || name.ends_with("first") || name.starts_with("given");
                if !parts.authors.is_empty() {
                    parts.authors.push_str(if given { ", " } else { "; " });
                }
                parts.authors.push_str(&value);
                continue;
            }
            "date" | "year" | "datum" | "jahr" | "année" | "fecha" | "año" | "data" | "anno" | "год"
                if parts.date.is_empty() =>
            {
                &mut parts.date
            }
            "title" | "titel" | "titre" | "título" | "titolo" | "заглавие" | "script-title" | "chapter" => {
                &mut parts.title
            }
            "trans-title" => &mut parts.rest[0],
            "work" | "journal" | "newspaper" | "magazine" | "website" | "periodical" | "sammelwerk" | "werk"
            | "périodique" | "издание" | "publicación" => &mut parts.rest[1],
            "publisher" | "verlag" | "éditeur" | "editorial" | "editore" | "издательство" => {
                &mut parts.rest[2]
            }
            "volume" | "band" => &mut parts.rest[3],
            "pages" | "page" | "seiten" | "página" | "p" | "pp" | "страницы" => &mut parts.rest[4],
            "quote" | "zitat" => &mut parts.rest[5],
            _ => continue,
        };
        if slot.is_empty() {
            *slot = expander.value(argument, call.depth).into_owned();
        }
    }
    expander.put(call.node, &parts.text());
}

impl Parts {
    fn text(&self) -> String {
        let mut text = self.authors.clone();
        if !self.date.is_empty() {
            text.push_str(&if text.is_empty() { self.date.clone() } else { format!(" ({})", self.date) });
        }
        for part in std::iter::once(&self.title).chain(&self.rest) {
            let part = part.trim().trim_end_matches('.');
            if part.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push_str(if text.ends_with('.') { " " } else { ". " });
            }
            text.push_str(part);
        }
        if !text.is_empty() && !text.ends_with('.') {
            text.push('.');
        }
        text
    }
}
