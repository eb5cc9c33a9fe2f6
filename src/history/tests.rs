//! Paragraphs, versions and lives on small texts; `tests/unit/jobs/test_history_kernel.py` compares with a plain version.

use std::collections::HashMap;
use std::rc::Rc;

use super::*;
use crate::history::cutter::count_common_ends;
use crate::normal::NormalForm;

fn cut(text: &str, markup: Markup) -> Vec<(String, String)> {
    let mut found = Vec::new();
    cut_paragraphs(text, markup, |headings, text| found.push((headings.to_owned(), text.to_owned())));
    found
}

#[test]
fn a_paragraph_has_the_headings_above_it() {
    let text = "Intro.\n== A ==\nOne\ntwo.\n\nThree.\n=== B ===\n* x\n* y\n== C ==\nEnd.";
    let found = cut(text, Markup::Wikitext);
    let shown: Vec<(&str, &str)> = found.iter().map(|(headings, text)| (headings.as_str(), text.as_str())).collect();
    assert_eq!(
        shown,
        [
            ("", "Intro."),
            ("", "== A =="),
            ("== A ==\n", "One\ntwo."),
            ("== A ==\n", "Three."),
            ("== A ==\n", "=== B ==="),
            ("== A ==\n=== B ===\n", "* x"),
            ("== A ==\n=== B ===\n", "* y"),
            ("", "== C =="),
            ("== C ==\n", "End."),
        ]
    );
}

#[test]
fn what_spans_lines_is_not_cut() {
    for whole in [
        "{{Infobox\n| a = 1\n\n| b = {{x}}\n}} Text.",
        "{| class=x\n|-\n\n| cell\n|}\nText.",
        "One<ref>a\n\nb</ref> two.",
        "One<!-- a\n\n== b ==\n--> two.",
        "<nowiki>{{\n\n</nowiki> two.",
    ] {
        assert_eq!(cut(whole, Markup::Wikitext).len(), 1, "{whole}");
    }
    assert_eq!(cut("a [[b\n\nc", Markup::Wikitext).len(), 2, "a link ends with its paragraph");
    assert_eq!(cut("```\na\n\nb\n```\n\nc", Markup::Plain).len(), 2);
}

#[test]
fn every_letter_is_in_a_paragraph() {
    let hostile = "{{[[<ref><!--|}\n==\n*{|\n\n]]}}".repeat(40);
    let kept: usize = cut(&hostile, Markup::Wikitext)
        .iter()
        .map(|(_, text)| text.chars().filter(|letter| !letter.is_whitespace()).count())
        .sum();
    assert_eq!(kept, hostile.chars().filter(|letter| !letter.is_whitespace()).count());
}

#[test]
fn common_ends_never_overlap() {
    assert_eq!(count_common_ends(&[1, 2, 3], &[1, 9, 3]), (1, 1));
    assert_eq!(count_common_ends(&[1, 1], &[1]), (1, 0));
    assert_eq!(count_common_ends::<u8>(&[], &[]), (0, 0));
}

#[test]
fn versions_that_lead_in_a_circle_are_found_by_the_way_that_does_not() {
    let numbers: KeyMap<u64, u32> = [(10, 0), (20, 1), (30, 2)].into_iter().collect();
    let (ten, twenty, thirty) = (10u64.to_le_bytes(), 20u64.to_le_bytes(), 30u64.to_le_bytes());
    let row = |key, base, prefix, keys| VersionRow { key, base, prefix, suffix: 0, keys };
    let rows = [row(2, 3, 1, &twenty), row(3, 2, 1, &thirty), row(1, 0, 0, &ten), row(2, 1, 1, &twenty)];
    let mut versions = Versions::new(&rows, &numbers);
    assert_eq!(*versions.find_list(3, None), [0, 2]);
    assert_eq!(*versions.find_list(2, None), [0, 1]);
    assert_eq!(versions.find_list(9, None), Rc::from([]));
}

