//! Packed dumps read in ranges and with damage: together the ranges give what the whole gives.

use std::io::Write;
use std::path::PathBuf;

use super::*;

/// A file that is deleted with the value.
struct Stored(PathBuf);

impl Stored {
    fn new(name: &str, bytes: &[u8]) -> Stored {
        let path = std::env::temp_dir().join(format!("twicetold-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        Stored(path)
    }
}

impl Drop for Stored {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Small blocks, so that pages straddle them.
fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ::bzip2::write::BzEncoder::new(Vec::new(), ::bzip2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Sentences that do not pack well, so that blocks are many.
fn noise(seed: u32, length: usize) -> String {
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    let mut text = String::new();
    while text.len() < length {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        text.push_str(&format!("{state:x} "));
    }
    text
}

fn noisy_dump() -> String {
    let lengths = [300, 90_000, 20, 210_000, 4_000, 60_000, 10, 7];
    let pages: Vec<String> =
        (0..16).map(|id| article(id + 1, &noise(id + 1, lengths[id as usize % lengths.len()]))).collect();
    dump_of(&pages)
}

fn check_splits(name: &str, bytes: &[u8], steps: &[u64], places: bool) {
    let stored = Stored::new(name, bytes);
    let open = |range, threads| {
        let options = Options { threads, ..Options::default() };
        Dump::open(Input::Path(stored.0.clone()), range, Settings::default(), options).unwrap()
    };
    let forget = |mut rows: Vec<Row>| {
        for row in rows.iter_mut().filter(|_| !places) {
            row.place.clear();
            row.document.retain(|character| character.is_ascii_digit() && row.status == "read");
        }
        rows
    };
    let whole = forget(rows(open(None, 1)));
    assert_eq!(forget(rows(open(None, 3))), whole);
    for &step in steps {
        let mut together = Vec::new();
        for (number, range) in split_dump(&stored.0, step).unwrap().into_iter().enumerate() {
            let dump = open(Some(range), 1 + number % 3);
            assert_eq!(dump.site().map(|site| site.sitename).as_deref(), Some("Lakes"));
            together.extend(forget(rows(dump)));
        }
        assert!(together == whole, "{name} in splits of {step}: {} rows, not {}", together.len(), whole.len());
    }
}

#[test]
fn splits_of_a_plain_dump_give_every_page_once() {
    let pages: Vec<String> = (1..12).map(|id| article(id, &"stone &lt; water ".repeat(id as usize % 4))).collect();
    let xml = dump_of(&pages);
    let steps = [5, 6, 11, 17, 40, 97, 300, 511, 1000, 5000, 1 << 30];
    check_splits("plain.xml", xml.as_bytes(), &steps, true);
}

#[test]
fn splits_of_one_bzip2_stream_give_every_page_once() {
    check_splits("single.bz2", &bzip2(noisy_dump().as_bytes()), &[15_000, 33_333, 47_000, 1 << 30], false);
}

#[test]
fn splits_of_many_bzip2_streams_give_every_page_once() {
    let xml = noisy_dump();
    // Cut anywhere, so that tags straddle streams: at every byte of a `<page>`, among others.
    let tag = xml.match_indices("<page>").nth(3).unwrap().0;
    let mut cuts: Vec<usize> = (0..xml.len()).step_by(40_001).chain(tag..tag + 7).collect();
    cuts.sort_unstable();
    cuts.push(xml.len());
    let packed: Vec<u8> = cuts.windows(2).flat_map(|cut| bzip2(&xml.as_bytes()[cut[0]..cut[1]])).collect();
    check_splits("multi.bz2", &packed, &[15_001, 50_000, 1 << 30], false);
}

#[test]
fn splits_around_one_page_tag_give_every_page_once() {
    let xml = dump_of(&[article(1, "one"), article(2, "two"), article(3, "three")]);
    let tag = xml.match_indices("<page>").nth(1).unwrap().0;
    let packed: Vec<u8> = [&xml[..tag + 3], &xml[tag + 3..]].iter().flat_map(|part| bzip2(part.as_bytes())).collect();
    check_splits("tag.bz2", &packed, &[20, 64, 100, 301, 400], false);
}

#[test]
fn a_damaged_block_costs_its_pages_only() {
    let xml = noisy_dump();
    let mut packed = bzip2(xml.as_bytes());
    let middle = packed.len() / 2;
    packed[middle] ^= 0x10;
    let whole = read(&xml);
    for threads in [1, 2] {
        let options = Options { threads, ..Options::default() };
        let rows = rows(Dump::open(stream(&packed), None, Settings::default(), options).unwrap());
        let lost: Vec<&Row> = rows.iter().filter(|row| row.status == "rejected").collect();
        assert!(
            lost.iter().any(|row| row.reason.starts_with("damaged: ") && row.reason.contains("of the packed file"))
        );
        let read: Vec<&Row> = rows.iter().filter(|row| row.status == "read").collect();
        assert!(read.len() >= whole.len() - 8, "{} of {}", read.len(), whole.len());
        for row in read {
            let same = whole.iter().find(|one| one.document == row.document).unwrap();
            assert_eq!(same.text, row.text);
        }
    }
}

#[test]
fn a_damaged_block_is_reported_once_over_all_splits() {
    let xml = noisy_dump();
    let mut packed = bzip2(xml.as_bytes());
    let middle = packed.len() / 2;
    packed[middle] ^= 0x10;
    check_splits("damaged.bz2", &packed, &[20_000, 33_333, 60_000, 200_000], false);
}
