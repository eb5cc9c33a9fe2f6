//! All that speaks for a kind, as named numbers. Turning the pair round changes none of them.

use super::citation::{citation, claims, markup};
use super::pair::Pair;
use super::subject::Subject;
use super::titles::{Titles, mentions};
use crate::compare::words::{gender, is_generic, is_hedge, is_verb};
use crate::compare::{Change, ChangeKind, Comparison, Sentence, Token, compare};
use crate::values::{Relation, What};

/// Named numbers in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    named: Vec<(&'static str, f64)>,
}

impl Evidence {
    /// The evidence of a pair, from its texts.
    pub fn of_pair(pair: &Pair) -> Evidence {
        let comparison = compare(pair.left.text, pair.right.text, (pair.left.title, pair.right.title));
        Evidence::of(pair, &comparison, &Titles::new(pair.left.title, pair.right.title))
    }

    /// The evidence of a pair that is compared already.
    pub fn of(pair: &Pair, comparison: &Comparison, titles: &Titles) -> Evidence {
        let mut evidence = Evidence { named: Vec::with_capacity(80) };
        let view = View::new(comparison, titles);
        evidence.lines(pair, comparison);
        evidence.titles(pair, titles);
        evidence.mentions(&view);
        evidence.subjects(&view);
        evidence.frame(&view);
        evidence.changes(&view);
        evidence.values(&view);
        evidence.one_article(pair, &view);
        evidence.context(pair);
        evidence
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.named.iter().map(|&(name, _)| name)
    }

