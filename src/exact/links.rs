//! The places of one window: each with the first of them.

/// Where a window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The document.
    pub number: u32,
    /// Where it begins there, in characters.
    pub start: u32,
    /// Which of the document's windows it is.
    pub ordinal: u32,
    /// Where the document's next window ends, or the document.
    pub reach: u32,
    /// Whether the document is one that others are compared with.
    pub is_against: bool,
    /// The document's series; 0 where it has none.
    pub kin: u64,
}

/// A place and the one it repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The later place.
    pub copy: Place,
    /// The first place of the same text.
    pub source: Place,
}

/// Links every place to the first, which must be of another series and, with `against`, of the other side. `places` are those of
/// one window in order.
pub fn link_places(places: &[Place], against: bool, out: &mut Vec<Link>) {
    let mut sources = places.iter().filter(|place| !against || place.is_against);
    let Some(first) = sources.next() else {
        return;
    };
    let other = sources.find(|place| !are_kin(place, first));
    for copy in places.iter().filter(|place| !against || !place.is_against) {
        let source = if are_kin(copy, first) { other } else { Some(first) };
        if let Some(source) = source
            && (against || (source.number, source.start) < (copy.number, copy.start))
        {
            out.push(Link { copy: *copy, source: *source });
        }
    }
}

fn are_kin(one: &Place, other: &Place) -> bool {
    one.kin != 0 && one.kin == other.kin
}
