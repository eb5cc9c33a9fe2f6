//! Unpacking alone, by the libraries that our readers use, each at its own usual level; the rate is of unpacked bytes.

use crate::clock::{Done, Limit, limit, timed};
use crate::settings::{Result, Settings};
use std::io::{self, Read};

/// Enough for a rate: bzip2 needs seconds to pack it.
const SAMPLE_BYTES: usize = 16 << 20;

pub fn limits(data: &[u8], settings: &Settings) -> Result<Vec<Limit>> {
    let sample = &data[..data.len().min(SAMPLE_BYTES)];
    let (amount, threads) = (data.len(), settings.threads);
    let bzip2 = packed(bzip2::read::BzEncoder::new(sample, bzip2::Compression::new(9)))?;
    let gzip = packed(flate2::read::GzEncoder::new(sample, flate2::Compression::new(6)))?;
    let zstd = zstd::encode_all(sample, 3)?;
    Ok(vec![
        limit("bzip2", "bytes", amount, threads, |_, _| unpack(bzip2::read::BzDecoder::new(&bzip2[..])))?,
        limit("gzip", "bytes", amount, threads, |_, _| unpack(flate2::read::GzDecoder::new(&gzip[..])))?,
        limit("zstd", "bytes", amount, threads, |_, _| unpack(zstd::Decoder::with_buffer(&zstd[..])?))?,
    ])
}

fn packed(mut encoder: impl Read) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    encoder.read_to_end(&mut packed)?;
    Ok(packed)
}

fn unpack(mut decoder: impl Read) -> Result<Done> {
    let (mut done, amount) = timed(0, || io::copy(&mut decoder, &mut io::sink()));
    done.amount = usize::try_from(amount?)?;
    Ok(done)
}
