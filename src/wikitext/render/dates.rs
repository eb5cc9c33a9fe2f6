//! Dates, years and ages: `May 17, 1950`, `17 May 1950` with `df`, `1950年5月17日` in Chinese and Japanese.
//!
//! An age that grows with the day is never shown; the age at a death is.

use super::super::expand::{Expander, TemplateCall};
use super::super::kind::TemplateKind;
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

pub(super) fn render_date_template(expander: &mut Expander, kind: TemplateKind, call: TemplateCall, name: &str) {
    match kind {
        TemplateKind::Date => render_date(expander, call, name),
        TemplateKind::DeathDate => render_death(expander, call),
        TemplateKind::DeathYear => render_death_year(expander, call),
        TemplateKind::OldStyleDate => render_old_style(expander, call),
        TemplateKind::AsOf => render_as_of(expander, call, name),
        TemplateKind::Circa(label) => render_circa(expander, call, label),
        TemplateKind::Span(label) => render_span(expander, call, label),
        _ => render_century(expander, call),
    }
}

/// A day, a month or a year, as far as it is known.
#[derive(Clone, Copy, Default)]
struct CalendarDay {
    year: i64,
    month: usize,
    day: i64,
}

impl CalendarDay {
    fn format(self, day_first: bool, eastern: bool) -> String {
        let CalendarDay { year, month, day } = self;
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
    fn count_years_to(self, later: CalendarDay) -> i64 {
        let before = (later.month, later.day) < (self.month, self.day);
        later.year - self.year - i64::from(before)
    }
}

/// The number of a month: `5`, `05`, `May`, `sept`.
fn read_month(text: &str) -> Option<usize> {
    let text = text.trim().trim_end_matches('.');
    if let Ok(number) = text.parse::<usize>() {
        return (1..=12).contains(&number).then_some(number);
    }
    let lower = text.to_lowercase();
    let index = MONTHS.iter().position(|month| lower.len() >= 3 && month.to_lowercase().starts_with(&lower));
    index.map(|index| index + 1)
}

/// Three arguments from place `first` on, each expanded once.
fn expand_three<'a>(expander: &mut Expander<'a>, call: TemplateCall, first: u32) -> [Cow<'a, str>; 3] {
    [expander.expand_place(call, first), expander.expand_place(call, first + 1), expander.expand_place(call, first + 2)]
}

/// Year, month and day; none if the first is no year.
fn read_day(parts: &[Cow<str>; 3]) -> Option<CalendarDay> {
    let [year, month, day] = parts;
    let year = read_year(year)?;
    Some(CalendarDay { year, month: read_month(month).unwrap_or(0), day: day.trim().parse::<u8>().unwrap_or(0).into() })
}

fn read_year(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|year: &i64| (-1_000_000..1_000_000).contains(year))
}

fn is_eastern(expander: &Expander) -> bool {
    expander.page.site.is_any_language(&["zh", "ja", "yue", "wuu"])
}

fn puts_day_first(expander: &mut Expander, call: TemplateCall) -> bool {
    if expander.is_option_on(call, "mf") {
        return false;
    }
    let df = expander.expand_first_named(call, &["df"]);
    !matches!(df.as_ref(), "" | "no" | "n" | "us" | "US" | "mdy")
        || expander.page.site.is_any_language(&["de", "fr", "es", "it", "ru", "pl", "nl", "pt"])
}

fn render_date(expander: &mut Expander, call: TemplateCall, name: &str) {
    let eastern = is_eastern(expander);
    let first_day = puts_day_first(expander, call);
    if name == "bd" && eastern {
        return render_life(expander, call);
    }
    let parts = expand_three(expander, call, 1);
    let [first, format, _] = &parts;
    let text = if let Some(day) = read_day(&parts) {
        // `{{date|17|mai|1950}}` of the French wiki begins with the day.
        let turned = day.year < 32 && day.month == 0 && !format.is_empty();
        if turned { parts.join(" ") } else { day.format(first_day, eastern) }
    } else if let Some(day) = read_iso_date(first) {
        match format.trim().to_ascii_lowercase().as_str() {
            "mdy" => day.format(false, eastern),
            "dmy" => day.format(true, eastern),
            "iso" | "ymd" => first.trim().to_string(),
            _ => day.format(first_day || name == "date", eastern),
        }
    } else {
        first.trim().to_string()
    };
    expander.write_text(call.node, text.trim());
}

/// `{{bd|1950年|5月17日|2000年|1月2日}}` -> `1950年5月17日－2000年1月2日`.
fn render_life(expander: &mut Expander, call: TemplateCall) {
    let [year, day, last_year] = expand_three(expander, call, 1);
    let last_day = expander.expand_place(call, 4);
    let born = format!("{}{}", year.trim(), day.trim());
    let died = format!("{}{}", last_year.trim(), last_day.trim());
    expander.write_text(call.node, &format!("{born}－{died}"));
}

/// `1950-05-17`.
fn read_iso_date(text: &str) -> Option<CalendarDay> {
    let mut parts = text.trim().split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next());
    let year = read_year(year).filter(|_| year.len() == 4)?;
    let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    Some(CalendarDay { year, month, day: day.and_then(|day| day.parse::<u8>().ok()).unwrap_or(0).into() })
}

