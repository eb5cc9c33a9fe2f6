//! The kinds of templates: every one of them has its renderer in `render`, and its names in `templates`.

/// What a template shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TemplateKind {
    /// Nothing, and nothing is missing: a mark of maintenance, a reference, a pronunciation.
    Silent,
    /// Nothing, though the page shows something: it changes with the day, or cannot be known.
    Loss,
    /// Nothing: a box or banner of its own.
    Banner,
    /// The same text always.
    Text(&'static str),
    /// Its argument of this place.
    Show(u32),
    /// Its last argument by place.
    ShowLast,
    /// The first argument between two texts.
    Around(&'static str, &'static str),
    /// All arguments by place, joined.
    Join(&'static str),
    /// The argument of the first place, else of the second …: the place shown if present, and the one shown if not.
    Else(u32, u32),
    /// The text, else the first argument.
    TextOr(&'static str),
    Title,
    Langx,
    LangCode,
    Nihongo,
    NihongoRomaji,
    Chinese,
    Korean,
    Sic,
    Convert,
    Height,
    Val,
    Exponent,
    TenTo,
    Superscript,
    Fraction,
    Ordinal,
    Number,
    Round,
    Root,
    Money(&'static str),
    Currency,
    Date,
    DeathDate,
    DeathYear,
    OldStyleDate,
    AsOf,
    Circa(&'static str),
    Span(&'static str),
    Ship,
    ShipAny,
    ShipClass,
    Interlanguage,
    Quote,
    /// Pictures whose captions are arguments.
    Pictures,
    Items,
    ListText,
    Cite,
    ShortCite,
    Note,
    Music,
    SortName,
    Spaces,
    Unit,
    Century,
}
