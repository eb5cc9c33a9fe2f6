//! Citations and notes: never text of the page, but footnotes after it.

use super::super::arguments::Argument;
use super::super::expand::{Call, Expander};
use super::super::kind::Kind;
use super::super::marks;

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

/// Where a part of a citation stands in what a reader sees: author (date). title. work. publisher. pages.
fn order(name: &str) -> Option<Part> {
    Some(match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "last" | "author" | "authors" | "vauthors" | "nachname" | "autor" | "auteur" | "nom" | "apellido"
        | "apellidos" | "cognome" | "автор" | "author-last" | "surname" | "editor-last" | "editor" => Part::Author,
        "first" | "vorname" | "prénom" | "nombre" | "nome" | "author-first" | "given" | "editor-first" => Part::Given,
        "date" | "year" | "datum" | "jahr" | "année" | "fecha" | "año" | "data" | "anno" | "год" => Part::Date,
        "title" | "titel" | "titre" | "título" | "titolo" | "заглавие" | "script-title" | "chapter" => {
            Part::Rest(0)
        }
        "trans-title" => Part::Rest(1),
        "work" | "journal" | "newspaper" | "magazine" | "website" | "periodical" | "sammelwerk" | "werk"
        | "périodique" | "издание" | "publicación" => Part::Rest(2),
        "publisher" | "verlag" | "éditeur" | "editorial" | "editore" | "издательство" => Part::Rest(3),
        "volume" | "band" => Part::Rest(4),
        "pages" | "page" | "seiten" | "página" | "p" | "pp" | "страницы" => Part::Rest(5),
        "quote" | "zitat" => Part::Rest(6),
        _ => return None,
    })
}

enum Part {
    Author,
    Given,
    Date,
    Rest(usize),
}

fn full(expander: &mut Expander, call: Call) {
    let source = expander.page.source;
    let mut date = None;
    let mut rest: [Option<&Argument>; 7] = [None; 7];
    let mut text = String::with_capacity(160);
    for argument in call.arguments.iter().filter(|argument| argument.from < argument.to) {
        let name = source.get(argument.name.0 as usize..argument.name.1 as usize).unwrap_or_default();
        match order(name) {
            Some(part @ (Part::Author | Part::Given)) => {
                let given = matches!(part, Part::Given);
                let between = if text.is_empty() {
                    ""
                } else if given {
                    ", "
                } else {
                    "; "
                };
                text.push_str(between);
                text.push_str(&expander.value(argument, call.depth));
            }
            Some(Part::Date) => date = date.or(Some(argument)),
            Some(Part::Rest(place)) => rest[place] = rest[place].or(Some(argument)),
            None => {}
        }
    }
    if let Some(date) = date {
        let value = expander.value(date, call.depth);
        let (open, close) = if text.is_empty() { ("", "") } else { (" (", ")") };
        text.extend([open, value.as_ref(), close]);
    }
    for argument in rest.into_iter().flatten() {
        let value = expander.value(argument, call.depth);
        let value = value.trim().trim_end_matches('.');
        if !value.is_empty() {
            text.push_str(if text.is_empty() { "" } else { ". " });
            text.push_str(value);
        }
    }
    if !text.is_empty() {
        text.push('.');
    }
    expander.put(call.node, &text);
}
