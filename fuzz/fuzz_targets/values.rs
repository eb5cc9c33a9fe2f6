//! Any text for values: in order, on character boundaries, each equal to itself, and two related the same both ways.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::values::{Relation, find_values, relate_values};

fuzz_target!(|text: &str| {
    let values = find_values(text);
    let mut last = 0;
    for value in &values {
        assert!(value.start >= last && value.end > value.start);
        assert!(!text[value.start..value.end].trim().is_empty());
        assert_eq!(relate_values(value, value), Relation::Equal);
        last = value.end;
    }
    for (index, left) in values.iter().enumerate().take(20) {
        for right in values.iter().skip(index + 1).take(20) {
            assert_eq!(relate_values(left, right), relate_values(right, left));
        }
    }
});
