//! Runs of digits: where a figure ends, which of its points and commas group and which is the decimal one.
//!
//! `1,234,567.8`, `1 234 567,8`, `1.234.567`, `12,34,567`, `12:30`, `2010-05-12`; a version, an address and a telephone
//! number are none of them.

use super::exact::ExactNumber;
use super::step_count;

/// How a run of digits is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// Digits alone.
    Plain,
    /// Digits with separators; the bytes from the start to the decimal one, 0 where there is none.
    Grouped(u32),
    /// `12:30`, `12:30:45`, `1:23.45`.
    Clock,
    /// `2010-05-12`, `2010/5/12`, `12.05.2010`, `12/05/2010`.
    Calendar,
}

/// The end of the figure that begins at `start`, and how to read it; `None` is a code. Never looks far behind its end.
pub(super) fn scan_figure(text: &str, start: usize, spaces: bool) -> (usize, Option<Figure>) {
    let bytes = text.as_bytes();
    if bytes[start] >= 0x80 {
        return scan_full_width(text, start);
    }
    let first = find_digits_end(bytes, start);
    match bytes.get(first) {
        Some(b':') if first - start <= 2 && has_two_digits(bytes, first + 1) => scan_clock(bytes, first),
        Some(b'-' | b'/') if is_digit(bytes, first + 1) => scan_joined(bytes, start, first),
        Some(b'.') if is_digit(bytes, first + 1) => scan_pointed(bytes, start, first),
        Some(b',') if is_digit(bytes, first + 1) => scan_comma(bytes, start, first),
        Some(b' ' | b'\'' | 0xc2 | 0xe2) if first - start <= 3 => scan_spaced(text, start, first, spaces),
        _ => (first, Some(Figure::Plain)),
    }
}

fn is_digit(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_digit)
}

/// The end of the digits at a place.
fn find_digits_end(bytes: &[u8], at: usize) -> usize {
    let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    step_count::count_steps(length);
    at + length
}

fn has_two_digits(bytes: &[u8], at: usize) -> bool {
    is_digit(bytes, at) && is_digit(bytes, at + 1) && !is_digit(bytes, at + 2) && bytes[at] <= b'5'
}

/// Exactly three digits at a place.
fn has_three_digits(bytes: &[u8], at: usize) -> bool {
    (at..at + 3).all(|place| is_digit(bytes, place)) && !is_digit(bytes, at + 3)
}

/// `12:30`, from its first colon.
fn scan_clock(bytes: &[u8], colon: usize) -> (usize, Option<Figure>) {
    let mut end = colon + 3;
    if bytes.get(end) == Some(&b':') && has_two_digits(bytes, end + 1) {
        end += 3;
    }
    if matches!(bytes.get(end), Some(b'.' | b',')) && is_digit(bytes, end + 1) {
        end = find_digits_end(bytes, end + 1);
    }
    (end, Some(Figure::Clock))
}

/// Digits joined by two or more hyphens or slashes: a date or a code. By one: the parser's matter.
fn scan_joined(bytes: &[u8], start: usize, first: usize) -> (usize, Option<Figure>) {
    let mark = bytes[first];
    let (mut end, mut joints) = (first, 0);
    let mut lengths = [first - start, 0, 0];
    while bytes.get(end) == Some(&mark) && is_digit(bytes, end + 1) {
        let next = find_digits_end(bytes, end + 1);
        joints += 1;
        if joints < 3 {
            lengths[joints] = next - end - 1;
        }
        end = next;
        // Hyphens go on to the end of the code. A chain of slashes is left to the parser, so it may not be read to its end.
        if mark == b'/' && joints == 3 {
            break;
        }
    }
    let is_date = match lengths {
        [4, 1..=2, 1..=2] => true,
        [1..=2, 1..=2, 4] => mark == b'/',
        _ => false,
    };
    match joints {
        1 => (first, Some(Figure::Plain)),
        2 if is_date => (end, Some(Figure::Calendar)),
        // 1/2/03: which of them is the year is anyone's guess.
        2 if lengths.iter().all(|length| *length <= 2) => (end, None),
        2.. if mark == b'-' => (end, None),
        _ => (first, Some(Figure::Plain)),
    }
}

