//! Files packed here, unpacked whole, in ranges, cut at every byte and with every byte changed.
#![allow(clippy::unwrap_used)]

use std::io::{Cursor, Write};

use ::bzip2::Compression;
use ::bzip2::write::BzEncoder;

use super::*;

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packed = BzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Text that does not pack well, so that 100 kB make a block.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 88_172_645_463_325_252u64;
    let mut bytes = Vec::new();
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(format!("{state:x} ").as_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// What comes out, and what is said about damage; never more than a few thousand reads.
fn unpack_with(packed: &[u8], threads: usize, limits: Limits) -> (Vec<u8>, Vec<Damage>) {
    let input = Input::Stream(Box::new(Cursor::new(packed.to_vec())));
    let mut unpacked = open_file(input, &Options { threads, limits }).unwrap();
    let (mut bytes, mut damages) = (Vec::new(), Vec::new());
    let mut buffer = vec![0; 50_000];
    for _ in 0..100_000 {
        match unpacked.read(&mut buffer) {
            Ok(0) => return (bytes, damages),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) => damages.push(Damage::from_error(&error).unwrap().clone()),
        }
    }
    panic!("no end");
}

fn unpack(packed: &[u8], threads: usize) -> (Vec<u8>, Vec<Damage>) {
    unpack_with(packed, threads, Limits::default())
}

fn kinds(damages: &[Damage]) -> Vec<DamageKind> {
    damages.iter().map(|damage| damage.kind).collect()
}

#[test]
fn the_first_bytes_tell_the_packing() {
    assert_eq!(Packing::detect(&bzip2(b"lake")), Packing::Bzip2);
    assert_eq!(Packing::detect(&[0x1f, 0x8b, 8]), Packing::Gzip);
    assert_eq!(Packing::detect(&[0x28, 0xb5, 0x2f, 0xfd, 0]), Packing::Zstd);
    assert_eq!(Packing::detect(&[0x5a, 0x2a, 0x4d, 0x18, 0]), Packing::Zstd);
    assert_eq!(Packing::detect(b"\xfd7zXZ\0\0"), Packing::Xz);
    assert_eq!(Packing::detect(b"7z\xbc\xaf\x27\x1c\0"), Packing::SevenZip);
    for plain in [&b"<mediawiki"[..], b"BZh", b"BZhx", b"{", b""] {
        assert_eq!(Packing::detect(plain), Packing::None);
    }
}

#[test]
fn plain_bytes_stay_as_they_are() {
    for bytes in [&b""[..], b"a", b"a longer line of text\n"] {
        assert_eq!(unpack(bytes, 1).0, bytes);
    }
}

#[test]
fn bzip2_streams_are_joined_in_order() {
    let text = noise(650_000);
    let one = bzip2(&text);
    let many: Vec<u8> = text.chunks(70_001).flat_map(bzip2).collect();
    let with_empty = [bzip2(b""), one.clone(), bzip2(b""), bzip2(b"end")].concat();
    for threads in [1, 2, 5] {
        for (packed, expected) in
            [(&one, text.clone()), (&many, text.clone()), (&with_empty, [&text[..], b"end"].concat())]
        {
            let (bytes, damages) = unpack(packed, threads);
            assert!(bytes == expected && damages.is_empty(), "{threads} {damages:?}");
        }
    }
    assert_eq!(unpack(&bzip2(b""), 2).0, b"");
}

#[test]
fn every_kind_of_block_is_decoded() {
    let runs: Vec<u8> = (0..600_000u32).map(|at| if at % 70_000 < 69_000 { b'a' } else { (at % 251) as u8 }).collect();
    let all_bytes: Vec<u8> = (0..300_000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for text in
        [vec![b'z'; 5_000_000], runs, all_bytes, b"a".to_vec(), b"abababababab".repeat(9_000), vec![0; 255], vec![7; 4]]
    {
        let mut packed = BzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&text).unwrap();
        let (bytes, damages) = unpack(&packed.finish().unwrap(), 2);
        assert!(bytes == text && damages.is_empty());
    }
}

#[test]
fn what_follows_the_last_stream_is_reported() {
    let packed = [bzip2(b"lake"), b"garbage".to_vec()].concat();
    let (bytes, damages) = unpack(&packed, 1);
    assert_eq!((bytes.as_slice(), kinds(&damages)), (&b"lake"[..], vec![DamageKind::Passing]));
    let (bytes, damages) = unpack(&[bzip2(b"lake"), vec![0; 512]].concat(), 1);
    assert_eq!((bytes.as_slice(), damages.len()), (&b"lake"[..], 0));
}

