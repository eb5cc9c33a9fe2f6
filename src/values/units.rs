//! Units: a dimension and an exact factor to the base unit of it, so that 1.5 km is 1,500 m and kWh is Wh times a thousand.

use super::exact::ExactNumber;

/// The powers of metre, kilogram, second, kelvin, ampere, bit and degree of angle.
pub(super) type Dimension = [i8; 7];

/// What a figure is multiplied by to be in base units.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitOfMeasure {
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

pub(super) const CELSIUS: UnitOfMeasure = UnitOfMeasure { zero: Zero::Celsius, ..base_unit(TEMPERATURE, 1, 0) };
pub(super) const FAHRENHEIT: UnitOfMeasure =
    UnitOfMeasure { divisor: 9, zero: Zero::Fahrenheit, ..base_unit(TEMPERATURE, 5, 0) };
pub(super) const DEGREE: UnitOfMeasure = base_unit(ANGLE, 1, 0);
pub(super) const ARC_MINUTE: UnitOfMeasure = UnitOfMeasure { divisor: 60, ..DEGREE };
pub(super) const ARC_SECOND: UnitOfMeasure = UnitOfMeasure { divisor: 3600, ..DEGREE };
pub(super) const METRE: UnitOfMeasure = base_unit(LENGTH, 1, 0);
pub(super) const INCH: UnitOfMeasure = base_unit(LENGTH, 254, -4);
pub(super) const FOOT: UnitOfMeasure = base_unit(LENGTH, 3048, -4);
pub(super) const SECOND: UnitOfMeasure = base_unit(TIME, 1, 0);
pub(super) const KELVIN: UnitOfMeasure = base_unit(TEMPERATURE, 1, 0);
pub(super) const POUND: UnitOfMeasure = base_unit(MASS, 45_359_237, -8);
pub(super) const NAUTICAL_MILE: UnitOfMeasure = base_unit(LENGTH, 1852, 0);
pub(super) const LIGHT_YEAR: UnitOfMeasure = base_unit(LENGTH, 94_607_304_725_808, 2);

const fn base_unit(dimension: Dimension, mantissa: u64, exponent: i32) -> UnitOfMeasure {
    UnitOfMeasure { dimension, mantissa, exponent, divisor: 1, zero: Zero::Nothing }
}

impl UnitOfMeasure {
    fn factor(&self) -> ExactNumber {
        ExactNumber { mantissa: i128::from(self.mantissa), exponent: self.exponent, divisor: self.divisor, tail: 0 }
    }

    /// A figure in base units; `None` where its digits do not fit.
    pub(super) fn to_base(self, figure: ExactNumber) -> Option<ExactNumber> {
        let figure = match self.zero {
            Zero::Nothing => figure,
            Zero::Celsius => figure.add(ExactNumber::from_decimal(27315, -2))?,
            Zero::Fahrenheit => figure.add(ExactNumber::from_decimal(45967, -2))?,
        };
        figure.multiply(self.factor())
    }

    /// A difference of figures in base units.
    pub(super) fn step_to_base(self, step: ExactNumber) -> Option<ExactNumber> {
        step.multiply(self.factor())
    }

    /// `km` -> `km²`.
    pub(super) fn raise_to_power(self, power: u8) -> Option<UnitOfMeasure> {
        (1..power).try_fold(self, |raised, _| raised.multiply(self))
    }

    fn multiply(self, other: UnitOfMeasure) -> Option<UnitOfMeasure> {
        let mut dimension = self.dimension;
        for (mine, theirs) in dimension.iter_mut().zip(other.dimension) {
            *mine = mine.checked_add(theirs)?;
        }
        Some(UnitOfMeasure {
            dimension,
            mantissa: self.mantissa.checked_mul(other.mantissa)?,
            exponent: self.exponent + other.exponent,
            divisor: self.divisor.checked_mul(other.divisor)?,
            zero: Zero::Nothing,
        })
    }

    /// `km`, `h` -> `km/h`.
    pub(super) fn divide(self, other: UnitOfMeasure) -> Option<UnitOfMeasure> {
        let inverse = UnitOfMeasure {
            dimension: other.dimension.map(|power| -power),
            mantissa: other.divisor,
            exponent: -other.exponent,
            divisor: other.mantissa,
            zero: Zero::Nothing,
        };
        self.multiply(inverse)
    }

    /// Nothing, so that `NOTHING.divide(km²)` is "per square kilometre".
    pub(super) const NOTHING: UnitOfMeasure = base_unit([0; 7], 1, 0);

    pub(super) fn is_same(&self, other: &UnitOfMeasure) -> bool {
        self.dimension == other.dimension
            && self.zero == other.zero
            && (self.mantissa, self.exponent, self.divisor) == (other.mantissa, other.exponent, other.divisor)
    }

