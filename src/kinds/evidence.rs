//! All that speaks for a kind, as named numbers. Turning the pair round changes none of them.

use std::sync::LazyLock;

use super::citation::{has_markup, makes_claim, score_citation};
use super::dates::ClaimDates;
use super::names::NameSigns;
use super::pair::Pair;
use super::parallels::{Parallels, is_opposition};
use super::titles::Titles;
use super::view::View;
use crate::compare::words::is_verb;
use crate::compare::{Change, ChangeKind, Comparison, CutSentences, Sentence, Token};
use crate::language::WordMap;
use crate::values::Relation;

/// Named numbers in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    named: Vec<(&'static str, f64)>,
}

/// An article has at most 21 pairs of sentences that are nearly alike, a specification up to 512: there they are parallel.
const MOST_OWN_REPETITIONS: i64 = 30;

/// Where each name stands: the same in all evidence.
static PLACES: LazyLock<WordMap<&'static str, usize>> =
    LazyLock::new(|| Evidence::from_pair(&Pair::default()).names().enumerate().map(|(at, name)| (name, at)).collect());

impl Evidence {
    /// The evidence of a pair, from its texts.
    pub fn from_pair(pair: &Pair) -> Evidence {
        let (pair, _) = pair.put_in_order();
        let titles = Titles::new(pair.left.title, pair.right.title);
        Evidence::from_comparison(&pair, &pair.compare_sentences(&mut CutSentences::default()), &titles)
    }

    /// The evidence of a pair that is compared already. Some of it looks at one side for both, so the sides must be ordered.
    pub fn from_comparison(pair: &Pair, comparison: &Comparison, titles: &Titles) -> Evidence {
        let mut evidence = Evidence { named: Vec::with_capacity(120) };
        let view = View::new(comparison, titles);
        evidence.add_line_evidence(pair, comparison);
        evidence.add_title_evidence(pair, titles);
        evidence.add_mention_evidence(&view);
        evidence.add_subject_evidence(&view);
        evidence.add_shared_evidence(&view);
        evidence.add_change_evidence(&view);
        evidence.add_value_evidence(&view);
        evidence.add_article_evidence(pair, &view);
        evidence.add_fact_evidence(pair, &view);
        evidence.add_name_evidence(&view);
        evidence.add_parallel_evidence(pair, &view);
        evidence.add_context_evidence(pair);
        evidence.add_place_evidence(pair);
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
        PLACES.get(name).map_or(0.0, |&at| self.number_at(at))
    }

    /// A number by its place; 0 if there is none.
    pub fn number_at(&self, at: usize) -> f64 {
        self.named.get(at).map_or(0.0, |&(_, number)| number)
    }

    /// Whether something holds.
    pub fn holds(&self, name: &str) -> bool {
        self.get(name) > 0.0
    }

    fn push_flag(&mut self, name: &'static str, holds: bool) {
        self.named.push((name, f64::from(u8::from(holds))));
    }

    fn push_count(&mut self, name: &'static str, count: usize) {
        self.named.push((name, (count as f64).ln_1p()));
    }

    fn push_number(&mut self, name: &'static str, number: f64) {
        self.named.push((name, number));
    }

    // ---- what sort of line it is ----

    fn add_line_evidence(&mut self, pair: &Pair, comparison: &Comparison) {
        let (one, two) = (score_citation(&comparison.left), score_citation(&comparison.right));
        let silent = !makes_claim(&comparison.left) && !makes_claim(&comparison.right);
        self.push_number("citation_more", one.max(two).min(4.0));
        self.push_number("citation_less", one.min(two).min(4.0));
        self.push_flag("citation_both", one.min(two) >= 2.0);
        self.push_flag("no_claim", silent);
        self.push_flag("no_claim_cited", silent && one.max(two) >= 1.0);
        self.push_flag("claim_uncited", !silent && one.max(two) < 3.0);
        self.push_flag("cited_block", pair.is_in_references() && (silent || one.max(two) >= 1.0));
        self.push_flag("broken", is_broken_line(comparison));
        self.push_flag("markup", has_markup(&comparison.left) || has_markup(&comparison.right));
    }

    // ---- titles and documents ----

