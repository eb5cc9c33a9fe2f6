//! Decodes one block: Huffman codes, moves to the front, the sorted text put back in order, runs.
//!
//! libbz2 does the same, but a stream at a time and with codes bit by bit; by hand it takes two thirds of the time, and it
//! says where a block ends. The steps are those of the format, each named after what it undoes. Half of the time goes to
//! `follow_links`, where every byte waits for memory; following from both ends at once was tried and gained nothing.

use super::bits::BitReader;
use super::crc::compute_crc;
use super::huffman::{HuffmanCode, MOST_SYMBOLS};
use super::library;
use super::pieces::Piece;

/// The largest block, of level 9.
const BLOCK_BYTES: usize = 900_000;
/// Symbols that share a code.
const GROUP_SYMBOLS: usize = 50;
/// More groups than a block needs; further ones are read and not used.
const MOST_GROUPS: usize = 18_002;

/// What a piece decoded to.
#[derive(Debug)]
pub enum DecodedPiece {
    /// The block, right to its last bit.
    Whole(Vec<u8>),
    /// The block is right by its checksum, but something else follows it before the next mark.
    Followed(Vec<u8>),
    /// Not a block, or not all of it.
    Broken,
}

/// What the head of a block says.
struct Head {
    /// Where the text begins in the sorted block.
    origin: usize,
    codes: Vec<HuffmanCode>,
    /// Which code each group of symbols uses.
    selectors: Vec<u8>,
    /// The bytes that occur, as the list of moves begins.
    alphabet: Vec<u8>,
}

/// Decodes blocks, one after the other, in the same memory.
#[derive(Default)]
pub struct BlockDecoder {
    /// The last column of the sorted block in the low bytes, above them links to the byte that follows in the text.
    column: Vec<u32>,
    /// The text before its runs are put back.
    text: Vec<u8>,
}

impl BlockDecoder {
    /// Decodes a piece that begins with the mark of a block.
    pub fn decode(&mut self, piece: &Piece) -> DecodedPiece {
        let mut bits = BitReader::new(&piece.bytes, (piece.start % 8) as u32);
        bits.take(32);
        bits.take(16);
        let checksum = bits.take(32);
        if bits.take_bit() {
            return library::decode_with_library(piece).map_or(DecodedPiece::Broken, DecodedPiece::Whole);
        }
        let Some(text) = self.decode_text(&mut bits) else { return DecodedPiece::Broken };
        let end = bits.bits_read() - piece.start % 8;
        if end > piece.bits || compute_crc(&text) != checksum {
            DecodedPiece::Broken
        } else if end < piece.bits {
            DecodedPiece::Followed(text)
        } else {
            DecodedPiece::Whole(text)
        }
    }

    fn decode_text(&mut self, bits: &mut BitReader<'_>) -> Option<Vec<u8>> {
        let head = read_head(bits)?;
        let mut counts = [0u32; 256];
        let length = self.read_column(bits, &head, &mut counts)?;
        if head.origin >= length {
            return None;
        }
        self.link_bytes(length, &counts);
        self.follow_links(head.origin, length);
        Some(expand_runs(&self.text))
    }

    /// Undoes the codes and the moves to the front: fills the column, counts its bytes, gives its length.
    fn read_column(&mut self, bits: &mut BitReader<'_>, head: &Head, counts: &mut [u32; 256]) -> Option<usize> {
        if self.column.is_empty() {
            self.column = vec![0; BLOCK_BYTES];
        }
        let column = self.column.as_mut_slice();
        let mut list = [0u8; 256];
        list[..head.alphabet.len()].copy_from_slice(&head.alphabet);
        let end = head.alphabet.len() as u16 + 1;
        let (mut length, mut run, mut digit) = (0usize, 0usize, 1usize);
        for &selector in &head.selectors {
            let code = head.codes.get(usize::from(selector))?;
            for _ in 0..GROUP_SYMBOLS {
                let symbol = code.read_symbol(bits)?;
                if symbol < 2 {
                    // A run in base two with the digits 1 and 2.
                    run += digit << symbol;
                    digit <<= 1;
                    if run > BLOCK_BYTES {
                        return None;
                    }
                    continue;
                }
                if run > 0 {
                    column.get_mut(length..length + run)?.fill(u32::from(list[0]));
                    counts[usize::from(list[0])] += run as u32;
                    length += run;
                    (run, digit) = (0, 1);
                }
                if symbol >= end {
                    return (symbol == end).then_some(length);
                }
                let byte = move_to_front(&mut list, usize::from(symbol - 1));
                *column.get_mut(length)? = u32::from(byte);
                counts[usize::from(byte)] += 1;
                length += 1;
            }
        }
        None
    }

