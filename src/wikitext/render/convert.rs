//! `{{convert}}`: a value in its own unit and in another, `5 km (3.1 mi)`.
//!
//! The converted value is as exact as the given one: its decimals (less its final zeros) shifted by the ratio of the
//! two values, but at least two significant digits.

use super::super::expand::{Expander, TemplateCall};
use super::super::marks;
use super::numbers::{format_minus, format_rounded, group_thousands};
use super::units::{self, ConvertUnit, UnitKind};

/// A number as written, its value, and how many decimals it vouches for (`1300` -> -2).
struct ConvertedValue {
    text: String,
    value: f64,
    decimals: i32,
}

/// What a call asks for.
#[derive(Default)]
struct ConvertRequest {
    /// The values and, before all but the first, the word between them.
    values: Vec<(String, ConvertedValue)>,
    /// The text between the last value and the bracket: the unit, and more values in smaller units.
    unit: String,
    /// `ft`, `in` of `5 ft 10 in`, in feet.
    total: Option<f64>,
    from: Option<&'static ConvertUnit>,
    to: Vec<String>,
    digits: Option<i32>,
    significant: Option<i32>,
    multiple: Option<f64>,
    /// Words after the unit: `adj=mid`.
    after: String,
}

pub(super) fn render_convert(expander: &mut Expander, call: TemplateCall) {
    let parts: Vec<String> = call
        .positional_arguments()
        .take(24)
        .map(|one| expander.expand_argument(one, call.depth).trim().to_string())
        .collect();
    let Some(mut request) = read_request(&parts) else {
        let text = parts.iter().take(2).map(String::as_str).collect::<Vec<_>>().join(" ");
        return if text.is_empty() {
            expander.write_mark(call.node, marks::LOSS)
        } else {
            expander.write_text(call.node, &text)
        };
    };
    request.significant =
        expander.expand_first_named(call, &["sigfig"]).trim().parse().ok().filter(|digits| (1..15).contains(digits));
    request.multiple =
        expander.expand_first_named(call, &["round"]).trim().parse().ok().filter(|step: &f64| *step > 0.0);
    let flip = matches!(expander.expand_first_named(call, &["order"]).as_ref(), "flip" | "out");
    let display = expander.expand_first_named(call, &["disp"]).trim().to_string();
    let middle = expander.expand_first_named(call, &["adj"]) == "mid";
    if !middle {
        request.after.clear();
    }
    let text = format_request(&request, &display, flip);
    expander.write_text(call.node, &text);
}

/// Reads the places of a call: values and words between, unit, more values, target units, digits.
fn read_request(parts: &[String]) -> Option<ConvertRequest> {
    let mut request = ConvertRequest::default();
    let mut at = 0;
    for (word, value) in split_range(parts.first()?)? {
        request.values.push((word, value));
    }
    at += 1;
    while let (Some(word), Some(next)) = (parts.get(at).and_then(|word| find_range_word(word)), parts.get(at + 1)) {
        let Some(value) = read_number(next) else { break };
        request.values.push((word.to_string(), value));
        at += 2;
    }
    let code = parts.get(at)?;
    at += 1;
    request.from = units::find_unit(code);
    request.unit = request.from.map_or(code.clone(), |unit| unit.symbol.to_string());
    if let (Some(unit), [(_, first)]) = (request.from, request.values.as_slice()) {
        let mut total = first.value;
        while let (Some(value), Some(smaller)) = (
            parts.get(at).and_then(|part| read_number(part)),
            parts.get(at + 1).and_then(|part| units::find_unit(part)),
        ) {
            if smaller.measure != unit.measure {
                break;
            }
            total += value.value * smaller.scale / unit.scale;
            request.unit.push_str(&format!(" {} {}", group_thousands(&value.text), smaller.symbol));
            request.total = Some(total);
            at += 2;
        }
    }
    if let Some(target) = parts.get(at).filter(|part| read_number(part).is_none()) {
        request.to = split_targets(target);
        at += 1;
    } else if parts.get(at + 1).is_none() {
        // `{{convert|5|km|0}}`: the digits without a target.
    }
    request.digits = parts.get(at).and_then(|part| part.parse().ok()).filter(|digits| (-9..=9).contains(digits));
    if let Some(word) =
        parts.get(at..).and_then(|rest| rest.iter().find(|part| read_number(part).is_none() && !part.is_empty()))
    {
        request.after.clone_from(word);
    }
    if request.to.is_empty()
        && let Some(unit) = request.from
    {
        request.to = unit.partner.split(' ').map(String::from).collect();
    }
    Some(request)
}

