//! Kinds by the rules of the labellers' guide, each on sentences of our own, and on the examples that the papers print.

use proptest::prelude::*;

use super::*;

fn pair<'t>(left: (&'t str, &'t str), right: (&'t str, &'t str)) -> Pair<'t> {
    let side = |(title, text): (&'t str, &'t str), document| Side { text, title, document, ..Side::default() };
    Pair { left: side(left, "one"), right: side(right, "two"), context: None, same_names: &[] }
}

fn classify<'t>(pair: &Pair<'t>) -> Decision<'t> {
    Classifier::new(Model::shipped()).classify(pair)
}

fn told(left: (&str, &str), right: (&str, &str)) -> (&'static str, String) {
    let decision = classify(&pair(left, right));
    (decision.kind, decision.why)
}

fn kind(left: (&str, &str), right: (&str, &str)) -> &'static str {
    let (kind, _) = told(left, right);
    let (turned, _) = told(right, left);
    assert_eq!(kind, turned, "the sides turned: {left:?} {right:?}");
    kind
}

#[test]
fn the_shipped_table_can_be_read() {
    let table = include_str!("model.tsv");
    assert!(Model::read(table).is_ok());
    assert!(Model::read("subject\tno such evidence\t1\t1\t1").is_err());
    assert!(table.lines().filter(|row| row.starts_with("subject")).count() > 20);
}

#[test]
fn rule_1_a_citation_on_both_sides_is_a_reference() {
    let left = "Marek, Jana (1987). \"Bells of Moravia\". Brno: Datel Press. ISBN 80-123-4567-1. Retrieved 4 May 2011.";
    let right =
        "Marek, Jana (1987). \"Bells of Moravia\". Brno: Datel Press. ISBN 80-123-4567-1. Retrieved 9 June 2014.";
    assert_eq!(kind(("Bell", left), ("Bell", right)), "reference");
}

#[test]
fn rule_1_the_block_tells_a_reference_whose_text_does_not() {
    let mut pair = pair(("Bell", "Bells of Moravia, the long way"), ("Bell", "Bells of Moravia, a long way"));
    pair.left.block = "reference";
    pair.right.block = "footer";
    assert_eq!(classify(&pair).kind, "reference");
}

#[test]
fn rule_2_one_relation_of_two_subjects_is_a_template() {
    let left = ("Dolní Ves", "Dolní Ves is a village in the Tábor District, with 214 inhabitants.");
    let right = ("Horní Ves", "Horní Ves is a village in the Tábor District, with 87 inhabitants.");
    assert_eq!(kind(left, right), "template");
    let left = ("Anna Koller", "She competed in the women's slalom at the 1964 Winter Olympics.");
    let right = ("Peter Lind", "He competed in the men's slalom at the 1972 Winter Olympics.");
    assert_eq!(kind(left, right), "template");
}

#[test]
fn rule_4_one_subject_and_another_value_is_drift() {
    let left = ("Lake Orva", "Lake Orva was dammed in 1931 by the engineer Josef Hartl.");
    let right = ("History of Lake Orva", "Lake Orva was dammed in 1937 by the engineer Josef Hartl.");
    let (kind, why) = told(left, right);
    assert_eq!(kind, "drift");
    assert_eq!(why, "Both say when Lake Orva was dammed: 1931 in *Lake Orva*, 1937 in *History of Lake Orva*.");
}

#[test]
fn rule_4_each_side_with_its_own_date_is_a_dated_update() {
    let left = ("Orvia", "Farming made up 42% of the economy of Orvia in 2010.");
    let right = ("Economy of Orvia", "Farming made up 31% of the economy of Orvia in 2016.");
    let decision = classify(&pair(left, right));
    assert_eq!((decision.kind, decision.drift), ("drift", "dated-update"));
}

fn drift(left: (&str, &str), right: (&str, &str)) -> &'static str {
    let decision = classify(&pair(left, right));
    assert_eq!(decision.kind, "drift", "{}", decision.why);
    decision.drift
}

#[test]
fn rule_4_a_date_that_is_part_of_the_claim_makes_a_dated_update_and_one_that_is_the_fact_a_contradiction() {
    let survey = |year: i32| format!("A {year} survey revealed that 78% of Orvians speak a foreign language well.");
    assert_eq!(drift(("Orvia", &survey(2009)), ("Culture of Orvia", &survey(2011))), "dated-update");
    let period = |last: i32| format!("Between 1991 and {last}, the glacier of Orvia lost a third of its mass in all.");
    assert_eq!(drift(("Orvia", &period(2004)), ("Geography of Orvia", &period(2010))), "dated-update");
    let elected =
        |year: i32| format!("Josef Hartl was elected President of Orvia in February {year} by a wide margin.");
    assert_eq!(drift(("Orvia", &elected(1973)), ("History of Orvia", &elected(1975))), "contradiction");
}

