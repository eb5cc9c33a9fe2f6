//! Units: a dimension and an exact factor to the base unit of it, so that 1.5 km is 1,500 m and kWh is Wh times a thousand.

use super::exact::Exact;

/// The powers of metre, kilogram, second, kelvin, ampere, bit and degree of angle.
pub(super) type Dimension = [i8; 7];

/// What a figure is multiplied by to be in base units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub(super) dimension: Dimension,
    mantissa: u64,
    exponent: i32,
    divisor: u64,
    /// The scales that do not begin at nothing.
    zero: Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zero {
    Nothing,
    Celsius,
    Fahrenheit,
}

pub(super) const CELSIUS: Measure = Measure { zero: Zero::Celsius, ..base(TEMPERATURE, 1, 0) };
pub(super) const FAHRENHEIT: Measure = Measure { divisor: 9, zero: Zero::Fahrenheit, ..base(TEMPERATURE, 5, 0) };
pub(super) const DEGREE: Measure = base(ANGLE, 1, 0);
pub(super) const ARC_MINUTE: Measure = Measure { divisor: 60, ..DEGREE };
pub(super) const ARC_SECOND: Measure = Measure { divisor: 3600, ..DEGREE };
pub(super) const METRE: Measure = base(LENGTH, 1, 0);
pub(super) const INCH: Measure = base(LENGTH, 254, -4);
pub(super) const FOOT: Measure = base(LENGTH, 3048, -4);
pub(super) const SECOND: Measure = base(TIME, 1, 0);
pub(super) const KELVIN: Measure = base(TEMPERATURE, 1, 0);
pub(super) const POUND: Measure = base(MASS, 45_359_237, -8);
pub(super) const NAUTICAL_MILE: Measure = base(LENGTH, 1852, 0);
pub(super) const LIGHT_YEAR: Measure = base(LENGTH, 94_607_304_725_808, 2);

const fn base(dimension: Dimension, mantissa: u64, exponent: i32) -> Measure {
    Measure { dimension, mantissa, exponent, divisor: 1, zero: Zero::Nothing }
}

impl Measure {
    fn factor(&self) -> Exact {
        Exact { mantissa: i128::from(self.mantissa), exponent: self.exponent, divisor: self.divisor, tail: 0 }
    }

    /// A figure in base units; `None` where its digits do not fit.
    pub(super) fn to_base(self, figure: Exact) -> Option<Exact> {
        let figure = match self.zero {
            Zero::Nothing => figure,
            Zero::Celsius => figure.plus(Exact::decimal(27315, -2))?,
            Zero::Fahrenheit => figure.plus(Exact::decimal(45967, -2))?,
        };
        figure.times(self.factor())
    }

    /// A difference of figures in base units.
    pub(super) fn step_to_base(self, step: Exact) -> Option<Exact> {
        step.times(self.factor())
    }

    /// `km` -> `km²`.
    pub(super) fn raised(self, power: u8) -> Option<Measure> {
        (1..power).try_fold(self, |raised, _| raised.times(self))
    }

    fn times(self, other: Measure) -> Option<Measure> {
        let mut dimension = self.dimension;
        for (mine, theirs) in dimension.iter_mut().zip(other.dimension) {
            *mine = mine.checked_add(theirs)?;
        }
        Some(Measure {
            dimension,
            mantissa: self.mantissa.checked_mul(other.mantissa)?,
            exponent: self.exponent + other.exponent,
            divisor: self.divisor.checked_mul(other.divisor)?,
            zero: Zero::Nothing,
        })
    }

    /// `km`, `h` -> `km/h`.
    pub(super) fn per(self, other: Measure) -> Option<Measure> {
        let inverse = Measure {
            dimension: other.dimension.map(|power| -power),
            mantissa: other.divisor,
            exponent: -other.exponent,
            divisor: other.mantissa,
            zero: Zero::Nothing,
        };
        self.times(inverse)
    }

