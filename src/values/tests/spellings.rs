//! Made-up values and the ways to write them, for the properties.

use proptest::prelude::*;

use super::numerals::{decimal, grouped, ordinal_figure, ordinal_words, whole, words};

/// A value that can be spelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Made {
    /// A mantissa and its decimals. Trailing zeros are part of the spelling, so they are taken off first.
    Number(u64, u32),
    Ordinal(u32),
    Percent(u64, u32),
    Dollars(u64),
    /// Millimetres.
    Length(u64),
    /// Seconds.
    Duration(u64),
    /// Year, month, day.
    Day(u32, u32, u32),
    Month(u32, u32),
    Decade(u32),
    Century(u32),
    /// Before our era.
    YearBefore(u32),
    /// Hour and minute.
    Clock(u32, u32),
    Range(u64, u64),
    Years(u32, u32),
    Over(u64),
    About(u64),
}

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

/// Any of them.
pub(super) fn made() -> impl Strategy<Value = Made> {
    let round = prop_oneof![
        0u64..1000,
        0u64..1_000_000_000_000,
        (1u64..10_000, 0u32..8).prop_map(|(it, by)| it * 10u64.pow(by))
    ];
    prop_oneof![
        4 => (round.clone(), 0u32..4).prop_map(|(number, decimals)| Made::Number(number, decimals)),
        1 => (1u32..3000).prop_map(Made::Ordinal),
        1 => (0u64..100_000, 0u32..3).prop_map(|(number, decimals)| Made::Percent(number, decimals)),
        1 => round.clone().prop_map(|cents| Made::Dollars(cents % 1_000_000_000)),
        1 => round.clone().prop_map(Made::Length),
        1 => (1u64..100_000).prop_map(Made::Duration),
        2 => (1000u32..2100, 1u32..=12, 1u32..=31).prop_map(|(year, month, day)| Made::Day(year, month, day)),
        1 => (1000u32..2100, 1u32..=12).prop_map(|(year, month)| Made::Month(year, month)),
        1 => (100u32..210).prop_map(|decade| Made::Decade(decade * 10)),
        1 => (1u32..=21).prop_map(Made::Century),
        1 => (1u32..9000).prop_map(Made::YearBefore),
        1 => (0u32..24, 0u32..60).prop_map(|(hour, minute)| Made::Clock(hour, minute)),
        1 => (0u64..100_000, 1u64..100_000).prop_map(|(low, by)| Made::Range(low, low + by)),
        1 => (1000u32..2000, 1u32..100).prop_map(|(from, by)| Made::Years(from, from + by)),
        1 => round.clone().prop_map(Made::Over),
        1 => round.prop_map(Made::About),
    ]
    .prop_map(Made::in_lowest_terms)
}

impl Made {
    /// 1.50 and 1.5 are one value.
    fn in_lowest_terms(self) -> Made {
        let reduce = |(mut number, mut decimals): (u64, u32)| {
            while decimals > 0 && number % 10 == 0 {
                (number, decimals) = (number / 10, decimals - 1);
            }
            (number, decimals)
        };
        match self {
            Made::Number(number, decimals) => {
                let (number, decimals) = reduce((number, decimals));
                Made::Number(number, decimals)
            }
            Made::Percent(number, decimals) => {
                let (number, decimals) = reduce((number, decimals));
                Made::Percent(number, decimals)
            }
            same => same,
        }
    }

    /// Ways to write it, two at least.
    pub(super) fn spellings(self) -> Vec<String> {
        match self {
            Made::Number(number, 0) => whole(number),
            Made::Number(number, decimals) => decimal(number, decimals),
            Made::Ordinal(number) => vec![ordinal_figure(number), ordinal_words(number)],
            Made::Percent(number, decimals) => {
                let figures = if decimals == 0 { whole(number) } else { decimal(number, decimals) };
                figures
                    .iter()
                    .enumerate()
                    .map(|(index, figure)| format!("{figure}{}", ["%", " %", " percent", " per cent"][index % 4]))
                    .collect()
            }
            Made::Dollars(cents) => dollars(cents),
            Made::Length(millimetres) => length(millimetres),
            Made::Duration(seconds) => duration(seconds),
            Made::Day(year, month, day) => date(year, month, day),
            Made::Month(year, month) => {
                let name = MONTHS[month as usize - 1];
                vec![
                    format!("{name} {year}"),
                    format!("{name}, {year}"),
                    format!("{name} of {year}"),
                    format!("{year}年{month}月"),
                ]
            }
            Made::Decade(first) => {
                let mut spellings = vec![format!("{first}s"), format!("the {first}s"), format!("the {first}'s")];
                if (1920..2000).contains(&first) {
                    spellings.extend([
                        format!("the {}s", first % 100),
                        format!("'{}s", first % 100),
                        format!("{first}年代"),
                    ]);
                }
                spellings
            }
            Made::Century(century) => {
                let (figure, words) = (ordinal_figure(century), ordinal_words(century));
                vec![
                    format!("the {figure} century"),
                    format!("{words} century"),
                    format!("{figure}-century"),
                    format!("{century}世纪"),
                ]
            }
            Made::YearBefore(year) => {
                vec![format!("{year} BC"), format!("{year} BCE"), format!("{year} B.C."), format!("公元前{year}年")]
            }
            Made::Clock(hour, minute) => clock(hour, minute),
            Made::Range(low, high) => {
                let (low, high) = (grouped(low, ","), grouped(high, ","));
                vec![
                    format!("{low}–{high}"),
                    format!("{low} to {high}"),
                    format!("between {low} and {high}"),
                    format!("from {low} to {high}"),
                    format!("{low}-{high}"),
                ]
            }
            Made::Years(from, to) => {
                let mut spellings = vec![
                    format!("{from}–{to}"),
                    format!("from {from} to {to}"),
                    format!("between {from} and {to}"),
                    format!("{from}-{to}"),
                ];
                if from / 100 == to / 100 {
                    spellings.push(format!("{from}–{:02}", to % 100));
                }
                spellings
            }
            Made::Over(number) => whole(number)
                .iter()
                .enumerate()
                .map(|(index, figure)| format!("{} {figure}", ["over", "more than"][index % 2]))
                .collect(),
            Made::About(number) => whole(number)
                .iter()
                .enumerate()
                .map(|(index, figure)| format!("{} {figure}", ["about", "approximately", "around", "circa"][index % 4]))
                .collect(),
        }
    }
}

