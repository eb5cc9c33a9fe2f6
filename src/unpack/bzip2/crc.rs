//! The checksum of bzip2: CRC-32 with the highest bit first, eight bytes at a time.

static TABLES: [[u32; 256]; 8] = build_tables();

const fn build_tables() -> [[u32; 256]; 8] {
    let mut tables = [[0u32; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc >> 31 == 1 { crc << 1 ^ 0x04c1_1db7 } else { crc << 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = before << 8 ^ tables[0][(before >> 24) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}

/// `123456789` -> `0xfc891918`
pub fn compute_crc(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    let mut eights = bytes.chunks_exact(8);
    for eight in &mut eights {
        let head = (crc ^ u32::from_be_bytes([eight[0], eight[1], eight[2], eight[3]])).to_be_bytes();
        crc = TABLES[7][usize::from(head[0])]
            ^ TABLES[6][usize::from(head[1])]
            ^ TABLES[5][usize::from(head[2])]
            ^ TABLES[4][usize::from(head[3])]
            ^ TABLES[3][usize::from(eight[4])]
            ^ TABLES[2][usize::from(eight[5])]
            ^ TABLES[1][usize::from(eight[6])]
            ^ TABLES[0][usize::from(eight[7])];
    }
    let rest = eights.remainder();
    !rest.iter().fold(crc, |crc, &byte| crc << 8 ^ TABLES[0][(crc >> 24) as usize ^ usize::from(byte)])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_bzip2() {
        assert_eq!(super::compute_crc(b"123456789"), 0xfc89_1918);
        assert_eq!(super::compute_crc(b""), 0);
    }
}