    /// Links every byte of the column to the one that follows it in the text.
    fn link_bytes(&mut self, length: usize, counts: &[u32; 256]) {
        let mut places = [0u32; 256];
        let mut sum = 0;
        for (place, count) in places.iter_mut().zip(counts) {
            *place = sum;
            sum += count;
        }
        let column = &mut self.column[..length];
        for at in 0..length {
            let place = &mut places[(column[at] & 0xff) as usize];
            column[*place as usize] |= (at as u32) << 8;
            *place += 1;
        }
    }

    /// Follows the links through the whole text.
    fn follow_links(&mut self, origin: usize, length: usize) {
        let column = &self.column[..length];
        self.text.resize(length, 0);
        let mut next = column[origin] >> 8;
        for byte in &mut self.text {
            let entry = column[next as usize];
            *byte = entry as u8;
            next = entry >> 8;
        }
    }
}

/// Gives the byte at `index` of the list and moves it to the front.
#[inline(always)]
fn move_to_front(list: &mut [u8; 256], index: usize) -> u8 {
    let index = index & 255;
    let byte = list[index];
    if index < 16 {
        for at in (0..index).rev() {
            list[at + 1] = list[at];
        }
    } else {
        list.copy_within(..index, 1);
    }
    list[0] = byte;
    byte
}

fn read_head(bits: &mut BitReader<'_>) -> Option<Head> {
    let origin = bits.take(24) as usize;
    let mut alphabet = Vec::with_capacity(256);
    let rows = bits.take(16);
    for row in (0..16u8).filter(|row| rows >> (15 - row) & 1 == 1) {
        let columns = bits.take(16);
        alphabet.extend((0..16u8).filter(|column| columns >> (15 - column) & 1 == 1).map(|column| 16 * row + column));
    }
    let tables = bits.take(3) as usize;
    let groups = bits.take(15) as usize;
    if alphabet.is_empty() || !(2..=6).contains(&tables) || groups == 0 {
        return None;
    }
    let mut list = [0, 1, 2, 3, 4, 5];
    let mut selectors = Vec::with_capacity(groups);
    for _ in 0..groups {
        let mut index = 0;
        while bits.take_bit() {
            index += 1;
            if index >= tables {
                return None;
            }
        }
        list[..=index].rotate_right(1);
        selectors.push(list[0]);
    }
    selectors.truncate(MOST_GROUPS);
    let codes = (0..tables).map(|_| read_code(bits, alphabet.len() + 2)).collect::<Option<_>>()?;
    Some(Head { origin, codes, selectors, alphabet })
}

fn read_code(bits: &mut BitReader<'_>, symbols: usize) -> Option<HuffmanCode> {
    let mut lengths = [0u8; MOST_SYMBOLS];
    let mut length = bits.take(5) as u8;
    for slot in lengths.get_mut(..symbols)? {
        loop {
            if !(1..=20).contains(&length) {
                return None;
            }
            if !bits.take_bit() {
                break;
            }
            length = if bits.take_bit() { length - 1 } else { length + 1 };
        }
        *slot = length;
    }
    HuffmanCode::new(&lengths[..symbols])
}

/// Undoes the first step of packing: four equal bytes are followed by how many more there are.
///
/// `aaaa\x02b` -> `aaaaaab`
fn expand_runs(text: &[u8]) -> Vec<u8> {
    let mut expanded = Vec::with_capacity(text.len() + text.len() / 16 + 256);
    let mut copied = 0;
    let mut at = 3;
    while at < text.len() {
        let byte = text[at];
        if text[at - 1] != byte || text[at - 2] != byte || text[at - 3] != byte {
            at += 1;
            continue;
        }
        expanded.extend_from_slice(&text[copied..=at]);
        let more = text.get(at + 1).copied().unwrap_or(0);
        expanded.resize(expanded.len() + usize::from(more), byte);
        copied = (at + 2).min(text.len());
        at = copied + 3;
    }
    expanded.extend_from_slice(&text[copied..]);
    expanded
}
