//! What a reader would take for another name, and what not.

use super::{find_page_aliases, find_redirect_alias, find_sentence_aliases, find_title_alias};

fn list_found(text: &str) -> Vec<(String, String, &'static str)> {
    let found = find_sentence_aliases(text).into_iter();
    found.map(|alias| (alias.name.to_owned(), alias.other.to_owned(), alias.source.name())).collect()
}

fn list_page(title: &str, text: &str) -> Vec<(String, String, &'static str)> {
    let found = find_page_aliases(title, text).into_iter();
    found.map(|alias| (alias.name.to_owned(), alias.other.to_owned(), alias.source.name())).collect()
}

fn alias(name: &str, other: &str, how: &'static str) -> Vec<(String, String, &'static str)> {
    vec![(name.to_owned(), other.to_owned(), how)]
}

#[test]
fn an_abbreviation_in_brackets_is_short_for_the_words_before_it() {
    let text = "It is led by the Lake and River Fund for Orrin (LRFO) alone.";
    assert_eq!(list_found(text), alias("Lake and River Fund for Orrin", "LRFO", "abbreviation"));
    assert_eq!(list_found("A rate of slow ice melt (SIM)."), alias("slow ice melt", "SIM", "abbreviation"));
    assert_eq!(list_found("The Management Agency (MEMA) left."), []);
    assert_eq!(list_found("The ferry of Tessa Vale (XYZ) left."), []);
}

#[test]
fn a_name_may_be_introduced_as_another() {
    assert_eq!(list_found("Orrin, also known as Dunwater, is a lake."), alias("Orrin", "Dunwater", "marked"));
    assert_eq!(list_found("The Ostra, or Odra, is a river."), alias("Ostra", "Odra", "or"));
    assert_eq!(list_found("Norden Oil (formerly Fjordoil) drills."), alias("Norden Oil", "Fjordoil", "marked"));
    let text = "Tessia, officially the Republic of Tessia and Vale, is a state.";
    assert_eq!(list_found(text), alias("Republic of Tessia", "Tessia", "marked"));
    assert_eq!(list_found("He was king of Tessia, also known as Tess, and died."), []);
}

#[test]
fn a_bracket_alone_must_look_like_the_name_before_it() {
    assert_eq!(list_found("Orrinberg (Orrinbeu) fought."), alias("Orrinberg", "Orrinbeu", "bracket"));
    assert_eq!(list_found("Ann Vale (Tessa Holm) left."), []);
    assert_eq!(list_found("Tessia (North Tessia) is far."), []);
}

#[test]
fn figures_must_be_the_same() {
    assert_eq!(list_found("The Group of Seven, also known as G7, met."), []);
    assert_eq!(find_redirect_alias("2005 Orrin flood", "2006 Orrin flood"), None);
}

#[test]
fn a_page_has_bold_names_and_labels_of_links() {
    let text = "{{Infobox|name='''x'''}}\n'''Norden''' (once '''Fjordoil''') drills for [[Tessia|Dunland]]. '''No'''.";
    let mut expected = alias("Norden", "Fjordoil", "bold");
    expected.extend(alias("Tessia", "Dunland", "link"));
    assert_eq!(list_page("Norden (company)", text), expected);
    for no in [
        "[[Tessia|Tessian]]",
        "[[Orrin Football Club|Orrin Lions]]",
        "[[Orrin Guard|Army]]",
        "[[Tessia|the land]]",
        "[[Lake Orrin|Orrin]]",
        "[[A#b|Cd]]",
        "[[File:A|B]]",
        "[[A|",
    ] {
        assert_eq!(list_page("Norden", no), [], "{no}");
    }
}

#[test]
fn a_redirect_and_a_title_in_brackets_are_other_names() {
    let found = find_redirect_alias("Fjordoil", "Norden").map(|alias| (alias.name, alias.other));
    assert_eq!(found, Some(("Norden", "Fjordoil")));
    assert_eq!(find_redirect_alias("Orrin", "Lake Orrin"), None);
    let found = find_title_alias("Orrin (lake)").map(|alias| (alias.name, alias.other));
    assert_eq!(found, Some(("Orrin (lake)", "Orrin")));
    assert_eq!(find_title_alias("Orrin"), None);
    assert_eq!(find_redirect_alias("Effects of the Orrin flood", "Orrin flood of June"), None);
    assert!(find_redirect_alias("Quill Vale", "Anselm Vale").is_some());
}

#[test]
fn names_are_paired_with_all_names_of_a_thing() {
    use super::{hash_name, list_name_questions, pair_names};
    assert_eq!(hash_name("The Órrin"), hash_name("orrin"));
    assert_eq!(pair_names(&["Norden", "Fjordoil", "Norse Oil"], &[]).len(), 3);
    assert_eq!(pair_names(&["Norden", "Fjordoil"], &["Norse Oil", "Oil"]).len(), 3);
    let (left, right) = ("It was Quill Vale who left.", "It was Anselm Vale who left.");
    let asked = list_name_questions(left, right, [(7, 12), (7, 13)]);
    assert_eq!(asked[0], pair_names(&["Anselm", "Quill"], &[])[0]);
    assert_eq!(asked[1], pair_names(&["Quill Vale", "Anselm Vale"], &[])[0]);
}