/// A decimal; with more points a date, a grouped number or a code; groups may end in a decimal comma.
fn scan_pointed(bytes: &[u8], start: usize, first: usize) -> (usize, Option<Figure>) {
    let mut end = find_digits_end(bytes, first + 1);
    if bytes.get(end) != Some(&b'.') || !is_digit(bytes, end + 1) {
        let european = first - start <= 3 && end - first == 4 && bytes[start] != b'0';
        if european && bytes.get(end) == Some(&b',') && is_digit(bytes, end + 1) && !has_three_digits(bytes, end + 1) {
            return (find_digits_end(bytes, end + 1), Some(Figure::Grouped((end - start) as u32)));
        }
        return (end, Some(Figure::Grouped((first - start) as u32)));
    }
    let (mut points, mut threes) = (1, first - start <= 3 && bytes[start] != b'0' && end - first == 4);
    let mut lengths = [first - start, end - first - 1, 0];
    while bytes.get(end) == Some(&b'.') && is_digit(bytes, end + 1) {
        let next = find_digits_end(bytes, end + 1);
        points += 1;
        lengths[2] = next - end - 1;
        threes &= next - end == 4;
        end = next;
    }
    if threes {
        let comma = bytes.get(end) == Some(&b',') && is_digit(bytes, end + 1);
        let decimal = if comma { (end - start) as u32 } else { 0 };
        return (if comma { find_digits_end(bytes, end + 1) } else { end }, Some(Figure::Grouped(decimal)));
    }
    let is_date = points == 2 && matches!(lengths, [1..=2, 1..=2, 4]);
    (end, is_date.then_some(Figure::Calendar))
}

/// `1,234,567.8`, `12,34,567`; `0,5` and `1,25` have a decimal comma; else the figure ends before the comma.
fn scan_comma(bytes: &[u8], start: usize, first: usize) -> (usize, Option<Figure>) {
    let group = find_digits_end(bytes, first + 1);
    let more = bytes.get(group) == Some(&b',') && is_digit(bytes, group + 1);
    let short = matches!(group - first - 1, 1 | 2);
    if (short && !more) || bytes[start] == b'0' {
        return (group, Some(Figure::Grouped((first - start) as u32)));
    }
    let indian = short && first - start <= 2 && group - first == 3;
    if first - start > 3 || !(indian || has_three_digits(bytes, first + 1)) {
        return (first, Some(Figure::Plain));
    }
    let mut end = group;
    while bytes.get(end) == Some(&b',')
        && (has_three_digits(bytes, end + 1) || (indian && has_two_digits_and_comma(bytes, end + 1)))
    {
        end = find_digits_end(bytes, end + 1);
    }
    if indian && bytes[end - 4] != b',' {
        return (end, None);
    }
    scan_decimals(bytes, start, end, b'.')
}

fn has_two_digits_and_comma(bytes: &[u8], at: usize) -> bool {
    is_digit(bytes, at) && is_digit(bytes, at + 1) && bytes.get(at + 2) == Some(&b',')
}

fn scan_decimals(bytes: &[u8], start: usize, end: usize, mark: u8) -> (usize, Option<Figure>) {
    if bytes.get(end) == Some(&mark) && is_digit(bytes, end + 1) {
        return (find_digits_end(bytes, end + 1), Some(Figure::Grouped((end - start) as u32)));
    }
    (end, Some(Figure::Grouped(0)))
}

/// `1 234 567`, `1'234'567`: groups of three behind a space of any width or an apostrophe. A plain space only where `spaces`.
fn scan_spaced(text: &str, start: usize, first: usize, spaces: bool) -> (usize, Option<Figure>) {
    let bytes = text.as_bytes();
    let width = |at: usize| match text[at..].chars().next() {
        Some(' ') if spaces => 1,
        Some('\'') => 1,
        Some('\u{a0}') => 2,
        Some('\u{2009}' | '\u{202f}' | '\u{2007}' | '’') => 3,
        _ => 0,
    };
    let (separator, mut end) = (width(first), first);
    if separator == 0 || bytes[start] == b'0' {
        return (first, Some(Figure::Plain));
    }
    let mark = &text[first..first + separator];
    while text[end..].starts_with(mark) && has_three_digits(bytes, end + separator) {
        end += separator + 3;
    }
    if end == first {
        return (first, Some(Figure::Plain));
    }
    match scan_decimals(bytes, start, end, b'.') {
        (same, _) if same == end => scan_decimals(bytes, start, end, b','),
        decimals => decimals,
    }
}