#[test]
fn a_damaged_block_is_left_out_and_the_next_is_given() {
    let text = noise(450_000);
    let mut packed = bzip2(&text);
    let middle = packed.len() / 2;
    packed[middle] ^= 1;
    for threads in [1, 3] {
        let (bytes, damages) = unpack(&packed, threads);
        assert_eq!(kinds(&damages), [DamageKind::Passing]);
        assert!(damages[0].to_string().contains("of the packed file"));
        assert!(
            bytes.len() > 300_000
                && text.starts_with(&bytes[..150_000])
                && text.ends_with(&bytes[bytes.len() - 150_000..])
        );
    }
}

#[test]
fn a_cut_bzip2_file_gives_its_whole_blocks() {
    let text = noise(250_000);
    let packed = bzip2(&text);
    for cut in (6..packed.len()).step_by(997).chain(packed.len() - 20..packed.len()) {
        let (bytes, damages) = unpack(&packed[..cut], 1 + cut % 2);
        assert!(text.starts_with(&bytes), "cut at {cut}");
        assert_eq!(kinds(&damages), [DamageKind::Cut], "cut at {cut}");
        assert!(bytes.len() + 100_000 > text.len() * cut / packed.len(), "cut at {cut}: {}", bytes.len());
    }
}

#[test]
fn no_change_of_a_byte_brings_false_text() {
    let text = b"A lake lies in the north. Nobody has measured how deep it is. ".repeat(3);
    let packed: Vec<u8> = text.chunks(70).flat_map(bzip2).collect();
    let streams: Vec<&[u8]> = text.chunks(70).collect();
    for at in 4..packed.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = packed.clone();
            changed[at] ^= change;
            let (bytes, _) = unpack(&changed, 1);
            // At most one stream is missing, and nothing is there that was not.
            let without = |lost: usize| [&streams[..lost], &streams[lost + 1..]].concat().concat();
            assert!(bytes == text || (0..streams.len()).any(|lost| bytes == without(lost)), "byte {at}");
        }
    }
}

#[test]
fn a_mark_by_chance_does_not_break_a_block() {
    // A block with a mark in its data cannot be made on purpose; two halves of one block are the same case.
    let packed = bzip2(&noise(60_000));
    let piece = bzip2::tests_only_cut(&packed, 8 * (packed.len() as u64 / 2) + 3);
    assert_eq!(piece, noise(60_000));
}

#[test]
fn ranges_of_bzip2_meet_without_gap() {
    let text = noise(900_000);
    let path = std::env::temp_dir().join(format!("twicetold-ranges-{}.bz2", std::process::id()));
    let packed = bzip2(&text);
    std::fs::write(&path, &packed).unwrap();
    let size = packed.len() as u64;
    for step in [1_000, 45_000, 100_000, size] {
        let mut together = Vec::new();
        for start in (0..size).step_by(step as usize) {
            let range = Some((start, (start + step).min(size)));
            let options = Options { threads: 1 + (start % 2) as usize, ..Options::default() };
            let mut unpacked = open_range(Input::Path(path.clone()), range, &options).unwrap();
            let mut bytes = vec![0; 300_000];
            let mut length = 0;
            while unpacked.boundary().is_none() {
                match unpacked.read(&mut bytes[length..]).unwrap() {
                    0 => break,
                    count => length += count,
                }
                bytes.resize(length + 300_000, 0);
            }
            let end = unpacked.boundary().map_or(length, |boundary| boundary as usize);
            together.extend_from_slice(&bytes[..end]);
        }
        assert!(together == text, "in steps of {step}");
    }
    std::fs::remove_file(path).unwrap();
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ::zstd::encode_all(bytes, 3).unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut packed = liblzma::write::XzEncoder::new(Vec::new(), 3);
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

fn lzma(bytes: &[u8]) -> Vec<u8> {
    let options = liblzma::stream::LzmaOptions::new_preset(3).unwrap();
    let stream = liblzma::stream::Stream::new_lzma_encoder(&options).unwrap();
    let mut packed = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn lzma_is_known_by_its_head_and_read() {
    let text = noise(300_000);
    let packed = lzma(&text);
    assert_eq!(Packing::detect(&packed), Packing::Lzma);
    let (bytes, damages) = unpack(&packed, 1);
    assert!(bytes == text && damages.is_empty());
    let (bytes, damages) = unpack(&packed[..packed.len() / 2], 1);
    assert!(text.starts_with(&bytes) && bytes.len() > 100_000);
    assert_eq!(kinds(&damages), [DamageKind::Cut]);
    assert_eq!(Packing::detect(b"] a line of text that begins with a bracket"), Packing::None);
}

#[test]
fn the_other_packings_are_read_with_all_their_members() {
    let text = noise(300_000);
    for pack in [gzip, zstd, xz] {
        let packed: Vec<u8> = text.chunks(90_000).flat_map(pack).collect();
        let (bytes, damages) = unpack(&packed, 2);
        assert!(bytes == text && damages.is_empty());
        let (bytes, damages) = unpack(&packed[..packed.len() - 10], 1);
        assert!(text.starts_with(&bytes) && bytes.len() > 180_000);
        assert_eq!(kinds(&damages), [DamageKind::Cut]);
        let mut changed = packed.clone();
        changed[packed.len() / 2] ^= 0xff;
        let (bytes, damages) = unpack(&changed, 1);
        // Not every change is noticed: zstd has no checksum unless asked for.
        assert!(bytes.len() >= 64_000 && damages.len() <= 1);
    }
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3][..], &zstd(b"lake")].concat();
    assert_eq!(unpack(&skippable, 1).0, b"lake");
}