/// `km/h mph`, `km+mi`: the units to convert to.
fn split_targets(text: &str) -> Vec<String> {
    if units::find_unit(text).is_some() {
        return vec![text.to_string()];
    }
    text.split([' ', '+', ';']).filter(|code| !code.is_empty()).map(String::from).collect()
}

/// The word between two values, as shown.
fn find_range_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "to" | "to(-)" | "to about" => " to ",
        "-" | "–" | "&ndash;" => "–",
        "and" | "and(-)" | "&" => " and ",
        "or" => " or ",
        "by" | "by(x)" => " by ",
        "x" | "×" | "*" | "xx" => " × ",
        "±" | "+/-" | "+-" => "±",
        "+" => " + ",
        _ => return None,
    })
}

/// `5-10` and `5 to 10` in one place, else one number.
fn split_range(text: &str) -> Option<Vec<(String, ConvertedValue)>> {
    if let Some(value) = read_number(text) {
        return Some(vec![(String::new(), value)]);
    }
    for (mark, word) in [("–", "–"), (" to ", " to "), ("-", "–"), ("×", " × "), ("x", " × "), ("±", "±")] {
        if let Some((left, right)) = text.split_once(mark)
            && let (Some(left), Some(right)) = (read_number(left), read_number(right))
        {
            return Some(vec![(String::new(), left), (word.to_string(), right)]);
        }
    }
    None
}

/// Reads `1,300`, `−40`, `2.5e3`, `1/2`, `1+1/2`.
fn read_number(text: &str) -> Option<ConvertedValue> {
    let text = text.trim();
    let plain = text.replace(',', "").replace("&minus;", "-").replace(['−', '–'], "-");
    if plain.is_empty() || plain.len() > 40 || !plain.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some((above, below)) = plain.split_once('/') {
        return read_fraction(text, above, below);
    }
    let value: f64 = plain.parse().ok().filter(|value: &f64| value.is_finite())?;
    let (mantissa, exponent) = plain.split_once(['e', 'E']).unwrap_or((&plain, "0"));
    let decimals = match mantissa.split_once('.') {
        Some((_, decimals)) => decimals.len() as i32,
        None => -(mantissa.bytes().rev().take_while(|byte| *byte == b'0').count() as i32),
    };
    let text = group_thousands(&format_minus(&plain));
    Some(ConvertedValue { text, value, decimals: decimals - exponent.parse::<i32>().unwrap_or(0).clamp(-30, 30) })
}

fn read_fraction(text: &str, above: &str, below: &str) -> Option<ConvertedValue> {
    let below: f64 = below.trim().parse().ok().filter(|below| *below != 0.0)?;
    let (whole, above) = above.trim().rsplit_once(['+', ' ']).unwrap_or(("0", above));
    let whole: f64 = whole.trim().parse().ok()?;
    let value = whole.abs() + above.trim().parse::<f64>().ok()?.abs() / below;
    let negative = text.starts_with(['-', '−']);
    let decimals = below.abs().log10().max(1.0).floor() as i32;
    Some(ConvertedValue { text: format_minus(text), value: if negative { -value } else { value }, decimals })
}

fn format_request(request: &ConvertRequest, display: &str, flip: bool) -> String {
    let repeat_unit = request.values.iter().any(|(word, _)| word == " × ");
    let input = format_quantity(
        request.values.iter().map(|(word, value)| (word.as_str(), value.text.clone())),
        &request.unit,
        repeat_unit,
    );
    let input = format!("{input}{}", request.after);
    let outputs: Vec<String> =
        request.to.iter().filter_map(|code| convert_to_unit(request, code, repeat_unit)).collect();
    if outputs.is_empty() {
        return input;
    }
    let output = outputs.join("; ");
    let (first, second) = if flip { (output, input) } else { (input, output) };
    match display {
        "out" | "output only" | "output" => second,
        "number" | "output number only" => {
            second.split_once(' ').map_or(second.clone(), |(number, _)| number.to_string())
        }
        "unit" => request.unit.clone(),
        "or" => format!("{first} or {second}"),
        "comma" => format!("{first}, {second}"),
        "slash" | "/" => format!("{first} / {second}"),
        "sqbr" => format!("{first} &#91;{second}&#93;"),
        "b" | "br" | "" => format!("{first} ({second})"),
        "x" => format!("{first} {second}"),
        _ => format!("{first} ({second})"),
    }
}