    /// Nothing, so that `NOTHING.per(km²)` is "per square kilometre".
    pub(super) const NOTHING: Measure = base([0; 7], 1, 0);

    pub(super) fn is_same(&self, other: &Measure) -> bool {
        self.dimension == other.dimension
            && self.zero == other.zero
            && (self.mantissa, self.exponent, self.divisor) == (other.mantissa, other.exponent, other.divisor)
    }

    /// Whether this is the larger unit of the same dimension, as feet are to inches.
    pub(super) fn is_larger(&self, other: &Measure) -> bool {
        self.dimension == other.dimension && self.factor().compare(other.factor()).is_gt()
    }

    pub(super) fn is_length(&self) -> bool {
        self.dimension == LENGTH
    }

    pub(super) fn is_time(&self) -> bool {
        self.dimension == TIME
    }
}

const LENGTH: Dimension = [1, 0, 0, 0, 0, 0, 0];
const AREA: Dimension = [2, 0, 0, 0, 0, 0, 0];
const VOLUME: Dimension = [3, 0, 0, 0, 0, 0, 0];
const MASS: Dimension = [0, 1, 0, 0, 0, 0, 0];
const TIME: Dimension = [0, 0, 1, 0, 0, 0, 0];
const TEMPERATURE: Dimension = [0, 0, 0, 1, 0, 0, 0];
const CURRENT: Dimension = [0, 0, 0, 0, 1, 0, 0];
const DATA: Dimension = [0, 0, 0, 0, 0, 1, 0];
const ANGLE: Dimension = [0, 0, 0, 0, 0, 0, 1];
const SPEED: Dimension = [1, 0, -1, 0, 0, 0, 0];
const FREQUENCY: Dimension = [0, 0, -1, 0, 0, 0, 0];
const FORCE: Dimension = [1, 1, -2, 0, 0, 0, 0];
const PRESSURE: Dimension = [-1, 1, -2, 0, 0, 0, 0];
const ENERGY: Dimension = [2, 1, -2, 0, 0, 0, 0];
const POWER: Dimension = [2, 1, -3, 0, 0, 0, 0];
const VOLTAGE: Dimension = [2, 1, -3, 0, -1, 0, 0];
const BANDWIDTH: Dimension = [0, 0, -1, 0, 0, 1, 0];

