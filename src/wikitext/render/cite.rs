//! Citations and notes: never text of the page, but footnotes after it.

use super::super::arguments::Argument;
use super::super::expand::{Expander, TemplateCall};
use super::super::kind::TemplateKind;
use super::super::marks;

pub(super) fn render_citation(expander: &mut Expander, kind: TemplateKind, call: TemplateCall) {
    if kind == TemplateKind::Note {
        return render_note(expander, call);
    }
    if !expander.in_footnote {
        let Some(node) = expander.page.nodes.get(call.node).copied() else { return };
        return expander.add_footnote(call.node, (node.start as usize, node.end as usize), call.node, true);
    }
    if kind == TemplateKind::ShortCite { render_short(expander, call) } else { render_full(expander, call) }
}

/// `{{efn|text|name=a}}`: the text becomes a footnote, once per name.
fn render_note(expander: &mut Expander, call: TemplateCall) {
    let source = expander.page.source;
    let name = expander.expand_first_named(call, &["name"]);
    let group = expander.expand_first_named(call, &["group"]);
    let text = call.argument_at(1).or_else(|| call.argument_named(source, "text")).filter(|text| text.from < text.to);
    match text {
        Some(text) if expander.is_new_footnote(&name, &group) => {
            expander.add_footnote(call.node, (text.from as usize, text.to as usize), text.node as usize, true);
        }
        _ => expander.write_mark(call.node, marks::SEAM),
    }
}

/// `{{sfn|Hale|1998|p=9}}` -> `Hale 1998, p. 9`.
fn render_short(expander: &mut Expander, call: TemplateCall) {
    let mut text = String::new();
    for argument in call.positional_arguments().take(6) {
        let value = expander.expand_argument(argument, call.depth);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(value.trim());
    }
    for (names, label) in [(["p", "page"], "p. "), (["pp", "pages"], "pp. "), (["loc", "at"], "")] {
        let value = expander.expand_first_named(call, &names);
        if !value.is_empty() {
            text.push_str(&format!(", {label}{value}"));
        }
    }
    expander.write_text(call.node, &text);
}

/// Where a part of a citation stands in what a reader sees: author (date). title. work. publisher. pages.
fn find_part_order(name: &str) -> Option<Part> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let name = &name[..name.len() - digits];
    Some(match name.as_bytes() {
        b"last" | b"author" | b"authors" | b"vauthors" | b"nachname" | b"autor" | b"auteur" | b"nom" | b"apellido"
        | b"apellidos" | b"cognome" | b"author-last" | b"surname" | b"editor-last" | b"editor" => Part::Author,
        b"first" | b"vorname" | b"nombre" | b"nome" | b"author-first" | b"given" | b"editor-first" => Part::Given,
        b"date" | b"year" | b"datum" | b"jahr" | b"fecha" | b"data" | b"anno" => Part::Date,
        b"title" | b"titel" | b"titre" | b"titolo" | b"script-title" | b"chapter" => Part::Rest(0),
        b"trans-title" => Part::Rest(1),
        b"work" | b"journal" | b"newspaper" | b"magazine" | b"website" | b"periodical" | b"sammelwerk" | b"werk" => {
            Part::Rest(2)
        }
        b"publisher" | b"verlag" | b"editorial" | b"editore" => Part::Rest(3),
        b"volume" | b"band" => Part::Rest(4),
        b"pages" | b"page" | b"seiten" | b"p" | b"pp" => Part::Rest(5),
        b"quote" | b"zitat" => Part::Rest(6),
        ascii if ascii.is_ascii() => return None,
        _ => match name {
            "автор" => Part::Author,
            "prénom" => Part::Given,
            "année" | "año" | "год" => Part::Date,
            "título" | "заглавие" => Part::Rest(0),
            "périodique" | "издание" | "publicación" => Part::Rest(2),
            "éditeur" | "издательство" => Part::Rest(3),
            "página" | "страницы" => Part::Rest(5),
            _ => return None,
        },
    })
}

enum Part {
    Author,
    Given,
    Date,
    Rest(usize),
}

fn render_full(expander: &mut Expander, call: TemplateCall) {
    let source = expander.page.source;
    let mut date = None;
    let mut rest: [Option<&Argument>; 7] = [None; 7];
    let mut text = std::mem::take(&mut expander.out.scratch);
    text.clear();
    for argument in call.arguments.iter().filter(|argument| argument.from < argument.to) {
        let name = source.get(argument.name.0 as usize..argument.name.1 as usize).unwrap_or_default();
        match find_part_order(name) {
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
                text.push_str(&expander.expand_argument(argument, call.depth));
            }
            Some(Part::Date) => date = date.or(Some(argument)),
            Some(Part::Rest(place)) => rest[place] = rest[place].or(Some(argument)),
            None => {}
        }
    }
    if let Some(date) = date {
        let value = expander.expand_argument(date, call.depth);
        let (open, close) = if text.is_empty() { ("", "") } else { (" (", ")") };
        text.extend([open, value.as_ref(), close]);
    }
    for argument in rest.into_iter().flatten() {
        let value = expander.expand_argument(argument, call.depth);
        let value = value.trim().trim_end_matches('.');
        if !value.is_empty() {
            text.push_str(if text.is_empty() { "" } else { ". " });
            text.push_str(value);
        }
    }
    if !text.is_empty() {
        text.push('.');
    }
    expander.write_text(call.node, &text);
    expander.out.scratch = text;
}
