//! A comparison seen with its titles: what more than one piece of evidence needs.

use super::subject::Subject;
use super::titles::{Titles, is_title_word};
use super::unspaced;
use crate::compare::words::{find_gender, is_generic};
use crate::compare::{Change, ChangeKind, Comparison, Sentence, Token};
use crate::values::ValueSort;

/// Where a side's text holds the words that its own title, or the other's, has alone.
#[derive(Debug, Default)]
pub struct Mentions {
    pub own_changed: bool,
    pub own_shared: bool,
    pub other_changed: bool,
}

/// A comparison seen with its titles; everything that more than one piece of evidence needs.
pub struct View<'a, 't> {
    pub comparison: &'a Comparison<'t>,
    pub titles: &'a Titles,
    pub subjects: (Subject, Subject),
    pub left_mentions: Mentions,
    pub right_mentions: Mentions,
    pub common_shared: bool,
    pub shared_words: usize,
    pub shared_letters: f64,
    pub shared_names: usize,
    pub shared_quote: bool,
    pub values_shared: usize,
    pub content: (usize, usize),
    pub open_list: bool,
    pub generic: bool,
    pub formula: bool,
    pub words_swapped: usize,
}

impl<'a, 't> View<'a, 't> {
    pub fn new(comparison: &'a Comparison<'t>, titles: &'a Titles) -> Self {
        let (left, right) = (&comparison.left, &comparison.right);
        let shared =
            |word: &dyn Fn(&Token) -> bool| comparison.shared.iter().filter(|&&(at, _)| word(&left.tokens[at])).count();
        let content = |sentence: &Sentence| sentence.tokens.iter().filter(|token| token.has_meaning()).count();
        let any_title = |token: &Token| {
            let all = titles.own_left.iter().chain(&titles.own_right).chain(&titles.common);
            all.into_iter().any(|word| is_title_word(&token.folded, word))
        };
        let letters: usize = comparison
            .shared
            .iter()
            .map(|&(at, _)| &left.tokens[at])
            .filter(|token| token.has_meaning())
            .map(|token| token.folded.len().saturating_sub(2).min(10))
            .sum();
        let (left_mentions, right_mentions) = (
            find_mentions(comparison, true, &titles.own_left, &titles.own_right),
            find_mentions(comparison, false, &titles.own_right, &titles.own_left),
        );
        let words_swapped = comparison
            .changes
            .iter()
            .filter(|change| change.kind == ChangeKind::Wording && change.relation.is_none() && !change.residue)
            .filter(|change| is_noun_swap(comparison, change))
            .count();
        View {
            subjects: (Subject::from_sentence(left), Subject::from_sentence(right)),
            left_mentions,
            right_mentions,
            common_shared: shared(&|token| titles.common.iter().any(|word| is_title_word(&token.folded, word))) > 0,
            shared_words: shared(&Token::has_meaning),
            shared_letters: (letters as f64).ln_1p(),
            shared_names: shared(&|token| token.name && !any_title(token)),
            shared_quote: shared(&|token| matches!(&*token.folded, "\"" | "“" | "”")) >= 2,
            values_shared: shared(&|token| token.value().is_some()),
            content: (content(left), content(right)),
            open_list: shared(&|token| {
                matches!(&*token.folded, "include" | "includes" | "including" | "such" | "featuring")
            }) > 0,
            generic: comparison.shared.windows(2).any(|pair| {
                let (article, noun) = (&left.tokens[pair[0].0], &left.tokens[pair[1].0]);
                pair[0].0 + 1 == pair[1].0 && &*article.folded == "the" && !noun.name && is_generic(&noun.folded)
            }),
            formula: left.tokens.iter().chain(&right.tokens).any(|token| token.folded.starts_with("formula_")),
            words_swapped,
            comparison,
            titles,
        }
    }

    pub fn changes(&self) -> impl Iterator<Item = &'a Change> + use<'a> {
        self.comparison.changes.iter()
    }

    /// Two titles, and not of one subject.
    pub fn has_separate_subjects(&self) -> bool {
        self.titles.known && !self.titles.one_subject
    }