    fn add_title_evidence(&mut self, pair: &Pair, titles: &Titles) {
        let one = pair.is_in_one_document();
        let apart = titles.known && !titles.same && !titles.one_subject;
        self.push_flag("untitled", !titles.known);
        self.push_flag("one_document", one);
        self.push_flag("versions", titles.same && !one);
        self.push_flag("one_subject", titles.one_subject && !titles.same);
        self.push_flag("title_extended", titles.extended);
        self.push_flag("series", titles.series);
        self.push_flag("unrelated", apart && !titles.series);
        self.push_flag("same_sort", titles.same_sort);
        self.push_flag("series_by_number", titles.series && differ_by_number(titles));
    }

    // ---- the titles' words in the texts ----

    fn add_mention_evidence(&mut self, view: &View) {
        let (left, right) = (&view.left_mentions, &view.right_mentions);
        let changed = usize::from(left.own_changed) + usize::from(right.own_changed);
        let crossed = usize::from(left.other_changed) + usize::from(right.other_changed);
        self.push_flag("own_changed", changed > 0);
        self.push_flag("own_changed_both", changed == 2);
        // Beside a swap it says nothing: "hydrogen bromide ... nitrosyl chloride" in both, of bromine and of chlorine.
        let is_swapped = view.swaps_own_names();
        self.push_flag("own_shared", !is_swapped && (left.own_shared || right.own_shared));
        self.push_flag("own_shared_both", !is_swapped && left.own_shared && right.own_shared);
        self.push_flag("other_changed", crossed > 0);
        self.push_flag("mirrored", view.is_mirrored());
        self.push_flag("own_swapped", is_swapped);
        let any = changed > 0 || crossed > 0 || left.own_shared || right.own_shared;
        self.push_flag("own_nowhere", view.titles.known && !view.titles.one_subject && !any);
        self.push_flag("common_shared", view.common_shared);
    }

    // ---- whom the sentences are about ----

    fn add_subject_evidence(&mut self, view: &View) {
        let (one, two) = view.subjects;
        let apart = view.has_separate_subjects();
        self.push_flag("pronoun_both", one.pronoun && two.pronoun);
        self.push_flag("pronoun_one", one.pronoun != two.pronoun);
        self.push_flag("nameless_both", one.nameless && two.nameless);
        self.push_flag("described_both", one.described && two.described);
        self.push_flag("apart_pronoun", apart && (one.pronoun || one.described) && (two.pronoun || two.described));
        self.push_flag("apart_nameless", apart && one.nameless && two.nameless);
        self.push_flag("generic_subject", one.generic || two.generic);
        self.push_flag("apart_generic", apart && view.generic);
        self.push_flag("subject_name_shared", view.shares_subject_name());
        self.push_flag("apart_subject_shared", apart && view.shares_subject_name());
        self.push_flag("subject_changed", view.is_subject_changed());
        self.push_flag("gender_changed", view.is_gender_changed());
    }

    // ---- what stays ----

    fn add_shared_evidence(&mut self, view: &View) {
        let words = view.shared_words;
        let longest = view.content.0.max(view.content.1).max(1);
        self.push_number("frame_words", (words as f64).ln_1p());
        self.push_number("frame_letters", view.shared_letters);
        self.push_number("frame_share", words as f64 / longest as f64);
        self.push_count("frame_names", view.shared_names);
        self.push_flag("frame_quote", view.shared_quote);
        self.push_flag("open_list", view.open_list);
        let names_differ = view
            .changes()
            .any(|change| change.disagrees && matches!(change.kind, ChangeKind::Name | ChangeKind::Place));
        self.push_flag("open_list_names", view.open_list && names_differ);
        self.push_flag("formula", view.formula);
    }

    // ---- what changes ----

    fn add_change_evidence(&mut self, view: &View) {
        let of = |kind: ChangeKind| view.changes().filter(|change| change.kind == kind).count();
        let against =
            |kind: ChangeKind| view.changes().filter(|change| change.kind == kind && change.disagrees).count();
        let disagreeing = view.changes().filter(|change| change.disagrees).count();
        self.push_count("wordings", of(ChangeKind::Wording));
        self.push_count("punctuation", of(ChangeKind::Punctuation));
        self.push_count("additions", of(ChangeKind::Addition) + of(ChangeKind::Removal));
        self.push_count("orders", of(ChangeKind::Order));
        self.push_count("names_different", against(ChangeKind::Name) + against(ChangeKind::Place));
        self.push_count("names_changed", of(ChangeKind::Name) + of(ChangeKind::Place));
        self.push_count("negations", of(ChangeKind::Negation));
        self.push_count("quantities", of(ChangeKind::Quantity));
        self.push_flag("disagrees", disagreeing > 0);
        self.push_flag("slots_two", disagreeing >= 2);
        self.push_flag("slots_three", disagreeing >= 3);
        self.push_flag("residue", view.changes().any(|change| change.residue));
        self.push_flag("hedged", view.has_hedge());
        self.push_number("noun_swapped", view.rate_swapped_nouns());
        self.push_count("words_swapped", view.words_swapped);
    }

