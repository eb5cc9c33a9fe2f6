//! Numbers, powers, fractions and money.

use super::super::expand::{Expander, TemplateCall};
use super::super::kind::TemplateKind;
use super::super::marks;

pub(super) fn render_number_template(expander: &mut Expander, kind: TemplateKind, call: TemplateCall) {
    match kind {
        TemplateKind::Val => render_val(expander, call),
        TemplateKind::Exponent => {
            let power = expander.expand_place(call, 1);
            expander.write_text(call.node, &format!("×10{}", raise_text(&power)));
        }
        TemplateKind::TenTo => {
            let power = expander.expand_place(call, 1);
            expander.write_text(call.node, &format!("10{}", raise_text(&power)));
        }
        TemplateKind::Superscript => {
            let text = expander.expand_place(call, 1);
            expander.write_text(call.node, &raise_text(&text));
        }
        TemplateKind::Fraction => render_fraction(expander, call),
        TemplateKind::Ordinal => {
            let number = expander.expand_place(call, 1);
            expander.write_text(call.node, &format_ordinal(number.trim()));
        }
        TemplateKind::Number => {
            let number = expander.expand_place(call, 1);
            expander.write_text(call.node, &group_thousands(&format_minus(number.trim())));
        }
        TemplateKind::Round => render_round(expander, call),
        TemplateKind::Root => {
            let inside = expander.expand_place(call, 1);
            let degree = expander.expand_place(call, 2);
            let degree = if degree.is_empty() { String::new() } else { raise_text(&degree) };
            expander.write_text(call.node, &format!("{degree}√{inside}"));
        }
        TemplateKind::Unit => {
            let number = expander.expand_place(call, 1);
            let unit = if call.argument_at(2).is_some() {
                expander.expand_place(call, 2)
            } else {
                expander.expand_first_named(call, &["u", "ul"])
            };
            expander.write_text(call.node, format!("{} {unit}", number.trim()).trim());
        }
        TemplateKind::Money(sign) => {
            let amount = expander.expand_place(call, 1);
            expander.write_text(call.node, format!("{sign}{}", group_thousands(amount.trim())).trim());
        }
        TemplateKind::Currency => render_currency(expander, call),
        _ => expander.write_mark(call.node, marks::SEAM),
    }
}

/// Superscript, if each of its characters has one in Unicode: `-19` -> `⁻¹⁹`.
pub(in super::super) fn convert_to_superscript(text: &str) -> Option<String> {
    let raise = |c: char| {
        Some(match c {
            '0' => '⁰',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4' => '⁴',
            '5' => '⁵',
            '6' => '⁶',
            '7' => '⁷',
            '8' => '⁸',
            '9' => '⁹',
            '+' => '⁺',
            '-' | '−' | '–' => '⁻',
            '(' => '⁽',
            ')' => '⁾',
            '=' => '⁼',
            'n' => 'ⁿ',
            'i' => 'ⁱ',
            _ => return None,
        })
    };
    text.trim().chars().map(raise).collect()
}

fn raise_text(text: &str) -> String {
    let plain = text.replace("&minus;", "−").replace("&#8722;", "−");
    convert_to_superscript(&plain).unwrap_or_else(|| plain.trim().to_string())
}

/// A true minus sign before a number: `-5` -> `−5`.
pub(super) fn format_minus(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') => format!("−{rest}"),
        _ => number.to_string(),
    }
}

