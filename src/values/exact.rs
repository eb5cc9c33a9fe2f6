//! Exact figures: a whole number times a power of ten over a small divisor, so that 0.1 million is 100,000 and ⅓ is ⅓.
//!
//! 27 digits are kept as they are, longer figures with a hash of the rest: two of them are equal only when all digits are.

use std::cmp::Ordering;

/// `mantissa` × 10^`exponent` / `divisor`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactNumber {
    pub(super) mantissa: i128,
    pub(super) exponent: i32,
    pub(super) divisor: u64,
    /// Of the digits beyond [`MOST_DIGITS`], without trailing zeros; 0 where there are none.
    pub(super) tail: u64,
}

/// The digits that a mantissa holds. A unit's factor still fits behind them.
pub(super) const MOST_DIGITS: usize = 27;

/// Exponents stop here: no text is long enough to need more, and sums of them stay far from overflow.
const LAST_EXPONENT: i32 = 1 << 28;

impl ExactNumber {
    pub(super) const fn from_integer(number: i128) -> ExactNumber {
        ExactNumber::from_decimal(number, 0)
    }

    pub(super) const fn from_decimal(mantissa: i128, exponent: i32) -> ExactNumber {
        ExactNumber { mantissa, exponent, divisor: 1, tail: 0 }
    }

    /// The figure of ASCII digits, a point in front of the last `decimals` of them.
    pub(super) fn from_digits(digits: impl Iterator<Item = u8>, decimals: usize) -> ExactNumber {
        let (mut mantissa, mut kept, mut dropped, mut tail, mut zeros) = (0i128, 0, 0usize, 0u64, 0u64);
        for digit in digits.map(|byte| byte - b'0') {
            if kept < MOST_DIGITS {
                mantissa = mantissa * 10 + i128::from(digit);
                kept += usize::from(mantissa != 0);
                continue;
            }
            dropped += 1;
            if digit == 0 {
                zeros += 1;
            } else {
                tail = (tail ^ (zeros << 8 | u64::from(digit))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) | 1;
                zeros = 0;
            }
        }
        let exponent = convert_exponent(dropped) - convert_exponent(decimals);
        ExactNumber { mantissa, exponent, divisor: 1, tail }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.mantissa == 0
    }

    pub(super) fn negate(self) -> ExactNumber {
        ExactNumber { mantissa: -self.mantissa, ..self }
    }

    pub(super) fn magnitude(self) -> ExactNumber {
        ExactNumber { mantissa: self.mantissa.abs(), ..self }
    }

    /// Times ten to the `power`.
    pub(super) fn scale_by_power(self, power: i32) -> ExactNumber {
        let exponent = self.exponent.saturating_add(power).clamp(-LAST_EXPONENT, LAST_EXPONENT);
        ExactNumber { exponent, ..self }
    }

    /// `None` where the digits do not fit.
    pub(super) fn multiply(self, other: ExactNumber) -> Option<ExactNumber> {
        let mantissa = self.mantissa.checked_mul(other.mantissa)?;
        let divisor = self.divisor.checked_mul(other.divisor)?;
        let tail = self.tail ^ other.tail;
        Some(
            ExactNumber { mantissa, exponent: 0, divisor, tail }
                .scale_by_power(self.exponent.saturating_add(other.exponent)),
        )
    }

    /// `None` where the digits do not fit, or `other` is zero or no small whole number.
    pub(super) fn divide(self, other: ExactNumber) -> Option<ExactNumber> {
        let by = u64::try_from(other.mantissa).ok().filter(|&by| by != 0)?;
        let mantissa = self.mantissa.checked_mul(i128::from(other.divisor))?;
        let divisor = self.divisor.checked_mul(by)?;
        Some(
            ExactNumber { mantissa, exponent: 0, divisor, tail: self.tail }
                .scale_by_power(self.exponent - other.exponent),
        )
    }

    /// `None` where the digits do not fit.
    pub(super) fn add(self, other: ExactNumber) -> Option<ExactNumber> {
        let (left, right, exponent) = align_mantissas(self, other)?;
        let is_same = self.divisor == other.divisor;
        let divisor = if is_same { self.divisor } else { self.divisor.checked_mul(other.divisor)? };
        Some(ExactNumber { mantissa: left.checked_add(right)?, exponent, divisor, tail: self.tail ^ other.tail })
    }

    pub(super) fn subtract(self, other: ExactNumber) -> Option<ExactNumber> {
        self.add(other.negate())
    }

    /// Where the digits do not fit side by side, the comparison is of rounded sizes, and equal only where both are one.
    pub(super) fn compare(self, other: ExactNumber) -> Ordering {
        match align_mantissas(self, other) {
            Some((left, right, _)) => left.cmp(&right).then(self.tail.cmp(&other.tail)),
            None => {
                let parts = |it: ExactNumber| (it.mantissa, it.exponent, it.divisor, it.tail);
                self.signed_logarithm().total_cmp(&other.signed_logarithm()).then(parts(self).cmp(&parts(other)))
            }
        }
    }

