//! Spellings of values: what is found, and how two of them stand.

mod numerals;
mod properties;
mod spellings;

use super::{Relation, Value, ValueSort, find_values, relate_values};

fn one(text: &str) -> Value {
    let values = find_values(text);
    assert_eq!(values.len(), 1, "{text}: {:?}", spans(text));
    values.into_iter().next().expect("there is one")
}

fn spans(text: &str) -> Vec<&str> {
    find_values(text).iter().map(|value| &text[value.start..value.end]).collect()
}

fn relation(left: &str, right: &str) -> Relation {
    let (first, second) = (one(left), one(right));
    let there = relate_values(&first, &second);
    assert_eq!(there, relate_values(&second, &first), "{left} / {right} depends on the order");
    there
}

#[track_caller]
fn equal(spellings: &[&str]) {
    for left in spellings {
        for right in spellings {
            assert_eq!(relation(left, right), Relation::Equal, "{left} / {right}");
        }
    }
}

#[track_caller]
fn all(expected: Relation, pairs: &[(&str, &str)]) {
    for (left, right) in pairs {
        assert_eq!(relation(left, right), expected, "{left} / {right}");
    }
}

#[test]
fn equal_numbers_in_other_words_are_equal() {
    equal(&[
        "7 million",
        "7,000,000",
        "seven million",
        "7 000 000",
        "7.0 million",
        "70 lakh",
        "7\u{a0}000\u{a0}000",
        "7×10^6",
    ]);
    equal(&["5", "five", "5.0"]);
    equal(&["205", "two hundred and five", "two hundred five"]);
    equal(&["25", "twenty-five", "twenty five"]);
    equal(&["12", "a dozen", "one dozen", "twelve"]);
    equal(&["500,000", "half a million", "0.5 million", "five hundred thousand", "5 lakh"]);
    equal(&["1½", "1.5", "one and a half", "1 1/2", "3/2"]);
    equal(&["½", "1/2", "one half", "one-half", "0.5"]);
    equal(&["½", "1/2", "one half", "50%"]);
    equal(&["two-thirds", "⅔", "2/3", "4/6"]);
    equal(&["-5", "minus 5", "−5"]);
    equal(&["1234567.5", "1,234,567.5", "1.234.567,5", "1 234 567,5"]);
    equal(&["1,00,000", "100,000", "1 lakh"]);
    equal(&["5th", "fifth"]);
    equal(&["21st", "twenty-first"]);
    equal(&["105th", "one hundred and fifth"]);
    equal(&["7.4/10", "7.40/10"]);
}

#[test]
fn equal_amounts_in_other_units_are_equal() {
    equal(&["5%", "5 percent", "five per cent", "5 %", "five percent"]);
    equal(&[
        "$1.5 million",
        "US$1,500,000",
        "1.5 million dollars",
        "$ 1.5 million",
        "$1.5m",
        "$1.5M",
        "USD 1.5 million",
        "1.5 million US dollars",
    ]);
    equal(&["£5bn", "£5 billion", "5 billion pounds", "GBP 5 billion"]);
    equal(&["50 cents", "$0.50"]);
    equal(&["1.5 km", "1,500 m", "1.5-kilometre", "1500 metres", "1.5km"]);
    equal(&["5 mi", "5 miles", "five-mile", "5-mile"]);
    equal(&["5 square miles", "5 sq mi", "5 mi2", "5 mi²"]);
    equal(&["100 km/h", "100 kilometres per hour", "100 kph"]);
    equal(&["32 °F", "0 °C", "0 degrees Celsius", "0°C"]);
    equal(&["2 hours 30 minutes", "2.5 hours", "150 minutes", "two and a half hours"]);
    equal(&["12 months", "1 year", "one year"]);
    equal(&["5 ft 10 in", "5'10\"", "5 feet 10 inches", "70 inches"]);
    equal(&["3 kWh", "3,000 Wh"]);
    equal(&["5 pounds", "five lb"]);
    equal(&["19 kilometres (12 mi)", "twelve miles (19 km)", "12 miles"]);
    equal(&["19 kilometres (12 mi)", "twelve miles (19 km)", "19 km"]);
}

