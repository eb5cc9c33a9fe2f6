//! The words that values are made of, each with its part in them, looked up without allocating.
//!
//! A word of at most sixteen bytes is one number. Symbols with capitals ("MW", "AD") stand in the table as they are written,
//! all else in small letters. A byte of the hash is kept beside the table, where nearly every other word of a text ends.

use std::sync::LazyLock;

use super::money::CURRENCIES;
use super::units::UNITS;
use crate::language::TABLES;

/// What a word can do in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// zero to nineteen.
    Small(u8),
    /// twenty to ninety.
    Tens(u8),
    Hundred,
    /// A power of ten: million is 6.
    Scale(u8),
    /// Short for a power of ten, behind a figure: bn.
    Short(u8),
    /// A letter that is short for one, but only behind money: M.
    Big(u8),
    Dozen,
    Half,
    /// quarter 4, thirds 3, tenths 10; "third" itself is [`Lexeme::Nth`].
    Parts(u8),
    /// first to nineteenth.
    Nth(u8),
    /// twentieth to ninetieth.
    TensNth(u8),
    /// hundredth is 2.
    ScaleNth(u8),
    /// The ordinal or the unit.
    Second,
    NthSuffix,
    /// Behind a decade, or seconds.
    S,
    Month(u8),
    ForeignMonth(u8),
    Weekday(u8),
    Season(u8),
    Unit(u8),
    Square,
    Cubic,
    Nautical,
    Light,
    Degree,
    Celsius,
    Fahrenheit,
    /// Kelvin, or thousands.
    K,
    /// The unit of weight, or the currency.
    Pound,
    Currency(u8),
    Cents,
    /// The currency, or the verb.
    Won,
    Percent,
    Per,
    Cent,
    Percentage,
    Point,
    About,
    Nearly,
    Over,
    Under,
    More,
    Less,
    At,
    Least,
    Most,
    Than,
    Up,
    To,
    As,
    Many,
    No,
    Or,
    So,
    And,
    A,
    Of,
    The,
    From,
    Between,
    Through,
    In,
    Until,
    /// since, during and their like: a four-digit number behind one is a year.
    When,
    Before,
    After,
    /// early 1, mid 2, late 3.
    Part(u8),
    Century,
    Millennium,
    /// BC.
    Before1,
    /// AD.
    Since1,
    Am,
    Pm,
    P,
    Noon,
    Midnight,
    Minus,
    /// ISBN and its like: what follows is no number.
    CodeName,
    Web,
    /// Known for what it excludes: "no one", "this one", "one another".
    Pronoun,
}

