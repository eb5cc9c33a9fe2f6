//! A block by libbz2, which knows streams only: as a stream of one block.
//!
//! Slower than `block`, so it is left with what that does not know: blocks of the old "randomised" kind. And it is what
//! `block` is tested against.

use ::bzip2::{Decompress, Status};

use super::marks::END_MARK;
use super::pieces::Piece;

/// The text of a block; `None` if it is not right to its last bit.
pub fn decode_with_library(piece: &Piece) -> Option<Vec<u8>> {
    if piece.bits < 80 {
        return None;
    }
    let stream = build_single_block_stream(piece);
    let mut text = Vec::with_capacity(1 << 20);
    let mut decoder = Decompress::new(false);
    loop {
        let before = (decoder.total_in(), text.len());
        let rest = stream.get(usize::try_from(before.0).ok()?..)?;
        match decoder.decompress_vec(rest, &mut text) {
            Ok(Status::StreamEnd) => return Some(text),
            Ok(_) if text.len() == text.capacity() => text.reserve(text.len()),
            Ok(_) if (decoder.total_in(), text.len()) != before => {}
            _ => return None,
        }
    }
}

/// `BZh9`, the block, the mark of the end, and the block's checksum as that of the stream.
fn build_single_block_stream(piece: &Piece) -> Vec<u8> {
    let shift = (piece.start % 8) as u32;
    let whole = (piece.bits / 8) as usize;
    let mut stream = Vec::with_capacity(whole + 20);
    stream.extend_from_slice(b"BZh9");
    if shift == 0 {
        stream.extend_from_slice(&piece.bytes[..whole]);
    } else {
        let pairs = piece.bytes.iter().zip(piece.bytes.iter().skip(1)).take(whole);
        stream.extend(pairs.map(|(left, right)| left << shift | right >> (8 - shift)));
    }
    let rest = (piece.bits % 8) as u32;
    let left_over = if rest == 0 { 0 } else { piece.peek(piece.bits - u64::from(rest), rest) };
    let tail = (u128::from(left_over) << 48 | u128::from(END_MARK)) << 32 | u128::from(piece.checksum());
    let bits = rest + 80;
    let tail = (tail << (128 - bits)).to_be_bytes();
    stream.extend_from_slice(&tail[..bits.div_ceil(8) as usize]);
    stream
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use proptest::prelude::*;

    use super::super::block::{BlockDecoder, DecodedPiece};
    use super::super::pieces::{PieceKind, Pieces};
    use super::decode_with_library;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn both_decoders_agree(words in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..6), 1..9), order in prop::collection::vec((0usize..9, 1usize..300), 1..60), shift in 0usize..3) {
            let text: Vec<u8> = order.iter().flat_map(|&(word, times)| words[word % words.len()].repeat(times)).collect();
            let mut packed = ::bzip2::write::BzEncoder::new(Vec::new(), ::bzip2::Compression::best());
            packed.write_all(&text)?;
            let packed = [vec![0; shift], packed.finish()?].concat();
            let mut pieces = Pieces::new(Box::new(Cursor::new(packed)), 0);
            let mut decoder = BlockDecoder::default();
            while let Some(piece) = pieces.next()? {
                if piece.kind == PieceKind::Block {
                    let DecodedPiece::Whole(ours) = decoder.decode(&piece) else { return Err(TestCaseError::fail("broken")) };
                    let theirs = decode_with_library(&piece);
                    prop_assert_eq!(Some(&ours), theirs.as_ref());
                    prop_assert_eq!(&ours, &text);
                }
            }
        }
    }
}