#[test]
fn equal_dates_in_other_orders_are_equal() {
    equal(&[
        "12 May 2010",
        "May 12, 2010",
        "2010-05-12",
        "the 12th of May 2010",
        "May 12th, 2010",
        "12.05.2010",
        "Wednesday, 12 May 2010",
        "12 mai 2010",
        "May 12 , 2010",
    ]);
    equal(&["May 2010", "May, 2010"]);
    equal(&["the 1990s", "1990s", "1990's", "the '90s"]);
    equal(&["the 19th century", "nineteenth century", "XIX century", "19th-century"]);
    equal(&["331 BC", "331 BCE", "331 B.C."]);
    equal(&["79 AD", "AD 79", "79 CE"]);
    equal(&["1914–18", "1914-1918", "from 1914 to 1918", "between 1914 and 1918", "1914 to 1918"]);
    equal(&["2–5 May 2010", "May 2–5, 2010", "from 2 May 2010 to 5 May 2010"]);
    equal(&["3 pm", "15:00", "3:00 p.m.", "3 p.m.", "three pm"]);
}

#[test]
fn what_can_both_hold_is_compatible() {
    all(
        Relation::Compatible,
        &[
            ("73.39", "73"),
            ("182.2", "182"),
            ("more than 25%", "28.1%"),
            ("about 5", "5"),
            ("over 200", "200"),
            ("1,648,000", "1,648,195"),
            ("$5,289,149", "$5.3 million"),
            ("2010", "12 May 2010"),
            ("the 1990s", "1994"),
            ("May 2010", "12 May 2010"),
            ("12 May", "12 May 2010"),
            ("5 miles", "8 km"),
            ("5 to 10 km", "7 km"),
            ("1914–18", "1916"),
            ("at least 100", "over 100"),
            ("c. 1880", "1881"),
            ("3:00", "15:00"),
            ("$5", "A$5"),
            ("5 km", "5"),
            ("365 days", "1 year"),
            ("19th century", "1845"),
            ("3.17/10", "3.2/10"),
            ("nearly 200", "195"),
            ("before 1914", "1912"),
            ("33%", "one third"),
            ("72.5", "73"),
            ("over 25%", "over 25.3%"),
            ("about 5 million", "4.7 million"),
            ("19 kilometres (12 mi)", "19.4 km"),
        ],
    );
}

#[test]
fn what_cannot_both_hold_is_different() {
    all(
        Relation::Different,
        &[
            ("1984", "1985"),
            ("1900", "1901"),
            ("over 200", "over 400"),
            ("more than 100", "more than 50"),
            ("10", "11"),
            ("50", "48"),
            ("51", "50.2"),
            ("$24.9 million", "$25,043,767"),
            ("12 May 2010", "13 May 2010"),
            ("May 2010", "June 2010"),
            ("third", "second"),
            ("95 percent", "97%"),
            ("650", "~900"),
            ("200 to 400", "30 to 60"),
            ("between 90 and 110", "between 89 and 92"),
            ("4–1", "1–0"),
            ("2015–16", "2016–17"),
            ("14–16", "20"),
            ("15:00", "14:30"),
            ("5 km", "7 km"),
            ("6.51 billion", "4.036 million"),
            ("331 BC", "331 AD"),
            ("early 1990s", "late 1990s"),
            ("19th century", "18th century"),
            ("6.3/10", "6.7/10"),
            ("12345678901234567890", "12345678901234567891"),
            ("73.5", "73"),
            ("1/2", "2/3"),
            ("one third", "0.4"),
            ("one third", "30%"),
            ("over 1 million", "over 1.5 million"),
            ("about 97%", "nearly 90%"),
            ("about 331 BC", "about 332 BC"),
            ("1,000", "1,400"),
            ("200", "201"),
            ("before 1914", "1915"),
            ("fewer than 50", "60"),
        ],
    );
}

