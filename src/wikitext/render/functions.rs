//! Parser functions and variables: `{{#if:…}}`, `{{lc:…}}`, `{{formatnum:…}}`, `{{DEFAULTSORT:…}}`.

use super::super::arguments::{self, Argument};
use super::super::expand::{Expander, TemplateCall};
use super::super::marks;
use std::borrow::Cow;

/// The call at hand: its node, what stands between colon and first bar, and the branches after it.
struct FunctionCall<'b> {
    node: usize,
    subject: (usize, usize),
    branches: &'b [Argument],
    depth: u32,
}

/// Writes the function called `name` (its range in the source); false if there is none, and nothing was written.
///
/// `bar` is where the first bar stands, and the first node after it.
pub(in super::super) fn render_function(
    expander: &mut Expander,
    node: usize,
    name: (usize, usize),
    bar: (usize, usize),
    depth: u32,
) -> bool {
    let source = expander.page.source;
    let raw = source.get(name.0..name.1).unwrap_or_default().trim();
    if raw.len() > 20 {
        return false;
    }
    let key = raw.trim_start_matches('#').to_ascii_lowercase();
    let hashed = raw.starts_with('#');
    let known = if hashed {
        true
    } else {
        matches!(
            key.as_str(),
            "lc" | "uc"
                | "lcfirst"
                | "ucfirst"
                | "formatnum"
                | "padleft"
                | "padright"
                | "plural"
                | "grammar"
                | "gender"
                | "urlencode"
                | "anchorencode"
                | "fullurl"
                | "localurl"
                | "canonicalurl"
                | "filepath"
                | "ns"
                | "nse"
                | "int"
                | "defaultsort"
                | "defaultsortkey"
                | "defaultcategorysort"
                | "displaytitle"
                | "pagename"
                | "fullpagename"
                | "subst"
                | "safesubst"
                | "msg"
                | "raw"
                | "msgnw"
                | "sortierung"
                | "seitentitel"
                | "clédetri"
                | "tri"
                | "ordenar"
                | "numberofarticles"
                | "numberofpages"
                | "pagesize"
                | "protectionlevel"
                | "noexternallanglinks"
                | "pagesincategory"
                | "pagesincat"
                | "currentyear"
                | "special"
                | "ключ_сортировки"
        ) || matches!(raw, "DEFAULTSORT" | "КЛЮЧ_СОРТИРОВКИ" | "CLÉDETRI" | "SORTIERUNG")
    };
    if !known {
        return false;
    }
    let end = expander.page.nodes.get(node).map_or(bar.0, |node| node.inner_end as usize);
    let mut branches = Vec::new();
    if bar.0 < end {
        arguments::split_arguments(source, expander.page.nodes, bar.0 + 1, end, bar.1, &mut branches);
    }
    let subject = arguments::trim_range(source, name.1 + 1, bar.0);
    call_function(expander, &key, hashed, &FunctionCall { node, subject, branches: &branches, depth });
    true
}