    /// Whether this is the larger unit of the same dimension, as feet are to inches.
    pub(super) fn is_larger(&self, other: &UnitOfMeasure) -> bool {
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
pub(super) const UNITS: &[(&str, UnitOfMeasure)] = &[
    ("m metre metres meter meters 米 公尺", METRE),
    ("km kilometre kilometres kilometer kilometers kms 公里 千米", base_unit(LENGTH, 1, 3)),
    ("cm centimetre centimetres centimeter centimeters 厘米 公分", base_unit(LENGTH, 1, -2)),
    ("mm millimetre millimetres millimeter millimeters 毫米", base_unit(LENGTH, 1, -3)),
    ("µm μm micrometre micrometres micrometer micrometers micron microns", base_unit(LENGTH, 1, -6)),
    ("nm nanometre nanometres nanometer nanometers 纳米", base_unit(LENGTH, 1, -9)),
    ("inch inches", INCH),
    ("ft foot feet 英尺", FOOT),
    ("yd yds yard yards", base_unit(LENGTH, 9144, -4)),
    ("mi mile miles 英里", base_unit(LENGTH, 1_609_344, -3)),
    ("nmi", NAUTICAL_MILE),
    ("furlong furlongs", base_unit(LENGTH, 201_168, -3)),
    ("fathom fathoms", base_unit(LENGTH, 18288, -4)),
    ("ly lightyear lightyears 光年", LIGHT_YEAR),
    ("parsec parsecs", base_unit(LENGTH, 30_856_775_814_913_673, 0)),
    ("ha hectare hectares 公顷", base_unit(AREA, 1, 4)),
    ("acre acres 英亩", base_unit(AREA, 40_468_564_224, -7)),
    ("km2 km² 平方公里 平方千米", base_unit(AREA, 1, 6)),
    ("m2 m² sqm 平方米", base_unit(AREA, 1, 0)),
    ("cm2 cm²", base_unit(AREA, 1, -4)),
    ("mm2 mm²", base_unit(AREA, 1, -6)),
    ("ft2 ft² sqft", base_unit(AREA, 9_290_304, -8)),
    ("mi2 mi² sqmi", base_unit(AREA, 2_589_988_110_336, -6)),
    ("l L litre litres liter liters 升", base_unit(VOLUME, 1, -3)),
    ("ml mL millilitre millilitres milliliter milliliters 毫升", base_unit(VOLUME, 1, -6)),
    ("cl", base_unit(VOLUME, 1, -5)),
    ("dl dL", base_unit(VOLUME, 1, -4)),
    ("hl hectolitre hectolitres hectoliter hectoliters", base_unit(VOLUME, 1, -1)),
    ("m3 m³ 立方米", base_unit(VOLUME, 1, 0)),
    ("km3 km³", base_unit(VOLUME, 1, 9)),
    ("cm3 cm³ cc", base_unit(VOLUME, 1, -6)),
    ("gallon gallons gal", base_unit(VOLUME, 3_785_411_784, -12)),
    ("pint pints", base_unit(VOLUME, 473_176_473, -12)),
    ("barrel barrels bbl 桶", base_unit(VOLUME, 158_987_294_928, -12)),
    ("kg kilogram kilograms kilogramme kilogrammes kilo kilos 公斤 千克", base_unit(MASS, 1, 0)),
    ("g gram grams gramme grammes 克", base_unit(MASS, 1, -3)),
    ("mg milligram milligrams 毫克", base_unit(MASS, 1, -6)),
    ("µg μg mcg ug microgram micrograms", base_unit(MASS, 1, -9)),
    ("t tonne tonnes 吨 噸", base_unit(MASS, 1, 3)),
    ("kt kilotonne kilotonnes", base_unit(MASS, 1, 6)),
    ("Mt megatonne megatonnes", base_unit(MASS, 1, 9)),
    ("ton tons", base_unit(MASS, 90_718_474, -5)),
    ("lb lbs", POUND),
    ("oz ounce ounces", base_unit(MASS, 28_349_523_125, -12)),
    ("sec secs seconds 秒", SECOND),
    ("ms millisecond milliseconds 毫秒", base_unit(TIME, 1, -3)),
    ("µs μs microsecond microseconds", base_unit(TIME, 1, -6)),
    ("ns nanosecond nanoseconds", base_unit(TIME, 1, -9)),
    ("min mins minute minutes 分钟 分鐘", base_unit(TIME, 60, 0)),
    ("h hr hrs hour hours 小时 小時 时间 時間", base_unit(TIME, 3600, 0)),
    ("day days 天", base_unit(TIME, 86400, 0)),
    ("week weeks 周 週 星期 週間", base_unit(TIME, 604_800, 0)),
    ("fortnight fortnights", base_unit(TIME, 1_209_600, 0)),
    ("month months 个月 個月 か月 ヶ月", base_unit(TIME, 2_629_746, 0)),
    ("year years yr yrs 年 年间 年間 年来", base_unit(TIME, 31_556_952, 0)),
    ("decades", base_unit(TIME, 315_569_520, 0)),
    ("centuries", base_unit(TIME, 3_155_695_200, 0)),
    ("kelvin kelvins", KELVIN),
    ("ºc ℃ 摄氏度 攝氏度", CELSIUS),
    ("ºf ℉ 华氏度 華氏度", FAHRENHEIT),
    ("mph", UnitOfMeasure { divisor: 3600, ..base_unit(SPEED, 1_609_344, -3) }),
    ("kmh kph", UnitOfMeasure { divisor: 36, ..base_unit(SPEED, 1, 1) }),
    ("kn kt kts knot knots", UnitOfMeasure { divisor: 3600, ..base_unit(SPEED, 1852, 0) }),
    ("rpm", UnitOfMeasure { divisor: 60, ..base_unit(FREQUENCY, 1, 0) }),
    ("fps", base_unit(FREQUENCY, 1, 0)),
    ("Hz hertz", base_unit(FREQUENCY, 1, 0)),
    ("kHz kilohertz", base_unit(FREQUENCY, 1, 3)),
    ("MHz megahertz", base_unit(FREQUENCY, 1, 6)),
    ("GHz gigahertz", base_unit(FREQUENCY, 1, 9)),
    ("newton newtons", base_unit(FORCE, 1, 0)),
    ("kN kilonewton kilonewtons", base_unit(FORCE, 1, 3)),
    ("lbf", base_unit(FORCE, 44_482_216_152_605, -13)),
    ("Pa pascal pascals", base_unit(PRESSURE, 1, 0)),
    ("hPa mbar millibar millibars", base_unit(PRESSURE, 1, 2)),
    ("kPa kilopascal kilopascals", base_unit(PRESSURE, 1, 3)),
    ("MPa megapascal megapascals", base_unit(PRESSURE, 1, 6)),
    ("GPa", base_unit(PRESSURE, 1, 9)),
    ("bar", base_unit(PRESSURE, 1, 5)),
    ("psi", base_unit(PRESSURE, 689_475_729_317, -8)),
    ("atm", base_unit(PRESSURE, 101_325, 0)),
    ("mmhg mmHg", base_unit(PRESSURE, 133_322_387_415, -9)),
    ("J joule joules", base_unit(ENERGY, 1, 0)),
    ("kJ kilojoule kilojoules", base_unit(ENERGY, 1, 3)),
    ("MJ megajoule megajoules", base_unit(ENERGY, 1, 6)),
    ("GJ gigajoule gigajoules", base_unit(ENERGY, 1, 9)),
    ("Wh", base_unit(ENERGY, 3600, 0)),
    ("kWh", base_unit(ENERGY, 3600, 3)),
    ("MWh", base_unit(ENERGY, 3600, 6)),
    ("GWh", base_unit(ENERGY, 3600, 9)),
    ("TWh", base_unit(ENERGY, 3600, 12)),
    ("cal calorie calories", base_unit(ENERGY, 4184, -3)),
    ("kcal kilocalorie kilocalories", base_unit(ENERGY, 4184, 0)),
    ("eV", base_unit(ENERGY, 1_602_176_634, -28)),
    ("keV", base_unit(ENERGY, 1_602_176_634, -25)),
    ("MeV", base_unit(ENERGY, 1_602_176_634, -22)),
    ("GeV", base_unit(ENERGY, 1_602_176_634, -19)),
    ("W watt watts 瓦", base_unit(POWER, 1, 0)),
    ("mW milliwatt milliwatts", base_unit(POWER, 1, -3)),
    ("kW kilowatt kilowatts 千瓦", base_unit(POWER, 1, 3)),
    ("MW megawatt megawatts 兆瓦", base_unit(POWER, 1, 6)),
    ("GW gigawatt gigawatts", base_unit(POWER, 1, 9)),
    ("TW terawatt terawatts", base_unit(POWER, 1, 12)),
    ("hp bhp horsepower", base_unit(POWER, 74_569_987_158_227_022, -14)),
    ("V volt volts", base_unit(VOLTAGE, 1, 0)),
    ("mV millivolt millivolts", base_unit(VOLTAGE, 1, -3)),
    ("kV kilovolt kilovolts", base_unit(VOLTAGE, 1, 3)),
    ("amp amps ampere amperes", base_unit(CURRENT, 1, 0)),
    ("mA milliamp milliamps", base_unit(CURRENT, 1, -3)),
    ("bit bits", base_unit(DATA, 1, 0)),
    ("kbit kilobit kilobits", base_unit(DATA, 1, 3)),
    ("Mbit megabit megabits", base_unit(DATA, 1, 6)),
    ("Gbit gigabit gigabits", base_unit(DATA, 1, 9)),
    ("byte bytes", base_unit(DATA, 8, 0)),
    ("kB KB kilobyte kilobytes", base_unit(DATA, 8, 3)),
    ("MB megabyte megabytes", base_unit(DATA, 8, 6)),
    ("GB gigabyte gigabytes", base_unit(DATA, 8, 9)),
    ("TB terabyte terabytes", base_unit(DATA, 8, 12)),
    ("PB petabyte petabytes", base_unit(DATA, 8, 15)),
    ("kbps", base_unit(BANDWIDTH, 1, 3)),
    ("Mbps", base_unit(BANDWIDTH, 1, 6)),
    ("Gbps", base_unit(BANDWIDTH, 1, 9)),
];