#[test]
fn rule_4_a_lost_date_is_a_date_and_a_season_without_a_year_is_none() {
    let lost = |share: u8| format!(", the main crop of Orvia was barley, at {share}% of all fields, followed by rye.");
    assert_eq!(drift(("Orvia", &lost(41)), ("Economy of Orvia", &lost(44))), "dated-update");
    let heading = |year: u16| format!("This list of Orvia has the largest mills of the country by output in {year}:");
    assert_eq!(drift(("Orvia", &heading(2011)), ("Economy of Orvia", &heading(2015))), "dated-update");
    let one = "The guild of Orvia is the largest of its sort, with almost 3 million members counted in 2014.";
    let two = "The guild of Orvia is the largest of its sort, with over 5 million members counted everywhere.";
    assert_eq!(drift(("Orvia", one), ("Economy of Orvia", two)), "dated-update");
    let storms = |month: &str| format!("The storms of Orvia form during the rainy season from {month} to November.");
    assert_eq!(drift(("Orvia", &storms("June")), ("Climate of Orvia", &storms("July"))), "contradiction");
}

#[test]
fn rule_4_headings_that_name_two_dates_make_a_dated_update() {
    let text = |dead: i32| format!("The death toll of the flood of Orvia stands at {dead} people in all provinces.");
    let (one, two) = (text(120), text(164));
    let mut pair = pair(("Flood of Orvia", &one), ("Flood of Orvia", &two));
    (pair.left.section, pair.right.section) = ("Saturday, September 24, 2005", "Saturday, October 1, 2005");
    let decision = classify(&pair);
    assert!(decision.kind != "drift" || decision.drift == "dated-update", "{} {}", decision.kind, decision.drift);
}

#[test]
fn a_title_that_holds_the_other_may_be_a_side_of_it_or_a_thing_of_its_own() {
    let titles = |left, right| {
        let titles = titles::Titles::new(left, right);
        (titles.one_subject, titles.extended)
    };
    assert_eq!(titles("Orvia", "Economy of Orvia"), (true, false));
    assert_eq!(titles("Orvia", "Districts of Orvia"), (true, false));
    assert_eq!(titles("Orvia", "Orvia-Narva"), (false, true));
    assert_eq!(titles("Orvia", "Narva"), (false, false));
}

#[test]
fn rule_5_two_dated_facts_of_one_article_are_a_series() {
    let mut pair = pair(
        ("Northern Rowing League", "The prize for the 2016 season was about 210,000 crowns."),
        ("Northern Rowing League", "The prize for the 2017 season was 245,000 crowns."),
    );
    pair.right.document = pair.left.document;
    assert_eq!(classify(&pair).kind, "template");
}

#[test]
fn rule_5_what_both_articles_say_of_each_year_is_a_series() {
    let text = |year: u16, guests: u32| format!("In {year}, {guests} guests visited Orvia and stayed for two nights.");
    let (one, two) = (text(2012, 747_827), text(2017, 907_319));
    let told = |repeats: i64| {
        let mut pair = pair(("Orvia", &one), ("Economy of Orvia", &two));
        let places = Places { repeats, ..Places::default() };
        pair.context = Some(Context { identical: 2, near: 2, cluster: 4, places: Some(places) });
        classify(&pair).kind
    };
    assert_eq!((told(1), told(2)), ("drift", "template"));
}

#[test]
fn rule_5_a_document_full_of_parallel_sentences_has_a_subject_in_each() {
    let told = |near: i64| {
        let mut pair = pair(
            (
                "Signal rules",
                "Requests with other bits in reserved fields are refused with code 70 (badly formed request).",
            ),
            (
                "Signal rules",
                "Requests with other bits in reserved fields are refused with code 134 (badly formed request).",
            ),
        );
        pair.right.document = pair.left.document;
        let places = Places { distance: 200, repeats: 2, ..Places::default() };
        pair.context = Some(Context { identical: 0, near, cluster: 1, places: Some(places) });
        classify(&pair).kind
    };
    assert_eq!((told(3), told(40)), ("drift", "template"));
}

