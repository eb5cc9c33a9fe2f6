//! Whether two spans say the same in other letters: spelling, an abbreviation, a name with and without its first name.

use super::tokens::{Sentence, Token};
use super::words::{are_listed_variants, is_place};

/// The tokens of one side of a change.
#[derive(Clone, Copy)]
pub struct Span<'a, 't> {
    /// The sentence it stands in.
    pub sentence: &'a Sentence<'t>,
    /// Its tokens.
    pub tokens: &'a [Token],
}

impl<'a> Span<'a, '_> {
    /// The words that mean something: no articles, no marks.
    pub fn content_words(&self) -> impl Iterator<Item = &'a Token> + use<'a> {
        self.tokens.iter().filter(|token| token.has_meaning())
    }

    /// The tokens that are names.
    pub fn names(&self) -> Vec<&'a Token> {
        self.tokens.iter().filter(|token| token.name).collect()
    }

    /// Whether nothing but marks stands in it.
    pub fn has_only_marks(&self) -> bool {
        self.tokens.iter().all(Token::is_mark)
    }

    /// The folded letters and digits, without spaces and marks.
    pub fn squeeze(&self) -> String {
        self.tokens.iter().filter(|token| !token.is_mark()).flat_map(|token| token.folded.chars()).collect()
    }

    /// The folded words, a space between them.
    pub fn folded_words(&self) -> String {
        let words: Vec<&str> =
            self.tokens.iter().filter(|token| !token.is_mark()).map(|token| &*token.folded).collect();
        words.join(" ")
    }

    /// Whether it only points to something named elsewhere: `he`, `the governor`.
    pub fn is_only_a_pointer(&self) -> bool {
        let mut any = false;
        for token in self.tokens.iter().filter(|token| token.is_word()) {
            any |= token.roles.is_pronoun() || &*token.folded == "the";
            if token.name {
                return false;
            }
        }
        any
    }
}

/// Whether two spans name one thing, as far as their letters tell.
pub fn name_same_thing(left: Span, right: Span) -> bool {
    let (one, two) = (left.folded_words(), right.folded_words());
    one == two
        || are_listed_variants(&one, &two)
        || left.squeeze() == right.squeeze()
        || is_abbreviation(left, right)
        || is_abbreviation(right, left)
        || is_cut_short(left, right)
        || is_cut_short(right, left)
        || are_same_initials(left, right)
        || contains_all_words(left, right)
        || contains_all_words(right, left)
        || is_respelling(left, right)
}

/// `DRI` for `Dietary Reference Intake`, `NY` for `New York`.
fn is_abbreviation(short: Span, long: Span) -> bool {
    let letters = short.squeeze();
    let words: Vec<&str> =
        long.tokens.iter().filter(|token| token.is_word() && token.capital).map(|token| &*token.folded).collect();
    letters.len() >= 2
        && words.len() >= 2
        && short.tokens.iter().any(|token| token.capital)
        && letters.chars().eq(words.iter().filter_map(|word| word.chars().next()))
}

/// `Col.` for `Colonel`, `P.` for `Pseudomonas`: letters of the word in their order, from its first, and a full stop.
fn is_cut_short(short: Span, long: Span) -> bool {
    let (mut words, mut others) = (short.content_words(), long.content_words());
    let (Some(one), Some(two)) = (words.next(), others.next()) else { return false };
    if words.next().is_some() || others.next().is_some() || !one.is_word() || !two.is_word() {
        return false;
    }
    let stop = short.sentence.text[one.end..].starts_with('.');
    let mut letters = two.folded.chars();
    stop && one.folded.chars().count() <= 5
        && one.folded.len() < two.folded.len()
        && one.folded.chars().next() == two.folded.chars().next()
        && one.folded.chars().all(|letter| letters.any(|other| other == letter))
}

/// `AAF` and `FAA`: one body by its initials in two languages.
fn are_same_initials(left: Span, right: Span) -> bool {
    let sorted = |span: Span| -> Option<Vec<char>> {
        let mut words = span.content_words();
        let word = words.next().filter(|token| token.is_word())?;
        let text = span.sentence.text_of(word);
        let plain = words.next().is_none() && text.chars().count() >= 3 && text.chars().all(char::is_uppercase);
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        plain.then_some(letters)
    };
    let (one, two) = (sorted(left), sorted(right));
    one.is_some() && one == two
}

