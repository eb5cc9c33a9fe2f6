//! Templates that show an argument, several joined, a list, a quotation or a name.

use super::super::expand::{Expander, TemplateCall};
use super::super::kind::TemplateKind;
use super::super::marks;

pub(super) fn render_simple_template(expander: &mut Expander, kind: TemplateKind, call: TemplateCall, name: &str) {
    match kind {
        TemplateKind::Show(place) => write_place(expander, call, place),
        TemplateKind::ShowLast => match call.positional_arguments().last() {
            Some(argument) => expander.write_argument(argument, call.depth),
            None => expander.write_mark(call.node, marks::SEAM),
        },
        TemplateKind::Else(place, other) => {
            let given = call.argument_at(place).is_some_and(|argument| argument.from < argument.to);
            write_place(expander, call, if given { place } else { other });
        }
        TemplateKind::Around(before, after) => write_between(expander, call, before, after),
        TemplateKind::Join(between) => join_places(expander, call, between),
        TemplateKind::TextOr(text) => match call.argument_at(1) {
            Some(argument) if argument.from < argument.to => expander.write_argument(argument, call.depth),
            _ => expander.write_text(call.node, text),
        },
        TemplateKind::Title => {
            let title = expander.page.title;
            let short = match title.split_once(':') {
                Some((prefix, rest)) if !name.starts_with("full") && is_namespace(prefix) => rest.trim_start(),
                _ => title,
            };
            expander.write_text(call.node, short);
        }
        TemplateKind::Sic => {
            let hidden = expander.is_option_on(call, "hide");
            join_places(expander, call, "");
            if !hidden {
                expander.write_text(call.node, " &#91;sic&#93;");
            }
        }
        TemplateKind::Ship => render_ship(expander, call, &name.to_ascii_uppercase(), 1),
        TemplateKind::ShipAny => {
            let prefix = expander.expand_place(call, 1).trim().to_string();
            render_ship(expander, call, &prefix, 2);
        }
        TemplateKind::ShipClass => {
            let class = expander.expand_place(call, 1);
            let kind = expander.expand_place(call, 2);
            let text = if kind.is_empty() { format!("{class} class") } else { format!("{class}-class {kind}") };
            expander.write_text(call.node, &text);
        }
        TemplateKind::Interlanguage => render_interlanguage(expander, call),
        TemplateKind::SortName => {
            let first = expander.expand_place(call, 1);
            let last = expander.expand_place(call, 2);
            expander.write_text(call.node, format!("{first} {last}").trim());
        }
        TemplateKind::Music => render_music(expander, call),
        TemplateKind::Spaces => expander.write_text(call.node, " "),
        TemplateKind::Quote => render_quote(expander, call, name),
        TemplateKind::Pictures => render_pictures(expander, call),
        TemplateKind::Items => render_items(expander, call),
        TemplateKind::ListText => render_list(expander, call),
        _ => expander.write_mark(call.node, marks::SEAM),
    }
}

/// The argument of a place; `text`, `content` or the first one when the place is empty.
fn write_place(expander: &mut Expander, call: TemplateCall, place: u32) {
    let source = expander.page.source;
    let named = || ["text", "content", "name"].iter().find_map(|name| call.argument_named(source, name));
    let argument = call.argument_at(place).or_else(named).or_else(|| call.argument_at(1));
    match argument {
        Some(argument) if argument.from < argument.to => expander.write_argument(argument, call.depth),
        _ => expander.write_mark(call.node, marks::SEAM),
    }
}

fn write_between(expander: &mut Expander, call: TemplateCall, before: &str, after: &str) {
    match call.argument_at(1) {
        Some(argument) if argument.from < argument.to => {
            expander.write_text(call.node, before);
            expander.write_argument(argument, call.depth);
            expander.write_text(call.node, after);
        }
        _ => expander.write_mark(call.node, marks::SEAM),
    }
}

fn join_places(expander: &mut Expander, call: TemplateCall, between: &str) {
    let mut first = true;
    for argument in call.positional_arguments().filter(|argument| argument.from < argument.to) {
        if !first {
            expander.write_text(call.node, between);
        }
        first = false;
        expander.write_argument(argument, call.depth);
    }
    if first {
        expander.write_mark(call.node, marks::SEAM);
    }
}