fn dollars(cents: u64) -> Vec<String> {
    if !cents.is_multiple_of(100) {
        let figure = format!("{}.{:02}", grouped(cents / 100, ","), cents % 100);
        return vec![
            format!("${figure}"),
            format!("US${figure}"),
            format!("{figure} dollars"),
            format!("$ {figure}"),
            format!("USD {figure}"),
        ];
    }
    let mut spellings: Vec<String> = whole(cents / 100)
        .iter()
        .enumerate()
        .filter(|(_, figure)| figure.is_ascii())
        .map(|(index, figure)| match index % 5 {
            0 if !figure.contains('y') => format!("${figure}"),
            1 | 4 => format!("{figure} dollars"),
            2 if figure.starts_with(|it: char| it.is_ascii_digit()) => format!("US${figure}"),
            _ => format!("{figure} US dollars"),
        })
        .collect();
    if cents.is_multiple_of(10_000_000) && cents > 0 {
        let tenths = cents / 10_000_000;
        let figure = if tenths.is_multiple_of(10) {
            (tenths / 10).to_string()
        } else {
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        spellings.extend([format!("${figure}m"), format!("${figure}M"), format!("${figure} million")]);
    }
    spellings
}

fn length(millimetres: u64) -> Vec<String> {
    let mut spellings = vec![
        format!("{} mm", grouped(millimetres, ",")),
        format!("{millimetres}mm"),
        format!("{} millimetres", words(millimetres)),
    ];
    for (in_one, names) in [(10u64, ["cm", "centimetres"]), (1000, ["m", "metres"]), (1_000_000, ["km", "kilometers"])]
    {
        let digits = in_one.ilog10() as usize;
        let part = format!("{:0digits$}", millimetres % in_one);
        let part = part.trim_end_matches('0');
        let whole = grouped(millimetres / in_one, ",");
        let figure = if part.is_empty() { whole } else { format!("{whole}.{part}") };
        spellings.extend([
            format!("{figure} {}", names[0]),
            format!("{figure} {}", names[1]),
            format!("{figure}-{}", names[1]),
        ]);
    }
    spellings
}

fn duration(seconds: u64) -> Vec<String> {
    let mut spellings = vec![
        format!("{seconds} seconds"),
        format!("{} s", grouped(seconds, ",")),
        format!("{} seconds", words(seconds)),
    ];
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 && minutes > 0 && rest > 0 {
        spellings.push(format!("{hours} hours, {minutes} minutes and {rest} seconds"));
        spellings.push(format!("{hours} h {minutes} min {rest} s"));
    }
    if hours > 0 && minutes > 0 && rest == 0 {
        spellings.push(format!("{hours} hours and {minutes} minutes"));
    }
    if rest == 0 {
        spellings.push(format!("{} minutes", seconds / 60));
        spellings.push(format!("{}-minute", seconds / 60));
    }
    spellings
}

fn date(year: u32, month: u32, day: u32) -> Vec<String> {
    let name = MONTHS[month as usize - 1];
    let short = &name[..3];
    vec![
        format!("{day} {name} {year}"),
        format!("{name} {day}, {year}"),
        format!("{name} {day} , {year}"),
        format!("{year:04}-{month:02}-{day:02}"),
        format!("the {} of {name} {year}", ordinal_figure(day)).trim_start_matches("the ").to_owned(),
        format!("{name} {}, {year}", ordinal_figure(day)),
        format!("{} of {name}, {year}", ordinal_words(day)),
        format!("{day} {short} {year}"),
        format!("{short}. {day}, {year}"),
        format!("{day:02}.{month:02}.{year}"),
        format!("Monday, {day} {name} {year}"),
        format!("{year}年{month}月{day}日"),
    ]
}

fn clock(hour: u32, minute: u32) -> Vec<String> {
    let (twelve, half) = (if hour.is_multiple_of(12) { 12 } else { hour % 12 }, if hour < 12 { "am" } else { "pm" });
    let dotted = if hour < 12 { "a.m." } else { "p.m." };
    let mut spellings = vec![
        format!("{twelve}:{minute:02} {half}"),
        format!("{twelve}:{minute:02}{half}"),
        format!("{twelve}:{minute:02} {dotted}"),
    ];
    if !(1..=12).contains(&hour) {
        spellings.push(format!("{hour:02}:{minute:02}"));
    }
    if minute == 0 {
        spellings.extend([
            format!("{twelve} {half}"),
            format!("{twelve}{half}"),
            format!("{} {half}", words(u64::from(twelve))),
        ]);
    }
    spellings
}