/// The spellings of each unit, then what it is. A symbol with a capital is read as it stands, all else in any case.
///
/// A year is the Gregorian mean, 365.2425 days, and a month a twelfth of it: twelve months are a year, 365 days nearly.
#[rustfmt::skip]
pub(super) const UNITS: &[(&str, Measure)] = &[
    ("m metre metres meter meters 米 公尺", METRE),
    ("km kilometre kilometres kilometer kilometers kms 公里 千米", base(LENGTH, 1, 3)),
    ("cm centimetre centimetres centimeter centimeters 厘米 公分", base(LENGTH, 1, -2)),
    ("mm millimetre millimetres millimeter millimeters 毫米", base(LENGTH, 1, -3)),
    ("µm μm micrometre micrometres micrometer micrometers micron microns", base(LENGTH, 1, -6)),
    ("nm nanometre nanometres nanometer nanometers 纳米", base(LENGTH, 1, -9)),
    ("inch inches", INCH),
    ("ft foot feet 英尺", FOOT),
    ("yd yds yard yards", base(LENGTH, 9144, -4)),
    ("mi mile miles 英里", base(LENGTH, 1_609_344, -3)),
    ("nmi", NAUTICAL_MILE),
    ("furlong furlongs", base(LENGTH, 201_168, -3)),
    ("fathom fathoms", base(LENGTH, 18288, -4)),
    ("ly lightyear lightyears 光年", LIGHT_YEAR),
    ("parsec parsecs", base(LENGTH, 30_856_775_814_913_673, 0)),
    ("ha hectare hectares 公顷", base(AREA, 1, 4)),
    ("acre acres 英亩", base(AREA, 40_468_564_224, -7)),
    ("km2 km² 平方公里 平方千米", base(AREA, 1, 6)),
    ("m2 m² sqm 平方米", base(AREA, 1, 0)),
    ("cm2 cm²", base(AREA, 1, -4)),
    ("mm2 mm²", base(AREA, 1, -6)),
    ("ft2 ft² sqft", base(AREA, 9_290_304, -8)),
    ("mi2 mi² sqmi", base(AREA, 2_589_988_110_336, -6)),
    ("l L litre litres liter liters 升", base(VOLUME, 1, -3)),
    ("ml mL millilitre millilitres milliliter milliliters 毫升", base(VOLUME, 1, -6)),
    ("cl", base(VOLUME, 1, -5)),
    ("dl dL", base(VOLUME, 1, -4)),
    ("hl hectolitre hectolitres hectoliter hectoliters", base(VOLUME, 1, -1)),
    ("m3 m³ 立方米", base(VOLUME, 1, 0)),
    ("km3 km³", base(VOLUME, 1, 9)),
    ("cm3 cm³ cc", base(VOLUME, 1, -6)),
    ("gallon gallons gal", base(VOLUME, 3_785_411_784, -12)),
    ("pint pints", base(VOLUME, 473_176_473, -12)),
    ("barrel barrels bbl 桶", base(VOLUME, 158_987_294_928, -12)),
    ("kg kilogram kilograms kilogramme kilogrammes kilo kilos 公斤 千克", base(MASS, 1, 0)),
    ("g gram grams gramme grammes 克", base(MASS, 1, -3)),
    ("mg milligram milligrams 毫克", base(MASS, 1, -6)),
    ("µg μg mcg ug microgram micrograms", base(MASS, 1, -9)),
    ("t tonne tonnes 吨 噸", base(MASS, 1, 3)),
    ("kt kilotonne kilotonnes", base(MASS, 1, 6)),
    ("Mt megatonne megatonnes", base(MASS, 1, 9)),
    ("ton tons", base(MASS, 90_718_474, -5)),
    ("lb lbs", POUND),
    ("oz ounce ounces", base(MASS, 28_349_523_125, -12)),
    ("sec secs seconds 秒", SECOND),
    ("ms millisecond milliseconds 毫秒", base(TIME, 1, -3)),
    ("µs μs microsecond microseconds", base(TIME, 1, -6)),
    ("ns nanosecond nanoseconds", base(TIME, 1, -9)),
    ("min mins minute minutes 分钟 分鐘", base(TIME, 60, 0)),
    ("h hr hrs hour hours 小时 小時 时间 時間", base(TIME, 3600, 0)),
    ("day days 天", base(TIME, 86400, 0)),
    ("week weeks 周 週 星期 週間", base(TIME, 604_800, 0)),
    ("fortnight fortnights", base(TIME, 1_209_600, 0)),
    ("month months 个月 個月 か月 ヶ月", base(TIME, 2_629_746, 0)),
    ("year years yr yrs 年 年间 年間 年来", base(TIME, 31_556_952, 0)),
    ("decades", base(TIME, 315_569_520, 0)),
    ("centuries", base(TIME, 3_155_695_200, 0)),
    ("kelvin kelvins", KELVIN),
    ("ºc ℃ 摄氏度 攝氏度", CELSIUS),
    ("ºf ℉ 华氏度 華氏度", FAHRENHEIT),
    ("mph", Measure { divisor: 3600, ..base(SPEED, 1_609_344, -3) }),
    ("kmh kph", Measure { divisor: 36, ..base(SPEED, 1, 1) }),
    ("kn kt kts knot knots", Measure { divisor: 3600, ..base(SPEED, 1852, 0) }),
    ("rpm", Measure { divisor: 60, ..base(FREQUENCY, 1, 0) }),
    ("fps", base(FREQUENCY, 1, 0)),
    ("Hz hertz", base(FREQUENCY, 1, 0)),
    ("kHz kilohertz", base(FREQUENCY, 1, 3)),
    ("MHz megahertz", base(FREQUENCY, 1, 6)),
    ("GHz gigahertz", base(FREQUENCY, 1, 9)),
    ("newton newtons", base(FORCE, 1, 0)),
    ("kN kilonewton kilonewtons", base(FORCE, 1, 3)),
    ("lbf", base(FORCE, 44_482_216_152_605, -13)),
    ("Pa pascal pascals", base(PRESSURE, 1, 0)),
    ("hPa mbar millibar millibars", base(PRESSURE, 1, 2)),
    ("kPa kilopascal kilopascals", base(PRESSURE, 1, 3)),
    ("MPa megapascal megapascals", base(PRESSURE, 1, 6)),
    ("GPa", base(PRESSURE, 1, 9)),
    ("bar", base(PRESSURE, 1, 5)),
    ("psi", base(PRESSURE, 689_475_729_317, -8)),
    ("atm", base(PRESSURE, 101_325, 0)),
    ("mmhg mmHg", base(PRESSURE, 133_322_387_415, -9)),
    ("J joule joules", base(ENERGY, 1, 0)),
    ("kJ kilojoule kilojoules", base(ENERGY, 1, 3)),
    ("MJ megajoule megajoules", base(ENERGY, 1, 6)),
    ("GJ gigajoule gigajoules", base(ENERGY, 1, 9)),
    ("Wh", base(ENERGY, 3600, 0)),
    ("kWh", base(ENERGY, 3600, 3)),
    ("MWh", base(ENERGY, 3600, 6)),
    ("GWh", base(ENERGY, 3600, 9)),
    ("TWh", base(ENERGY, 3600, 12)),
    ("cal calorie calories", base(ENERGY, 4184, -3)),
    ("kcal kilocalorie kilocalories", base(ENERGY, 4184, 0)),
    ("eV", base(ENERGY, 1_602_176_634, -28)),
    ("keV", base(ENERGY, 1_602_176_634, -25)),
    ("MeV", base(ENERGY, 1_602_176_634, -22)),
    ("GeV", base(ENERGY, 1_602_176_634, -19)),
    ("W watt watts 瓦", base(POWER, 1, 0)),
    ("mW milliwatt milliwatts", base(POWER, 1, -3)),
    ("kW kilowatt kilowatts 千瓦", base(POWER, 1, 3)),
    ("MW megawatt megawatts 兆瓦", base(POWER, 1, 6)),
    ("GW gigawatt gigawatts", base(POWER, 1, 9)),
    ("TW terawatt terawatts", base(POWER, 1, 12)),
    ("hp bhp horsepower", base(POWER, 74_569_987_158_227_022, -14)),
    ("V volt volts", base(VOLTAGE, 1, 0)),
    ("mV millivolt millivolts", base(VOLTAGE, 1, -3)),
    ("kV kilovolt kilovolts", base(VOLTAGE, 1, 3)),
    ("amp amps ampere amperes", base(CURRENT, 1, 0)),
    ("mA milliamp milliamps", base(CURRENT, 1, -3)),
    ("bit bits", base(DATA, 1, 0)),
    ("kbit kilobit kilobits", base(DATA, 1, 3)),
    ("Mbit megabit megabits", base(DATA, 1, 6)),
    ("Gbit gigabit gigabits", base(DATA, 1, 9)),
    ("byte bytes", base(DATA, 8, 0)),
    ("kB KB kilobyte kilobytes", base(DATA, 8, 3)),
    ("MB megabyte megabytes", base(DATA, 8, 6)),
    ("GB gigabyte gigabytes", base(DATA, 8, 9)),
    ("TB terabyte terabytes", base(DATA, 8, 12)),
    ("PB petabyte petabytes", base(DATA, 8, 15)),
    ("kbps", base(BANDWIDTH, 1, 3)),
    ("Mbps", base(BANDWIDTH, 1, 6)),
    ("Gbps", base(BANDWIDTH, 1, 9)),
];
