//! The Huffman codes of a block: most symbols are found with one look into a table.

use super::bits::BitReader;

/// Codes up to this length are in the table; it then takes 4 kB, and six of them fit the fastest cache.
const FAST_BITS: u32 = 11;
const LONGEST_CODE_BITS: usize = 20;
/// 256 bytes without the first of the list, two for runs, one for the end.
pub const MOST_SYMBOLS: usize = 258;

/// A code.
pub struct HuffmanCode {
    /// For the next bits: the symbol times 32, plus its length; 0 for a longer code.
    fast: [u16; 1 << FAST_BITS],
    /// Symbols in the order of their codes.
    symbols: [u16; MOST_SYMBOLS],
    /// By length: the first code, how many there are, and where they begin in `symbols`.
    by_length: [(u32, u32, u32); LONGEST_CODE_BITS + 1],
}

impl HuffmanCode {
    /// Makes the code from the length of each symbol; `None` if there are more codes than bits allow.
    pub fn new(lengths: &[u8]) -> Option<HuffmanCode> {
        let mut code = HuffmanCode {
            fast: [0; 1 << FAST_BITS],
            symbols: [0; MOST_SYMBOLS],
            by_length: [(0, 0, 0); LONGEST_CODE_BITS + 1],
        };
        let (mut next, mut placed) = (0u32, 0usize);
        for length in 1..=LONGEST_CODE_BITS {
            let (first, begin) = (next, placed);
            for (symbol, _) in lengths.iter().enumerate().filter(|(_, has)| usize::from(**has) == length) {
                *code.symbols.get_mut(placed)? = symbol as u16;
                code.insert_symbol(symbol as u16, next, length as u32)?;
                placed += 1;
                next += 1;
            }
            code.by_length[length] = (first, next - first, begin as u32);
            next <<= 1;
        }
        Some(code)
    }

    fn insert_symbol(&mut self, symbol: u16, value: u32, length: u32) -> Option<()> {
        if value >> length != 0 {
            return None;
        }
        if length <= FAST_BITS {
            let (first, count) = ((value << (FAST_BITS - length)) as usize, 1 << (FAST_BITS - length));
            self.fast[first..first + count].fill(symbol << 5 | length as u16);
        }
        Some(())
    }

    /// Reads a symbol; `None` for bits that are no code.
    #[inline(always)]
    pub fn read_symbol(&self, bits: &mut BitReader<'_>) -> Option<u16> {
        bits.load();
        let entry = self.fast[bits.peek(FAST_BITS) as usize];
        if entry != 0 {
            bits.skip(u32::from(entry & 31));
            return Some(entry >> 5);
        }
        self.read_long_symbol(bits)
    }

    #[cold]
    fn read_long_symbol(&self, bits: &mut BitReader<'_>) -> Option<u16> {
        for length in FAST_BITS as usize + 1..=LONGEST_CODE_BITS {
            let (first, count, begin) = self.by_length[length];
            let number = bits.peek(length as u32).wrapping_sub(first);
            if number < count {
                bits.skip(length as u32);
                return self.symbols.get((begin + number) as usize).copied();
            }
        }
        None
    }
}
