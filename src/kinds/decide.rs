//! The kind of a match. The questions are those of the labellers' guide, in their order: is it a citation? does either side
//! make a claim? is the subject the same? do the facts agree? Each answer is a probability; the kinds are their products.

use super::dates::{ClaimDates, find_plan};
use super::evidence::Evidence;
use super::explanation;
use super::model::{Model, Step};
use super::pair::Pair;
use super::titles::ComparedTitles;
use super::unspaced;
use crate::compare::{Comparison, CutSentences};

/// What a match is.
#[derive(Debug)]
pub struct Decision<'t> {
    /// `identical`, `template`, `copyedit`, `drift`, `reference` or `other`.
    pub kind: &'static str,
    /// For drift: `contradiction`, `update` or `dated-update`; else empty.
    pub drift: &'static str,
    /// How likely the kind is right, to two digits.
    pub confidence: f64,
    /// The evidence that decided, in English.
    pub why: String,
    /// What changed.
    pub comparison: Comparison<'t>,
}

/// Decides about matches, one after another; what they have in common is computed once.
pub struct Classifier<'m, 't> {
    model: &'m Model,
    sentences: CutSentences<'t>,
    titles: ComparedTitles<'t>,
}

impl<'m, 't> Classifier<'m, 't> {
    /// A classifier by a table of weights.
    pub fn new(model: &'m Model) -> Self {
        Classifier { model, sentences: CutSentences::default(), titles: ComparedTitles::default() }
    }

    /// The kind of a pair. Turning the pair round gives the same kind, confidence and evidence.
    pub fn classify(&mut self, pair: &Pair<'t>) -> Decision<'t> {
        let (ordered, turned) = pair.put_in_order();
        let found = ordered.compare_sentences(&mut self.sentences);
        if pair.left.text == pair.right.text {
            let why = "the same text".to_owned();
            return Decision { kind: "identical", drift: "", confidence: 1.0, why, comparison: found };
        }
        let titles = self.titles.compare(ordered.left.title, ordered.right.title);
        let evidence = Evidence::from_comparison(&ordered, &found, &titles);
        let mut comparison = if turned { found.swap_sides() } else { found };
        let (kind, likely) = unspaced::doubt_drift(pair, &evidence, find_likeliest_kind(&evidence, self.model));
        let are_versions = evidence.holds("versions") && pair.left.document != pair.right.document;
        let sort = || ClaimDates::new(pair, &comparison).name_drift(are_versions, &comparison);
        let drift = if kind == "drift" { sort() } else { "" };
        if kind == "drift" {
            mark_plan(&mut comparison);
        }
        let titles = self.titles.compare(pair.left.title, pair.right.title);
        let why = explanation::explain_kind((kind, drift), pair, &comparison, &titles, &evidence);
        Decision { kind, drift, confidence: (likely * 100.0).round() / 100.0, why, comparison }
    }
}

/// Where only a plan and its outcome cannot both hold, they are what disagrees.
fn mark_plan(comparison: &mut Comparison) {
    if comparison.changes.iter().any(|change| change.disagrees) {
        return;
    }
    if let Some(at) = find_plan(comparison) {
        comparison.changes[at].disagrees = true;
    }
}

/// How likely it is one subject. Three rules stand beside the weights. Mirrored sentences have two subjects. So have, mostly,
/// sentences that disagree in a document full of parallel ones, which names its subjects in headings. And where no titles are
/// known, two names in the place of the subject are two subjects, and nothing but a name that differs, or a value where no
/// name is shared, can speak for two.
fn rate_same_subject(evidence: &Evidence, model: &Model) -> f64 {
    let likely = model.estimate_probability(Step::Subject, evidence);
    if evidence.holds("mirrored") {
        return likely * 0.1;
    }
    if evidence.holds("own_parallels") && evidence.holds("disagrees") {
        return likely * 0.3;
    }
    let is_other_name = evidence.holds("subject_changed") && evidence.holds("names_different");
    if evidence.holds("untitled") && is_other_name && !evidence.holds("subject_name_shared") {
        return likely.min(0.2);
    }
    let same_names = !evidence.holds("names_changed") && !evidence.holds("gender_changed");
    let silent = same_names && (!evidence.holds("disagrees") || evidence.holds("subject_name_shared"));
    if evidence.holds("untitled") && silent { likely.max(0.8) } else { likely }
}

/// How likely the facts disagree: nothing that disagrees is no drift, whatever else differs.
fn rate_disagreement(evidence: &Evidence, model: &Model) -> f64 {
    let is_possible = evidence.holds("disagrees") || evidence.holds("planned");
    if is_possible { model.estimate_probability(Step::Disagreement, evidence) } else { 0.0 }
}

/// The likeliest kind and its probability.
fn find_likeliest_kind(evidence: &Evidence, model: &Model) -> (&'static str, f64) {
    let reference =
        if evidence.holds("cited_block") { 0.98 } else { model.estimate_probability(Step::Reference, evidence) };
    if evidence.holds("markup") && reference < 0.5 {
        return ("other", 0.9);
    }
    if evidence.holds("broken") && reference < 0.5 {
        return ("other", 0.6);
    }
    let subject = rate_same_subject(evidence, model);
    let disagreement = rate_disagreement(evidence, model);
    let chance = model.estimate_probability(Step::Chance, evidence);
    let claims = 1.0 - reference;
    let kinds = [
        ("reference", reference),
        ("drift", claims * subject * disagreement),
        ("copyedit", claims * subject * (1.0 - disagreement)),
        ("template", claims * (1.0 - subject) * (1.0 - chance)),
        ("other", claims * (1.0 - subject) * chance),
    ];
    kinds.into_iter().fold(("other", -1.0), |best, next| if next.1 > best.1 { next } else { best })
}
