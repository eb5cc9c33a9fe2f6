//! The pages that a paragraph of wikitext names: by links, by templates such as `{{main|Lake Orrin}}`, and by notes that
//! text was copied, `{{copied|from=Lake Orrin|to=Norland}}`, which stand on talk pages.

use memchr::memmem;

/// Names of a paragraph that are kept: more are a list of links, which says nothing.
const MOST_NAMES: usize = 16;
/// A longer title is none.
const LONGEST_NAME: usize = 255;
/// A longer template is no note.
const LONGEST_NOTE: usize = 2_000;
/// Templates whose parameters name pages that a section is about, or comes from.
const NAMING: [&str; 9] = [
    "main",
    "main article",
    "see also",
    "further",
    "split from",
    "merged from",
    "merged-from",
    "copied from",
    "details",
];

/// The pages that a paragraph names, a line each.
///
/// `see [[Lake_Orrin#Dam|the dam]]` -> `Lake Orrin`
pub fn list_named_pages(text: &str) -> String {
    let (mut names, mut count) = (String::new(), 0);
    let mut push = |name: &str| {
        let name = name.split('#').next().unwrap_or("").trim().trim_start_matches(':').trim();
        let is_file = name.split_once(':').is_some_and(|(space, _)| {
            ["file", "image", "category"].iter().any(|other| space.eq_ignore_ascii_case(other))
        });
        if !name.is_empty() && !is_file && count < MOST_NAMES {
            count += 1;
            if !names.is_empty() {
                names.push('\n');
            }
            names.extend(name.chars().map(|letter| if letter == '_' { ' ' } else { letter }));
        }
        count < MOST_NAMES
    };
    for at in memmem::find_iter(text.as_bytes(), "[[") {
        let inner = cut_window(text, at + 2, LONGEST_NAME);
        let Some(end) = inner.find(['|', ']', '[', '\n']) else { continue };
        if !push(&inner[..end]) {
            return names;
        }
    }
    for template in list_templates(text) {
        let mut parameters = template.split('|');
        let name = parameters.next().unwrap_or("").trim();
        if NAMING.iter().any(|each| name.eq_ignore_ascii_case(each)) {
            for parameter in parameters.filter(|each| !each.contains('=')) {
                if !push(parameter) {
                    return names;
                }
            }
        }
    }
    names
}

/// The notes of copies in a text: from which page, and to which; "" where a note does not say.
///
/// `{{Copied|from=A|to=B|date=2010}}` -> `[("A", "B")]`
pub fn find_copy_notes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for template in list_templates(text) {
        let mut parameters = template.split('|');
        if !parameters.next().is_some_and(|name| name.trim().eq_ignore_ascii_case("copied")) {
            continue;
        }
        let mut notes: [(String, String); 2] = Default::default(); // a note can speak of two copies
        for parameter in parameters {
            let Some((name, value)) = parameter.split_once('=') else { continue };
            let (name, value) = (name.trim(), value.trim().replace('_', " "));
            match name {
                "from" | "from1" => notes[0].0 = value,
                "to" | "to1" => notes[0].1 = value,
                "from2" => notes[1].0 = value,
                "to2" => notes[1].1 = value,
                _ => {}
            }
        }
        found.extend(notes.into_iter().filter(|(from, _)| !from.is_empty()));
    }
    found
}

/// What is between the braces of templates that hold no other.
fn list_templates(text: &str) -> impl Iterator<Item = &str> {
    memmem::find_iter(text.as_bytes(), "{{").filter_map(move |at| {
        let inner = cut_window(text, at + 2, LONGEST_NOTE);
        let end = inner.find("}}")?;
        (!inner[..end].contains("{{")).then(|| &inner[..end])
    })
}

/// At most `longest` bytes of a text from a place on, cut between letters.
fn cut_window(text: &str, start: usize, longest: usize) -> &str {
    let mut end = (start + longest).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[start..end]
}

#[cfg(test)]
mod tests {
    use super::{find_copy_notes, list_named_pages};

    #[test]
    fn links_and_templates_name_pages() {
        let text = "{{Main|Dam of Orrin}} see [[Lake_Orrin#Dam|the dam]], [[:File talk]] and [[File:a.jpg|thumb]]";
        assert_eq!(list_named_pages(text), "Lake Orrin\nFile talk\nDam of Orrin");
        assert_eq!(list_named_pages("[[ [[]] {{main|}} {{convert|1|km}} [[äöü"), "");
    }

    #[test]
    fn only_so_many_names_are_kept() {
        let text = (0..99).map(|number| format!("[[A{number}]]")).collect::<String>();
        assert_eq!(list_named_pages(&text).lines().count(), super::MOST_NAMES);
    }

    #[test]
    fn notes_of_copies_say_from_where_to_where() {
        let text = "{{Copied |from=Lake_Orrin |from_oldid=1 |to=Norland}} {{copied|from=A|from2=B|to2=C}} {{copied|x}}";
        let found: Vec<(String, String)> = find_copy_notes(text);
        let expected = [("Lake Orrin", "Norland"), ("A", ""), ("B", "C")];
        assert_eq!(found, expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
        assert!(find_copy_notes(&"{{copied|".repeat(10_000)).is_empty());
    }
}
