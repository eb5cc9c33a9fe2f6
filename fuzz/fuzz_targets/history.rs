//! Any revisions of a page: what is put together from differences is what each revision has, and lives fit to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::history::{
    Cutter, KeyMap, Markup, ParsedSentence, Part, Parts, TemplateNames, VersionRow, Versions, Walk, cut_paragraphs,
};
use twicetold::normal::NormalForm;

const MOST_REVISIONS: usize = 40;

fuzz_target!(|text: &str| {
    // The first character chooses the markup; a revision ends at a form feed, and `\u{b}` stands for all of the one before.
    let mut rest = text.chars();
    let markup = [Markup::Wikitext, Markup::Plain, Markup::Html][rest.next().map_or(0, |first| first as usize % 3)];
    let mut revisions: Vec<String> = Vec::new();
    for said in rest.as_str().split('\u{c}').take(MOST_REVISIONS) {
        let last = revisions.last().map_or("", String::as_str);
        let next = said.replacen('\u{b}', last, 1);
        revisions.push(if next.len() < 1 << 16 { next } else { said.to_owned() });
    }

    let (mut cutter, mut parts) = (Cutter::new(TemplateNames::default()), Parts::default());
    for (row, revision) in revisions.iter().enumerate() {
        cutter.cut_revision("page", row as u32, revision, markup, &mut parts);
    }
    let parts = &parts;
    let rows_of = |part: Part| (0..parts.part.len()).filter(move |&row| parts.part[row] == part as u32);
    let paragraphs: Vec<usize> = rows_of(Part::Paragraph).collect();
    let numbers: KeyMap<u64, u32> =
        paragraphs.iter().enumerate().map(|(number, &row)| (parts.key[row], number as u32)).collect();
    assert_eq!(numbers.len(), paragraphs.len(), "a paragraph is given once");
    let rows: Vec<VersionRow<'_>> = rows_of(Part::Version)
        .map(|row| VersionRow {
            key: parts.key[row],
            base: parts.base[row],
            prefix: parts.prefix[row],
            suffix: parts.suffix[row],
            keys: &parts.keys[row],
        })
        .collect();
    let saved: Vec<u64> = rows_of(Part::Revision).map(|row| parts.key[row]).collect();
    assert_eq!(saved.len(), revisions.len());

    let mut versions = Versions::new(&rows, &numbers);
    let name = |number: u32| {
        let row = paragraphs[number as usize];
        (parts.headings[row].as_str(), parts.text[row].as_str())
    };
    for (revision, &key) in revisions.iter().zip(&saved) {
        let mut wanted: Vec<(String, String)> = Vec::new();
        cut_paragraphs(revision, markup, |headings, text| wanted.push((headings.to_owned(), text.to_owned())));
        let found = versions.find_list(key, None);
        let found: Vec<(&str, &str)> = found.iter().map(|&number| name(number)).collect();
        let wanted: Vec<(&str, &str)> = wanted.iter().map(|(headings, text)| (&**headings, &**text)).collect();
        assert_eq!(found, wanted, "a version is the list of its revision's paragraphs");
    }

    let sentences: Vec<ParsedSentence> = paragraphs
        .iter()
        .map(|&row| ParsedSentence { text: parts.text[row].clone(), ..ParsedSentence::default() })
        .collect();
    let contents: Vec<Vec<u32>> = (0..sentences.len() as u32).map(|number| vec![number]).collect();
    let mut walk = Walk::new(&contents, &sentences, NormalForm { case: true, punctuation: true });
    walk.take_revisions(&saved, &mut versions);
    for (number, life) in walk.lives.iter().enumerate() {
        let has = |revision: u32, versions: &mut Versions<'_>| {
            versions.find_list(saved[revision as usize], None).contains(&life.sentence)
        };
        assert!(has(life.born, &mut versions), "a sentence is in the revision that brought it");
        assert!(life.born == 0 || !has(life.born - 1, &mut versions));
        match life.died {
            Some(died) => assert!(died > life.born && !has(died, &mut versions) && has(died - 1, &mut versions)),
            None => assert!(has(saved.len() as u32 - 1, &mut versions)),
        }
        assert!(life.before as usize <= number && life.lineage <= life.before && life.origin <= life.born);
    }
});