    /// The numbers, in order.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        self.named.iter().map(|&(_, number)| number)
    }

    /// A number by its name; 0 if there is none.
    pub fn get(&self, name: &str) -> f64 {
        self.named.iter().find(|&&(own, _)| own == name).map_or(0.0, |&(_, number)| number)
    }

    /// A number by its place; 0 if there is none.
    pub fn number_at(&self, at: usize) -> f64 {
        self.named.get(at).map_or(0.0, |&(_, number)| number)
    }

    /// Whether something holds.
    pub fn holds(&self, name: &str) -> bool {
        self.get(name) > 0.0
    }

    fn is(&mut self, name: &'static str, holds: bool) {
        self.named.push((name, f64::from(u8::from(holds))));
    }

    fn count(&mut self, name: &'static str, count: usize) {
        self.named.push((name, (count as f64).ln_1p()));
    }

    fn number(&mut self, name: &'static str, number: f64) {
        self.named.push((name, number));
    }

    // ---- what sort of line it is ----

    fn lines(&mut self, pair: &Pair, comparison: &Comparison) {
        let (one, two) = (citation(&comparison.left), citation(&comparison.right));
        let silent = !claims(&comparison.left) && !claims(&comparison.right);
        self.number("citation_more", one.max(two).min(4.0));
        self.number("citation_less", one.min(two).min(4.0));
        self.is("citation_both", one.min(two) >= 2.0);
        self.is("no_claim", silent);
        self.is("no_claim_cited", silent && one.max(two) >= 1.0);
        self.is("cited_block", pair.cited());
        self.is("broken", broken(comparison));
        self.is("markup", markup(&comparison.left) || markup(&comparison.right));
    }

    // ---- titles and documents ----

    fn titles(&mut self, pair: &Pair, titles: &Titles) {
        let one = pair.one_document();
        let apart = titles.known && !titles.same && !titles.one_subject;
        self.is("one_document", one);
        self.is("versions", titles.same && !one);
        self.is("one_subject", titles.one_subject && !titles.same);
        self.is("series", titles.series);
        self.is("unrelated", apart && !titles.series);
        self.is("same_sort", titles.same_sort);
        self.is("series_by_number", titles.series && by_number(titles));
    }

    // ---- the titles' words in the texts ----

    fn mentions(&mut self, view: &View) {
        let (left, right) = (&view.left_mentions, &view.right_mentions);
        let changed = usize::from(left.own_changed) + usize::from(right.own_changed);
        let crossed = usize::from(left.other_changed) + usize::from(right.other_changed);
        self.is("own_changed", changed > 0);
        self.is("own_changed_both", changed == 2);
        self.is("own_shared", left.own_shared || right.own_shared);
        self.is("own_shared_both", left.own_shared && right.own_shared);
        self.is("other_changed", crossed > 0);
        self.is("mirrored", view.mirrored());
        let any = changed > 0 || crossed > 0 || left.own_shared || right.own_shared;
        self.is("own_nowhere", view.titles.known && !view.titles.one_subject && !any);
        self.is("common_shared", view.common_shared);
    }

    // ---- whom the sentences are about ----

    fn subjects(&mut self, view: &View) {
        let (one, two) = view.subjects;
        let apart = view.apart();
        self.is("pronoun_both", one.pronoun && two.pronoun);
        self.is("pronoun_one", one.pronoun != two.pronoun);
        self.is("nameless_both", one.nameless && two.nameless);
        self.is("described_both", one.described && two.described);
        self.is("apart_pronoun", apart && (one.pronoun || one.described) && (two.pronoun || two.described));
        self.is("apart_nameless", apart && one.nameless && two.nameless);
        self.is("generic_subject", one.generic || two.generic);
        self.is("apart_generic", apart && view.generic);
        self.is("subject_name_shared", view.subject_names_shared());
        self.is("apart_subject_shared", apart && view.subject_names_shared());
        self.is("subject_changed", view.subject_changed());
        self.is("gender_changed", view.gender_changed());
    }

    // ---- what stays ----

    fn frame(&mut self, view: &View) {
        let words = view.shared_words;
        let longest = view.content.0.max(view.content.1).max(1);
        self.number("frame_words", (words as f64).ln_1p());
        self.number("frame_letters", view.shared_letters);
        self.number("frame_share", words as f64 / longest as f64);
        self.count("frame_names", view.shared_names);
        self.is("frame_quote", view.shared_quote);
        self.is("open_list", view.open_list);
        let names_differ = view
            .changes()
            .any(|change| change.disagrees && matches!(change.kind, ChangeKind::Name | ChangeKind::Place));
        self.is("open_list_names", view.open_list && names_differ);
        self.is("formula", view.formula);
    }

    // ---- what changes ----

    fn changes(&mut self, view: &View) {
        let of = |kind: ChangeKind| view.changes().filter(|change| change.kind == kind).count();
        let against =
            |kind: ChangeKind| view.changes().filter(|change| change.kind == kind && change.disagrees).count();
        let disagreeing = view.changes().filter(|change| change.disagrees).count();
        self.count("wordings", of(ChangeKind::Wording));
        self.count("punctuation", of(ChangeKind::Punctuation));
        self.count("additions", of(ChangeKind::Addition) + of(ChangeKind::Removal));
        self.count("orders", of(ChangeKind::Order));
        self.count("names_different", against(ChangeKind::Name) + against(ChangeKind::Place));
        self.count("names_changed", of(ChangeKind::Name) + of(ChangeKind::Place));
        self.count("negations", of(ChangeKind::Negation));
        self.count("quantities", of(ChangeKind::Quantity));
        self.is("disagrees", disagreeing > 0);
        self.is("slots_two", disagreeing >= 2);
        self.is("slots_three", disagreeing >= 3);
        self.is("residue", view.changes().any(|change| change.residue));
        self.is("hedged", view.hedged());
        self.number("noun_swapped", view.nouns_swapped());
        self.count("words_swapped", view.words_swapped);
    }

    // ---- values ----

    fn values(&mut self, view: &View) {
        let related = |relation: Relation| view.changes().filter(|change| change.relation == Some(relation)).count();
        let different = view.different_values();
        let (dates, numbers): (Vec<&Change>, Vec<&Change>) =
            different.iter().partition(|change| change.kind == ChangeKind::Date);
        self.is("value_different", !different.is_empty());
        self.count("dates_different", dates.len());
        self.count("numbers_different", numbers.len());
        self.is("dated_figure", !dates.is_empty() && !numbers.is_empty());
        self.count("values_compatible", related(Relation::Compatible));
        self.count("values_equal", related(Relation::Equal));
        self.count("values_shared", view.values_shared);
        self.is("all_values_changed", !different.is_empty() && view.values_shared == 0);
        self.number("closeness", view.closeness(&numbers));
        self.is("value_added", view.value_added());
    }

    // ---- two sentences of one article: a series, or one statement twice? ----

    fn one_article(&mut self, pair: &Pair, view: &View) {
        let one = pair.one_document();
        let disagrees = view.changes().any(|change| change.disagrees);
        let dated = view.different_values().iter().any(|change| change.kind == ChangeKind::Date);
        let (first, second) = view.subjects;
        self.is("one_disagrees", one && disagrees);
        self.is("one_dated", one && dated);
        self.is("one_nameless", one && first.nameless && second.nameless && disagrees);
        self.is("one_formula", one && view.formula);
        self.is("apart_disagrees", view.apart() && disagrees);
        self.number("apart_letters", if view.apart() { view.shared_letters } else { 0.0 });
        self.number("apart_names", if view.apart() { (view.shared_names as f64).ln_1p() } else { 0.0 });
        self.number("apart_values", if view.apart() { (view.values_shared as f64).ln_1p() } else { 0.0 });
    }

    // ---- the documents ----

    fn context(&mut self, pair: &Pair) {
        let context = pair.context.unwrap_or_default();
        let one = pair.one_document();
        let log = |count: i64| (count.max(0) as f64).ln_1p();
        self.is("context", pair.context.is_some());
        self.number("identical_elsewhere", if one { 0.0 } else { log(context.identical) });
        self.is("identical_any", !one && context.identical > 0);
        self.number("near_elsewhere", if one { 0.0 } else { log(context.near) });
        self.number("cluster_pairs", log(context.cluster));
        self.is("cluster_large", context.cluster > 20);
    }
}