    // ---- values ----

    fn add_value_evidence(&mut self, view: &View) {
        let related = |relation: Relation| view.changes().filter(|change| change.relation == Some(relation)).count();
        let different = view.list_different_values();
        let (dates, numbers): (Vec<&Change>, Vec<&Change>) =
            different.iter().partition(|change| change.kind == ChangeKind::Date);
        self.push_flag("value_different", !different.is_empty());
        self.push_count("dates_different", dates.len());
        self.push_count("numbers_different", numbers.len());
        self.push_flag("dated_figure", !dates.is_empty() && !numbers.is_empty());
        self.push_count("values_compatible", related(Relation::Compatible));
        self.push_count("values_equal", related(Relation::Equal));
        self.push_count("values_shared", view.values_shared);
        self.push_flag("all_values_changed", !different.is_empty() && view.values_shared == 0);
        self.push_number("closeness", view.measure_closeness(&numbers));
        self.push_flag("value_added", view.has_added_date());
    }

    // ---- two sentences of one article: a series, or one statement twice? ----

    fn add_article_evidence(&mut self, pair: &Pair, view: &View) {
        let one = pair.is_in_one_document();
        let disagrees = view.changes().any(|change| change.disagrees);
        let dated = view.list_different_values().iter().any(|change| change.kind == ChangeKind::Date);
        let (first, second) = view.subjects;
        self.push_flag("one_disagrees", one && disagrees);
        self.push_flag("one_dated", one && dated);
        self.push_flag("one_nameless", one && first.nameless && second.nameless && disagrees);
        self.push_flag("one_formula", one && view.formula);
        self.push_flag("apart_disagrees", view.has_separate_subjects() && disagrees);
        self.push_number("apart_letters", if view.has_separate_subjects() { view.shared_letters } else { 0.0 });
        self.push_number(
            "apart_names",
            if view.has_separate_subjects() { (view.shared_names as f64).ln_1p() } else { 0.0 },
        );
        self.push_number(
            "apart_values",
            if view.has_separate_subjects() { (view.values_shared as f64).ln_1p() } else { 0.0 },
        );
    }

    // ---- facts that disagree, and when they hold ----

    fn add_fact_evidence(&mut self, pair: &Pair, view: &View) {
        let against = |kind: ChangeKind| view.changes().any(|change| change.kind == kind && change.disagrees);
        let dates = ClaimDates::new(pair, view.comparison);
        self.push_flag("number_against", against(ChangeKind::Number));
        self.push_flag("date_against", against(ChangeKind::Date));
        let denials = view.changes().filter(|change| change.disagrees && change.kind == ChangeKind::Negation);
        let (opposed, denied): (Vec<&Change>, Vec<&Change>) =
            denials.partition(|change| is_opposition(view.comparison, change));
        self.push_flag("negation_against", !denied.is_empty());
        self.push_flag("opposition_against", !opposed.is_empty());
        self.push_flag("date_anchored", dates.anchored);
        self.push_flag("date_event", dates.event);
        self.push_flag("date_one_sided", dates.one_sided);
        self.push_flag("sections_dated", dates.sections);
        self.push_flag("planned", dates.planned);
        self.push_flag("open_list_values", view.open_list && !view.list_different_values().is_empty());
    }

    // ---- names that differ ----

    fn add_name_evidence(&mut self, view: &View) {
        let signs = NameSigns::new(view.comparison);
        self.push_flag("name_alone", signs.alone);
        self.push_flag("name_office", signs.office);
    }

    // ---- parallel statements ----

