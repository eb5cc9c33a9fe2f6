//! What `UnpackedFile::read` says about a packed file that is not what it should be.

use std::fmt;
use std::io;

/// What kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// A part is unreadable and left out; reading goes on behind it.
    Passing,
    /// The file ends too early.
    Cut,
    /// What follows cannot be unpacked.
    Broken,
    /// It unpacks to far more than a real file would: see `Limits::bomb_ratio`.
    Bomb,
    /// It is whole, but of a kind that is not read (encrypted, an unknown method).
    Unsupported,
}

/// Damage, carried by the `io::Error` that `UnpackedFile::read` returns once for it.
///
/// Found again with [`Damage::from_error`]. After `Passing`, the next `read` gives the bytes behind the gap; after the others it
/// gives 0. An `io::Error` without `Damage` is a failure of the machine: the disk, or the caller's own stream.
#[derive(Clone, Debug)]
pub struct Damage {
    /// What kind.
    pub kind: DamageKind,
    /// Where, in bytes of the packed file.
    pub packed_byte: u64,
    /// In words.
    pub reason: String,
}

impl Damage {
    /// Damage after which reading goes on.
    pub fn with_gap(packed_byte: u64, reason: &str) -> Damage {
        Damage { kind: DamageKind::Passing, packed_byte, reason: reason.into() }
    }

    /// The file ends too early.
    pub fn with_early_end(packed_byte: u64, reason: &str) -> Damage {
        Damage { kind: DamageKind::Cut, packed_byte, reason: reason.into() }
    }

    /// The damage that an error carries, if it is one of these.
    pub fn from_error(error: &io::Error) -> Option<&Damage> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (byte {} of the packed file)", self.reason, self.packed_byte)
    }
}

impl std::error::Error for Damage {}

impl From<Damage> for io::Error {
    fn from(damage: Damage) -> io::Error {
        let kind = match damage.kind {
            DamageKind::Cut => io::ErrorKind::UnexpectedEof,
            DamageKind::Unsupported => io::ErrorKind::Unsupported,
            DamageKind::Passing | DamageKind::Broken | DamageKind::Bomb => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, damage)
    }
}
