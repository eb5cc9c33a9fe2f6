//! All that speaks for a kind, as named numbers. Turning the pair round changes none of them.

use super::citation::{citation, claims, markup};
use super::pair::Pair;
use super::titles::Titles;
use super::view::View;
use crate::compare::words::is_verb;
use crate::compare::{Change, ChangeKind, Comparison, Sentence, Token};
use crate::values::Relation;

/// Named numbers in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    named: Vec<(&'static str, f64)>,
}

impl Evidence {
    /// The evidence of a pair, from its texts.
    pub fn of_pair(pair: &Pair) -> Evidence {
        let (pair, _) = pair.ordered();
        Evidence::of(&pair, &pair.compared(), &pair.titles())
    }

    /// The evidence of a pair that is compared already. Some of it looks at one side for both, so the sides must be ordered.
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
        self.is("untitled", !titles.known);
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
