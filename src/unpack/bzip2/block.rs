//! Decodes one block by itself: as a stream of one block, for libbz2, which knows streams only.

use ::bzip2::{Decompress, Status};

use super::marks::END;
use super::pieces::Piece;

/// What a piece decoded to.
#[derive(Debug)]
pub enum Decoded {
    /// The block, right to its last bit.
    Whole(Vec<u8>),
    /// The block is right by its checksum, but something else follows it before the next mark.
    Followed(Vec<u8>),
    /// Not a block, or not all of it.
    Broken,
}

/// The checksum that a block claims (the 32 bits after its mark).
pub fn checksum(piece: &Piece) -> u32 {
    piece.peek(48, 32) as u32
}

/// Decodes a piece that begins with the mark of a block.
pub fn decode(piece: &Piece) -> Decoded {
    if piece.bits < 80 {
        return Decoded::Broken;
    }
    let stream = stream_of_one(piece);
    let mut text = Vec::with_capacity(1 << 20);
    let mut decoder = Decompress::new(false);
    loop {
        let before = (decoder.total_in(), text.len());
        let rest = stream.get(usize::try_from(before.0).unwrap_or(usize::MAX)..).unwrap_or(&[]);
        match decoder.decompress_vec(rest, &mut text) {
            Ok(Status::StreamEnd) => return Decoded::Whole(text),
            Ok(_) if text.len() == text.capacity() => text.reserve(text.len()),
            Ok(_) if (decoder.total_in(), text.len()) != before => {}
            _ if !text.is_empty() && crc(&text) == checksum(piece) => return Decoded::Followed(text),
            _ => return Decoded::Broken,
        }
    }
}

/// `BZh9`, the block, the mark of the end, and the block's checksum as that of the stream.
fn stream_of_one(piece: &Piece) -> Vec<u8> {
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
    let tail = (u128::from(left_over) << 48 | u128::from(END)) << 32 | u128::from(checksum(piece));
    let bits = rest + 80;
    let tail = (tail << (128 - bits)).to_be_bytes();
    stream.extend_from_slice(&tail[..bits.div_ceil(8) as usize]);
    stream
}

/// The checksum of bzip2: CRC-32 with the highest bit first. Only for blocks that end oddly, so it need not be fast.
fn crc(bytes: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (index, slot) in table.iter_mut().enumerate() {
        let byte = (index as u32) << 24;
        *slot = (0..8).fold(byte, |crc, _| crc << 1 ^ if crc >> 31 == 1 { 0x04c1_1db7 } else { 0 });
    }
    !bytes.iter().fold(!0u32, |crc, &byte| crc << 8 ^ table[(crc >> 24) as usize ^ usize::from(byte)])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_bzip2() {
        assert_eq!(super::crc(b"123456789"), 0xfc89_1918);
    }
}
