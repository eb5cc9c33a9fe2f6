//! Plain text to blocks: what is a heading, a list item, a wrapped paragraph.

use super::*;

fn blocks_of(source: &str) -> Vec<(Element, String)> {
    let mut blocks = Blocks::default();
    clean_plain_text(source, &mut blocks);
    blocks.blocks.iter().map(|block| (block.element, blocks.text_of(block).to_string())).collect()
}

fn texts(source: &str) -> Vec<String> {
    blocks_of(source).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn a_line_is_a_block_and_a_short_one_before_text_a_heading() {
    assert_eq!(
        blocks_of("Water\nThe well was dug in 1843 by two men.\nIt is dry.\n"),
        [
            (Element::Heading, "Water".to_string()),
            (Element::Paragraph, "The well was dug in 1843 by two men.".to_string()),
            (Element::Paragraph, "It is dry.".to_string()),
        ]
    );
    assert_eq!(texts("历史\n井挖于1843年。\n现在干了。"), ["历史", "井挖于1843年。", "现在干了。"]);
    assert_eq!(texts("tea\nmilk and salt\nrope, tar\n"), ["tea", "milk and salt", "rope, tar"]);
}

#[test]
fn what_has_no_prose_under_it_is_no_heading() {
    let question = "How do I mend the well behind the old mill";
    assert_eq!(blocks_of(question), [(Element::Paragraph, question.to_string())]);
    let mut blocks = Blocks::default();
    clean_plain_text("Water\n\nHow do I mend the well", &mut blocks);
    assert!(blocks.blocks.iter().all(|block| block.element == Element::Paragraph && block.section == 0));
    assert_eq!(blocks.sections, [""]);
    assert_eq!(blocks_of("# Water"), [(Element::Heading, "Water".to_string())]);
    assert_eq!(blocks_of("Water\n\nIt is dry.")[0].0, Element::Heading);
    let is_text = |source: &str| blocks_of(source)[0].0 == Element::Paragraph;
    assert!(is_text("Water\n\nand it is dry in the summer."), "it goes on");
    assert!(
        is_text("Subscribe to our newsletter\n\nThe mill was built in 1843 by two men."),
        "it speaks to the reader"
    );
    assert!(is_text("Pipelines: crude oil 2,826 km (2013)\n\nThe country has two ports on the sea of the north."));
}

#[test]
fn a_heading_under_a_heading_is_one_and_a_menu_is_none() {
    let mut blocks = Blocks::default();
    clean_plain_text("History\n\nEarly years\n\nThe mill was built in 1843.", &mut blocks);
    assert_eq!(blocks.sections, ["", "History", "Early years"]);
    clean_plain_text("Home\n\nNews\n\nContact\n\nImprint\n\nThe mill was built in 1843.", &mut blocks);
    assert_eq!(blocks.sections, [""]);
    assert_eq!(blocks.blocks.len(), 5);
    assert_eq!(blocks.text_of(&blocks.blocks[0]), "Home");
}

#[test]
fn a_heading_that_repeats_the_title_opens_no_section() {
    let mut blocks = Blocks::default();
    clean_titled_text(
        "Lake Orrin\n\nLake Orrin lies in the north.\n\nWater\n\nIt is dry now.",
        "lake Orrin",
        &mut blocks,
    );
    assert_eq!(blocks.sections, ["", "Water"]);
    assert_eq!((blocks.blocks[0].element, blocks.blocks[1].section), (Element::Heading, 0));
    clean_titled_text("# Lake Orrin\n\n## Water\n\nIt is dry now.", "Lake Orrin", &mut blocks);
    assert_eq!(blocks.sections, ["", "Water"]);
}

#[test]
fn wrapped_lines_stay_together() {
    let mail = "The well that stands behind the old mill was dug by two men\n\
                who had come from the coast in the year of the great storm,\n\
                and it gave water to the town until the river was dammed by\n\
                the new owners.\n\nIt is dry now.";
    assert_eq!(texts(mail).len(), 2);
    assert_eq!(texts("This sentence is\ncut in two by a page."), ["This sentence is\ncut in two by a page."]);
    let chinese =
        "这口井是由两个从海边来的人在大风暴那一年挖的\n它给全镇供水直到新主人在河上修了大坝为止那时\n井干了。";
    assert_eq!(texts(chinese).len(), 1);
}

#[test]
fn verses_and_paragraphs_of_one_line_do_not_join() {
    let verses = "The well is deep, the night is long and cold,\n\
                  The men who dug it now are gone or old,\n\
                  And nobody remembers what was told,";
    assert_eq!(texts(verses).len(), 3);
    let lines =
        "The well was dug by two men who came from the coast.\nIt gave water to the town until the dam was built.";
    assert_eq!(texts(lines).len(), 2);
}

#[test]
fn lists_and_marked_headings_are_known() {
    let found = blocks_of("# Tea\n\n- green\n* black\n1. first\n(a) second\n\nMilk\n====\n\n## Salt ##\nIt is white.");
    let elements: Vec<Element> = found.iter().map(|(element, _)| *element).collect();
    assert_eq!(found[0].1, "Tea");
    assert_eq!(found[6].1, "Salt");
    use Element::{Heading, ListItem, Paragraph};
    assert_eq!(elements, [Heading, ListItem, ListItem, ListItem, ListItem, Heading, Heading, Paragraph]);
    let mut blocks = Blocks::default();
    clean_plain_text("# Tea\n\n## Green\n\n# Milk", &mut blocks);
    assert_eq!(blocks.sections, ["", "Tea", "Tea / Green", "Milk"]);
}

#[test]
fn the_foot_of_a_page_lasts_until_the_next_heading() {
    let mut blocks = Blocks::default();
    clean_plain_text("The well is old and deep.\nSee also.\nWells of the north\n\n# More\n\nIt is dry.", &mut blocks);
    let footers: Vec<bool> = blocks.blocks.iter().map(|block| block.footer).collect();
    assert_eq!(footers, [false, true, true, false, false]);
}

#[test]
fn all_line_ends_and_odd_bytes_are_read() {
    assert_eq!(texts("\u{feff}One.\r\nTwo.\rThree.\u{c}Four.\u{2028}Five.\u{2029}Six.\u{85}Seven.\0\n\0\n").len(), 7);
    assert_eq!(texts(" \n\t\n"), Vec::<String>::new());
    assert_eq!(texts("“What?”\n\nHe sat.").len(), 2);
    assert!(blocks_of("“What?”\n\nHe sat.").iter().all(|(element, _)| *element == Element::Paragraph));
}