#[test]
fn values_of_two_sorts_are_incomparable() {
    all(
        Relation::Incomparable,
        &[
            ("12 May 2010", "5%"),
            ("5 km", "5 kg"),
            ("US$5", "£5"),
            ("5%", "5 percentage points"),
            ("5 km", "7"),
            ("15:00", "5%"),
        ],
    );
}

#[test]
fn the_whole_expression_is_found() {
    let cases: &[(&str, &[&str])] = &[
        ("It cost about $1.5 million in the 1990s.", &["about $1.5 million", "the 1990s"]),
        ("Born on Monday, 12 May 2010 in Wien.", &["Monday, 12 May 2010"]),
        ("The road is 5 miles (8 km) long.", &["5 miles (8 km)"]),
        ("Some 1,500 m of it and 200+ more.", &["Some 1,500 m", "200+"]),
        ("COVID-19, H2O, formula_5, 76ers and the F-16 of 2Pac", &[]),
        ("Version 1.2.3 at 192.168.0.1", &["1.2.3", "192.168.0.1"]),
        ("ISBN 978-0-306-40615-7, see https://example.org/5/2010", &["978-0-306-40615-7"]),
        ("No one saw one another; five did.", &["five"]),
        ("one hundred one hundred", &["one hundred", "one hundred"]),
        ("between one hundred and two hundred", &["between one hundred and two hundred"]),
        ("In 1990 250 people came", &["1990", "250"]),
        ("On May 12 300 people came", &["May 12", "300"]),
        ("It may rain 5 times in May.", &["5", "May"]),
        ("several hundred people, millions of them", &[]),
        ("in 20 in the north", &["20"]),
        ("(born 5 May 1980)", &["5 May 1980"]),
        ("sold 2.4 million copies, 0.5–5.0 mg of it", &["2.4 million", "0.5–5.0 mg"]),
        ("population density of 3,214.9 per square mile (1,241.3/km2).", &["3,214.9 per square mile (1,241.3/km2)"]),
        ("the second-largest", &["second"]),
        ("mid-1990s and pre-1914", &["mid-1990s", "1914"]),
        ("in 2004.After six", &["2004", "six"]),
        ("A 6-foot-4-inch man ran at 3×10⁸ m/s.", &["6-foot-4-inch", "3×10⁸ m/s"]),
        ("Call +1 212-555-0123 or +5.", &["+1 212-555-0123", "+5"]),
        (
            "from the 5th–4th century BC, the 12th and 13th centuries",
            &["from the 5th–4th century BC", "the 12th and 13th centuries"],
        ),
        (
            "from 20 May until 5 June 2010; between 7 and 14 April",
            &["from 20 May until 5 June 2010", "between 7 and 14 April"],
        ),
        ("a quarter of a million, 1.2 x 10^6 of them", &["a quarter of a million", "1.2 x 10^6"]),
        ("an estimated quarter of all reserves, an estimated third of them", &["estimated quarter", "estimated third"]),
        ("The temperature rose from −5 °C to 10 °C (23 to 50 °F).", &["from −5 °C to 10 °C (23 to 50 °F)"]),
        ("at 51°30′N, 60 fps, 100 Mbit/s", &["51°30′", "60 fps", "100 Mbit/s"]),
        ("Round 2B of the 3M Open in 4K", &[]),
        ("literacy: 95.4%male", &["95.4%"]),
    ];
    for (text, expected) in cases {
        assert_eq!(&spans(text), expected, "{text}");
    }
}

#[test]
fn a_value_says_what_it_is() {
    let cases = [
        ("in 1984", ValueSort::Date),
        ("2134 confirmed cases", ValueSort::Number),
        ("(2010 census)", ValueSort::Date),
        ("5 km", ValueSort::Quantity),
        ("fifth", ValueSort::Ordinal),
        ("£5", ValueSort::Money),
        ("3 pm", ValueSort::Time),
        ("5–10", ValueSort::Range),
        ("1.2.3", ValueSort::Code),
    ];
    for (text, what) in cases {
        assert_eq!(one(text).what, what, "{text}");
    }
}