#[rustfmt::skip]
const LEXEME_WORDS: &[(&str, Lexeme)] = &[
    ("zero nought", Lexeme::Small(0)), ("one", Lexeme::Small(1)), ("two", Lexeme::Small(2)), ("three", Lexeme::Small(3)),
    ("four", Lexeme::Small(4)), ("five", Lexeme::Small(5)), ("six", Lexeme::Small(6)), ("seven", Lexeme::Small(7)),
    ("eight", Lexeme::Small(8)), ("nine", Lexeme::Small(9)), ("ten", Lexeme::Small(10)), ("eleven", Lexeme::Small(11)),
    ("twelve", Lexeme::Small(12)), ("thirteen", Lexeme::Small(13)), ("fourteen", Lexeme::Small(14)),
    ("fifteen", Lexeme::Small(15)), ("sixteen", Lexeme::Small(16)), ("seventeen", Lexeme::Small(17)),
    ("eighteen", Lexeme::Small(18)), ("nineteen", Lexeme::Small(19)),
    ("twenty", Lexeme::Tens(20)), ("thirty", Lexeme::Tens(30)), ("forty fourty", Lexeme::Tens(40)), ("fifty", Lexeme::Tens(50)),
    ("sixty", Lexeme::Tens(60)), ("seventy", Lexeme::Tens(70)), ("eighty", Lexeme::Tens(80)), ("ninety", Lexeme::Tens(90)),
    ("hundred", Lexeme::Hundred), ("thousand", Lexeme::Scale(3)), ("lakh lakhs", Lexeme::Scale(5)),
    ("million mio", Lexeme::Scale(6)), ("crore crores", Lexeme::Scale(7)), ("billion", Lexeme::Scale(9)),
    ("trillion", Lexeme::Scale(12)), ("quadrillion", Lexeme::Scale(15)), ("quintillion", Lexeme::Scale(18)),
    ("sextillion", Lexeme::Scale(21)), ("septillion", Lexeme::Scale(24)), ("octillion", Lexeme::Scale(27)),
    ("nonillion", Lexeme::Scale(30)), ("decillion", Lexeme::Scale(33)),
    ("k", Lexeme::Short(3)), ("mn", Lexeme::Short(6)), ("bn", Lexeme::Short(9)), ("M", Lexeme::Big(6)), ("B", Lexeme::Big(9)), ("tn trn", Lexeme::Short(12)),
    ("dozen", Lexeme::Dozen), ("half", Lexeme::Half), ("halves", Lexeme::Parts(2)), ("quarter quarters", Lexeme::Parts(4)),
    ("thirds", Lexeme::Parts(3)), ("fourths", Lexeme::Parts(4)), ("fifths", Lexeme::Parts(5)), ("sixths", Lexeme::Parts(6)),
    ("sevenths", Lexeme::Parts(7)), ("eighths", Lexeme::Parts(8)), ("ninths", Lexeme::Parts(9)), ("tenths", Lexeme::Parts(10)),
    ("first", Lexeme::Nth(1)), ("second", Lexeme::Second), ("third", Lexeme::Nth(3)), ("fourth", Lexeme::Nth(4)),
    ("fifth", Lexeme::Nth(5)), ("sixth", Lexeme::Nth(6)), ("seventh", Lexeme::Nth(7)), ("eighth", Lexeme::Nth(8)),
    ("ninth", Lexeme::Nth(9)), ("tenth", Lexeme::Nth(10)), ("eleventh", Lexeme::Nth(11)), ("twelfth", Lexeme::Nth(12)),
    ("thirteenth", Lexeme::Nth(13)), ("fourteenth", Lexeme::Nth(14)), ("fifteenth", Lexeme::Nth(15)),
    ("sixteenth", Lexeme::Nth(16)), ("seventeenth", Lexeme::Nth(17)), ("eighteenth", Lexeme::Nth(18)),
    ("nineteenth", Lexeme::Nth(19)), ("twentieth", Lexeme::TensNth(20)), ("thirtieth", Lexeme::TensNth(30)),
    ("fortieth", Lexeme::TensNth(40)), ("fiftieth", Lexeme::TensNth(50)), ("sixtieth", Lexeme::TensNth(60)),
    ("seventieth", Lexeme::TensNth(70)), ("eightieth", Lexeme::TensNth(80)), ("ninetieth", Lexeme::TensNth(90)),
    ("hundredth", Lexeme::ScaleNth(2)), ("thousandth", Lexeme::ScaleNth(3)), ("millionth", Lexeme::ScaleNth(6)),
    ("billionth", Lexeme::ScaleNth(9)), ("st nd rd th", Lexeme::NthSuffix), ("s", Lexeme::S),
    ("january jan", Lexeme::Month(1)), ("february feb", Lexeme::Month(2)), ("march mar", Lexeme::Month(3)),
    ("april apr", Lexeme::Month(4)), ("may", Lexeme::Month(5)), ("june jun", Lexeme::Month(6)), ("july jul", Lexeme::Month(7)),
    ("august aug", Lexeme::Month(8)), ("september sept sep", Lexeme::Month(9)), ("october oct", Lexeme::Month(10)),
    ("november nov", Lexeme::Month(11)), ("december dec", Lexeme::Month(12)),
    ("monday", Lexeme::Weekday(1)), ("tuesday", Lexeme::Weekday(2)), ("wednesday", Lexeme::Weekday(3)),
    ("thursday", Lexeme::Weekday(4)), ("friday", Lexeme::Weekday(5)), ("saturday", Lexeme::Weekday(6)),
    ("sunday", Lexeme::Weekday(7)),
    ("spring", Lexeme::Season(1)), ("summer", Lexeme::Season(2)), ("autumn fall", Lexeme::Season(3)), ("winter", Lexeme::Season(4)),
    ("square sq", Lexeme::Square), ("cubic cu", Lexeme::Cubic), ("nautical", Lexeme::Nautical), ("light", Lexeme::Light),
    ("degree degrees deg", Lexeme::Degree), ("celsius centigrade C", Lexeme::Celsius), ("fahrenheit F", Lexeme::Fahrenheit),
    ("K", Lexeme::K), ("pound pounds", Lexeme::Pound), ("cents", Lexeme::Cents), ("won", Lexeme::Won), ("percent pct パーセント", Lexeme::Percent),
    ("per", Lexeme::Per), ("cent", Lexeme::Cent), ("percentage", Lexeme::Percentage), ("point points", Lexeme::Point),
    ("about approximately approx around roughly circa ca c some estimated", Lexeme::About),
    ("nearly almost", Lexeme::Nearly), ("over above exceeding", Lexeme::Over), ("under below", Lexeme::Under),
    ("more greater higher", Lexeme::More), ("less fewer lower", Lexeme::Less), ("at", Lexeme::At), ("least", Lexeme::Least),
    ("most", Lexeme::Most), ("than", Lexeme::Than), ("up", Lexeme::Up), ("to", Lexeme::To), ("as", Lexeme::As),
    ("many much", Lexeme::Many), ("no not", Lexeme::No), ("or", Lexeme::Or), ("so", Lexeme::So), ("and", Lexeme::And),
    ("a A an", Lexeme::A), ("of", Lexeme::Of), ("the", Lexeme::The), ("from", Lexeme::From), ("between", Lexeme::Between),
    ("through", Lexeme::Through), ("in", Lexeme::In), ("since by during", Lexeme::When), ("until till", Lexeme::Until), ("before", Lexeme::Before),
    ("after", Lexeme::After), ("early", Lexeme::Part(1)), ("mid middle", Lexeme::Part(2)), ("late", Lexeme::Part(3)),
    ("century", Lexeme::Century), ("millennium", Lexeme::Millennium), ("BC BCE B.C.", Lexeme::Before1), ("AD CE", Lexeme::Since1),
    ("am", Lexeme::Am), ("pm", Lexeme::Pm), ("p P", Lexeme::P), ("noon", Lexeme::Noon), ("midnight", Lexeme::Midnight),
    ("minus negative", Lexeme::Minus), ("isbn issn doi oclc pmid pmc arxiv bibcode asin", Lexeme::CodeName),
    ("http https www ftp", Lexeme::Web), ("this that another every each any which other's", Lexeme::Pronoun),
];

