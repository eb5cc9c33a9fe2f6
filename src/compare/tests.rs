//! What the comparison promises, on sentences of our own.

use proptest::prelude::*;

use super::*;

fn compare<'t>(left: &'t str, right: &'t str) -> Comparison<'t> {
    let mut sentences = CutSentences::default();
    compare_sentences(sentences.cut(left, ""), sentences.cut(right, ""))
}

fn changes(left: &str, right: &str) -> Vec<(String, String, &'static str, bool)> {
    let found = compare(left, right);
    let text = |text: &str, (start, end): (usize, usize)| text[start..end].to_owned();
    found
        .changes
        .iter()
        .map(|change| (text(left, change.left), text(right, change.right), change.kind.name(), change.disagrees))
        .collect()
}

fn only(left: &str, right: &str) -> (String, String, &'static str, bool) {
    let mut all = changes(left, right);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn change(left: &str, right: &str, kind: &'static str, disagrees: bool) -> (String, String, &'static str, bool) {
    (left.to_owned(), right.to_owned(), kind, disagrees)
}

#[test]
fn another_number_is_a_number_that_disagrees() {
    let found = only("The bridge has 14 arches.", "The bridge has 17 arches.");
    assert_eq!((found.2, found.3), ("number", true));
}

#[test]
fn another_year_is_a_date_that_disagrees() {
    assert_eq!(only("It opened in 1904.", "It opened in 1907."), change("1904", "1907", "date", true));
}

#[test]
fn two_spellings_of_a_name_are_wording() {
    for (left, right) in [
        ("Duke Ljudevit came.", "Duke Liudewit came."),
        ("Then Col. Zerbo came.", "Then Colonel Zerbo came."),
        ("They sent AAF troops.", "They sent FAA troops."),
        ("It ended in 458 and in 445 BC.", "It ended in 458 and in 445 BCE."),
    ] {
        assert!(changes(left, right).iter().all(|change| !change.3), "{:?}", changes(left, right));
    }
    for (left, right) in
        [("They came to Iran.", "They came to Iraq."), ("Then Karl Brandt came.", "Then Emil Lind came.")]
    {
        assert!(changes(left, right).iter().any(|change| change.3), "{:?}", changes(left, right));
    }
}

#[test]
fn a_list_in_another_order_disagrees_in_nothing() {
    let found = changes("The seats are Ulm, Graz, Linz and Ghent.", "The seats are Linz, Ulm, Ghent and Graz.");
    assert!(found.iter().all(|change| !change.3), "{found:?}");
    let found = changes("The seats are Ulm, Graz, Linz and Ghent.", "The seats are Ulm, Graz, Linz and Brno.");
    assert!(found.iter().any(|change| change.3), "{found:?}");
}

#[test]
fn as_many_denials_on_both_sides_deny_the_same() {
    let found = changes("Those were not found.", "None of these were found.");
    assert!(found.iter().all(|change| !change.3), "{found:?}");
    assert!(changes("They were found.", "They were not found.").iter().any(|change| change.3));
    let found = changes("The dialects are intelligible.", "The dialects are unintelligible.");
    assert!(found.iter().any(|change| change.3), "{found:?}");
    let found = changes("Many immigrants live there.", "Many migrants live there.");
    assert!(found.iter().all(|change| !change.3), "{found:?}");
}

#[test]
fn one_date_written_twice_is_wording() {
    let found = only("She died on 3 June 1911 in Ghent.", "She died on June 3, 1911 in Ghent.");
    assert_eq!((found.2, found.3), ("wording", false));
}

#[test]
fn one_amount_written_twice_is_wording() {
    let found = only("The mill cost 2 million crowns.", "The mill cost 2,000,000 crowns.");
    assert_eq!((found.2, found.3), ("wording", false));
}

#[test]
fn another_name_disagrees_and_a_pronoun_does_not() {
    let found = only("The keys were kept by Edith Varga.", "The keys were kept by Ottilie Brandt.");
    assert_eq!(found, change("Edith Varga", "Ottilie Brandt", "name", true));
    assert_eq!(
        only("Edith Varga kept the keys.", "She kept the keys."),
        change("Edith Varga", "She", "wording", false)
    );
}

#[test]
fn one_name_spelled_twice_is_wording() {
    assert_eq!(only("He met Katharine there.", "He met Katherine there.").2, "wording");
    assert_eq!(only("He moved to the United States.", "He moved to the USA.").2, "wording");
    assert_eq!(only("It joined the NATC.", "It joined the North Atlantic Trade Council.").2, "wording");
}

#[test]
fn names_of_two_countries_are_not_spellings_of_one() {
    assert_eq!(
        only("The firm moved to Austria.", "The firm moved to Australia."),
        change("Austria", "Australia", "place", true)
    );
}

#[test]
fn a_denial_on_one_side_disagrees() {
    assert_eq!(only("The lock was opened.", "The lock was not opened."), change("", "not", "negation", true));
    assert_eq!(only("Reviews were positive overall.", "Reviews were mixed overall.").2, "negation");
}

#[test]
fn a_number_that_points_to_a_place_tells_nothing() {
    for (left, right) in [
        ("Nodes keep a soft state [14] for errors.", "Nodes keep a soft state [32] for errors."),
        ("See section 5.6 for the method.", "See section 5.7 for the method."),
        ("Use the rules in Table 3.", "Use the rules in Table 7."),
        ("(8) Unless agreed, the chair decides.", "(7) Unless agreed, the chair decides."),
        ("13.6 Caching Responses ......... 90", "13.6 Caching Responses ......... 95"),
        ("The server sends the answer back (6).", "The server sends the answer back (2)."),
    ] {
        assert_eq!((only(left, right).2, only(left, right).3), ("wording", false), "{left}");
    }
    assert_eq!(only("It is defined in RFC 2571.", "It is defined in RFC 2271.").2, "name");
    assert_eq!(only("It has 41 rooms.", "It has 46 rooms."), change("41", "46", "number", true));
    assert_eq!(only("The harbour (est. 1904) is small.", "The harbour (est. 1907) is small.").2, "date");
}

#[test]
fn a_word_of_quantity_is_named() {
    assert_eq!(only("Most farmers left.", "Few farmers left.").2, "quantity");
}

#[test]
fn what_only_one_side_has_is_added_or_removed() {
    assert_eq!(only("The tower fell.", "The tower fell after the storm.").2, "addition");
    assert_eq!(only("The tower fell after the storm.", "The tower fell.").2, "removal");
}

#[test]
fn case_and_quotes_are_punctuation() {
    assert!(changes("The \"Great\" Hall burned.", "the great hall burned.").iter().all(|each| each.2 == "punctuation"));
}

#[test]
fn words_that_moved_are_order() {
    let found = changes("However the road was closed.", "The road was however closed.");
    assert_eq!(found.iter().filter(|each| each.2 == "order").count(), 2, "{found:?}");
}

#[test]
fn what_an_extraction_lost_is_not_a_fact() {
    for (left, right) in [
        ("The acid H2X gives off a proton.", "The acid HX gives off a proton."),
        ("It peaks at formula_4 twice.", "It peaks at codice_9 twice."),
        ("Since 30 = 1 and 31 = 3 hold, so does this.", "Since 3 = 1 and 3 = 3 hold, so does this."),
    ] {
        assert!(compare(left, right).changes.iter().any(|change| change.residue), "{left}");
        assert!(!changes(left, right).iter().any(|each| each.3), "{left}");
    }
}

#[test]
fn chinese_is_compared_by_the_character() {
    assert_eq!(only("他去了北京城", "他去了南京城").0, "北");
}

#[test]
fn sentences_of_many_words_are_compared_in_bounded_space() {
    let words = |change: &str| -> String {
        (0..30_000).map(|at| if at % 5_000 == 7 { format!("{change} ") } else { format!("word{at} ") }).collect()
    };
    let (left, right) = (words("red"), words("blue"));
    assert_eq!(compare(&left, &right).changes.len(), 6);
    let (flat, other) = ("a b ".repeat(9_000), "b a c ".repeat(9_000));
    compare(&flat, &other);
}

/// Left with every change put in, without spaces: it must be right without spaces.
fn patched(left: &str, right: &str) -> String {
    let found = compare(left, right);
    let (mut patched, mut from) = (String::new(), 0);
    for change in &found.changes {
        patched += &left[from..change.left.0];
        patched += &right[change.right.0..change.right.1];
        from = change.left.1;
    }
    patched += &left[from..];
    patched.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn sentences() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z]{1,7}",
        "[A-Z][a-z]{1,6}",
        "[0-9]{1,5}",
        "(the|of|in|not|May|million|[.,();'\"-])",
        "\\PC{1,3}"
    ];
    proptest::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn the_changes_turn_left_into_right(left in sentences(), right in sentences()) {
        let plain: String = right.chars().filter(|letter| !letter.is_whitespace()).collect();
        prop_assert_eq!(patched(&left, &right), plain);
    }

    #[test]
    fn turning_the_sides_mirrors_the_changes(left in sentences(), right in sentences()) {
        let mut turned: Vec<Change> =
            compare(&right, &left).changes.iter().map(Change::swap_sides).collect();
        turned.sort_by_key(|change| (change.left, change.right));
        prop_assert_eq!(compare(&left, &right).changes, turned);
    }

    #[test]
    fn a_text_does_not_differ_from_itself(text in sentences()) {
        prop_assert!(compare(&text, &text).changes.is_empty());
    }
}
