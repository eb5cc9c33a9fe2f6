//! What two titles say of each other: one article or two, one subject seen from two sides, or two of a series.

use std::rc::Rc;

use super::unspaced;
use crate::compare::{are_word_forms, fold_text};
use crate::language::Roles;

/// The words of two titles, sorted by whose they are.
#[derive(Debug, Default)]
pub struct Titles {
    /// Words of the left title alone, without words such as `History of`.
    pub own_left: Vec<String>,
    /// Words of the right title alone.
    pub own_right: Vec<String>,
    /// Words that both have.
    pub common: Vec<String>,
    /// The same words, perhaps in another number: `Academy Award`, `Academy Awards`.
    pub same: bool,
    /// Without their aspects the titles are one, or one is a side of the other: `Economy of Rwanda`, `Rwanda`.
    pub one_subject: bool,
    /// One title holds the other and more, which may be a thing of its own: `Guinea`, `Guinea-Bissau`.
    pub extended: bool,
    /// Each has words of its own in one frame: `Geography of Italy`, `Geography of Haiti`.
    pub series: bool,
    /// Each has a bracket, or an aspect, and it is the same: `(album)`, `Economy of`.
    pub same_sort: bool,
    /// Whether both titles are there.
    pub known: bool,
}

impl Titles {
    /// Compares two titles.
    pub fn new(left: &str, right: &str) -> Titles {
        if let Some((left, right)) = unspaced::space_titles(left, right) {
            return Titles::from_spaced(&left, &right);
        }
        Titles::from_spaced(left, right)
    }

    /// The same of titles whose words stand apart.
    fn from_spaced(left: &str, right: &str) -> Titles {
        let (one, two) = (Parts::from_title(left), Parts::from_title(right));
        let own = |mine: &[String], others: &[String]| -> Vec<String> {
            mine.iter().filter(|word| !others.iter().any(|other| are_title_word_forms(word, other))).cloned().collect()
        };
        let own_left = own(&one.base, &two.base);
        let own_right = own(&two.base, &one.base);
        let common: Vec<String> = one
            .base
            .iter()
            .filter(|word| two.base.iter().any(|other| are_title_word_forms(word, other)))
            .cloned()
            .collect();
        let known = !one.base.is_empty() && !two.base.is_empty();
        let same = known && fold_text(left) == fold_text(right)
            || known
                && own_left.is_empty()
                && own_right.is_empty()
                && one.aspects == two.aspects
                && one.bracket == two.bracket;
        let bracket = one.bracket != two.bracket && !one.bracket.is_empty() && !two.bracket.is_empty();
        let nested = known && !bracket && (own_left.is_empty() || own_right.is_empty());
        let equal = own_left.is_empty() && own_right.is_empty();
        let longer = if own_left.is_empty() { &two } else { &one };
        let one_subject = nested && (equal || longer.names_side_of(&common));
        let extended = nested && !one_subject;
        let frame = !common.is_empty() || (!one.aspects.is_empty() && one.aspects == two.aspects);
        let series = known && !same && (bracket || frame && !own_left.is_empty() && !own_right.is_empty());
        let same_sort = !one.bracket.is_empty() && one.bracket == two.bracket
            || !one.aspects.is_empty() && one.aspects == two.aspects;
        let (own_left, own_right) = if bracket && own_left.is_empty() && own_right.is_empty() {
            (own(&one.bracket, &two.bracket), own(&two.bracket, &one.bracket))
        } else {
            (own_left, own_right)
        };
        Titles { own_left, own_right, common, same, one_subject, extended, series, same_sort, known }
    }
}

/// The titles that were compared last, one way round and the other: documents that share much have many matches.
#[derive(Default)]
pub struct ComparedTitles<'t> {
    last: [Option<TitlePair<'t>>; 2],
}

/// Two titles as they stand, and compared.
type TitlePair<'t> = ((&'t str, &'t str), Rc<Titles>);