    /// The logarithm of the magnitude, with the sign of the figure; finite for figures of any length.
    fn signed_logarithm(self) -> f64 {
        let digits = (self.mantissa.unsigned_abs() as f64).log10() - (self.divisor as f64).log10();
        // Far below any exponent that is told apart from 0: the sign of a fraction must not turn with its logarithm.
        let size = digits + f64::from(self.exponent) + 1e10;
        match self.mantissa.cmp(&0) {
            Ordering::Less => -size,
            Ordering::Equal => 0.0,
            Ordering::Greater => size,
        }
    }

    pub(super) fn equals(self, other: ExactNumber) -> bool {
        self.compare(other).is_eq()
    }

    /// Whether the two are at most `most` apart.
    pub(super) fn is_within(self, most: ExactNumber, other: ExactNumber) -> bool {
        match self.subtract(other) {
            Some(distance) if distance.tail != 0 && distance.is_zero() => false,
            Some(distance) => distance.magnitude().compare(most).is_le(),
            None => (self.to_float() - other.to_float()).abs() <= most.to_float() && most.to_float() > 0.0,
        }
    }

    /// Whether this, rounded half up in size, is `coarse`, whose last place is twice `half`: 73.39 is 73, 73.5 is not.
    pub(super) fn rounds_to(self, coarse: ExactNumber, half: ExactNumber) -> bool {
        let is_edge = match self.subtract(coarse) {
            Some(distance) => distance.magnitude().compare(half).is_eq(),
            None => false,
        };
        let is_up = self.magnitude().compare(coarse.magnitude()).is_lt();
        self.is_within(half, coarse) && (!is_edge || is_up)
    }

    pub(super) fn to_float(self) -> f64 {
        self.mantissa as f64 / self.divisor as f64 * 10f64.powi(self.exponent)
    }
}

fn convert_exponent(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(LAST_EXPONENT)
}

/// The two mantissas over one exponent and one divisor: theirs where it is the same, else both.
fn align_mantissas(left: ExactNumber, right: ExactNumber) -> Option<(i128, i128, i32)> {
    let mut mantissas = (left.mantissa, right.mantissa);
    if left.divisor != right.divisor {
        mantissas.0 = mantissas.0.checked_mul(i128::from(right.divisor))?;
        mantissas.1 = mantissas.1.checked_mul(i128::from(left.divisor))?;
    }
    let exponent = left.exponent.min(right.exponent);
    let raise = |mantissa: i128, by: i32| -> Option<i128> {
        if mantissa == 0 || by == 0 {
            return Some(mantissa);
        }
        mantissa.checked_mul(10i128.checked_pow(u32::try_from(by).ok()?)?)
    };
    Some((raise(mantissas.0, left.exponent - exponent)?, raise(mantissas.1, right.exponent - exponent)?, exponent))
}

#[cfg(test)]
mod tests {
    use super::ExactNumber;

    fn read(text: &str) -> ExactNumber {
        let decimals = text.split_once('.').map_or(0, |(_, behind)| behind.len());
        ExactNumber::from_digits(text.bytes().filter(u8::is_ascii_digit), decimals)
    }

    #[test]
    fn tenths_and_scales_are_exact() {
        assert!(read("0.1").scale_by_power(6).equals(read("100000")));
        assert!(read("0.10").equals(read("0.1")));
        assert!(!read("0.1").equals(read("0.10000000000000001")));
    }

    #[test]
    fn long_figures_are_equal_only_in_all_digits() {
        let long = "1234567890".repeat(1000);
        assert!(read(&long).equals(read(&long)));
        assert!(!read(&long).equals(read(&format!("{}1", &long[1..]))));
        assert!(read(&format!("{long}.000")).equals(read(&long)));
        assert!(!read(&format!("{long}.001")).equals(read(&long)));
        assert!(!read(&format!("{long}0")).equals(read(&long)));
    }

    #[test]
    fn figures_of_any_length_are_in_order() {
        let (short, long) = (read(&"9".repeat(400)), read(&"9".repeat(500)));
        assert!(short.compare(long).is_lt() && long.compare(short).is_gt());
        let (tiny, small) = (read(&format!("0.{}1", "0".repeat(500))), read(&format!("0.{}1", "0".repeat(400))));
        assert!(tiny.compare(small).is_lt() && small.negate().compare(tiny).is_lt());
    }

    #[test]
    fn fractions_are_not_rounded() {
        let third = ExactNumber::from_integer(1).divide(ExactNumber::from_integer(3)).expect("it fits");
        let sixths = ExactNumber::from_integer(2).divide(ExactNumber::from_integer(6)).expect("it fits");
        assert!(third.equals(sixths));
        assert!(!third.equals(read("0.333333333333333333333333333")));
    }

    #[test]
    fn within_is_exact_at_its_edge() {
        let half = ExactNumber::from_decimal(5, -1);
        assert!(read("73.5").is_within(half, read("73")));
        assert!(!read("73.51").is_within(half, read("73")));
    }
}
