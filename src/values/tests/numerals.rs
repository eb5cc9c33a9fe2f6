//! Ways to write a number: grouped, with a scale word, in words, as an ordinal.

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Digits in groups of three.
pub(super) fn grouped(number: u64, mark: &str) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|chunk| std::str::from_utf8(chunk).ok()).collect();
    groups.join(mark)
}

pub(super) fn whole(number: u64) -> Vec<String> {
    let mut spellings = vec![
        grouped(number, ","),
        words(number),
        grouped(number, "\u{a0}"),
        grouped(number, "\u{202f}"),
        grouped(number, " "),
        format!("{}.0", grouped(number, ",")),
        number.to_string().chars().map(|digit| char::from_u32(digit as u32 + 0xfee0).unwrap_or(digit)).collect(),
        format!("{number}"),
    ];
    if number >= 1_000_000 {
        spellings.push(grouped(number, "."));
    }
    for (power, name) in [(3, "thousand"), (6, "million"), (9, "billion"), (5, "lakh"), (7, "crore")] {
        let one = 10u64.pow(power);
        if number >= one && number.trailing_zeros_in_ten() + 3 >= power {
            let decimals = if number.is_multiple_of(one) { 0 } else { power };
            let figure = format!("{}.{:0width$}", number / one, number % one, width = power as usize);
            let figure =
                if decimals == 0 { (number / one).to_string() } else { figure.trim_end_matches('0').to_owned() };
            spellings.push(format!("{figure} {name}"));
        }
    }
    spellings
}

trait TrailingZeros {
    fn trailing_zeros_in_ten(self) -> u32;
}

impl TrailingZeros for u64 {
    fn trailing_zeros_in_ten(self) -> u32 {
        (0..).take_while(|power| *power < 19 && self != 0 && self.is_multiple_of(10u64.pow(power + 1))).count() as u32
    }
}

pub(super) fn decimal(number: u64, decimals: u32) -> Vec<String> {
    let one = 10u64.pow(decimals);
    let (whole, part) = (number / one, format!("{:0width$}", number % one, width = decimals as usize));
    let mut spellings = vec![
        format!("{}.{part}", grouped(whole, ",")),
        format!("{whole}.{part}"),
        format!("{}.{part}0", grouped(whole, ",")),
    ];
    if decimals < 3 {
        spellings.push(format!("{whole},{part}"));
    }
    if whole >= 1_000_000 {
        spellings.push(format!("{},{part}", grouped(whole, ".")));
    }
    spellings
}

pub(super) fn words(number: u64) -> String {
    let scales =
        [(1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand")];
    let (mut rest, mut parts) = (number, Vec::new());
    for (worth, name) in scales {
        if rest >= worth {
            parts.push(format!("{} {name}", words(rest / worth)));
            rest %= worth;
        }
    }
    if rest >= 100 {
        parts.push(format!("{} hundred", SMALL[rest as usize / 100]));
        rest %= 100;
    }
    if rest > 0 || parts.is_empty() {
        let small = below_hundred(rest as usize);
        parts.push(if parts.is_empty() || (number.is_multiple_of(3) && rest != 2) {
            small
        } else {
            format!("and {small}")
        });
    }
    parts.join(" ")
}

fn below_hundred(number: usize) -> String {
    match (number, number % 10) {
        (0..20, _) => SMALL[number].to_owned(),
        (_, 0) => TENS[number / 10].to_owned(),
        (_, ones) => format!("{}-{}", TENS[number / 10], SMALL[ones]),
    }
}

pub(super) fn ordinal_figure(number: u32) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

pub(super) fn ordinal_words(number: u32) -> String {
    let cardinal = words(u64::from(number));
    let at = cardinal.rfind([' ', '-']).map_or(0, |at| at + 1);
    let last = match &cardinal[at..] {
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        tens if tens.ends_with('y') => format!("{}ieth", &tens[..tens.len() - 1]),
        other => format!("{other}th"),
    };
    format!("{}{last}", &cardinal[..at])
}