#[test]
fn chinese_and_japanese_spellings_are_values() {
    equal(&["十二", "12", "twelve"]);
    equal(&["三百万", "300万", "3,000,000", "３００万", "3 million"]);
    equal(&["1.2亿", "120 million", "1亿2000万", "12000万"]);
    equal(&["2010年5月12日", "12 May 2010", "二〇一〇年五月十二日", "２０１０年５月１２日"]);
    equal(&["百分之五", "5%", "5％"]);
    equal(&["三分之二", "2/3"]);
    equal(&["5公里", "5 km", "五公里", "5000米"]);
    equal(&["100美元", "US$100", "一百美元"]);
    equal(&["第三", "third", "第3"]);
    equal(&["20世纪90年代", "1990年代", "the 1990s"]);
    equal(&["十九世纪", "19世紀", "19th century"]);
    equal(&["公元前331年", "331 BC"]);
    equal(&["下午3时30分", "午後3時30分", "15:30"]);
    equal(&["5年", "five years"]);
    all(Relation::Compatible, &[("约300人", "300"), ("超过500万", "5.2 million"), ("2010年", "2010年5月")]);
    all(Relation::Different, &[("2010年5月", "2010年6月"), ("三百万", "四百万"), ("5至10公里", "20公里")]);
    assert_eq!(spans("三星和四川的统一，一般十分好。"), Vec::<&str>::new());
    assert_eq!(spans("他在1998年有三个人。"), ["1998年", "三"]);
}

#[test]
fn what_was_left_out_of_a_value_is_no_other_value() {
    all(
        Relation::Compatible,
        &[
            ("7th millennium", "7th millennium BC"),
            ("406", "AD 406"),
            ("about 6", "about 6 billion euros"),
            ("0.4", "0.4 million"),
            ("the 31st", "31 March"),
        ],
    );
    all(Relation::Different, &[("6 million", "6 billion"), ("7th millennium", "6th millennium BC")]);
}

#[test]
fn years_ago_are_a_date() {
    assert_eq!(relation("5,000 years ago", "3000 BCE"), Relation::Compatible);
    assert_eq!(relation("5,000 years ago", "1000 BCE"), Relation::Incomparable);
    all(Relation::Different, &[("5,000 years ago", "6,500 years ago")]);
    equal(&["5,000 years ago", "five thousand years ago"]);
}

#[test]
fn the_same_bound_of_a_range_and_a_figure_is_used_as_the_figure() {
    all(Relation::Different, &[("up to 14–16 percent", "up to 20 percent")]);
    all(Relation::Compatible, &[("14–16 percent", "15 percent")]);
}

#[test]
fn a_stretch_of_years_says_when() {
    for text in ["between 1993 and 2010", "1995-99", "12 May 2010", "from 1991 to 2004"] {
        assert!(one(text).is_timely(), "{text}");
    }
    assert_eq!(one("between 1993 and 2010").years(), Some((1993, 2010)));
    assert!(!one("between 3 and 5 km").is_timely());
}

#[test]
fn dates_of_other_languages_are_read() {
    for text in ["12. Mai 2010", "12 mai 2010", "12 de mayo de 2010", "12 мая 2010", "2010年5月12日"] {
        let values = find_values(text);
        assert_eq!(values.len(), 1, "{text}");
        let english = find_values("12 May 2010");
        assert_eq!(relate_values(&values[0], &english[0]), Relation::Equal, "{text}");
    }
    assert_eq!(find_values("около 5 млн").len(), 1);
    let (left, right) = (find_values("3,5 Milliarden"), find_values("3.5 billion"));
    assert_eq!((left.len(), right.len()), (1, 1));
}