#[test]
fn a_plan_and_its_outcome_are_what_disagrees_and_not_another_way_to_write_the_same_years() {
    let (left, right) = (
        "In 2011–2015 the railway of Norland along the coast underwent a costly upgrade, which was completed in June 2015.",
        "In 2011-2015 the railway of Norland along the coast is undergoing a costly upgrade, which is to be completed in June 2015.",
    );
    let pair = pair(("Norland", left), ("Transport in Norland", right));
    let decision = classify(&pair);
    assert_eq!((decision.kind, decision.drift), ("drift", "update"));
    let disagreeing: Vec<&str> = decision
        .comparison
        .changes
        .iter()
        .filter(|change| change.disagrees)
        .map(|change| &left[change.left.0..change.left.1])
        .collect();
    assert_eq!(disagreeing, ["underwent"]);
    assert!(decision.why.contains("underwent") && !decision.why.contains("2011"), "{}", decision.why);
}

#[test]
fn rule_6_rounded_figures_are_a_copyedit() {
    let left = ("Orvia", "The country exported goods for $73.39 billion that year.");
    let right = ("Orvia", "The country exported goods for $73 billion that year.");
    assert_eq!(kind(left, right), "copyedit");
}

#[test]
fn rule_7_hedges_are_a_copyedit() {
    let left = ("Marsh hare", "The marsh hare usually leaves its form at dusk to feed on reeds.");
    let right = ("Marsh hare", "The marsh hare only leaves its form at dusk to feed on reeds.");
    assert_eq!(kind(left, right), "copyedit");
}

#[test]
fn rule_8_added_detail_is_a_copyedit() {
    let left = ("Josef Hartl", "Josef Hartl built the dam with two hundred workers.");
    let right = ("Lake Orva", "Josef Hartl, an engineer from Linz, built the dam with two hundred workers.");
    assert_eq!(kind(left, right), "copyedit");
}

#[test]
fn rule_9_another_spelling_of_a_name_is_a_copyedit() {
    let left = ("Orvia", "The treaty was signed by Alexandr Vessely in the old town hall of Orvia.");
    let right = ("Orvia", "The treaty was signed by Alexander Vessely in the old town hall of Orvia.");
    assert_eq!(kind(left, right), "copyedit");
}

#[test]
fn rule_11_what_an_extraction_lost_is_a_copyedit() {
    let left = ("Acid", "The diprotic acid H2X can lose one or two protons depending on the solvent.");
    let right = ("Acid", "The diprotic acid HX can lose one or two protons depending on the solvent.");
    assert_eq!(kind(left, right), "copyedit");
}

#[test]
fn rule_12_markup_is_other() {
    let left = ("Ann Roe", "[[Category:Members of the Orvian Academy of Sciences]]");
    let right = ("Bo Lind", "[[Category:Members of the Norvian Academy of Sciences]]");
    assert_eq!(kind(left, right), "other");
}

#[test]
fn rule_14_mirrored_sentences_are_a_template() {
    let left = ("Karl Brandt (painter)", "Born in Ulm, he shared a workshop with his brother Emil and sold little.");
    let right = ("Emil Brandt", "Born in Ulm, he shared a workshop with his brother Karl and sold little.");
    assert_eq!(kind(left, right), "template");
}

#[test]
fn rule_15_equal_values_are_a_copyedit() {
    let left = ("Orvia", "About seven million people live in Orvia, 1.5 km above the sea.");
    let right = ("Orvia", "About 7,000,000 people live in Orvia, 1,500 m above the sea.");
    assert_eq!(kind(left, right), "copyedit");
}

#[test]
fn without_titles_other_wording_is_a_copyedit_and_another_value_drift() {
    assert_eq!(kind(("", "The tower fell."), ("", "The old tower fell down.")), "copyedit");
    assert_eq!(
        kind(("", "The Blue Tower of Orva fell in 1802."), ("", "The Blue Tower of Orva fell in 1812.")),
        "drift"
    );
}

#[test]
fn one_text_is_identical() {
    assert_eq!(kind(("A", "One text."), ("B", "One text.")), "identical");
}