/// The lives of a page whose revisions are given as lists of sentences, a paragraph each.
fn walk(revisions: &[&[&str]]) -> (Vec<Life>, Vec<RevisionChange>) {
    let (mut cutter, mut parts) = (Cutter::default(), Parts::default());
    for (row, sentences) in revisions.iter().enumerate() {
        cutter.cut_revision("p", row as u32, &sentences.join("\n\n"), Markup::Plain, &mut parts);
    }
    let (mut numbers, mut sentences, mut contents, mut rows, mut keys) =
        (KeyMap::default(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (place, &part) in parts.part.iter().enumerate() {
        if part == Part::Paragraph as u32 {
            numbers.insert(parts.key[place], contents.len() as u32);
            let text = parts.text[place].clone();
            contents.push(vec![sentences.len() as u32]);
            sentences.push(ParsedSentence { text, block: "prose", ..Default::default() });
        } else if part == Part::Version as u32 {
            rows.push(VersionRow {
                key: parts.key[place],
                base: parts.base[place],
                prefix: parts.prefix[place],
                suffix: parts.suffix[place],
                keys: &parts.keys[place],
            });
        } else {
            keys.push(parts.key[place]);
        }
    }
    let mut walk = Walk::new(&contents, &sentences, NormalForm { case: true, punctuation: false });
    walk.take_revisions(&keys, &mut Versions::new(&rows, &numbers));
    (walk.lives, walk.changes)
}

const LAKE: &str = "The lake froze in the winter of 1905.";
const LAKE_EDITED: &str = "The lake froze in the winter of 1911.";
const MILL: &str = "An old mill stands on the hill above it.";
const JUNK: &str = "HELLO EVERYBODY I WAS HERE";

#[test]
fn an_edited_sentence_continues_its_line() {
    let (lives, changes) = walk(&[&[LAKE, MILL], &[LAKE_EDITED, MILL]]);
    assert_eq!(lives.len(), 3);
    assert_eq!((lives[2].before, lives[2].lineage, lives[2].born), (0, 0, 1));
    assert_eq!((lives[0].died, lives[1].died), (Some(1), None));
    assert_eq!((changes[1].brought, changes[1].removed), (1, 1));
}

#[test]
fn vandalism_is_marked_and_what_it_removed_returns() {
    let (lives, changes) = walk(&[&[LAKE, MILL], &[JUNK], &[LAKE, MILL]]);
    assert_eq!(lives.iter().map(|life| life.reverted).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!((lives[0].returns, lives[0].died, lives[2].before), (1, None, 2));
    assert!(changes[2].is_revert && changes[2].brought == 0);
}

#[test]
fn a_sentence_that_moves_within_its_page_lives_on() {
    let (lives, changes) = walk(&[&[LAKE, MILL], &[MILL, LAKE]]);
    assert_eq!((lives.len(), changes.len()), (2, 1));
    assert_eq!(lives[0].returns, 0);
}

#[test]
fn an_edit_after_blanking_continues_the_line() {
    let (lives, _) = walk(&[&[LAKE, MILL], &[], &[LAKE_EDITED, MILL]]);
    assert_eq!(lives[2].before, 0);
    assert_eq!(lives[1].returns, 1);
}

#[test]
fn alternating_texts_are_two_versions() {
    let revisions: Vec<&[&str]> =
        (0..1000).map(|number| if number % 2 == 0 { &[LAKE][..] } else { &[MILL][..] }).collect();
    let (lives, _) = walk(&revisions);
    assert_eq!(lives.len(), 2);
    assert_eq!(lives[0].returns, 499);
}

#[test]
fn a_version_is_put_together_in_few_steps_however_many_there_are() {
    let (mut cutter, mut parts) = (Cutter::default(), Parts::default());
    let texts: Vec<String> = (0..1000).map(|number| format!("{LAKE}\n\n{MILL}\n\nSentence {number}.")).collect();
    for (row, text) in texts.iter().enumerate() {
        cutter.cut_revision("p", row as u32, text, Markup::Plain, &mut parts);
    }
    let bases: HashMap<u64, u64> = (0..parts.part.len())
        .filter(|&place| parts.part[place] == Part::Version as u32)
        .map(|place| (parts.key[place], parts.base[place]))
        .collect();
    let count_steps = |key: &u64| std::iter::successors(Some(*key), |key| bases.get(key).copied()).count();
    assert_eq!(bases.len(), 1000);
    assert!(bases.keys().map(count_steps).max() <= Some(66), "a version, at most 64 before it, and the end");
}

#[test]
fn addresses_are_hidden() {
    assert_eq!(classify_editor("10.0.0.1"), "unregistered");
    assert_eq!(classify_editor("213.253.39.xxx"), "unregistered");
    assert_eq!(classify_editor("2001:db8::1"), "unregistered");
    assert_eq!(classify_editor("ClueBot NG"), "bot");
    assert_eq!(classify_editor("Abbot"), "registered");
    assert_eq!(classify_editor(""), "hidden");
    assert_eq!(show_editor("10.0.0.1", EditorNames::Names), "");
    assert_eq!(show_editor("Ann", EditorNames::Names), "Ann");
    assert_eq!(show_editor("Ann", EditorNames::None), "");
    let comment = "rv edits by [[User:10.0.0.1|10.0.0.1]] (talk) to 2001:db8::1, see A: b.";
    assert_eq!(mask_addresses(comment), "rv edits by [[User:(address)|(address)]] (talk) to (address), see A: b.");
}