fn render_death(expander: &mut Expander, call: TemplateCall) {
    let eastern = is_eastern(expander);
    let first_day = puts_day_first(expander, call);
    let parts = expand_three(expander, call, 1);
    let Some(died) = read_day(&parts) else { return expander.write_text(call.node, parts[0].trim()) };
    let born = read_day(&expand_three(expander, call, 4));
    let mut text = died.format(first_day, eastern);
    if let Some(born) = born {
        let age = born.count_years_to(died);
        text.push_str(&if eastern { format!("（{age}歲）") } else { format!(" (aged {age})") });
    }
    expander.write_text(call.node, &text);
}

/// `{{death year and age|1920|1850}}` -> `1920 (aged 69–70)`.
fn render_death_year(expander: &mut Expander, call: TemplateCall) {
    let died = expander.expand_place(call, 1);
    let born = expander.expand_place(call, 2);
    let text = match (read_year(&died), read_year(&born)) {
        (Some(died), Some(born)) => format!("{died} (aged {}–{})", died - born - 1, died - born),
        _ => died.trim().to_string(),
    };
    expander.write_text(call.node, &text);
}

/// `{{OldStyleDate|12 February|1809|1 February}}` -> `12 February [O.S. 1 February] 1809`.
fn render_old_style(expander: &mut Expander, call: TemplateCall) {
    let new = expander.expand_place(call, 1);
    let year = expander.expand_place(call, 2);
    let old = expander.expand_place(call, 3);
    let old = if old.is_empty() { String::new() } else { format!(" &#91;O.S. {old}&#93;") };
    expander.write_text(call.node, format!("{new}{old} {year}").trim());
}

/// `{{As of|2020|6}}` -> `As of June 2020`.
fn render_as_of(expander: &mut Expander, call: TemplateCall, name: &str) {
    let alternative = expander.expand_first_named(call, &["alt"]);
    if !alternative.is_empty() {
        return expander.write_text(call.node, &alternative);
    }
    let eastern = is_eastern(expander);
    let american = matches!(expander.expand_first_named(call, &["df"]).as_ref(), "us" | "US" | "mdy" | "m");
    let lower = expander.is_option_on(call, "lc");
    let since = name == "since" || expander.is_option_on(call, "since");
    let bare = expander.is_option_on(call, "bare");
    let before = expander.expand_first_named(call, &["pre"]);
    let after = expander.expand_first_named(call, &["post"]);
    let parts = expand_three(expander, call, 1);
    let words = match read_day(&parts) {
        Some(day) => day.format(!american, eastern),
        None if parts[0].trim().is_empty() => return expander.write_mark(call.node, marks::LOSS),
        None => parts[0].trim().to_string(),
    };
    if eastern {
        return expander.write_text(call.node, &if bare { words } else { format!("截至{words}") });
    }
    let label = match (bare, since, lower) {
        (true, ..) => "",
        (false, true, true) => "since ",
        (false, true, false) => "Since ",
        (false, false, true) => "as of ",
        (false, false, false) => "As of ",
    };
    let before = if before.is_empty() { String::new() } else { format!("{before} ") };
    expander.write_text(call.node, &format!("{label}{before}{words}{after}"));
}

/// `{{circa|1650|1660}}` -> `c. 1650 – c. 1660`.
fn render_circa(expander: &mut Expander, call: TemplateCall, label: &str) {
    let from = expander.expand_place(call, 1);
    let to = expander.expand_place(call, 2);
    let text = match (from.is_empty(), to.is_empty()) {
        (true, _) => label.trim_end().to_string(),
        (false, true) => format!("{label}{from}"),
        (false, false) => format!("{label}{from} – {label}{to}"),
    };
    expander.write_text(call.node, &text);
}

/// `{{reign|1509|1547}}` -> `r. 1509–1547`.
fn render_span(expander: &mut Expander, call: TemplateCall, label: &str) {
    let from = expander.expand_place(call, 1);
    let to = expander.expand_place(call, 2);
    let text = match (from.is_empty(), to.is_empty()) {
        (true, _) => label.trim_end().to_string(),
        (false, true) => format!("{label}{from}"),
        (false, false) if from.contains(' ') || to.contains(' ') => format!("{label}{from} – {to}"),
        (false, false) => format!("{label}{from}–{to}"),
    };
    expander.write_text(call.node, &text);
}

/// `{{s|XIX}}`: `XIXe siècle`, `siglo XIX`.
fn render_century(expander: &mut Expander, call: TemplateCall) {
    let number = expander.expand_place(call, 1);
    let text = match expander.page.site.language() {
        "fr" => format!("{number}e siècle"),
        "es" => format!("siglo {number}"),
        "it" => format!("{number} secolo"),
        "pt" => format!("século {number}"),
        _ => number.to_string(),
    };
    expander.write_text(call.node, text.trim());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_as_numbers_or_words() {
        assert_eq!(read_month("05"), Some(5));
        assert_eq!(read_month("sept."), Some(9));
        assert_eq!(read_month("May"), Some(5));
        assert_eq!(read_month("13"), None);
        assert_eq!(read_month(""), None);
    }

    #[test]
    fn an_age_counts_whole_years() {
        let born = CalendarDay { year: 1850, month: 2, day: 2 };
        assert_eq!(born.count_years_to(CalendarDay { year: 1920, month: 3, day: 1 }), 70);
        assert_eq!(born.count_years_to(CalendarDay { year: 1920, month: 2, day: 1 }), 69);
    }
}
