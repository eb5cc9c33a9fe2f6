//! Templates that show an argument, several joined, a list, a quotation or a name.

use super::super::expand::{Call, Expander};
use super::super::kind::Kind;
use super::super::marks;

pub(super) fn render(expander: &mut Expander, kind: Kind, call: Call, name: &str) {
    match kind {
        Kind::Show(place) => show(expander, call, place),
        Kind::ShowLast => match call.places().last() {
            Some(argument) => expander.pass(argument, call.depth),
            None => expander.mark(call.node, marks::SEAM),
        },
        Kind::Else(place, other) => {
            let given = call.place(place).is_some_and(|argument| argument.from < argument.to);
            show(expander, call, if given { place } else { other });
        }
        Kind::Around(before, after) => around(expander, call, before, after),
        Kind::Join(between) => join(expander, call, between),
        Kind::TextOr(text) => match call.place(1) {
            Some(argument) if argument.from < argument.to => expander.pass(argument, call.depth),
            _ => expander.put(call.node, text),
        },
        Kind::Title => {
            let title = expander.page.title;
            let short = match title.split_once(':') {
                Some((prefix, rest)) if !name.starts_with("full") && is_namespace(prefix) => rest.trim_start(),
                _ => title,
            };
            expander.put(call.node, short);
        }
        Kind::Sic => {
            let hidden = expander.is_on(call, "hide");
            join(expander, call, "");
            if !hidden {
                expander.put(call.node, " &#91;sic&#93;");
            }
        }
        Kind::Ship => ship(expander, call, &name.to_ascii_uppercase(), 1),
        Kind::ShipAny => {
            let prefix = expander.at(call, 1).trim().to_string();
            ship(expander, call, &prefix, 2);
        }
        Kind::ShipClass => {
            let class = expander.at(call, 1);
            let kind = expander.at(call, 2);
            let text = if kind.is_empty() { format!("{class} class") } else { format!("{class}-class {kind}") };
            expander.put(call.node, &text);
        }
        Kind::Interlanguage => interlanguage(expander, call),
        Kind::SortName => {
            let first = expander.at(call, 1);
            let last = expander.at(call, 2);
            expander.put(call.node, format!("{first} {last}").trim());
        }
        Kind::Music => music(expander, call),
        Kind::Spaces => expander.put(call.node, " "),
        Kind::Quote => quote(expander, call, name),
        Kind::Pictures => pictures(expander, call),
        Kind::Items => items(expander, call),
        Kind::ListText => list(expander, call),
        _ => expander.mark(call.node, marks::SEAM),
    }
}

/// The argument of a place; `text`, `content` or the first one when the place is empty.
fn show(expander: &mut Expander, call: Call, place: u32) {
    let source = expander.page.source;
    let named = || ["text", "content", "name"].iter().find_map(|name| call.named(source, name));
    let argument = call.place(place).or_else(named).or_else(|| call.place(1));
    match argument {
        Some(argument) if argument.from < argument.to => expander.pass(argument, call.depth),
        _ => expander.mark(call.node, marks::SEAM),
    }
}

fn around(expander: &mut Expander, call: Call, before: &str, after: &str) {
    match call.place(1) {
        Some(argument) if argument.from < argument.to => {
            expander.put(call.node, before);
            expander.pass(argument, call.depth);
            expander.put(call.node, after);
        }
        _ => expander.mark(call.node, marks::SEAM),
    }
}

fn join(expander: &mut Expander, call: Call, between: &str) {
    let mut first = true;
    for argument in call.places().filter(|argument| argument.from < argument.to) {
        if !first {
            expander.put(call.node, between);
        }
        first = false;
        expander.pass(argument, call.depth);
    }
    if first {
        expander.mark(call.node, marks::SEAM);
    }
}

fn is_namespace(prefix: &str) -> bool {
    const NAMES: &[&str] = &[
        "User",
        "Wikipedia",
        "Help",
        "Talk",
        "Portal",
        "Draft",
        "Template",
        "File",
        "Category",
        "Book",
        "Project",
        "MediaWiki",
        "Module",
        "User talk",
        "Wikipedia talk",
        "Template talk",
    ];
    NAMES.contains(&prefix)
}