/// Values and unit: `2 to 3 ft`, `10 m × 20 m`.
fn format_quantity<'a>(values: impl Iterator<Item = (&'a str, String)>, unit: &str, repeat_unit: bool) -> String {
    let gap = if unit.starts_with('/') { "" } else { " " };
    let mut text = String::new();
    for (word, value) in values {
        if repeat_unit && !word.is_empty() {
            text.push_str(&format!("{gap}{unit}"));
        }
        text.push_str(word);
        text.push_str(&value);
    }
    text.push_str(gap);
    text.push_str(unit);
    text
}

/// All values of the request in the unit `code`.
fn convert_to_unit(request: &ConvertRequest, code: &str, repeat_unit: bool) -> Option<String> {
    let from = request.from?;
    let feet = matches!(code, "ftin" | "ft,in" | "ft-in");
    let stones = matches!(code, "stlb" | "st,lb" | "lboz");
    let unit = units::find_unit(if feet {
        "ft"
    } else if code == "lboz" {
        "lb"
    } else if stones {
        "st"
    } else {
        code
    })?;
    if unit.measure != from.measure {
        return None;
    }
    let values: Vec<(&str, String)> = request
        .values
        .iter()
        .map(|(word, value)| {
            let given = request.total.unwrap_or(value.value);
            let converted = unit.convert_from_base(from.convert_to_base(given));
            let text = if feet {
                format_compound(converted, 12.0, "ft", "in")
            } else if stones {
                format_compound(
                    converted,
                    if code == "lboz" { 16.0 } else { 14.0 },
                    if code == "lboz" { "lb" } else { "st" },
                    if code == "lboz" { "oz" } else { "lb" },
                )
            } else {
                format_converted(request, given, from, unit)
            };
            (word.as_str(), text)
        })
        .collect();
    if feet || stones {
        return Some(values.into_iter().map(|(word, value)| format!("{word}{value}")).collect());
    }
    Some(format_quantity(values.into_iter(), unit.symbol, repeat_unit))
}

/// `5.83 ft` -> `5 ft 10 in`.
fn format_compound(value: f64, parts: f64, large: &str, small: &str) -> String {
    let total = (value.abs() * parts).round().min(1e15);
    let (whole, rest) = ((total / parts).floor(), total % parts);
    let sign = if value < 0.0 { "−" } else { "" };
    match (whole > 0.0, rest > 0.0) {
        (true, false) => format!("{sign}{} {large}", group_thousands(&format!("{whole:.0}"))),
        (false, _) => format!("{sign}{rest:.0} {small}"),
        (true, true) => format!("{sign}{} {large} {rest:.0} {small}", group_thousands(&format!("{whole:.0}"))),
    }
}

/// How many decimals `value` has in another unit.
fn count_decimals(request: &ConvertRequest, value: &ConvertedValue, from: &ConvertUnit, unit: &ConvertUnit) -> i32 {
    let given = request.total.unwrap_or(value.value);
    let converted = unit.convert_from_base(from.convert_to_base(given));
    let magnitude = |value: f64| (value.abs().log10() + 1e-9).floor() as i32;
    match (request.digits, request.significant) {
        (Some(digits), _) => digits,
        (None, Some(significant)) if converted != 0.0 => significant - 1 - magnitude(converted),
        _ if from.measure == UnitKind::Temperature => {
            let kelvin = from.convert_to_base(given).abs();
            value.decimals.max(if kelvin < 1e-8 { 2 } else { 2 - magnitude(kelvin) })
        }
        _ if given == 0.0 || converted == 0.0 => 0,
        _ => {
            // A second, smaller unit (`5 ft 10 in`) makes the value a hundred times as exact.
            let exact = if request.total.is_some() {
                2.0 + unit.scale.log10().min(0.0)
            } else {
                f64::from(value.decimals) + (given / converted).abs().log10() + 2f64.log10()
            };
            (exact.floor() as i32).max(1 - magnitude(converted))
        }
    }
}

