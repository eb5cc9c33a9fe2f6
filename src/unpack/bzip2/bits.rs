//! Bits, highest first, out of a slice of bytes. Behind the end there are zeros; `bits_read` tells.

/// A reader of bits.
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next byte to load.
    next: usize,
    /// Loaded bits, the next one highest.
    word: u64,
    /// How many of them.
    loaded: u32,
}

impl<'a> BitReader<'a> {
    /// Reads from bit `first` (0 to 7) of the first byte.
    pub fn new(bytes: &'a [u8], first: u32) -> BitReader<'a> {
        let mut bits = BitReader { bytes, next: 0, word: 0, loaded: 0 };
        bits.take(first);
        bits
    }

    /// Makes sure that 32 bits can be peeked at.
    #[inline(always)]
    pub fn load(&mut self) {
        if self.loaded < 32 {
            let four = match self.bytes.get(self.next..self.next + 4) {
                Some(&[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]),
                _ => self.last_bytes(),
            };
            self.word |= u64::from(four) << (32 - self.loaded);
            self.loaded += 32;
            self.next += 4;
        }
    }

    #[cold]
    fn last_bytes(&self) -> u32 {
        (0..4).fold(0, |word, at| word << 8 | u32::from(self.bytes.get(self.next + at).copied().unwrap_or(0)))
    }

    /// The next `count` bits (1 to 32), which `load` made ready.
    #[inline(always)]
    pub fn peek(&self, count: u32) -> u32 {
        (self.word >> (64 - count)) as u32
    }

    /// Passes `count` bits (0 to 32), which `load` made ready.
    #[inline(always)]
    pub fn skip(&mut self, count: u32) {
        self.word <<= count;
        self.loaded -= count;
    }

    /// Reads `count` bits, 0 to 32.
    pub fn take(&mut self, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        self.load();
        let value = self.peek(count);
        self.skip(count);
        value
    }

    /// Reads one bit.
    pub fn take_bit(&mut self) -> bool {
        self.take(1) == 1
    }

    /// How many bits were read, counted from the first bit of the first byte.
    pub fn bits_read(&self) -> u64 {
        8 * self.next as u64 - u64::from(self.loaded)
    }
}

#[cfg(test)]
mod tests {
    use super::BitReader;

    #[test]
    fn bits_come_highest_first_and_end_in_zeros() {
        let mut bits = BitReader::new(&[0b1010_1100, 0xff, 0x01], 1);
        assert_eq!((bits.take(3), bits.take(4), bits.take(16)), (0b010, 0b1100, 0xff01));
        assert_eq!((bits.bits_read(), bits.take(9), bits.bits_read()), (24, 0, 33));
    }
}