#[test]
fn no_change_of_a_byte_makes_the_others_panic() {
    let text = b"A lake lies in the north. ".repeat(9);
    for packed in [gzip(&text), zstd(&text), xz(&text), lzma(&text)] {
        for at in 0..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 0x55;
            unpack(&changed, 1);
            unpack(&packed[..at], 1);
        }
    }
}

#[test]
fn a_bomb_is_refused() {
    let zeros = vec![0; 6_000_000];
    let limits = Limits { bomb_ratio: 100, bomb_floor: 200_000, ..Limits::default() };
    for packed in [bzip2(&zeros), gzip(&zeros), zstd(&zeros), xz(&zeros)] {
        let (bytes, damages) = unpack_with(&packed, 1, limits);
        assert_eq!(kinds(&damages), [DamageKind::Bomb]);
        assert!(bytes.len() < zeros.len());
        assert!(unpack(&packed, 1).1.is_empty());
    }
}

#[test]
fn a_record_without_end_is_read_no_further() {
    let limits = Limits { record_bytes: 100_000, ..Limits::default() };
    let endless = [b"one line\n".as_slice(), &[0; 500_000]].concat();
    for packed in [endless.clone(), bzip2(&endless), gzip(&endless)] {
        let (bytes, damages) = unpack_with(&packed, 1, limits);
        assert_eq!(kinds(&damages), [DamageKind::Broken]);
        assert!(bytes.len() < endless.len());
    }
    let (bytes, damages) = unpack_with(&b"{\"a\": 1}, ".repeat(50_000), 1, limits);
    assert!(damages.is_empty() && bytes.len() == 500_000);
}

#[test]
fn a_failing_stream_is_not_taken_for_damage() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the network is gone"))
        }
    }
    for threads in [1, 2] {
        let options = Options { threads, ..Options::default() };
        let mut unpacked = open_file(Input::Stream(Box::new(b"BZh91AY&SY\0\0\0".chain(Failing))), &options).unwrap();
        let error = unpacked.read(&mut [0; 10]).unwrap_err();
        assert!(Damage::from_error(&error).is_none() && error.to_string() == "the network is gone");
    }
}

#[test]
fn progress_is_counted() {
    let path = std::env::temp_dir().join(format!("twicetold-progress-{}.bz2", std::process::id()));
    let packed = bzip2(&noise(200_000));
    std::fs::write(&path, &packed).unwrap();
    let mut unpacked = open_file(Input::Path(path.clone()), &Options::default()).unwrap();
    let progress = unpacked.progress();
    assert_eq!(progress.total_bytes(), Some(packed.len() as u64));
    io::copy(&mut unpacked, &mut io::sink()).unwrap();
    assert_eq!((progress.packed_bytes(), progress.unpacked_bytes()), (packed.len() as u64, 200_000));
    std::fs::remove_file(path).unwrap();
}

fn seven_zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    use sevenz_rust2::{ArchiveEntry, ArchiveWriter, EncoderConfiguration, EncoderMethod};
    let mut packed = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    for (number, (name, bytes)) in files.iter().enumerate() {
        let method = if number % 2 == 0 { EncoderMethod::LZMA2 } else { EncoderMethod::BZIP2 };
        packed.set_content_methods(vec![EncoderConfiguration::new(method)]);
        packed.push_archive_entry(ArchiveEntry::new_file(name), Some(*bytes)).unwrap();
    }
    packed.finish().unwrap().into_inner()
}

#[test]
fn the_xml_files_of_a_7z_archive_come_in_the_order_of_their_names() {
    let text = noise(300_000);
    let one = seven_zip(&[("lakes.txt", &text)]);
    let (bytes, damages) = unpack(&one, 1);
    assert!(bytes == text && damages.is_empty());
    let packed = seven_zip(&[("b.xml", b"second "), ("notes.txt", b"no"), ("c.XML", b"third"), ("a.xml", b"first ")]);
    assert_eq!(unpack(&packed, 1).0, b"first second third");
    let (bytes, damages) = unpack(&one[..one.len() / 2], 1);
    assert_eq!((bytes.len(), damages.len()), (0, 1));
    for at in (6..one.len()).step_by(9_973).chain(6..32).chain(one.len() - 60..one.len()) {
        let mut changed = one.clone();
        changed[at] ^= 0x11;
        assert!(unpack(&changed, 1).1.len() <= 1);
    }
}