impl<'t> ComparedTitles<'t> {
    /// Returns two titles compared, now if they are others than the last.
    pub fn compare(&mut self, left: &'t str, right: &'t str) -> Rc<Titles> {
        let last = &mut self.last[usize::from(left > right)];
        match last {
            Some((titles, found)) if *titles == (left, right) => Rc::clone(found),
            _ => Rc::clone(&last.insert(((left, right), Rc::new(Titles::new(left, right)))).1),
        }
    }
}

/// No more words of a title than this are looked at.
const MOST_TITLE_WORDS: usize = 40;

/// A title's words: those of the subject, those of the aspect, those in brackets.
#[derive(Default)]
struct Parts {
    base: Vec<String>,
    aspects: Vec<String>,
    bracket: Vec<String>,
    /// Words of the base behind the last `of`, `in`, `to` or `for`.
    behind: Vec<String>,
}

impl Parts {
    fn from_title(title: &str) -> Parts {
        let folded = fold_text(title);
        let (outside, inside) = match folded.split_once('(') {
            Some((outside, inside)) if !outside.trim().is_empty() => (outside, inside),
            _ => (folded.as_str(), ""),
        };
        let (aspects, base): (Vec<String>, Vec<String>) =
            split_title_words(outside).partition(|word| Roles::find(word).is_aspect());
        let bracket = split_title_words(inside).collect();
        if base.is_empty() {
            return Parts { base: aspects, bracket, ..Parts::default() };
        }
        let last = [" of ", " in ", " to ", " for "].iter().filter_map(|link| outside.rfind(link)).max();
        let behind = last.map_or(Vec::new(), |at| split_title_words(&outside[at + 4..]).collect());
        Parts { base, aspects, bracket, behind }
    }

    /// Whether a title says of which thing it is a side, and that is all it shares: `Districts of Germany`.
    fn names_side_of(&self, common: &[String]) -> bool {
        !self.behind.is_empty()
            && self.behind.iter().all(|word| common.iter().any(|other| are_title_word_forms(word, other)))
    }
}

/// The words of a folded title that mean something.
fn split_title_words(title: &str) -> impl Iterator<Item = String> + '_ {
    title
        .split(|letter: char| !letter.is_alphanumeric())
        .take(MOST_TITLE_WORDS)
        .filter(|word| {
            !word.is_empty() && !Roles::find(word).is_function_word() && !matches!(*word, "al" | "ibn" | "bin")
        })
        .map(str::to_owned)
}

/// Whether two words of titles are one: equal, or forms of one: `Award` and `Awards`, `Sikh` and `Sikhism`.
pub fn are_title_word_forms(left: &str, right: &str) -> bool {
    let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
    left == right
        || short.len() > 3 && short.chars().all(char::is_alphabetic) && long.strip_prefix(short).is_some_and(is_ending)
        || short.len() > 7
            && !short.chars().any(unspaced::is_unspaced)
            && count_shared_prefix(short, long) * 10 >= long.chars().count() * 6
}

/// What may stand behind a word without making another of it.
fn is_ending(ending: &str) -> bool {
    matches!(
        ending,
        "s" | "es"
            | "ns"
            | "ans"
            | "ians"
            | "ism"
            | "ist"
            | "ists"
            | "i"
            | "n"
            | "an"
            | "ian"
            | "ic"
            | "al"
            | "ese"
            | "ish"
    )
}

fn count_shared_prefix(left: &str, right: &str) -> usize {
    left.chars().zip(right.chars()).take_while(|(one, two)| one == two && one.is_alphabetic()).count()
}

/// Whether a word of a text is a word of a title, in any form.
pub fn is_title_word(word: &str, title_word: &str) -> bool {
    word == title_word
        || word.len() > 4
            && title_word.len() > 4
            && title_word.starts_with(char::is_alphabetic)
            && are_word_forms(word, title_word)
        || word.len() > title_word.len()
            && title_word.starts_with(|first: char| first.is_ascii_digit())
            && word.split(|letter: char| !letter.is_alphanumeric()).any(|part| part == title_word)
}