/// `{{USS|Hornet|CV-12}}` -> `USS Hornet (CV-12)`; the argument after the number tells which parts to show.
fn ship(expander: &mut Expander, call: Call, prefix: &str, first: u32) {
    let prefix = match prefix {
        "HNOMS" => "HNoMS",
        "HSWMS" => "HSwMS",
        "HNLMS" => "HNLMS",
        "SMU" => "SM",
        "LE" => "LÉ",
        other => other,
    };
    let name = expander.at(call, first);
    let id = expander.at(call, first + 1);
    let format = expander.at(call, first + 2);
    let up = expander.by_name(call, &["up"]);
    let id = if id.is_empty() { String::new() } else { format!(" ({id})") };
    let text = match if up.is_empty() { format.trim() } else { up.trim() } {
        "1" => id.trim().trim_matches(['(', ')']).to_string(),
        "2" => name.to_string(),
        "3" => format!("{name}{id}"),
        "6" => format!("{prefix} {name}"),
        _ => format!("{prefix} {name}{id}"),
    };
    expander.put(call.node, text.trim());
}

/// `{{ill|Karl Ask|sv}}` -> `Karl Ask`; the old order put the language first.
fn interlanguage(expander: &mut Expander, call: Call) {
    let source = expander.page.source;
    let label = ["lt", "label", "display", "text", "trad", "texte"].iter().find_map(|name| call.named(source, name));
    let first = call.place(1).or_else(|| call.named(source, "fr"));
    let is_code = |place: u32| {
        call.place(place).and_then(|argument| source.get(argument.from as usize..argument.to as usize)).is_some_and(
            |text| text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && expander.page.site.is_language(text),
        )
    };
    let old = is_code(1) && call.place(2).is_some() && !is_code(2);
    let shown = label.or_else(|| if old { call.place(3).or_else(|| call.place(2)) } else { first });
    match shown {
        Some(argument) => expander.pass(argument, call.depth),
        None => expander.mark(call.node, marks::LOSS),
    }
}

fn music(expander: &mut Expander, call: Call) {
    let sign = expander.at(call, 1);
    let text = match sign.trim() {
        "flat" | "b" | "♭" => "♭",
        "sharp" | "#" | "♯" => "♯",
        "natural" | "♮" => "♮",
        other => other,
    };
    expander.put(call.node, text);
}

/// The words quoted, as a block of their own; who said them is left out.
fn quote(expander: &mut Expander, call: Call, name: &str) {
    let source = expander.page.source;
    let named = ["text", "quote", "content", "texte", "texto", "testo", "quotetext"];
    let place = if name.starts_with("rquote") { 2 } else { 1 };
    let words = named.iter().find_map(|name| call.named(source, name)).or_else(|| call.place(place));
    let Some(words) = words else { return expander.mark(call.node, marks::SEAM) };
    let verse = name.starts_with("poem") || name == "verse";
    let (open, close) = if verse { ("\n<poem>\n", "\n</poem>\n") } else { ("\n<blockquote>\n", "\n</blockquote>\n") };
    expander.put(call.node, open);
    expander.pass(words, call.depth);
    expander.put(call.node, close);
}

/// `caption1=`, `footer=` and their like become the captions of pictures.
fn pictures(expander: &mut Expander, call: Call) {
    let source = expander.page.source;
    expander.put(call.node, "\n\n");
    for argument in call.arguments.iter().filter(|argument| argument.from < argument.to) {
        let name = source.get(argument.name.0 as usize..argument.name.1 as usize).unwrap_or_default();
        let known = name.trim_end_matches(|c: char| c.is_ascii_digit());
        // `{{wide image|name|width|caption}}`; `{{gallery|name|caption|name|caption}}` is read as names and captions.
        let text = source.get(argument.from as usize..argument.to as usize).unwrap_or_default();
        let placed = name.is_empty() && argument.place > 1 && text.contains(' ') && !text.contains(".jpg");
        if matches!(known, "caption" | "footer" | "header") || placed {
            expander.put(call.node, "\n[[File:x|");
            expander.pass(argument, call.depth);
            expander.put(call.node, "]]\n");
        }
    }
    expander.put(call.node, "\n\n");
}

fn items(expander: &mut Expander, call: Call) {
    for argument in call.places().filter(|argument| argument.from < argument.to) {
        expander.put(call.node, "\n* ");
        expander.pass(argument, call.depth);
    }
    expander.put(call.node, "\n");
}

fn list(expander: &mut Expander, call: Call) {
    let source = expander.page.source;
    let argument = call.place(1).or_else(|| call.named(source, "items").or_else(|| call.named(source, "content")));
    if let Some(argument) = argument {
        expander.put(call.node, "\n");
        expander.pass(argument, call.depth);
        expander.put(call.node, "\n");
    }
}
