//! The units that can be converted: symbol, measure, size, and the unit they are shown in beside their own.

use std::sync::LazyLock;

/// A unit of measure.
pub(super) struct ConvertUnit {
    /// How it is written in a template, several ways.
    pub codes: &'static str,
    /// How it is shown.
    pub symbol: &'static str,
    /// Units of one measure convert into each other.
    pub measure: UnitKind,
    /// How many of the measure's basic unit it is.
    pub scale: f64,
    /// The code of the unit it is converted to when none is asked for.
    pub partner: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitKind {
    Length,
    Area,
    Volume,
    Mass,
    Speed,
    Pressure,
    Power,
    Energy,
    Temperature,
    TemperatureStep,
    Force,
    Torque,
    Density,
    Flow,
    PopulationDensity,
    FuelEconomy,
    Time,
    Gradient,
}

use UnitKind::*;

const fn build_unit(
    codes: &'static str,
    symbol: &'static str,
    measure: UnitKind,
    scale: f64,
    partner: &'static str,
) -> ConvertUnit {
    ConvertUnit { codes, symbol, measure, scale, partner }
}

const UNITS: &[ConvertUnit] = &[
    build_unit("km|kilometre|kilometer|kilometres|kilometers", "km", Length, 1000.0, "mi"),
    build_unit("m|metre|meter|metres|meters", "m", Length, 1.0, "ft"),
    build_unit("dm", "dm", Length, 0.1, "in"),
    build_unit("cm|centimetre|centimeter|centimetres|centimeters", "cm", Length, 0.01, "in"),
    build_unit("mm|millimetre|millimeter|millimetres|millimeters", "mm", Length, 0.001, "in"),
    build_unit("um|μm|µm|micrometre|micrometer", "μm", Length, 1e-6, "in"),
    build_unit("nm|nanometre|nanometer", "nm", Length, 1e-9, "in"),
    build_unit("mi|mile|miles", "mi", Length, 1609.344, "km"),
    build_unit("ft|foot|feet|'", "ft", Length, 0.3048, "m"),
    build_unit("in|inch|inches|\"", "in", Length, 0.0254, "mm"),
    build_unit("yd|yard|yards", "yd", Length, 0.9144, "m"),
    build_unit("nmi|nautical mile|nautical miles|NM", "nmi", Length, 1852.0, "km mi"),
    build_unit("fathom|fathoms|fathom", "fathoms", Length, 1.8288, "ft m"),
    build_unit("furlong|furlongs", "furlongs", Length, 201.168, "ft m"),
    build_unit("chain|chains|ch", "chains", Length, 20.1168, "ft m"),
    build_unit("rod|rods|perch|pole", "rods", Length, 5.0292, "ft m"),
    build_unit("hand|hands|h", "hands", Length, 0.1016, "in cm"),
    build_unit("AU|au", "AU", Length, 149597870700.0, "km mi"),
    build_unit("ly|light-year|light-years|light year", "ly", Length, 9.4607304725808e15, "pc"),
    build_unit("pc|parsec|parsecs", "pc", Length, 3.08567758149137e16, "ly"),
    build_unit("kpc", "kpc", Length, 3.08567758149137e19, "ly"),
    build_unit("km2|sqkm|km²|square kilometre|square kilometres|square kilometer", "km²", Area, 1e6, "sqmi"),
    build_unit("m2|sqm|m²|square metre|square metres|square meter|square meters", "m²", Area, 1.0, "sqft"),
    build_unit("cm2|sqcm|cm²", "cm²", Area, 1e-4, "sqin"),
    build_unit("mm2|sqmm|mm²", "mm²", Area, 1e-6, "sqin"),
    build_unit("ha|hectare|hectares", "ha", Area, 1e4, "acre"),
    build_unit("sqmi|mi2|sq mi|mi²|square mile|square miles", "sq mi", Area, 2589988.110336, "km2"),
    build_unit("sqft|ft2|sq ft|ft²|square foot|square feet|foot2", "sq ft", Area, 0.09290304, "m2"),
    build_unit("sqyd|yd2|sq yd|square yard|square yards", "sq yd", Area, 0.83612736, "m2"),
    build_unit("sqin|in2|sq in|square inch|square inches", "sq in", Area, 0.00064516, "cm2"),
    build_unit("acre|acres|ac", "acres", Area, 4046.8564224, "ha"),
    build_unit("dunam|dunams", "dunams", Area, 1000.0, "km2 sqmi"),
    build_unit("tsubo", "tsubo", Area, 3.305785124, "m2"),
    build_unit("m3|cbm|m³|cubic metre|cubic metres|cubic meter|cubic meters", "m³", Volume, 1.0, "cuft"),
    build_unit("km3|cukm|km³", "km³", Volume, 1e9, "cumi"),
    build_unit("cm3|cc|cm³|cucm", "cm³", Volume, 1e-6, "cuin"),
    build_unit("L|l|litre|liter|litres|liters", "L", Volume, 0.001, "impgal USgal"),
    build_unit("mL|ml|millilitre", "ml", Volume, 1e-6, "impoz USoz"),
    build_unit("hL|hl", "hL", Volume, 0.1, "impgal USgal"),
    build_unit("ML|megalitre", "ML", Volume, 1000.0, "impgal USgal"),
    build_unit("cuft|ft3|cu ft|ft³|cubic foot|cubic feet", "cu ft", Volume, 0.028316846592, "m3"),
    build_unit("cuyd|yd3|cu yd|cubic yard|cubic yards", "cu yd", Volume, 0.764554857984, "m3"),
    build_unit("cuin|in3|cu in|cubic inch|cubic inches|CID|ci", "cu in", Volume, 1.6387064e-5, "cc"),
    build_unit("cumi|mi3|cubic mile|cubic miles", "cu mi", Volume, 4.16818182544058e9, "km3"),
    build_unit(
        "USgal|U.S.gal|US gal|usgal|gal|gallon|gallons|U.S. gallon",
        "US gal",
        Volume,
        0.003785411784,
        "L impgal",
    ),
    build_unit("impgal|imp gal|Impgal|imperial gallon", "imp gal", Volume, 0.00454609, "L USgal"),
    build_unit("USqt|usqt|US qt", "US qt", Volume, 0.000946352946, "L"),
    build_unit("USpt|uspt|pint|pt", "US pt", Volume, 0.000473176473, "L"),
    build_unit("imppt|imp pt", "imp pt", Volume, 0.00056826125, "L"),
    build_unit("USoz|USfloz|US fl oz|usfloz|oz fl", "US fl oz", Volume, 2.95735295625e-5, "mL"),
    build_unit("impoz|impfloz|imp fl oz", "imp fl oz", Volume, 2.84130625e-5, "mL"),
    build_unit(
        "acre.ft|acre-ft|acre·ft|acre foot|acre feet|acreft|acre.foot",
        "acre⋅ft",
        Volume,
        1233.48183754752,
        "m3",
    ),
    build_unit("oilbbl|bbl|barrel|barrels", "bbl", Volume, 0.158987294928, "m3"),
    build_unit("usbu|USbu|bushel|bushels", "US bsh", Volume, 0.03523907016688, "L"),
    build_unit("kg|kilogram|kilograms|kilogramme", "kg", Mass, 1.0, "lb"),
    build_unit("g|gram|grams", "g", Mass, 0.001, "oz"),
    build_unit("mg|milligram|milligrams", "mg", Mass, 1e-6, "gr"),
    build_unit("t|tonne|tonnes|MT|metric ton|metric tons|mt", "t", Mass, 1000.0, "LT ST"),
    build_unit("lb|lbs|pound|pounds", "lb", Mass, 0.45359237, "kg"),
    build_unit("oz|ounce|ounces", "oz", Mass, 0.028349523125, "g"),
    build_unit("ozt|troy ounce|troy ounces", "ozt", Mass, 0.0311034768, "oz g"),
    build_unit("st|stone|stones", "st", Mass, 6.35029318, "lb kg"),
    build_unit("LT|long ton|long tons|L/T|LTon", "long tons", Mass, 1016.0469088, "ST t"),
    build_unit("ST|short ton|short tons|S/T|ton|tons|STon", "short tons", Mass, 907.18474, "LT t"),
    build_unit("cwt|longcwt|long cwt", "cwt", Mass, 50.80234544, "kg"),
    build_unit("shtcwt|short cwt", "short cwt", Mass, 45.359237, "kg"),
    build_unit("gr|grain|grains", "gr", Mass, 6.479891e-5, "mg"),
    build_unit("carat|carats|ct", "carats", Mass, 0.0002, "g"),
    build_unit("kt|kilotonne", "kt", Mass, 1e6, "LT ST"),
    build_unit("Mt|megatonne", "Mt", Mass, 1e9, "LT ST"),
    build_unit("km/h|kph|km/hr|kmph|kilometres per hour", "km/h", Speed, 1.0 / 3.6, "mph"),
    build_unit("mph|mi/h|MPH|miles per hour", "mph", Speed, 0.44704, "km/h"),
    build_unit("m/s|ms-1|metres per second", "m/s", Speed, 1.0, "ft/s"),
    build_unit("km/s", "km/s", Speed, 1000.0, "mi/s"),
    build_unit("mi/s", "mi/s", Speed, 1609.344, "km/s"),
    build_unit("ft/s|fps|feet per second", "ft/s", Speed, 0.3048, "m/s"),
    build_unit("ft/min|fpm", "ft/min", Speed, 0.00508, "m/s"),
    build_unit("kn|knot|knots|kt(s)", "kn", Speed, 1852.0 / 3600.0, "km/h mph"),
    build_unit("C|°C|degC|celsius|Celsius", "°C", Temperature, 1.0, "F"),
    build_unit("F|°F|degF|fahrenheit|Fahrenheit", "°F", Temperature, 5.0 / 9.0, "C"),
    build_unit("K|kelvin|°K", "K", Temperature, 1.0, "C F"),
    build_unit("R|°R", "°R", Temperature, 5.0 / 9.0, "K F C"),
    build_unit("C-change|°C-change", "°C", TemperatureStep, 1.0, "F-change"),
    build_unit("F-change|°F-change", "°F", TemperatureStep, 5.0 / 9.0, "C-change"),
    build_unit("K-change", "K", TemperatureStep, 1.0, "F-change"),
    build_unit("Pa|pascal", "Pa", Pressure, 1.0, "psi"),
    build_unit("hPa", "hPa", Pressure, 100.0, "inHg"),
    build_unit("kPa", "kPa", Pressure, 1000.0, "psi"),
    build_unit("MPa", "MPa", Pressure, 1e6, "psi"),
    build_unit("GPa", "GPa", Pressure, 1e9, "psi"),
    build_unit("mbar|millibar|mb", "mbar", Pressure, 100.0, "inHg"),
    build_unit("bar", "bar", Pressure, 1e5, "kPa"),
    build_unit("psi|lbf/in2", "psi", Pressure, 6894.757293168, "kPa"),
    build_unit("atm|atmosphere", "atm", Pressure, 101325.0, "kPa"),
    build_unit("inHg|inHg0C", "inHg", Pressure, 3386.388640341, "kPa"),
    build_unit("mmHg|torr|Torr", "mmHg", Pressure, 133.322387415, "kPa"),
    build_unit("kW|kilowatt|kilowatts", "kW", Power, 1000.0, "hp"),
    build_unit("W|watt|watts", "W", Power, 1.0, "hp"),
    build_unit("MW|megawatt|megawatts", "MW", Power, 1e6, "hp"),
    build_unit("GW", "GW", Power, 1e9, "hp"),
    build_unit("hp|horsepower|bhp|shp|ihp|ehp|whp", "hp", Power, 745.69987158227, "kW"),
    build_unit("PS|metric horsepower|cv|CV|ch(metric)", "PS", Power, 735.49875, "kW"),
    build_unit("J|joule|joules", "J", Energy, 1.0, "cal"),
    build_unit("kJ|kilojoule|kilojoules", "kJ", Energy, 1000.0, "kcal"),
    build_unit("MJ", "MJ", Energy, 1e6, "kWh"),
    build_unit("cal|calorie|calories", "cal", Energy, 4.184, "J"),
    build_unit("kcal|Cal|kilocalorie|kilocalories", "kcal", Energy, 4184.0, "kJ"),
    build_unit("Wh", "Wh", Energy, 3600.0, "kJ"),
    build_unit("kWh|kW.h|kilowatt-hour", "kWh", Energy, 3.6e6, "MJ"),
    build_unit("MWh", "MWh", Energy, 3.6e9, "GJ"),
    build_unit("GJ", "GJ", Energy, 1e9, "kWh"),
    build_unit("BTU|Btu", "BTU", Energy, 1055.05585262, "kJ"),
    build_unit("ftlb|ft.lbf|ftlbf|ft·lbf|ft-lbf", "ft⋅lb", Energy, 1.3558179483314, "J"),
    build_unit("eV", "eV", Energy, 1.602176634e-19, "J"),
    build_unit("N|newton|newtons", "N", Force, 1.0, "lbf"),
    build_unit("kN|kilonewton", "kN", Force, 1000.0, "lbf"),
    build_unit("MN", "MN", Force, 1e6, "lbf"),
    build_unit("lbf|pound-force", "lbf", Force, 4.4482216152605, "N"),
    build_unit("kgf", "kgf", Force, 9.80665, "lbf"),
    build_unit("Nm|N.m|N·m|Newton metre|newton-metre", "N⋅m", Torque, 1.0, "lb.ft"),
    build_unit("lb.ft|lbft|lb·ft|lb-ft|lbfft|lbf.ft|ft.lb", "lb⋅ft", Torque, 1.3558179483314, "Nm"),
    build_unit("kgm|kg.m|kg·m|kgf.m", "kg⋅m", Torque, 9.80665, "Nm"),
    build_unit("kg/m3|kg/m³", "kg/m³", Density, 1.0, "lb/cuyd"),
    build_unit("g/cm3|g/cm³|g/cc|g/mL", "g/cm³", Density, 1000.0, "oz/cuin"),
    build_unit("lb/cuyd|lb/yd3", "lb/cu yd", Density, 0.593276421257783, "kg/m3"),
    build_unit("lb/cuft|lb/ft3", "lb/cu ft", Density, 16.0184633739601, "kg/m3"),
    build_unit("oz/cuin|oz/in3", "oz/cu in", Density, 1729.99404438769, "g/cm3"),
    build_unit("m3/s|m³/s|cumec|cubic metres per second", "m³/s", Flow, 1.0, "cuft/s"),
    build_unit("cuft/s|ft3/s|cu ft/s|cfs|cuft/sec", "cu ft/s", Flow, 0.028316846592, "m3/s"),
    build_unit("L/s|l/s", "L/s", Flow, 0.001, "cuft/min"),
    build_unit("cuft/min|cfm", "cu ft/min", Flow, 0.028316846592 / 60.0, "m3/min"),
    build_unit("m3/min", "m³/min", Flow, 1.0 / 60.0, "cuft/min"),
    build_unit("m3/h", "m³/h", Flow, 1.0 / 3600.0, "cuft/min"),
    build_unit("/km2|/sqkm|PD/km2|/km²", "/km²", PopulationDensity, 1.0, "/sqmi"),
    build_unit("/sqmi|/mi2|PD/sqmi|/sq mi", "/sq mi", PopulationDensity, 1.0 / 2.589988110336, "/km2"),
    build_unit("/ha", "/ha", PopulationDensity, 100.0, "/acre"),
    build_unit("/acre", "/acre", PopulationDensity, 247.105381467165, "/ha"),
    build_unit("mpgUS|mpgus|mpg(US)|mpg", "mpg‑US", FuelEconomy, 0.425143707430272, "km/L"),
    build_unit("mpgimp|mpg(imp)", "mpg‑imp", FuelEconomy, 0.354006189934647, "km/L"),
    build_unit("km/L|km/l", "km/L", FuelEconomy, 1.0, "mpgUS"),
    build_unit("s|sec|second|seconds", "s", Time, 1.0, "min"),
    build_unit("min|minute|minutes", "min", Time, 60.0, "s"),
    build_unit("hour|hours|hr", "h", Time, 3600.0, "min"),
    build_unit("day|days|d", "days", Time, 86400.0, "hour"),
    build_unit("m/km", "m/km", Gradient, 1.0, "ft/mi"),
    build_unit("ft/mi", "ft/mi", Gradient, 0.189393939393939, "m/km"),
];

/// All codes, sorted.
static CODES: LazyLock<Vec<(&'static str, &'static ConvertUnit)>> = LazyLock::new(|| {
    let mut codes: Vec<_> = UNITS.iter().flat_map(|unit| unit.codes.split('|').map(move |code| (code, unit))).collect();
    codes.sort_by_key(|(code, _)| *code);
    codes
});

/// The unit of a code, `km2` -> `km²`.
pub(super) fn find_unit(code: &str) -> Option<&'static ConvertUnit> {
    let found = CODES.binary_search_by_key(&code, |(known, _)| known).ok()?;
    Some(CODES[found].1)
}