/// Full-width digits, plain or with one point.
fn scan_full_width(text: &str, start: usize) -> (usize, Option<Figure>) {
    let run = |from: usize| from + 3 * text[from..].chars().take_while(|letter| ('０'..='９').contains(letter)).count();
    let end = run(start);
    if text[end..].starts_with('．') && run(end + 3) > end + 3 {
        return (run(end + 3), Some(Figure::Grouped((end - start) as u32)));
    }
    (end, Some(Figure::Grouped(0)))
}

/// The worth of a figure that is no date and no time, and how many decimals it has.
pub(super) fn read_figure(text: &str, figure: Figure) -> (ExactNumber, usize) {
    step_count::count_steps(text.len());
    let decimal = match figure {
        Figure::Grouped(at) if at > 0 => at as usize,
        _ => return (ExactNumber::from_digits(list_ascii_digits(text), 0), 0),
    };
    let decimals = list_ascii_digits(&text[decimal..]).count();
    (ExactNumber::from_digits(list_ascii_digits(text), decimals), decimals)
}

/// The digits of a text, full-width ones included, as ASCII.
fn list_ascii_digits(text: &str) -> impl Iterator<Item = u8> {
    text.chars().filter_map(|letter| match letter {
        '0'..='9' => Some(letter as u8),
        '０'..='９' => Some((letter as u32 - '０' as u32) as u8 + b'0'),
        _ => None,
    })
}

/// The number that plain digits are, if it is a small one.
pub(super) fn read_small_number(text: &str) -> Option<u32> {
    if text.len() > 9 { None } else { text.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(text: &str) -> (&str, Option<f64>) {
        let (end, figure) = scan_figure(text, 0, true);
        (&text[..end], figure.map(|it| read_figure(&text[..end], it).0.to_float()))
    }

    #[test]
    fn grouping_and_decimals_are_told_apart() {
        assert_eq!(figure("1,234,567.8 km"), ("1,234,567.8", Some(1234567.8)));
        assert_eq!(figure("1 234 567,5."), ("1 234 567,5", Some(1234567.5)));
        assert_eq!(figure("1\u{202f}234\u{202f}567"), ("1\u{202f}234\u{202f}567", Some(1234567.0)));
        assert_eq!(figure("1.234.567,5"), ("1.234.567,5", Some(1234567.5)));
        assert_eq!(figure("1.234,56"), ("1.234,56", Some(1234.56)));
        assert_eq!(figure("12,34,567 rupees"), ("12,34,567", Some(1234567.0)));
        assert_eq!(figure("1,25 km"), ("1,25", Some(1.25)));
        assert_eq!(figure("3.856"), ("3.856", Some(3.856)));
        assert_eq!(figure("１２．５"), ("１２．５", Some(12.5)));
    }

    #[test]
    fn a_comma_that_groups_nothing_ends_the_figure() {
        assert_eq!(figure("5,2010"), ("5", Some(5.0)));
        assert_eq!(figure("1990,120 people"), ("1990", Some(1990.0)));
        assert_eq!(figure("1,234,"), ("1,234", Some(1234.0)));
    }

    #[test]
    fn codes_and_dates_are_no_numbers() {
        assert_eq!(figure("1.2.3"), ("1.2.3", None));
        assert_eq!(figure("192.168.0.1"), ("192.168.0.1", None));
        assert_eq!(figure("0-306-40615-2"), ("0-306-40615-2", None));
        assert_eq!(scan_figure("2010-05-12", 0, true), (10, Some(Figure::Calendar)));
        assert_eq!(scan_figure("12.05.2010", 0, true), (10, Some(Figure::Calendar)));
        assert_eq!(scan_figure("12:30 pm", 0, true), (5, Some(Figure::Clock)));
    }
}
