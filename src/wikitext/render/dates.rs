//! Dates, years and ages: `May 17, 1950`, `17 May 1950` with `df`, `1950年5月17日` in Chinese and Japanese.
//!
//! An age that grows with the day is never shown; the age at a death is.

use super::super::expand::{Call, Expander};
use super::super::kind::Kind;
use super::super::marks;
use std::borrow::Cow;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) fn render(expander: &mut Expander, kind: Kind, call: Call, name: &str) {
    match kind {
        Kind::Date => date(expander, call, name),
        Kind::DeathDate => death(expander, call),
        Kind::DeathYear => death_year(expander, call),
        Kind::OldStyleDate => old_style(expander, call),
        Kind::AsOf => as_of(expander, call, name),
        Kind::Circa(label) => circa(expander, call, label),
        Kind::Span(label) => span(expander, call, label),
        _ => century(expander, call),
    }
}

/// A day, a month or a year, as far as it is known.
#[derive(Clone, Copy, Default)]
struct Day {
    year: i64,
    month: usize,
    day: i64,
}

impl Day {
    fn text(self, day_first: bool, eastern: bool) -> String {
        let Day { year, month, day } = self;
        let name = MONTHS.get(month.wrapping_sub(1)).copied().unwrap_or_default();
        match (name.is_empty(), day > 0) {
            (true, _) if eastern => format!("{year}年"),
            (true, _) => year.to_string(),
            (false, false) if eastern => format!("{year}年{month}月"),
            (false, true) if eastern => format!("{year}年{month}月{day}日"),
            (false, false) => format!("{name} {year}"),
            (false, true) if day_first => format!("{day} {name} {year}"),
            (false, true) => format!("{name} {day}, {year}"),
        }
    }

    /// Whole years from `self` to `later`.
    fn years_to(self, later: Day) -> i64 {
        let before = (later.month, later.day) < (self.month, self.day);
        later.year - self.year - i64::from(before)
    }
}

/// The number of a month: `5`, `05`, `May`, `sept`.
fn month_number(text: &str) -> Option<usize> {
    let text = text.trim().trim_end_matches('.');
    if let Ok(number) = text.parse::<usize>() {
        return (1..=12).contains(&number).then_some(number);
    }
    let lower = text.to_lowercase();
    let index = MONTHS.iter().position(|month| lower.len() >= 3 && month.to_lowercase().starts_with(&lower));
    index.map(|index| index + 1)
}

/// Three arguments from place `first` on, each expanded once.
fn three<'a>(expander: &mut Expander<'a>, call: Call, first: u32) -> [Cow<'a, str>; 3] {
    [expander.at(call, first), expander.at(call, first + 1), expander.at(call, first + 2)]
}

/// Year, month and day; none if the first is no year.
fn day_of(parts: &[Cow<str>; 3]) -> Option<Day> {
    let [year, month, day] = parts;
    let year = year_of(year)?;
    Some(Day { year, month: month_number(month).unwrap_or(0), day: day.trim().parse::<u8>().unwrap_or(0).into() })
}

fn year_of(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|year: &i64| (-1_000_000..1_000_000).contains(year))
}

fn is_eastern(expander: &Expander) -> bool {
    expander.page.site.is_any(&["zh", "ja", "yue", "wuu"])
}

fn day_first(expander: &mut Expander, call: Call) -> bool {
    if expander.is_on(call, "mf") {
        return false;
    }
    let df = expander.by_name(call, &["df"]);
    !matches!(df.as_ref(), "" | "no" | "n" | "us" | "US" | "mdy")
        || expander.page.site.is_any(&["de", "fr", "es", "it", "ru", "pl", "nl", "pt"])
}

fn date(expander: &mut Expander, call: Call, name: &str) {
    let eastern = is_eastern(expander);
    let first_day = day_first(expander, call);
    if name == "bd" && eastern {
        return life(expander, call);
    }
    let parts = three(expander, call, 1);
    let [first, format, _] = &parts;
    let text = if let Some(day) = day_of(&parts) {
        // `{{date|17|mai|1950}}` of the French wiki begins with the day.
        let turned = day.year < 32 && day.month == 0 && !format.is_empty();
        if turned { parts.join(" ") } else { day.text(first_day, eastern) }
    } else if let Some(day) = iso(first) {
        match format.trim().to_ascii_lowercase().as_str() {
            "mdy" => day.text(false, eastern),
            "dmy" => day.text(true, eastern),
            "iso" | "ymd" => first.trim().to_string(),
            _ => day.text(first_day || name == "date", eastern),
        }
    } else {
        first.trim().to_string()
    };
    expander.put(call.node, text.trim());
}

/// `{{bd|1950年|5月17日|2000年|1月2日}}` -> `1950年5月17日－2000年1月2日`.
fn life(expander: &mut Expander, call: Call) {
    let [year, day, last_year] = three(expander, call, 1);
    let last_day = expander.at(call, 4);
    let born = format!("{}{}", year.trim(), day.trim());
    let died = format!("{}{}", last_year.trim(), last_day.trim());
    expander.put(call.node, &format!("{born}－{died}"));
}

/// `1950-05-17`.
fn iso(text: &str) -> Option<Day> {
    let mut parts = text.trim().split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next());
    let year = year_of(year).filter(|_| year.len() == 4)?;
    let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    Some(Day { year, month, day: day.and_then(|day| day.parse::<u8>().ok()).unwrap_or(0).into() })
}