impl ConvertUnit {
    /// A value in the measure's basic unit (kelvin for temperatures).
    pub fn convert_to_base(&self, value: f64) -> f64 {
        match (self.measure, self.symbol) {
            (Temperature, "°C") => value + 273.15,
            (Temperature, "°F") => (value + 459.67) * self.scale,
            _ => value * self.scale,
        }
    }

    /// The way back.
    pub fn convert_from_base(&self, value: f64) -> f64 {
        match (self.measure, self.symbol) {
            (Temperature, "°C") => value - 273.15,
            (Temperature, "°F") => value / self.scale - 459.67,
            _ => value / self.scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_partner_is_a_unit_of_the_same_measure() {
        for unit in UNITS {
            for partner in unit.partner.split(' ') {
                let known = find_unit(partner);
                assert!(known.is_some_and(|known| known.measure == unit.measure), "{} -> {partner}", unit.symbol);
            }
        }
    }

    #[test]
    fn water_freezes_at_32_fahrenheit() {
        let (celsius, fahrenheit) = (find_unit("C"), find_unit("F"));
        let value = celsius.zip(fahrenheit).map(|(c, f)| f.convert_from_base(c.convert_to_base(0.0)));
        assert!(value.is_some_and(|value| (value - 32.0).abs() < 1e-9));
    }
}
