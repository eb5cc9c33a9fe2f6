//! How much a line looks like an entry of a bibliography or a footnote: volume, pages, publisher, ISBN, `Retrieved`, an author
//! with initials before a year.

use crate::compare::words::is_verb;
use crate::compare::{Class, Sentence};
use crate::values::ValueSort;

/// Points for the signs of a citation; 2 is likely, 3 is sure.
pub fn score_citation(sentence: &Sentence) -> f64 {
    let folded = sentence.tokens.iter().map(|token| &*token.folded).collect::<Vec<_>>();
    let mut points = 0.0;
    for (at, word) in folded.iter().enumerate() {
        let next = folded.get(at + 1).copied().unwrap_or("");
        let number_next = sentence.tokens.get(at + 1).is_some_and(|token| {
            matches!(token.class, Class::Value(_))
                || matches!(&*token.folded, "." | "i" | "ii" | "iii" | "iv" | "v" | "x")
        });
        points += match *word {
            "isbn" | "issn" | "doi" | "oclc" | "pmid" | "jstor" | "bibcode" | "arxiv" | "lccn" => 3.0,
            "retrieved" | "accessed" => 3.0,
            "archived" if next == "from" => 2.0,
            "pp" | "vols" => 1.5,
            "vol" | "p" | "ch" | "chap" if number_next => 1.5,
            "eds" | "edn" => 1.0,
            "ed" if next == "." => 1.0,
            "et" if next == "al" => 1.0,
            "press" | "publishing" | "publishers" | "verlag" | "springer" | "routledge" | "wiley" | "elsevier"
                if sentence.tokens[at].capital =>
            {
                1.0
            }
            "proceedings" | "journal" | "encyclopedia" | "encyclopaedia" | "dictionary" => 0.5,
            _ if sentence.tokens[at].roles.is_citation_word() => 1.0,
            _ => 0.0,
        };
    }
    points += score_volume_and_issue(&folded, sentence)
        + score_author(sentence, &folded)
        + score_ending(sentence)
        + score_place_of_printing(&folded);
    points
}

/// The signs of a citation that a reader would name.
pub fn list_citation_signs(sentence: &Sentence) -> Vec<&'static str> {
    let named = |word: &str| match word {
        "isbn" => Some("ISBN"),
        "doi" => Some("DOI"),
        "issn" => Some("ISSN"),
        "retrieved" | "accessed" => Some("date of access"),
        "vol" | "vols" => Some("volume"),
        "pp" | "p" => Some("page"),
        "press" | "publishing" | "publishers" | "verlag" | "springer" => Some("publisher"),
        _ => None,
    };
    let mut found: Vec<&str> = sentence.tokens.iter().filter_map(|token| named(&token.folded)).collect();
    let folded = sentence.tokens.iter().map(|token| &*token.folded).collect::<Vec<_>>();
    if score_volume_and_issue(&folded, sentence) > 0.0 {
        found.push("volume and issue");
    }
    if score_author(sentence, &folded) > 0.0 {
        found.push("author");
    }
    found
}

/// `11 (1): 73-80`: a volume, an issue in brackets, pages.
fn score_volume_and_issue(folded: &[&str], sentence: &Sentence) -> f64 {
    let value = |at: usize| sentence.tokens.get(at).is_some_and(|token| token.value().is_some());
    let found = (1..folded.len()).any(|at| {
        folded[at] == "("
            && value(at - 1)
            && value(at + 1)
            && folded.get(at + 2) == Some(&")")
            && folded.get(at + 3) == Some(&":")
    });
    if found { 3.0 } else { 0.0 }
}

/// `Levy, Emanuel (2003).` at the beginning, or `Lodge, Henry Cabot.`
fn score_author(sentence: &Sentence, folded: &[&str]) -> f64 {
    let tokens = &sentence.tokens;
    if tokens.len() < 4 || !tokens[0].capital || folded[1] != "," || !tokens[2].capital {
        return 0.0;
    }
    for at in 3..tokens.len().min(24) {
        match folded[at] {
            "(" => {
                let dated = tokens.get(at + 1).and_then(|token| sentence.value_of(token));
                return if dated.is_some_and(|value| matches!(value.what, ValueSort::Date | ValueSort::Number)) {
                    2.5
                } else {
                    0.0
                };
            }
            "." if tokens.get(at + 1).is_some_and(|token| matches!(&*token.folded, "\"" | "“")) => return 2.0,
            "." | "," | ";" | "&" | "and" | "-" => {}
            _ if tokens[at].capital => {}
            _ => return 0.0,
        }
    }
    0.0
}

/// A line that ends with a year after a comma, `Berlin, 2006.`, or with pages.
fn score_ending(sentence: &Sentence) -> f64 {
    let mut last = sentence.tokens.iter().rev().filter(|token| &*token.folded != ".");
    let (Some(end), Some(before)) = (last.next(), last.next()) else { return 0.0 };
    let dated = sentence.value_of(end).is_some_and(|value| {
        matches!(value.what, ValueSort::Date | ValueSort::Number | ValueSort::Range) && value.end - value.start >= 4
    });
    let bracket = &*end.folded == ")" && sentence.value_of(before).is_some();
    if dated && &*before.folded == "," || bracket && !makes_claim(sentence) { 0.5 } else { 0.0 }
}

/// `New York: Avon`, `Kent, OH: Kent`: a place, a colon, a publisher.
fn score_place_of_printing(folded: &[&str]) -> f64 {
    let found = folded.windows(2).any(|pair| {
        pair[0] == ":"
            && matches!(pair[1], "university" | "oxford" | "cambridge" | "harvard" | "princeton" | "yale" | "penguin")
    });
    if found { 1.0 } else { 0.0 }
}

/// Whether a line says something: a finite verb, or a word in `-ed` that is not its first.
pub fn makes_claim(sentence: &Sentence) -> bool {
    sentence.tokens.iter().enumerate().any(|(at, token)| {
        token.is_word()
            && !token.name
            && !matches!(&*token.folded, "retrieved" | "accessed" | "archived" | "edited" | "revised")
            && (is_verb(&token.folded) || at > 0 && token.folded.len() > 4 && token.folded.ends_with("ed"))
    })
}

/// Whether markup or an infobox stands where a sentence should.
pub fn has_markup(sentence: &Sentence) -> bool {
    let text = sentence.text;
    ["[[Category:", "[[category:", "colspan", "rowspan", "style=", "{{", "<tr>", "<td>", "image:", "File:", "px|"]
        .iter()
        .any(|sign| text.contains(sign))
}
