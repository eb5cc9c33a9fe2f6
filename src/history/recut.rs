//! A revision cut by its differences from the one before: what both have at the beginning and at the end is not scanned.
//!
//! A scan leaves marks where a paragraph begins with nothing open. It goes on from the last mark whose line both texts
//! have, and ends at the first one from which both are the same.

use super::paragraphs::{Mark, Scan};

/// The paragraphs of the last text, as keys, and where they begin.
#[derive(Default)]
pub(super) struct LastCut {
    text: String,
    keys: Vec<u64>,
    /// The marks in order, each with the number of keys before it.
    marks: Vec<(Mark, usize)>,
    /// Whether a change at its end can change what its beginning means.
    is_endless: bool,
}

impl LastCut {
    /// Cuts a text of wikitext; `name` gives the key of a paragraph below its headings, and is asked of new ones only.
    pub(super) fn cut(&mut self, text: &str, mut name: impl FnMut(&str, &str) -> u64) -> &[u64] {
        let (prefix, suffix) = if self.is_endless { (0, 0) } else { count_common_bytes(&self.text, text) };
        let (old_length, mut old_keys) = (self.text.len(), std::mem::take(&mut self.keys));
        let mut marks = std::mem::take(&mut self.marks);
        let after = marks.split_off(count_marks_before(&marks, text, prefix));
        // The scan passes the last of these again.
        let (first, known) = marks.pop().unwrap_or((Mark::start(), 0));
        let (mut scan, mut next, mut meets) = (Scan::new(text), 0, false);
        // `each` and `passes` both count what is scanned, so the count is in a cell.
        let found = std::cell::RefCell::new(Vec::new());
        scan.cut(
            first,
            |headings, paragraph| found.borrow_mut().push(name(headings, paragraph)),
            |mark| {
                if text.len() - mark.at <= suffix {
                    let at = mark.at + old_length - text.len();
                    while next < after.len() && after[next].0.at < at {
                        next += 1;
                    }
                    if after.get(next).is_some_and(|(old, _)| old.at == at && old.headings == mark.headings) {
                        meets = true;
                        return false;
                    }
                }
                marks.push((mark.clone(), known + found.borrow().len()));
                true
            },
        );
        let found = found.into_inner();
        let from = if meets { after[next].1 } else { old_keys.len() };
        let before = known + found.len();
        if meets {
            marks.extend(after.into_iter().skip(next).map(|(mark, known)| {
                let at = mark.at + text.len() - old_length;
                (Mark { at, headings: mark.headings }, known - from + before)
            }));
        }
        old_keys.splice(known..from, found);
        self.is_endless = scan.is_endless;
        (self.keys, self.marks) = (old_keys, marks);
        self.text.clear();
        self.text.push_str(text);
        &self.keys
    }
}

/// How many marks are before a place together with their lines: what a line begins with says whether it is one.
fn count_marks_before(marks: &[(Mark, usize)], text: &str, place: usize) -> usize {
    let ends_before =
        |mark: &Mark| memchr::memchr(b'\n', &text.as_bytes()[mark.at..]).is_some_and(|end| mark.at + end < place);
    let mut count = marks.partition_point(|(mark, _)| mark.at < place);
    while count > 0 && !ends_before(&marks[count - 1].0) {
        count -= 1;
    }
    count
}

const STEP: usize = 64;

/// How many bytes two texts have in common at the beginning, and at the end of what remains.
///
/// `"abc"`, `"axc"` -> `(1, 1)`
fn count_common_bytes(left: &str, right: &str) -> (usize, usize) {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let most = left.len().min(right.len());
    let mut prefix = 0;
    while prefix + STEP <= most && left[prefix..prefix + STEP] == right[prefix..prefix + STEP] {
        prefix += STEP;
    }
    prefix += left[prefix..].iter().zip(&right[prefix..]).take_while(|(one, other)| one == other).count();
    let (left, right) = (&left[prefix..], &right[prefix..]);
    let (most, mut suffix) = (left.len().min(right.len()), 0);
    let end = |bytes: &[u8], suffix: usize| bytes.len() - suffix - STEP..bytes.len() - suffix;
    while suffix + STEP <= most && left[end(left, suffix)] == right[end(right, suffix)] {
        suffix += STEP;
    }
    let rest = left[..left.len() - suffix].iter().rev().zip(right[..right.len() - suffix].iter().rev());
    (prefix, suffix + rest.take_while(|(one, other)| one == other).count())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::history::{Markup, cut_paragraphs};

    fn name_paragraph(headings: &str, text: &str) -> u64 {
        xxhash_rust::xxh3::xxh3_64(format!("{headings}\0{text}").as_bytes())
    }

    fn cut_alone(text: &str) -> Vec<u64> {
        let mut keys = Vec::new();
        cut_paragraphs(text, Markup::Wikitext, |headings, text| keys.push(name_paragraph(headings, text)));
        keys
    }

    #[test]
    fn common_bytes_never_overlap() {
        assert_eq!(count_common_bytes("abc", "axc"), (1, 1));
        assert_eq!(count_common_bytes("aa", "a"), (1, 0));
        let long = "x".repeat(200);
        assert_eq!(count_common_bytes(&format!("{long}a{long}"), &format!("{long}b{long}")), (200, 200));
    }

    #[test]
    fn what_did_not_change_is_not_asked_for_again() {
        let texts: Vec<String> =
            (0..3).map(|year| format!("== A ==\nOne.\n\nIn {year}.\n\n== B ==\nTwo.\n\nEnd.")).collect();
        let (mut cut, mut asked) = (LastCut::default(), Vec::new());
        for text in &texts {
            cut.cut(text, |headings, text| {
                asked.push(text.to_owned());
                name_paragraph(headings, text)
            });
        }
        assert_eq!(asked.iter().filter(|text| *text == "End.").count(), 1, "{asked:?}");
        assert_eq!(asked.iter().filter(|text| text.starts_with("In ")).count(), 3);
    }

    proptest! {
        #[test]
        fn cut_by_differences_is_cut_alone(
            lines in prop::collection::vec(prop::sample::select(vec![
                "", "", "One.", "* item", "== A ==", "=== B ===", "{{x", "}}", "<ref>", "</ref>", "<ref", "<!--", "-->", "{|", "|}",
                "[[a", "]]", "Two.", "<nowiki>",
            ]), 0..25),
            edits in prop::collection::vec((0_usize..25, 0_usize..4, prop::sample::select(vec![
                "", "New.", "\n", "-->", "</ref>", "{{", "}}", "* x\n", "== C ==\n", "<ref", ">", "<!--", "x",
            ])), 1..12),
        ) {
            let mut text = lines.join("\n");
            let mut cut = LastCut::default();
            for (place, removed, added) in edits {
                let keys = cut.cut(&text, name_paragraph).to_vec();
                prop_assert_eq!(keys, cut_alone(&text), "{:?}", text);
                let starts: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
                let from = starts[place * (starts.len() - 1) / 25];
                let to = (from + removed).min(text.len());
                text.replace_range(from..to, added);
            }
        }
    }
}