    fn add_parallel_evidence(&mut self, pair: &Pair, view: &View) {
        let one = pair.is_in_one_document();
        let parallels = Parallels::new(view.comparison, view.subjects);
        self.push_flag("label_changed", parallels.label_changed);
        self.push_flag("head_changed", parallels.head_changed);
        self.push_flag("compound_changed", parallels.compound_changed);
        self.push_flag("one_compound_changed", one && parallels.compound_changed);
        self.push_flag("one_label_changed", one && parallels.label_changed);
        self.push_flag("one_head_changed", one && parallels.head_changed);
        self.push_flag("one_swapped", one && view.words_swapped > 0);
        self.push_flag("one_opposites", one && parallels.opposites > 0);
        self.push_flag("opposites", parallels.opposites > 0);
        self.push_flag("opposites_two", parallels.opposites >= 2);
        let added = view.changes().filter(|change| matches!(change.kind, ChangeKind::Addition | ChangeKind::Removal));
        self.push_count("one_additions", if one { added.count() } else { 0 });
        self.push_flag("apart_swapped", view.has_separate_subjects() && view.words_swapped > 0);
        let changed = view.list_changed_tokens().any(|token| token.has_meaning());
        self.push_flag("apart_unchanged", view.has_separate_subjects() && !changed);
    }

    // ---- the documents ----

    fn add_context_evidence(&mut self, pair: &Pair) {
        let context = pair.context.unwrap_or_default();
        let one = pair.is_in_one_document();
        let log = |count: i64| (count.max(0) as f64).ln_1p();
        self.push_flag("context", pair.context.is_some());
        self.push_number("identical_elsewhere", if one { 0.0 } else { log(context.identical) });
        self.push_flag("identical_any", !one && context.identical > 0);
        self.push_number("near_elsewhere", if one { 0.0 } else { log(context.near) });
        self.push_flag("only_near_elsewhere", !one && context.identical == 0 && context.near >= 2);
        self.push_number("cluster_pairs", log(context.cluster));
        self.push_flag("cluster_large", context.cluster > 20);
        self.push_flag("own_parallels", one && context.near > MOST_OWN_REPETITIONS);
    }

    // ---- the places of the two sentences ----

    fn add_place_evidence(&mut self, pair: &Pair) {
        let known = pair.context.and_then(|context| context.places);
        let places = known.unwrap_or_default();
        let one = pair.is_in_one_document();
        let log = |count: i64| (count.max(0) as f64).ln_1p();
        self.push_flag("placed", known.is_some());
        self.push_number("neighbours_identical", if one { 0.0 } else { log(places.neighbours_identical) });
        self.push_flag("neighbour_identical", !one && places.neighbours_identical > 0);
        self.push_flag("neighbour_near", !one && places.neighbours_near > 0);
        self.push_flag("one_neighbour_identical", one && places.neighbours_identical > 0);
        self.push_number("one_distance", if one { log(places.distance) } else { 0.0 });
        self.push_flag("one_close", one && known.is_some() && places.distance <= 5);
        self.push_flag("one_series", one && places.repeats > 2);
        self.push_flag("apart_series", !one && places.repeats > 1);
        self.push_flag("neighbours_only_near", !one && places.neighbours_near > 0 && places.neighbours_identical == 0);
    }
}

/// Whether the two share a beginning that claims nothing and then say different things, one of them not even a sentence:
/// `Institute of Diseases (IOD) chemist Ann B.` and `Institute of Diseases (IOD) which grew out of the old`.
fn is_broken_line(comparison: &Comparison) -> bool {
    let (left, right) = (&comparison.left, &comparison.right);
    if makes_claim(left) == makes_claim(right) {
        return false;
    }
    let verb = |at: usize| is_verb(&left.tokens[at].folded) && !left.tokens[at].name;
    let ends = |sentence: &Sentence, (from, to): (usize, usize)| {
        sentence.tokens[to..].iter().all(Token::is_mark)
            && sentence.tokens[from..to].iter().filter(|token| token.has_meaning()).count() >= 2
    };
    !comparison.shared.iter().any(|&(at, _)| verb(at))
        && comparison.changes.iter().any(|change| ends(left, change.left_tokens) && ends(right, change.right_tokens))
}

/// Whether each title's own words are numbers alone: two years, two volumes.
fn differ_by_number(titles: &Titles) -> bool {
    let numeric = |word: &String| {
        word.bytes().any(|byte| byte.is_ascii_digit())
            || word.chars().all(|letter| matches!(letter, 'i' | 'v' | 'x' | 'l'))
    };
    titles.own_left.iter().all(numeric) && titles.own_right.iter().all(numeric)
}