#[test]
fn section_6_1_of_paper_000_has_its_kinds() {
    let bush = "Bush had an approval rating of 22% by the end of his term in 2008.";
    let president = "Bush, a US President, had an approval rating of 22% by the end of his term in 2008.";
    let obama = "Obama had an approval rating of 56% by the end of his term in 2012.";
    let lower = "Obama had an approval rating of 46% by the end of his term in 2012.";
    assert_eq!(kind(("", bush), ("", obama)), "template");
    assert_eq!(kind(("", bush), ("", president)), "copyedit");
    assert_eq!(kind(("", obama), ("", lower)), "drift");
    let journal = "Neotropical Ichthyology 11 (1): 73-80.";
    assert_eq!(kind(("", journal), ("", "Neotropical Ichthyology 10 (2): 245-253.")), "reference");
}

#[test]
fn figure_4_of_paper_001_has_its_kinds() {
    let land = [
        (
            "Gondiswil",
            "Of the agricultural land 40.4% is used for growing crops and 26.6% is pastures while 2.2% is used for orchards or vine crops.",
        ),
        (
            "Kleindietwil",
            "Of the agricultural land 26.1% is used for growing crops and 30.2% is pastures while 3.0% is used for orchards or vine crops.",
        ),
        (
            "Leimiswil",
            "Of the agricultural land 37.8% is used for growing crops and 35.5% is pastures while 2.2% is used for orchards or vine crops.",
        ),
    ];
    assert_eq!(kind(land[0], land[1]), "template");
    assert_eq!(kind(land[0], land[2]), "template");
    assert_eq!(kind(land[1], land[2]), "template");
    let organizers = "Professional organizers help redirect paradigms into more useful cross-applications that ensure properly co-sustainable futures for their clients' spaces and processes.";
    assert_eq!(kind(("Professional organizing", organizers), ("Professional organizer", organizers)), "identical");
    let usually = "In dry areas it may only emerge from its burrow for a few weeks when conditions are right and usually at night but in areas with permanent water bodies and abundant rain it may be active all day.";
    let only = "In dry areas it may only emerge from its burrow for a few weeks when conditions are right and only at night but in areas with permanent water bodies and abundant rain it may be active all day.";
    assert_eq!(kind(("Great Plains toad", usually), ("List of amphibians and reptiles of Montana", only)), "copyedit");
    let seven = "Bulgaria, a poor rural nation of 7 million people sought to acquire Macedonia but when it tried it was defeated in 1913 in the Second Balkan War.";
    let less = "Bulgaria a poor rural nation of 4.5 million people sought to acquire Macedonia but when it tried it was defeated in 1913 in the Second Balkan War.";
    assert_eq!(kind(("History of the Balkans", seven), ("Home front during World War I", less)), "drift");
    let book =
        "Komjáth Péter and Vilmos Totik: Problems and Theorems in Classical Set Theory, Springer-Verlag, Berlin, 2006.";
    let turned =
        "Péter Komjáth, Vilmos Totik: Problems and Theorems in Classical Set Theory, Springer-Verlag, Berlin, 2006.";
    assert_eq!(kind(("Péter Komjáth", book), ("Vilmos Totik", turned)), "reference");
    let bruce = "Army Medical Research Institute of Infectious Diseases (USAMRIID) microbiologist Bruce E.";
    let institute =
        "Army Medical Research Institute of Infectious Diseases (USAMRIID) which transitioned from the previous U.S.";
    assert_eq!(kind(("Timeline of the 2001 anthrax attacks", bruce), ("Fort Detrick", institute)), "other");
}

fn sentences() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z]{1,5}",
        "[A-Z][a-z]{0,5}",
        "[0-9]{1,4}",
        "(The|city|of|in|not|May|million|he|she|was|[.,();'\"-])",
        "\\PC{1,2}"
    ];
    proptest::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn turning_a_pair_round_changes_nothing_of_its_kind(
        texts in (sentences(), sentences()),
        titles in (sentences(), sentences()),
        documents in ("[ab]?", "[ab]?"),
    ) {
        let side = |text, title, document| Side { text, title, document, ..Side::default() };
        let left = side(texts.0.as_str(), titles.0.as_str(), documents.0.as_str());
        let right = side(texts.1.as_str(), titles.1.as_str(), documents.1.as_str());
        let context = Some(Context { identical: 3, near: 1, cluster: 4, places: None });
        let one = classify(&Pair { left, right, context, same_names: &[] });
        let two = classify(&Pair { left: right, right: left, context, same_names: &[] });
        prop_assert_eq!((one.kind, one.drift, one.confidence), (two.kind, two.drift, two.confidence));
        prop_assert_eq!(one.comparison.changes, two.comparison.swap_sides().changes);
    }
}