/// Whether the two share a beginning that claims nothing and then say different things, one of them not even a sentence:
/// `Institute of Diseases (IOD) chemist Ann B.` and `Institute of Diseases (IOD) which grew out of the old`.
fn broken(comparison: &Comparison) -> bool {
    let (left, right) = (&comparison.left, &comparison.right);
    if claims(left) == claims(right) {
        return false;
    }
    let verb = |at: usize| is_verb(&left.tokens[at].folded) && !left.tokens[at].name;
    let ends = |sentence: &Sentence, (from, to): (usize, usize)| {
        sentence.tokens[to..].iter().all(Token::is_mark)
            && sentence.tokens[from..to].iter().filter(|token| token.means()).count() >= 2
    };
    !comparison.shared.iter().any(|&(at, _)| verb(at))
        && comparison.changes.iter().any(|change| ends(left, change.left_tokens) && ends(right, change.right_tokens))
}

/// Whether each title's own words are numbers alone: two years, two volumes.
fn by_number(titles: &Titles) -> bool {
    let numeric = |word: &String| {
        word.bytes().any(|byte| byte.is_ascii_digit())
            || word.chars().all(|letter| matches!(letter, 'i' | 'v' | 'x' | 'l'))
    };
    titles.own_left.iter().all(numeric) && titles.own_right.iter().all(numeric)
}

/// Where a side's text holds the words that its own title, or the other's, has alone.
#[derive(Debug, Default)]
struct Mentions {
    own_changed: bool,
    own_shared: bool,
    other_changed: bool,
}

/// A comparison seen with its titles; everything that more than one piece of evidence needs.
struct View<'a, 't> {
    comparison: &'a Comparison<'t>,
    titles: &'a Titles,
    subjects: (Subject, Subject),
    left_mentions: Mentions,
    right_mentions: Mentions,
    common_shared: bool,
    shared_words: usize,
    shared_letters: f64,
    shared_names: usize,
    shared_quote: bool,
    values_shared: usize,
    content: (usize, usize),
    open_list: bool,
    generic: bool,
    formula: bool,
    words_swapped: usize,
}

impl<'a, 't> View<'a, 't> {
    fn new(comparison: &'a Comparison<'t>, titles: &'a Titles) -> Self {
        let (left, right) = (&comparison.left, &comparison.right);
        let shared =
            |word: &dyn Fn(&Token) -> bool| comparison.shared.iter().filter(|&&(at, _)| word(&left.tokens[at])).count();
        let content = |sentence: &Sentence| sentence.tokens.iter().filter(|token| token.means()).count();
        let any_title = |token: &Token| {
            let all = titles.own_left.iter().chain(&titles.own_right).chain(&titles.common);
            all.into_iter().any(|word| mentions(&token.folded, word))
        };
        let letters: usize = comparison
            .shared
            .iter()
            .map(|&(at, _)| &left.tokens[at])
            .filter(|token| token.means())
            .map(|token| token.folded.len().saturating_sub(2).min(10))
            .sum();
        let (left_mentions, right_mentions) = (
            mentioned(comparison, true, &titles.own_left, &titles.own_right),
            mentioned(comparison, false, &titles.own_right, &titles.own_left),
        );
        let words_swapped = comparison
            .changes
            .iter()
            .filter(|change| change.kind == ChangeKind::Wording && change.relation.is_none() && !change.residue)
            .filter(|change| swapped(comparison, change))
            .count();
        View {
            subjects: (Subject::of(left), Subject::of(right)),
            left_mentions,
            right_mentions,
            common_shared: shared(&|token| titles.common.iter().any(|word| mentions(&token.folded, word))) > 0,
            shared_words: shared(&Token::means),
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

    fn changes(&self) -> impl Iterator<Item = &'a Change> + use<'a> {
        self.comparison.changes.iter()
    }

    /// Two titles, and not of one subject.
    fn apart(&self) -> bool {
        self.titles.known && !self.titles.one_subject
    }

    fn different_values(&self) -> Vec<&'a Change> {
        self.changes().filter(|change| change.relation.is_some() && change.disagrees).collect()
    }

    /// A name that both subjects hold, and that is no word of only one title.
    fn subject_names_shared(&self) -> bool {
        let (one, two) = self.subjects;
        self.comparison
            .shared
            .iter()
            .any(|&(left, right)| one.holds(left) && two.holds(right) && self.comparison.left.tokens[left].name)
    }

    fn subject_changed(&self) -> bool {
        let (one, two) = self.subjects;
        self.changes()
            .filter(|change| change.disagrees)
            .any(|change| one.holds(change.left_tokens.0) && two.holds(change.right_tokens.0))
    }

    /// `A ... with B` of A, `B ... with A` of B: each names the other in the place of itself.
    fn mirrored(&self) -> bool {
        let holds = |sentence: &Sentence, (from, to): (usize, usize), words: &[String]| {
            sentence.tokens[from..to].iter().any(|token| words.iter().any(|word| mentions(&token.folded, word)))
        };
        self.changes().any(|change| {
            holds(&self.comparison.left, change.left_tokens, &self.titles.own_right)
                && holds(&self.comparison.right, change.right_tokens, &self.titles.own_left)
                && change.disagrees
        })
    }

    fn gender_changed(&self) -> bool {
        let genders = |sentence: &Sentence, (from, to): (usize, usize)| -> Option<bool> {
            sentence.tokens[from..to].iter().find_map(|token| gender(&token.folded))
        };
        self.changes().any(|change| {
            let one = genders(&self.comparison.left, change.left_tokens);
            let two = genders(&self.comparison.right, change.right_tokens);
            one.is_some() && two.is_some() && one != two
        })
    }

    fn hedged(&self) -> bool {
        self.tokens_changed().any(|token| is_hedge(&token.folded))
    }

    fn tokens_changed(&self) -> impl Iterator<Item = &'a Token> + use<'a, 't> {
        let comparison = self.comparison;
        comparison.changes.iter().flat_map(move |change| {
            let left = &comparison.left.tokens[change.left_tokens.0..change.left_tokens.1];
            let right = &comparison.right.tokens[change.right_tokens.0..change.right_tokens.1];
            left.iter().chain(right)
        })
    }

