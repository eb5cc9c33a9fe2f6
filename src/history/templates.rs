//! Templates whose parameters hold prose, opened: `{{Summary_Section|A long text.}}` is a paragraph of that text.
//!
//! Wikis that keep their articles in forms write them like this. The cleaner drops templates that it does not know, so the
//! ones that a user names are turned into paragraphs before it sees them. Offsets are lost, which a history does not need.

use std::collections::HashSet;

/// Deeper templates are copied as they are.
const DEEPEST: usize = 100;
/// A longer name is none.
const LONGEST_NAME: usize = 200;

/// The templates that are opened: some by name, or all that begin a line.
#[derive(Clone, Debug, Default)]
pub struct TemplateNames {
    names: HashSet<String>,
    all: bool,
}

impl TemplateNames {
    /// `all`, or names as a wiki writes them, with blanks or underscores.
    pub fn new(names: &[String]) -> TemplateNames {
        let all = names.iter().any(|name| name == "all");
        TemplateNames { names: names.iter().map(|name| level_name(name)).collect(), all }
    }

    /// Whether no template is opened.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && !self.all
    }

    fn has(&self, name: &str, begins_line: bool) -> bool {
        (self.all && begins_line) || self.names.contains(&level_name(name))
    }

    /// The text with these templates opened: each parameter is a paragraph, without its name.
    ///
    /// `{{Note|text=One. {{x|1}} Two.|2}}` with `Note` -> `One. {{x|1}} Two.` and `2`, with blank lines around them
    pub fn open_templates(&self, text: &str) -> String {
        let bytes = text.as_bytes();
        let mut out = String::with_capacity(text.len());
        let mut open: Vec<Bracket> = Vec::new();
        let (mut at, mut copied) = (0, 0);
        while let Some(step) = bytes[at..].iter().position(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'|')) {
            at += step;
            let pair = bytes.get(at + 1) == bytes.get(at);
            let is_opened = open.last() == Some(&Bracket::Opened);
            let replaced = match bytes[at] {
                b'{' if pair && open.len() < DEEPEST => {
                    let name = read_name(&text[at + 2..]);
                    let begins_line = text[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
                    let within = open.iter().all(|each| *each == Bracket::Opened);
                    if within && self.has(name, begins_line) {
                        open.push(Bracket::Opened);
                        2 + name.len()
                    } else {
                        open.push(Bracket::Template);
                        0
                    }
                }
                b'}' if pair && is_opened => {
                    open.pop();
                    2
                }
                b'}' if pair && open.last() == Some(&Bracket::Template) => {
                    open.pop();
                    0
                }
                b'[' if pair && open.len() < DEEPEST => {
                    open.push(Bracket::Link);
                    0
                }
                b']' if pair && open.last() == Some(&Bracket::Link) => {
                    open.pop();
                    0
                }
                b'|' if is_opened => 1 + measure_parameter_name(&text[at + 1..]),
                _ => {
                    at += 1;
                    continue;
                }
            };
            if replaced > 0 {
                out.push_str(&text[copied..at]);
                out.push_str("\n\n");
                at += replaced;
                copied = at;
            } else {
                at += 2;
            }
        }
        out.push_str(&text[copied..]);
        out
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// A template that is opened.
    Opened,
    /// One that stays as it is.
    Template,
    Link,
}

/// The name of a template, up to its parameters.
fn read_name(text: &str) -> &str {
    let end = text.bytes().take(LONGEST_NAME).position(|byte| matches!(byte, b'|' | b'}' | b'{' | b'\n' | b'<'));
    &text[..end.unwrap_or(0)]
}

/// `summary = text` -> the length of `summary =`; 0 where a parameter has no name.
fn measure_parameter_name(text: &str) -> usize {
    let end =
        text.bytes().take(LONGEST_NAME).position(|byte| !(byte.is_ascii_alphanumeric() || b" _-\n".contains(&byte)));
    match end {
        Some(end) if text.as_bytes()[end] == b'=' && !text[..end].trim().is_empty() => end + 1,
        _ => 0,
    }
}

/// `summary_section` -> `Summary section`: how a wiki compares names.
fn level_name(name: &str) -> String {
    let name = name.trim().replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_named_templates_are_paragraphs() {
        let names = TemplateNames::new(&["note_box".into()]);
        let opened = names.open_templates("A.\n{{Note box|text=One {{x|1=2}} [[a|b]] two.|Three}}\n{{Other|four}}");
        let lines: Vec<&str> = opened.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["A.", "One {{x|1=2}} [[a|b]] two.", "Three", "{{Other|four}}"]);
        assert_eq!(TemplateNames::default().open_templates("{{a|b}}"), "{{a|b}}");
    }

    #[test]
    fn all_are_those_that_begin_a_line() {
        let names = TemplateNames::new(&["all".into()]);
        let opened = names.open_templates("It is {{convert|9|m}} deep.\n{{Guide\n|Content=Long.\n{{Inner|text}}}}");
        assert!(opened.contains("It is {{convert|9|m}} deep.") && opened.contains("\n\nLong.\n"));
        assert!(opened.contains("\n\ntext\n\n"));
    }

    #[test]
    fn hostile_brackets_end() {
        let names = TemplateNames::new(&["all".into()]);
        let text = "\n{{a|[[|}}]]".repeat(20_000);
        assert!(names.open_templates(&text).len() < 4 * text.len());
    }
}
