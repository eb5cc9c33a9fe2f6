//! Keys of an index: what was packed is found again, and columns that a disk has damaged are searched without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twicetold::index::{
    Halves, KeyPacker, LEAST_PARTED_KEYS, PackedColumns, PackedKeys, PackedRows, STARTS, UpperUnits, cut_key,
    merge_keys,
};

const FIRST_UNIT: u32 = 3;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else { return };
    // A row is three bytes: two of the key, so that keys meet, and one of the unit.
    let mut rows: Vec<(u32, u32)> = rest
        .chunks_exact(3)
        .map(|row| {
            let key = u64::from(row[0] % 8) << 48 | u64::from(row[1]) << 32 | u64::from(row[2]);
            (cut_key(key), FIRST_UNIT + (u32::from(row[2]) << (choice % 17)))
        })
        .collect();
    rows.sort_unstable();
    let keys = if choice & 0x80 == 0 { rows.len() } else { LEAST_PARTED_KEYS };
    let units = 1 << (8 + u32::from(choice % 17));
    let mut packer = KeyPacker::new(FIRST_UNIT, units, keys);
    let mut parts: Vec<PackedColumns> =
        rows.chunks(1 + rest.len() % 7).map(|part| packer.pack(part.iter().copied())).collect();
    let mut starts = packer.finish();

    let stored = open_keys(&starts, &parts).expect("what was packed fits together");
    assert_eq!(stored.len(), rows.len());
    for &(half, _) in &rows {
        let mut found = Vec::new();
        stored.find_units(half, |unit| found.push(unit));
        let wanted: Vec<u32> = rows.iter().filter(|row| row.0 == half).map(|row| row.1).collect();
        assert_eq!(found, wanted, "the units of a key");
    }
    assert_eq!(merge_keys(&[stored], 0..1 << 16, Some), rows, "all rows, in order");

    // Damage: bytes of the input become lengths, starts and halves.
    for (at, &byte) in rest.iter().enumerate().take(8) {
        if !starts.is_empty() {
            starts[(at * 8_191 + usize::from(byte)) % STARTS] ^= u32::from(byte) << (at * 4 % 25);
        }
        let count = parts.len().max(1);
        if let Some(part) = parts.get_mut(usize::from(byte) % count) {
            part.whole_halves.reverse();
            let turned = part.lower_halves.len().min(at);
            part.lower_halves.rotate_left(turned);
            if byte & 1 == 0 {
                part.upper_bytes.pop();
                part.upper_words.pop();
            }
        }
    }
    if let Some(damaged) = open_keys(&starts, &parts) {
        let mut found = 0;
        for &(half, _) in &rows {
            damaged.find_units(half, |_| found += 1);
        }
        assert!(found <= rows.len() * rows.len());
        assert!(merge_keys(&[damaged], 0..8, Some).len() <= 8 * rows.len());
    }
});

fn open_keys<'a>(starts: &'a [u32], parts: &'a [PackedColumns]) -> Option<PackedKeys<'a>> {
    let rows = parts.iter().map(|part| PackedRows {
        halves: if starts.is_empty() { Halves::Whole(&part.whole_halves) } else { Halves::Lower(&part.lower_halves) },
        lower_units: &part.lower_units,
        upper_units: match (part.upper_bytes.is_empty(), part.upper_words.is_empty()) {
            (true, true) => UpperUnits::None,
            (false, _) => UpperUnits::Bytes(&part.upper_bytes),
            (true, false) => UpperUnits::Words(&part.upper_words),
        },
    });
    PackedKeys::new(FIRST_UNIT, starts, rows)
}