/// A converted value; those of a range are written alike.
fn format_converted(request: &ConvertRequest, given: f64, from: &ConvertUnit, unit: &ConvertUnit) -> String {
    let converted = unit.convert_from_base(from.convert_to_base(given));
    if let Some(step) = request.multiple {
        return format_rounded((converted / step).round() * step, 0);
    }
    let digits = request.values.iter().map(|(_, value)| count_decimals(request, value, from, unit)).max();
    format_rounded(converted, digits.unwrap_or(0))
}

/// `{{height|ft=5|in=10}}` -> `5 ft 10 in (178 cm)`.
pub(super) fn render_height(expander: &mut Expander, call: TemplateCall) {
    let metres = expander.expand_first_named(call, &["m", "meters", "metres"]);
    let centimetres = expander.expand_first_named(call, &["cm"]);
    let feet = expander.expand_first_named(call, &["ft", "feet"]);
    let inches = expander.expand_first_named(call, &["in", "inch"]);
    let value = |text: &str| text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    let text = if let Some(metres) = value(&metres).or_else(|| value(&centimetres).map(|value| value / 100.0)) {
        let shown =
            if centimetres.is_empty() { format!("{} m", format_metres(metres)) } else { format!("{centimetres} cm") };
        format!("{shown} ({})", format_compound(metres / 0.3048, 12.0, "ft", "in"))
    } else {
        let total = value(&feet).unwrap_or(0.0) * 0.3048 + value(&inches).unwrap_or(0.0) * 0.0254;
        let shown = [(&feet, "ft"), (&inches, "in")]
            .iter()
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, unit)| format!("{text} {unit}"))
            .collect::<Vec<_>>();
        format!("{} ({} m)", shown.join(" "), format_rounded(total, 2))
    };
    expander.write_text(call.node, &text);
}

fn format_metres(metres: f64) -> String {
    format_rounded(metres, 2).trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show_conversion(parts: &str) -> String {
        let parts: Vec<String> = parts.split('|').map(String::from).collect();
        let mut request = read_request(&parts).unwrap_or_default();
        request.after.clear();
        format_request(&request, "", false)
    }

    #[test]
    fn a_converted_value_is_as_exact_as_the_given_one() {
        assert_eq!(show_conversion("5|km|mi"), "5 km (3.1 mi)");
        assert_eq!(show_conversion("1300|mi|km"), "1,300 mi (2,100 km)");
        assert_eq!(show_conversion("12.5|km|mi"), "12.5 km (7.8 mi)");
        assert_eq!(show_conversion("10|m|ft"), "10 m (33 ft)");
        assert_eq!(show_conversion("5|km2"), "5 km² (1.9 sq mi)");
        assert_eq!(show_conversion("100|kg"), "100 kg (220 lb)");
        assert_eq!(show_conversion("0|C"), "0 °C (32 °F)");
    }

    #[test]
    fn temperatures_keep_their_sign() {
        assert_eq!(show_conversion("-40|C|F"), "−40 °C (−40 °F)");
        assert_eq!(show_conversion("21.5|C|F"), "21.5 °C (70.7 °F)");
    }

    #[test]
    fn ranges_and_products_convert_each_value() {
        assert_eq!(show_conversion("2|to|3|ft|m"), "2 to 3 ft (0.61 to 0.91 m)");
        assert_eq!(show_conversion("10|x|20|m|ft"), "10 m × 20 m (33 ft × 66 ft)");
        assert_eq!(show_conversion("10-20|km"), "10–20 km (6.2–12.4 mi)");
    }

    #[test]
    fn small_units_add_up_and_targets_may_be_several() {
        assert_eq!(show_conversion("5|ft|10|in|m"), "5 ft 10 in (1.78 m)");
        assert_eq!(show_conversion("5|ft|10|in|cm"), "5 ft 10 in (178 cm)");
        assert_eq!(show_conversion("178|cm|ftin"), "178 cm (5 ft 10 in)");
        assert_eq!(show_conversion("20|kn|km/h mph"), "20 kn (37 km/h; 23 mph)");
    }

    #[test]
    fn an_unknown_unit_keeps_its_value() {
        assert_eq!(show_conversion("5|zorks"), "5 zorks");
        assert_eq!(show_conversion("1/2|mi|km|1"), "1/2 mi (0.8 km)");
    }
}