fn is_namespace(prefix: &str) -> bool {
    const NAMESPACE_NAMES: &[&str] = &[
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
    NAMESPACE_NAMES.contains(&prefix)
}

/// `{{USS|Hornet|CV-12}}` -> `USS Hornet (CV-12)`; the argument after the number tells which parts to show.
fn render_ship(expander: &mut Expander, call: TemplateCall, prefix: &str, first: u32) {
    let prefix = match prefix {
        "HNOMS" => "HNoMS",
        "HSWMS" => "HSwMS",
        "HNLMS" => "HNLMS",
        "SMU" => "SM",
        "LE" => "LÉ",
        other => other,
    };
    let name = expander.expand_place(call, first);
    let id = expander.expand_place(call, first + 1);
    let format = expander.expand_place(call, first + 2);
    let up = expander.expand_first_named(call, &["up"]);
    let id = if id.is_empty() { String::new() } else { format!(" ({id})") };
    let text = match if up.is_empty() { format.trim() } else { up.trim() } {
        "1" => id.trim().trim_matches(['(', ')']).to_string(),
        "2" => name.to_string(),
        "3" => format!("{name}{id}"),
        "6" => format!("{prefix} {name}"),
        _ => format!("{prefix} {name}{id}"),
    };
    expander.write_text(call.node, text.trim());
}

/// `{{ill|Karl Ask|sv}}` -> `Karl Ask`; the old order put the language first.
fn render_interlanguage(expander: &mut Expander, call: TemplateCall) {
    let source = expander.page.source;
    let label =
        ["lt", "label", "display", "text", "trad", "texte"].iter().find_map(|name| call.argument_named(source, name));
    let first = call.argument_at(1).or_else(|| call.argument_named(source, "fr"));
    let is_code = |place: u32| {
        call.argument_at(place)
            .and_then(|argument| source.get(argument.from as usize..argument.to as usize))
            .is_some_and(|text| {
                text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') && expander.page.site.is_language(text)
            })
    };
    let old = is_code(1) && call.argument_at(2).is_some() && !is_code(2);
    let shown = label.or_else(|| if old { call.argument_at(3).or_else(|| call.argument_at(2)) } else { first });
    match shown {
        Some(argument) => expander.write_argument(argument, call.depth),
        None => expander.write_mark(call.node, marks::LOSS),
    }
}

fn render_music(expander: &mut Expander, call: TemplateCall) {
    let sign = expander.expand_place(call, 1);
    let text = match sign.trim() {
        "flat" | "b" | "♭" => "♭",
        "sharp" | "#" | "♯" => "♯",
        "natural" | "♮" => "♮",
        other => other,
    };
    expander.write_text(call.node, text);
}

/// The words quoted, as a block of their own; who said them is left out.
fn render_quote(expander: &mut Expander, call: TemplateCall, name: &str) {
    let source = expander.page.source;
    let named = ["text", "quote", "content", "texte", "texto", "testo", "quotetext"];
    let place = if name.starts_with("rquote") { 2 } else { 1 };
    let words = named.iter().find_map(|name| call.argument_named(source, name)).or_else(|| call.argument_at(place));
    let Some(words) = words else { return expander.write_mark(call.node, marks::SEAM) };
    let verse = name.starts_with("poem") || name == "verse";
    let (open, close) = if verse { ("\n<poem>\n", "\n</poem>\n") } else { ("\n<blockquote>\n", "\n</blockquote>\n") };
    expander.write_text(call.node, open);
    expander.write_argument(words, call.depth);
    expander.write_text(call.node, close);
}

/// `caption1=`, `footer=` and their like become the captions of pictures.
fn render_pictures(expander: &mut Expander, call: TemplateCall) {
    let source = expander.page.source;
    expander.write_text(call.node, "\n\n");
    for argument in call.arguments.iter().filter(|argument| argument.from < argument.to) {
        let name = source.get(argument.name.0 as usize..argument.name.1 as usize).unwrap_or_default();
        let known = name.trim_end_matches(|c: char| c.is_ascii_digit());
        // `{{wide image|name|width|caption}}`; `{{gallery|name|caption|name|caption}}` is read as names and captions.
        let text = source.get(argument.from as usize..argument.to as usize).unwrap_or_default();
        let placed = name.is_empty() && argument.place > 1 && text.contains(' ') && !text.contains(".jpg");
        if matches!(known, "caption" | "footer" | "header") || placed {
            expander.write_text(call.node, "\n[[File:x|");
            expander.write_argument(argument, call.depth);
            expander.write_text(call.node, "]]\n");
        }
    }
    expander.write_text(call.node, "\n\n");
}

fn render_items(expander: &mut Expander, call: TemplateCall) {
    for argument in call.positional_arguments().filter(|argument| argument.from < argument.to) {
        expander.write_text(call.node, "\n* ");
        expander.write_argument(argument, call.depth);
    }
    expander.write_text(call.node, "\n");
}

fn render_list(expander: &mut Expander, call: TemplateCall) {
    let source = expander.page.source;
    let argument = call
        .argument_at(1)
        .or_else(|| call.argument_named(source, "items").or_else(|| call.argument_named(source, "content")));
    if let Some(argument) = argument {
        expander.write_text(call.node, "\n");
        expander.write_argument(argument, call.depth);
        expander.write_text(call.node, "\n");
    }
}