/// Every word that means something on the one side stands on the other, too.
fn contains_all_words(short: Span, long: Span) -> bool {
    let mut any = false;
    for token in short.content_words() {
        any = true;
        if !long.tokens.iter().any(|other| are_same_word(token, other)) {
            return false;
        }
    }
    any
}

/// The same number of words, each a spelling of the other's.
fn is_respelling(left: Span, right: Span) -> bool {
    let (one, two): (Vec<_>, Vec<_>) = (left.content_words().collect(), right.content_words().collect());
    !one.is_empty()
        && one.len() == two.len()
        && one.iter().zip(&two).all(|(first, second)| are_same_word(first, second))
}

/// Two tokens that are one word; with names more care is taken, for `Austria` is not `Australia`.
pub fn are_same_word(left: &Token, right: &Token) -> bool {
    if !left.name || !right.name {
        return are_word_forms(&left.folded, &right.folded);
    }
    let (one, two) = (&*left.folded, &*right.folded);
    let short = one.chars().count().min(two.chars().count());
    let prefix = one.chars().zip(two.chars()).take_while(|(first, second)| first == second).count();
    let known = is_place(one) && is_place(two);
    one == two
        || !known && are_word_forms(one, two) && (differ_by_one_letter(one, two) || prefix + 1 >= short)
        || !known && sound_alike(one, two)
}

/// Two spellings of a name by its consonants: `Ljudevit` and `Liudewit`, `Soumangourou` and `Sumanguru`, `Leonov` and
/// `Leninov`. Letters for one sound are one, and what is often silent or left out does not count.
fn sound_alike(left: &str, right: &str) -> bool {
    let (one, two) = (left.chars().count(), right.chars().count());
    let plain = |word: &str| word.chars().all(char::is_alphabetic);
    if one.min(two) < 5 || one.max(two) > 2 * one.min(two) || !plain(left) || !plain(right) {
        return false;
    }
    let (first, second) = (read_consonants(left), read_consonants(right));
    first == second && first.len() >= 3
}

/// The consonants of a word, doubled ones once.
fn read_consonants(word: &str) -> String {
    let mut sounds = String::with_capacity(word.len());
    for (at, letter) in word.chars().enumerate() {
        let sound = match letter {
            'a' | 'e' | 'i' | 'o' | 'u' => continue,
            'y' | 'j' | 'h' if at > 0 => continue,
            'c' | 'q' => 'k',
            'w' => 'v',
            'z' => 's',
            other => other,
        };
        if !sounds.ends_with(sound) {
            sounds.push(sound);
        }
    }
    sounds
}

/// Two spellings or forms of one word: `labour` and `labor`, `Georgios` and `George`, `effect` and `effects`.
pub fn are_word_forms(left: &str, right: &str) -> bool {
    if left == right {
        return true;
    }
    let digits = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
    let (one, two) = (left.chars().count(), right.chars().count());
    if digits(left) || digits(right) || one.min(two) < 4 || one.max(two) > 40 {
        return one.min(two) >= 2 && (left.strip_suffix('s') == Some(right) || right.strip_suffix('s') == Some(left));
    }
    let prefix = left.chars().zip(right.chars()).take_while(|(first, second)| first == second).count();
    (one.min(two) >= 5 && one.abs_diff(two) <= 1 && differ_by_one_letter(left, right))
        || prefix * 2 > one.max(two)
        || (prefix >= 3 && measure_edit_distance(left, right) <= one.max(two) / 4)
}

/// Whether at most one letter was put in, left out or exchanged.
fn differ_by_one_letter(left: &str, right: &str) -> bool {
    let (mut one, mut two) = (left.chars(), right.chars());
    loop {
        let (rest, other) = (one.clone(), two.clone());
        match (one.next(), two.next()) {
            (Some(first), Some(second)) if first == second => {}
            (None, None) => return true,
            _ => {
                let (skipped, jumped) = (rest.clone().skip(1), other.clone().skip(1));
                return skipped.clone().eq(jumped.clone()) || skipped.eq(other) || rest.eq(jumped);
            }
        }
    }
}

/// Edit distance of two short words.
pub fn measure_edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in left.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], at + 1);
        for (column, other) in right.iter().enumerate() {
            let swap = corner + usize::from(letter != *other);
            corner = row[column + 1];
            row[column + 1] = swap.min(corner + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}
