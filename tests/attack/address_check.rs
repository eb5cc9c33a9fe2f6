//! Every length of window over texts of every size near it, each in a block of memory of its own, so that AddressSanitizer
//! sees a byte that is read or written beyond its end. `tools/asan` builds and runs it.

#[allow(dead_code)]
mod shingles;

fn main() {
    let (mut texts, mut windows) = (0, 0);
    for length in 1..=70 {
        for size in 0..=300 {
            let text: Box<str> = (0..size).map(|place| char::from(b' ' + (place * 7 % 95) as u8)).collect();
            let mut found = Vec::new();
            shingles::push_character_shingles(&text, length, &mut found);
            let plain: Vec<u64> = match size {
                0 => Vec::new(),
                _ if size < length => vec![shingles::hash_window(text.as_bytes())],
                _ => text.as_bytes().windows(length).map(shingles::hash_window).collect(),
            };
            assert_eq!(found, plain, "windows of {length} of {size} bytes");
            (texts, windows) = (texts + 1, windows + found.len());
        }
    }
    println!("{texts} texts, {windows} windows: none wrong, none beyond its text");
}