    pub fn list_different_values(&self) -> Vec<&'a Change> {
        self.changes().filter(|change| change.relation.is_some() && change.disagrees).collect()
    }

    /// A name that both subjects hold, and that is no word of only one title.
    pub fn shares_subject_name(&self) -> bool {
        let (one, two) = self.subjects;
        self.comparison
            .shared
            .iter()
            .any(|&(left, right)| one.contains(left) && two.contains(right) && self.comparison.left.tokens[left].name)
    }

    pub fn is_subject_changed(&self) -> bool {
        let (one, two) = self.subjects;
        self.changes()
            .filter(|change| change.disagrees)
            .any(|change| one.contains(change.left_tokens.0) && two.contains(change.right_tokens.0))
    }

    /// `A ... with B` of A, `B ... with A` of B: each names the other in the place of itself.
    pub fn is_mirrored(&self) -> bool {
        let holds = |sentence: &Sentence, (from, to): (usize, usize), words: &[String]| {
            sentence.tokens[from..to].iter().any(|token| words.iter().any(|word| is_title_word(&token.folded, word)))
        };
        self.changes().any(|change| {
            holds(&self.comparison.left, change.left_tokens, &self.titles.own_right)
                && holds(&self.comparison.right, change.right_tokens, &self.titles.own_left)
                && change.disagrees
        })
    }

    /// One change that puts a word of the one title in the place of a word of the other: `bromide`, `chloride`.
    pub fn swaps_own_names(&self) -> bool {
        let holds = |sentence: &Sentence, (from, to): (usize, usize), words: &[String]| {
            sentence.tokens[from..to].iter().any(|token| words.iter().any(|word| is_title_word(&token.folded, word)))
        };
        self.changes().any(|change| {
            holds(&self.comparison.left, change.left_tokens, &self.titles.own_left)
                && holds(&self.comparison.right, change.right_tokens, &self.titles.own_right)
        })
    }

    pub fn is_gender_changed(&self) -> bool {
        let genders = |sentence: &Sentence, (from, to): (usize, usize)| -> Option<bool> {
            sentence.tokens[from..to].iter().find_map(|token| find_gender(&token.folded))
        };
        self.changes().any(|change| {
            let one = genders(&self.comparison.left, change.left_tokens);
            let two = genders(&self.comparison.right, change.right_tokens);
            one.is_some() && two.is_some() && one != two
        })
    }

    pub fn has_hedge(&self) -> bool {
        self.list_changed_tokens().any(|token| token.roles.is_hedge())
    }

    pub fn list_changed_tokens(&self) -> impl Iterator<Item = &'a Token> + use<'a, 't> {
        let comparison = self.comparison;
        comparison.changes.iter().flat_map(move |change| {
            let left = &comparison.left.tokens[change.left_tokens.0..change.left_tokens.1];
            let right = &comparison.right.tokens[change.right_tokens.0..change.right_tokens.1];
            left.iter().chain(right)
        })
    }

    /// 1 if the only change that means something puts one common word in the place of another.
    pub fn rate_swapped_nouns(&self) -> f64 {
        let weighty = self
            .changes()
            .filter(|change| !matches!(change.kind, ChangeKind::Punctuation | ChangeKind::Order) && !change.residue);
        let (mut swaps, mut others) = (0, 0);
        for change in weighty {
            if change.kind == ChangeKind::Wording && is_noun_swap(self.comparison, change) {
                swaps += 1
            } else {
                others += 1
            }
        }
        if swaps == 1 && others <= 1 { 1.0 } else { 0.0 }
    }

    /// How close the different numbers are: 1 equal, 0 far apart; 0 without any.
    pub fn measure_closeness(&self, numbers: &[&Change]) -> f64 {
        let figure = |text: &str| -> Option<f64> {
            let digits: String = text.chars().filter(|letter| letter.is_ascii_digit() || *letter == '.').collect();
            digits.trim_matches('.').parse().ok()
        };
        let close = |change: &&Change| {
            let one = figure(&self.comparison.left.text[change.left.0..change.left.1])?;
            let two = figure(&self.comparison.right.text[change.right.0..change.right.1])?;
            let most = one.abs().max(two.abs());
            (most > 0.0).then(|| 1.0 - (one - two).abs() / most)
        };
        let all: Vec<f64> = numbers.iter().filter_map(close).collect();
        if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
    }

    /// A date that only one side has.
    pub fn has_added_date(&self) -> bool {
        self.changes().filter(|change| matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal)).any(
            |change| {
                let dated = |sentence: &Sentence, (from, to): (usize, usize)| {
                    sentence.tokens[from..to].iter().any(|token| {
                        sentence
                            .value_of(token)
                            .is_some_and(|value| matches!(value.what, ValueSort::Date | ValueSort::Number))
                    })
                };
                dated(&self.comparison.left, change.left_tokens) || dated(&self.comparison.right, change.right_tokens)
            },
        )
    }
}

/// One or two common words in the place of as many others that are not akin to them.
fn is_noun_swap(comparison: &Comparison, change: &Change) -> bool {
    let content = |sentence: &Sentence, (from, to): (usize, usize)| {
        sentence.tokens[from..to].iter().filter(|token| token.has_meaning()).count()
    };
    let (one, two) = (content(&comparison.left, change.left_tokens), content(&comparison.right, change.right_tokens));
    one == 1 && two == 1
}

/// Where the words of `own` and `other` titles stand on one side.
fn find_mentions(comparison: &Comparison, on_left: bool, own: &[String], other: &[String]) -> Mentions {
    let sentence = if on_left { &comparison.left } else { &comparison.right };
    let any = |token: &Token, words: &[String]| words.iter().any(|word| is_title_word(&token.folded, word));
    let mut found = Mentions::default();
    if own.is_empty() && other.is_empty() {
        return found;
    }
    for change in &comparison.changes {
        let (from, to) = if on_left { change.left_tokens } else { change.right_tokens };
        for token in sentence.tokens[from..to].iter().filter(|token| token.has_meaning()) {
            found.own_changed |= any(token, own) && change.kind != ChangeKind::Punctuation;
            found.other_changed |= any(token, other) && change.kind != ChangeKind::Punctuation;
        }
    }
    let shared = |word: &String| {
        comparison.shared.iter().any(|&(left, right)| {
            let token = &sentence.tokens[if on_left { left } else { right }];
            token.has_meaning() && is_title_word(&token.folded, word) && (token.name || own.len() < 3)
        })
    };
    found.own_shared = own.iter().any(shared);
    unspaced::add_mentions(&mut found, comparison, on_left, own, other);
    found
}