const SLOTS: usize = 4096;

struct LexemeTable {
    tags: [u8; SLOTS],
    slots: Vec<(u128, Lexeme)>,
}

static LEXEME_TABLE: LazyLock<LexemeTable> = LazyLock::new(|| {
    let mut table = LexemeTable { tags: [0; SLOTS], slots: vec![(0, Lexeme::Web); SLOTS] };
    let units = UNITS.iter().enumerate().map(|(index, &(words, _))| (words, Lexeme::Unit(index as u8)));
    let named = CURRENCIES.iter().enumerate().flat_map(|(index, &(code, words))| {
        [(code, Lexeme::Currency(index as u8)), (words, Lexeme::Currency(index as u8))]
    });
    for (words, lexeme) in LEXEME_WORDS.iter().copied().chain(units).chain(named).chain(list_foreign_words()) {
        for word in words.split(' ').filter(|word| word.len() <= 16 && !word.is_empty()) {
            table.insert(pack_word(word.as_bytes()), lexeme);
        }
    }
    table
});

/// The words of other languages. Number words are left out where they are short, as is `one`: they mean too much else.
fn list_foreign_words() -> impl Iterator<Item = (&'static str, Lexeme)> {
    TABLES.iter().skip(1).flat_map(|table| {
        let months = table.months.iter().zip(1..).map(|(words, month)| (*words, Lexeme::ForeignMonth(month)));
        let numbers = table.numbers.iter().zip(0..).skip(2).map(|(words, number)| (*words, Lexeme::Small(number)));
        let is_long = |word: &&str| word.len() > 3 && word.chars().count() > 2;
        let numbers =
            numbers.flat_map(move |(words, lexeme)| words.split(' ').filter(is_long).map(move |word| (word, lexeme)));
        let scales = table.scales.iter().map(|&(power, words)| (words, Lexeme::Scale(power)));
        let hedges = [
            (table.about, Lexeme::About),
            (table.nearly, Lexeme::Nearly),
            (table.over, Lexeme::Over),
            (table.under, Lexeme::Under),
        ];
        months.chain(numbers).chain(scales).chain(hedges).filter(|_| !matches!(table.code, "zh" | "ja"))
    })
}

impl LexemeTable {
    /// The first lexeme of a spelling stays.
    fn insert(&mut self, key: u128, lexeme: Lexeme) {
        if self.get(key).is_some() {
            return;
        }
        let (mut slot, tag) = find_slot(key);
        while self.tags[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.tags[slot] = tag;
        self.slots[slot] = (key, lexeme);
    }

    #[inline]
    fn get(&self, key: u128) -> Option<Lexeme> {
        let (mut slot, tag) = find_slot(key);
        while self.tags[slot] != 0 {
            if self.tags[slot] == tag && self.slots[slot].0 == key {
                return Some(self.slots[slot].1);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

/// Where a key stands in the table, and its tag, which is never 0.
#[inline]
fn find_slot(key: u128) -> (usize, u8) {
    let mixed = (key as u64 ^ ((key >> 64) as u64).rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 52) as usize, (mixed >> 44) as u8 | 1)
}

#[inline]
fn pack_word(word: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    bytes[..word.len()].copy_from_slice(word);
    u128::from_le_bytes(bytes)
}

/// The part of a word in values, if it has one: as written first, then in small letters.
#[inline]
pub(super) fn find_lexeme(word: &[u8]) -> Option<Lexeme> {
    if word.len() > 16 {
        return None;
    }
    let key = pack_word(word);
    let capitals = word.iter().any(u8::is_ascii_uppercase);
    match LEXEME_TABLE.get(key) {
        None if capitals && word.len() > 1 => {
            let mut bytes = key.to_le_bytes();
            bytes.make_ascii_lowercase();
            LEXEME_TABLE.get(u128::from_le_bytes(bytes))
        }
        found => found,
    }
}