fn death(expander: &mut Expander, call: Call) {
    let eastern = is_eastern(expander);
    let first_day = day_first(expander, call);
    let parts = three(expander, call, 1);
    let Some(died) = day_of(&parts) else { return expander.put(call.node, parts[0].trim()) };
    let born = day_of(&three(expander, call, 4));
    let mut text = died.text(first_day, eastern);
    if let Some(born) = born {
        let age = born.years_to(died);
        text.push_str(&if eastern { format!("（{age}歲）") } else { format!(" (aged {age})") });
    }
    expander.put(call.node, &text);
}

/// `{{death year and age|1920|1850}}` -> `1920 (aged 69–70)`.
fn death_year(expander: &mut Expander, call: Call) {
    let died = expander.at(call, 1);
    let born = expander.at(call, 2);
    let text = match (year_of(&died), year_of(&born)) {
        (Some(died), Some(born)) => format!("{died} (aged {}–{})", died - born - 1, died - born),
        _ => died.trim().to_string(),
    };
    expander.put(call.node, &text);
}

/// `{{OldStyleDate|12 February|1809|1 February}}` -> `12 February [O.S. 1 February] 1809`.
fn old_style(expander: &mut Expander, call: Call) {
    let new = expander.at(call, 1);
    let year = expander.at(call, 2);
    let old = expander.at(call, 3);
    let old = if old.is_empty() { String::new() } else { format!(" &#91;O.S. {old}&#93;") };
    expander.put(call.node, format!("{new}{old} {year}").trim());
}

/// `{{As of|2020|6}}` -> `As of June 2020`.
fn as_of(expander: &mut Expander, call: Call, name: &str) {
    let alternative = expander.by_name(call, &["alt"]);
    if !alternative.is_empty() {
        return expander.put(call.node, &alternative);
    }
    let eastern = is_eastern(expander);
    let american = matches!(expander.by_name(call, &["df"]).as_ref(), "us" | "US" | "mdy" | "m");
    let lower = expander.is_on(call, "lc");
    let since = name == "since" || expander.is_on(call, "since");
    let bare = expander.is_on(call, "bare");
    let before = expander.by_name(call, &["pre"]);
    let after = expander.by_name(call, &["post"]);
    let parts = three(expander, call, 1);
    let words = match day_of(&parts) {
        Some(day) => day.text(!american, eastern),
        None if parts[0].trim().is_empty() => return expander.mark(call.node, marks::LOSS),
        None => parts[0].trim().to_string(),
    };
    if eastern {
        return expander.put(call.node, &if bare { words } else { format!("截至{words}") });
    }
    let label = match (bare, since, lower) {
        (true, ..) => "",
        (false, true, true) => "since ",
        (false, true, false) => "Since ",
        (false, false, true) => "as of ",
        (false, false, false) => "As of ",
    };
    let before = if before.is_empty() { String::new() } else { format!("{before} ") };
    expander.put(call.node, &format!("{label}{before}{words}{after}"));
}

/// `{{circa|1650|1660}}` -> `c. 1650 – c. 1660`.
fn circa(expander: &mut Expander, call: Call, label: &str) {
    let from = expander.at(call, 1);
    let to = expander.at(call, 2);
    let text = match (from.is_empty(), to.is_empty()) {
        (true, _) => label.trim_end().to_string(),
        (false, true) => format!("{label}{from}"),
        (false, false) => format!("{label}{from} – {label}{to}"),
    };
    expander.put(call.node, &text);
}

/// `{{reign|1509|1547}}` -> `r. 1509–1547`.
fn span(expander: &mut Expander, call: Call, label: &str) {
    let from = expander.at(call, 1);
    let to = expander.at(call, 2);
    let text = match (from.is_empty(), to.is_empty()) {
        (true, _) => label.trim_end().to_string(),
        (false, true) => format!("{label}{from}"),
        (false, false) if from.contains(' ') || to.contains(' ') => format!("{label}{from} – {to}"),
        (false, false) => format!("{label}{from}–{to}"),
    };
    expander.put(call.node, &text);
}

/// `{{s|XIX}}`: `XIXe siècle`, `siglo XIX`.
fn century(expander: &mut Expander, call: Call) {
    let number = expander.at(call, 1);
    let text = match expander.page.site.language() {
        "fr" => format!("{number}e siècle"),
        "es" => format!("siglo {number}"),
        "it" => format!("{number} secolo"),
        "pt" => format!("século {number}"),
        _ => number.to_string(),
    };
    expander.put(call.node, text.trim());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_as_numbers_or_words() {
        assert_eq!(month_number("05"), Some(5));
        assert_eq!(month_number("sept."), Some(9));
        assert_eq!(month_number("May"), Some(5));
        assert_eq!(month_number("13"), None);
        assert_eq!(month_number(""), None);
    }

    #[test]
    fn an_age_counts_whole_years() {
        let born = Day { year: 1850, month: 2, day: 2 };
        assert_eq!(born.years_to(Day { year: 1920, month: 3, day: 1 }), 70);
        assert_eq!(born.years_to(Day { year: 1920, month: 2, day: 1 }), 69);
    }
}