fn call_function(expander: &mut Expander, key: &str, hashed: bool, function: &FunctionCall) {
    match (hashed, key) {
        (true, "if") => {
            let yes = !function.expand_subject(expander).trim_matches(is_blank).is_empty();
            function.write_branch(expander, usize::from(!yes));
        }
        (true, "ifeq") => {
            let left = function.expand_subject(expander);
            let right = function.expand_branch(expander, 0);
            let same = left.trim() == right.trim()
                || matches!((left.trim().parse::<f64>(), right.trim().parse::<f64>()), (Ok(left), Ok(right)) if left == right);
            function.write_branch(expander, if same { 1 } else { 2 });
        }
        (true, "switch") => render_switch(expander, function),
        (true, "iferror") => match function.branches.get(1) {
            Some(_) => function.write_branch(expander, 1),
            None => function.write_subject(expander),
        },
        (true, "ifexist") => function.write_branch(expander, 0),
        (true, "tag") => render_tag(expander, function),
        (true, "language") => function.write_subject(expander),
        (true, "lst" | "lsth" | "section" | "section-h" | "coordinates" | "related" | "set") => {
            expander.write_mark(function.node, marks::SEAM);
        }
        (true, _) => expander.write_mark(function.node, marks::LOSS),
        (false, "lc") => function.write_mapped(expander, str::to_lowercase),
        (false, "uc") => function.write_mapped(expander, str::to_uppercase),
        (false, "ucfirst") => {
            function.write_mapped(expander, |text| change_first_letter(text, |c| c.to_uppercase().collect()))
        }
        (false, "lcfirst") => {
            function.write_mapped(expander, |text| change_first_letter(text, |c| c.to_lowercase().collect()))
        }
        (
            false,
            "formatnum" | "subst" | "safesubst" | "msg" | "raw" | "grammar" | "padleft" | "padright" | "urlencode"
            | "anchorencode",
        ) => {
            function.write_subject(expander);
        }
        (false, "plural") => {
            let one = function.expand_subject(expander).trim() == "1";
            function.write_branch(expander, usize::from(!one && function.branches.len() > 1));
        }
        (false, "gender") => function.write_branch(expander, 0),
        (false, "pagename" | "fullpagename") => function.write_subject(expander),
        (false, "int" | "ns" | "nse" | "fullurl" | "localurl" | "canonicalurl" | "filepath") => {
            expander.write_mark(function.node, marks::LOSS);
        }
        (false, _) if key.starts_with("number") || key.starts_with("pages") || key.starts_with("current") => {
            expander.write_mark(function.node, marks::LOSS);
        }
        (false, _) => {
            // Sort keys and titles: nothing is shown, and a line of their own vanishes.
            let node = expander.page.nodes[function.node];
            if function.depth > 0 || !expander.is_on_own_line(&node) {
                expander.write_mark(function.node, marks::SEAM);
            }
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c < ' '
}

fn change_first_letter(text: &str, change: impl Fn(char) -> String) -> String {
    let mut chars = text.trim().chars();
    chars.next().map_or(String::new(), |first| change(first) + chars.as_str())
}

impl FunctionCall<'_> {
    fn expand_subject<'a>(&self, expander: &mut Expander<'a>) -> Cow<'a, str> {
        expander.expand_to_text(self.subject.0, self.subject.1, self.node + 1, self.depth)
    }

    fn write_subject(&self, expander: &mut Expander) {
        expander.expand(self.subject.0, self.subject.1, self.node + 1, self.depth + 1);
    }

    fn write_mapped(&self, expander: &mut Expander, change: impl Fn(&str) -> String) {
        let text = self.expand_subject(expander);
        expander.write_text(self.node, &change(text.trim()));
    }

    /// The whole of a branch as MediaWiki sees it, name and all.
    fn expand_branch<'a>(&self, expander: &mut Expander<'a>, branch: usize) -> Cow<'a, str> {
        self.branches.get(branch).map_or(Cow::Borrowed(""), |argument| {
            let from = if argument.name.1 > 0 { argument.name.0 } else { argument.from };
            expander.expand_to_text(from as usize, argument.to as usize, argument.node as usize, self.depth)
        })
    }

    fn write_branch(&self, expander: &mut Expander, branch: usize) {
        match self.branches.get(branch) {
            Some(argument) => {
                let from = if argument.name.1 > 0 { argument.name.0 } else { argument.from };
                expander.expand(from as usize, argument.to as usize, argument.node as usize, self.depth + 1);
            }
            None => expander.write_mark(self.node, marks::SEAM),
        }
    }
}

/// `{{#switch:b|a=1|b=2|3}}` -> `2`; cases without a value fall to the next one that has it.
fn render_switch(expander: &mut Expander, function: &FunctionCall) {
    let subject = function.expand_subject(expander);
    let subject = subject.trim();
    let source = expander.page.source;
    let mut falls = false;
    let mut default = None;
    for (index, argument) in function.branches.iter().enumerate() {
        let (from, to) = argument.name;
        if to == 0 && from == 0 {
            let last = index + 1 == function.branches.len();
            let text = expander.expand_argument(argument, function.depth);
            if last && !falls {
                return expander.write_text(function.node, text.trim());
            }
            falls |= text.trim() == subject;
            continue;
        }
        let name = source.get(from as usize..to as usize).unwrap_or_default();
        if falls || name == subject {
            return expander.write_argument(argument, function.depth);
        }
        if name == "#default" {
            default = Some(argument);
        }
    }
    match default {
        Some(argument) => expander.write_argument(argument, function.depth),
        None => expander.write_mark(function.node, marks::SEAM),
    }
}

/// `{{#tag:ref|text|name=a}}` is `<ref name=a>text</ref>`.
fn render_tag(expander: &mut Expander, function: &FunctionCall) {
    let name = function.expand_subject(expander).trim().to_ascii_lowercase();
    let call = TemplateCall { node: function.node, arguments: function.branches, depth: function.depth };
    let Some(body) = function.branches.iter().find(|argument| argument.place > 0) else {
        return expander.write_mark(function.node, marks::SEAM);
    };
    match name.as_str() {
        "ref" => {
            let label = expander.expand_first_named(call, &["name"]);
            let group = expander.expand_first_named(call, &["group"]);
            if expander.is_new_footnote(&label, &group) {
                expander.add_footnote(function.node, (body.from as usize, body.to as usize), body.node as usize, true);
            } else {
                expander.write_mark(function.node, marks::SEAM);
            }
        }
        "math" | "nowiki" | "chem" | "ce" | "span" => expander.write_argument(body, function.depth),
        "poem" => {
            expander.write_text(function.node, "\n<poem>\n");
            expander.write_argument(body, function.depth);
            expander.write_text(function.node, "\n</poem>\n");
        }
        _ => expander.write_mark(function.node, marks::SEAM),
    }
}