/// Commas between the thousands of a plain number: `−1234567.5` -> `−1,234,567.5`; other text as it is.
pub(super) fn group_thousands(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix(['−', '-']) {
        Some(rest) => (&number[..number.len() - rest.len()], rest),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() < 4 || whole.len() > 40 || !plain(whole) || !fraction.is_none_or(plain) {
        return number.to_string();
    }
    let mut text = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// `{{val|1.6|0.2|e=-19|u=C}}` -> `1.6±0.2×10⁻¹⁹ C`.
fn render_val(expander: &mut Expander, call: TemplateCall) {
    let number = expander.expand_place(call, 1);
    let error = expander.expand_place(call, 2);
    let lower = expander.expand_place(call, 3);
    let power = expander.expand_first_named(call, &["e"]);
    let unit = expander.expand_first_named(call, &["u", "ul"]);
    let per = expander.expand_first_named(call, &["up", "upl"]);
    let before = expander.expand_first_named(call, &["p", "pre"]);
    let after = expander.expand_first_named(call, &["s", "suf", "end"]);
    let commas = expander.expand_first_named(call, &["fmt"]) == "commas";
    let number = format_minus(number.trim());
    let mut text = before.to_string();
    text.push_str(&if commas { group_thousands(&number) } else { number });
    match (error.trim(), lower.trim()) {
        ("", _) => {}
        (error, "") if error.starts_with('(') => text.push_str(error),
        (error, "") => {
            text.push('±');
            text.push_str(error.trim_start_matches(['±', '+']));
        }
        (error, lower) => {
            text.push_str(&format!("+{}−{}", error.trim_start_matches('+'), lower.trim_start_matches(['-', '−'])))
        }
    }
    if !power.is_empty() {
        text.push_str(&format!("×10{}", raise_text(&power)));
    }
    text.push_str(&after);
    if !unit.is_empty() {
        let close = unit.starts_with(['°', '%', '′', '″']) && !unit.starts_with("°C") && !unit.starts_with("°F");
        text.push_str(if close { "" } else { " " });
        text.push_str(&unit);
        if !per.is_empty() {
            text.push('/');
            text.push_str(&per);
        }
    }
    expander.write_text(call.node, &text);
}

/// `{{frac|1|2}}` -> `1/2`, `{{frac|5|1|2}}` -> `5+1/2`, `{{frac|4}}` -> `1/4`.
fn render_fraction(expander: &mut Expander, call: TemplateCall) {
    let first = expander.expand_place(call, 1);
    let second = expander.expand_place(call, 2);
    let third = expander.expand_place(call, 3);
    let text = match (first.trim(), second.trim(), third.trim()) {
        ("", "", _) => "/".to_string(),
        (below, "", "") => format!("1/{below}"),
        (above, below, "") => format!("{above}/{below}"),
        (whole, above, below) => format!("{whole}+{above}/{below}"),
    };
    expander.write_text(call.node, &text);
}

/// `21` -> `21st`.
fn format_ordinal(number: &str) -> String {
    let digits: String = number.chars().filter(|c| c.is_ascii_digit()).collect();
    let ending = match digits.as_bytes() {
        [.., b'1', _] => "th",
        [.., b'1'] => "st",
        [.., b'2'] => "nd",
        [.., b'3'] => "rd",
        [] => "",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn render_round(expander: &mut Expander, call: TemplateCall) {
    let number = expander.expand_place(call, 1);
    let digits = expander.expand_place(call, 2);
    let digits = digits.trim().parse::<i32>().unwrap_or(0).clamp(-12, 12);
    match number.trim().replace(',', "").replace('−', "-").parse::<f64>() {
        Ok(value) if value.is_finite() => expander.write_text(call.node, &format_rounded(value, digits)),
        _ => expander.write_text(call.node, number.trim()),
    }
}

/// A number to so many digits after the point (before it, when negative), half away from zero, with commas and a true
/// minus: `format_rounded(-2092.1, -2)` -> `−2,100`.
pub(super) fn format_rounded(value: f64, digits: i32) -> String {
    let scale = 10f64.powi(digits.clamp(-12, 12));
    let scaled = value * scale;
    let mut near = scaled.round();
    if (scaled.abs() - near.abs() - 0.5).abs() < 1e-9 * scaled.abs().max(1.0) {
        near = (near.abs() + 1.0).copysign(scaled);
    }
    let text = format!("{:.*}", digits.clamp(0, 12) as usize, near / scale);
    let text = if text.trim_start_matches('-').bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        text.trim_start_matches('-').to_string()
    } else {
        text
    };
    group_thousands(&format_minus(&text))
}

/// `{{currency|500|USD}}` -> `US$500`.
fn render_currency(expander: &mut Expander, call: TemplateCall) {
    let amount = expander.expand_place(call, 1);
    let code = if call.argument_at(2).is_some() {
        expander.expand_place(call, 2)
    } else {
        expander.expand_first_named(call, &["type"])
    };
    let sign = match code.trim().to_ascii_uppercase().as_str() {
        "" | "USD" | "US$" => "US$".to_string(),
        "GBP" | "£" => "£".to_string(),
        "EUR" | "€" => "€".to_string(),
        "JPY" | "¥" => "¥".to_string(),
        "INR" => "₹".to_string(),
        "AUD" => "A$".to_string(),
        "CAD" => "C$".to_string(),
        "CNY" => "CN¥".to_string(),
        "KRW" => "₩".to_string(),
        "RUB" => "₽".to_string(),
        other => format!("{other} "),
    };
    expander.write_text(call.node, &format!("{sign}{}", group_thousands(amount.trim())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_get_commas_and_words_do_not() {
        assert_eq!(group_thousands("1234567.5"), "1,234,567.5");
        assert_eq!(group_thousands("−1300"), "−1,300");
        assert_eq!(group_thousands("250,000"), "250,000");
        assert_eq!(group_thousands("1.5 million"), "1.5 million");
    }

    #[test]
    fn numbers_round_half_away_from_zero() {
        assert_eq!(format_rounded(2092.1, -2), "2,100");
        assert_eq!(format_rounded(0.25, 1), "0.3");
        assert_eq!(format_rounded(-0.04, 1), "0.0");
        assert_eq!(format_rounded(3.106, 1), "3.1");
    }

    #[test]
    fn ordinals_know_the_teens() {
        let all: Vec<String> = ["1", "2", "3", "4", "11", "112", "121"].iter().map(|n| format_ordinal(n)).collect();
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "112th", "121st"]);
    }
}