    /// 1 if the only change that means something puts one common word in the place of another.
    fn nouns_swapped(&self) -> f64 {
        let weighty = self
            .changes()
            .filter(|change| !matches!(change.kind, ChangeKind::Punctuation | ChangeKind::Order) && !change.residue);
        let (mut swaps, mut others) = (0, 0);
        for change in weighty {
            if change.kind == ChangeKind::Wording && swapped(self.comparison, change) {
                swaps += 1
            } else {
                others += 1
            }
        }
        if swaps == 1 && others <= 1 { 1.0 } else { 0.0 }
    }

    /// How close the different numbers are: 1 equal, 0 far apart; 0 without any.
    fn closeness(&self, numbers: &[&Change]) -> f64 {
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
    fn value_added(&self) -> bool {
        self.changes().filter(|change| matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal)).any(
            |change| {
                let dated = |sentence: &Sentence, (from, to): (usize, usize)| {
                    sentence.tokens[from..to].iter().any(|token| {
                        sentence.value_of(token).is_some_and(|value| matches!(value.what, What::Date | What::Number))
                    })
                };
                dated(&self.comparison.left, change.left_tokens) || dated(&self.comparison.right, change.right_tokens)
            },
        )
    }
}

/// One or two common words in the place of as many others that are not akin to them.
fn swapped(comparison: &Comparison, change: &Change) -> bool {
    let content = |sentence: &Sentence, (from, to): (usize, usize)| {
        sentence.tokens[from..to].iter().filter(|token| token.means()).count()
    };
    let (one, two) = (content(&comparison.left, change.left_tokens), content(&comparison.right, change.right_tokens));
    one == 1 && two == 1
}

/// Where the words of `own` and `other` titles stand on one side.
fn mentioned(comparison: &Comparison, on_left: bool, own: &[String], other: &[String]) -> Mentions {
    let sentence = if on_left { &comparison.left } else { &comparison.right };
    let any = |token: &Token, words: &[String]| words.iter().any(|word| mentions(&token.folded, word));
    let mut found = Mentions::default();
    if own.is_empty() && other.is_empty() {
        return found;
    }
    for change in &comparison.changes {
        let (from, to) = if on_left { change.left_tokens } else { change.right_tokens };
        for token in sentence.tokens[from..to].iter().filter(|token| token.means()) {
            found.own_changed |= any(token, own) && change.kind != ChangeKind::Punctuation;
            found.other_changed |= any(token, other) && change.kind != ChangeKind::Punctuation;
        }
    }
    let shared = |word: &String| {
        comparison.shared.iter().any(|&(left, right)| {
            let token = &sentence.tokens[if on_left { left } else { right }];
            token.means() && mentions(&token.folded, word) && (token.name || own.len() < 3)
        })
    };
    found.own_shared = own.iter().any(shared);
    found
}
