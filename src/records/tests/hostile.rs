//! Any bytes at all: no panic, valid UTF-8 out, and the same rows however the stream is cut.

use proptest::prelude::*;

use super::*;

const KINDS: [Kind; 4] = [Kind::Jsonl, Kind::Delimited, Kind::WikiExtractor, Kind::Posts];

const SAMPLES: [&str; 5] = [
    "{\"id\": 1, \"text\": \"a\\u00e9\\ud800\\n\"}\n{\"index\": {\"_id\": 2}}\n{\"text\": {\"text\": 1}}\n",
    "[{\"id\": 1, \"text\": \"a]\\\"\"}, [7], {\"text\": \"é\"}]",
    "id\ttext\n1\t\"a \"\"b\"\"\nc\"\r\n2\t\"é\n",
    "<doc id=\"1\" url=\"\" title=\"é &amp;\">\ntext\n</doc>\n<doc id=\"2\">\nb\n</doc>\n",
    "<posts>\n<row Id=\"1\" PostTypeId=\"2\" ParentId='3' Body=\"é &#xA;\" />\n<row Id=\"4\" PostTypeId=\"5\"/></posts>",
];

fn try_all(bytes: &[u8]) {
    for kind in KINDS {
        for document_bytes in [16, 1 << 20] {
            let limits = Limits { document_bytes, ..Limits::default() };
            read_with(kind, bytes, &Settings { limits, ..settings(Fields::default()) });
        }
    }
}

#[test]
fn every_truncation_and_every_flipped_byte_is_survived() {
    for sample in SAMPLES {
        for at in 0..sample.len() {
            try_all(&sample.as_bytes()[..at]);
            for flip in [0x01, 0x20, 0x80, 0xFF] {
                let mut bytes = sample.as_bytes().to_vec();
                bytes[at] ^= flip;
                try_all(&bytes);
            }
        }
    }
}

proptest! {
    #[test]
    fn any_mix_of_tokens_is_survived(tokens in prop::collection::vec(0usize..31, 0..40)) {
        let parts: [&[u8]; 31] = [
            b"{", b"}", b"[", b"]", b"\"", b"\\", b"\\u", b"d83d", b"\"text\"", b":", b",", b"\n", b"\r", b"\0", b"\xFF",
            "é".as_bytes(), b"\t", b"text", b"id", b"<doc id=\"", b"\">", b"</doc>", b" ", b"null", b"12.5e3", b"\xEF\xBB\xBF",
            b"<posts>", b"<row ", b" Id=\"1\"", b" PostTypeId=\"1\"", b"/>",
        ];
        let bytes: Vec<u8> = tokens.iter().flat_map(|&token| parts[token].to_vec()).collect();
        try_all(&bytes);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        try_all(&bytes);
    }
}
