//! Currencies: symbols, codes and words. A bare "$" may be any dollar, a bare "¥" yen or yuan.

/// An index into [`CURRENCIES`].
pub(super) type Currency = u8;

/// Code, then all spellings but the symbols. `pound` is not here: it is a weight too.
#[rustfmt::skip]
pub(super) const CURRENCIES: &[(&str, &str)] = &[
    ("$", "dollar dollars"),
    ("USD", "美元 美金"),
    ("GBP", "sterling 英镑 英鎊"),
    ("EUR", "euro euros 欧元 歐元"),
    ("¥", ""),
    ("JPY", "yen 日元 日圆 円"),
    ("CNY", "yuan RMB renminbi 元 人民币 人民幣"),
    ("INR", "rupee rupees Rs"),
    ("KRW", ""),
    ("AUD", ""), ("CAD", ""), ("NZD", ""), ("HKD", "港元 港币"), ("SGD", ""), ("TWD", "新台币 新臺幣"), ("BRL", "reais"),
    ("MXN", ""), ("CHF", "franc francs"), ("SEK", "kronor"), ("NOK", "kroner"), ("DKK", ""), ("RUB", "ruble rubles rouble roubles"),
    ("TRY", "lira"), ("ILS", "shekel shekels"), ("PHP", ""), ("MYR", "RM ringgit"), ("THB", "baht"), ("IDR", "Rp rupiah"),
    ("ZAR", "rand"), ("PLN", "zloty"), ("VND", "dong"), ("UAH", "hryvnia"), ("NGN", "naira"), ("PKR", ""), ("ARS", "pesos"),
    ("DEM", "DM"),
];

const ANY_DOLLAR: Currency = 0;
const ANY_YEN: Currency = 4;

/// The currency of a code such as "USD".
pub(super) fn find_by_code(code: &str) -> Option<Currency> {
    CURRENCIES.iter().position(|&(name, _)| name == code).map(|index| index as Currency)
}

/// The currency of a symbol.
pub(super) fn find_by_symbol(symbol: char) -> Option<Currency> {
    Some(match symbol {
        '$' | '＄' => ANY_DOLLAR,
        '£' => 2,
        '€' => 3,
        '¥' | '￥' => ANY_YEN,
        '₹' => 7,
        '₩' => 8,
        '₽' => 21,
        '₺' => 22,
        '₪' => 23,
        '₱' => 24,
        '฿' => 26,
        '₫' => 30,
        '₴' => 31,
        '₦' => 32,
        _ => return None,
    })
}

/// The dollar that the letters before its sign name: `"US"` -> USD.
pub(super) fn find_dollar(letters: &str) -> Option<Currency> {
    find_by_code(match letters {
        "US" | "U.S." => "USD",
        "A" | "AU" | "AUD" => "AUD",
        "C" | "CA" | "CAD" | "Can" | "CDN" => "CAD",
        "NZ" => "NZD",
        "HK" => "HKD",
        "S" => "SGD",
        "NT" => "TWD",
        "R" => "BRL",
        "MX" | "Mex" => "MXN",
        _ => return None,
    })
}

/// How two currencies stand: the same, possibly the same, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CurrencyLikeness {
    Same,
    Possible,
    Other,
}

/// "$" is taken for "US$" where nothing else is said; it may still be any other dollar.
pub(super) fn compare_currencies(left: Currency, right: Currency) -> CurrencyLikeness {
    let (low, high) = (left.min(right), left.max(right));
    let is_dollar = |currency: Currency| {
        matches!(CURRENCIES[currency as usize].0, "USD" | "AUD" | "CAD" | "NZD" | "HKD" | "SGD" | "TWD" | "MXN")
    };
    if low == high || (low == ANY_DOLLAR && high == 1) || (low == ANY_YEN && (high == 5 || high == 6)) {
        CurrencyLikeness::Same
    } else if low == ANY_DOLLAR && is_dollar(high) {
        CurrencyLikeness::Possible
    } else {
        CurrencyLikeness::Other
    }
}

pub(super) const POUND_STERLING: Currency = 2;
