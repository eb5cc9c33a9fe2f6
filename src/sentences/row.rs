//! What is known about one language: one row of the table in `languages/`.

/// What a full stop after an abbreviation means. Nothing ends before a small letter, so only what follows in capitals,
/// digits and the like is told here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It never ends a sentence: "e.g.", "vs.".
    Never,
    /// Before a name; with a small letter it is like `Starter`: "Gen. Hale", but "of the gen. The".
    Title,
    /// It ends a sentence only before a word that opens sentences: "Inc. The", but "Inc. Magazine".
    Starter,
    /// It ends a sentence before any capital: "etc. Trade".
    Capital,
    /// A degree: after an article like `Capital`, else like `Starter`: "her Ph.D. Tom", but "Ann Reed Ph.D. Bath".
    Degree,
    /// Before a number; else like `Capital`: "No. 5", but "no. Hale".
    Number,
    /// A month or a day, only when it has a capital: before a number it goes on, else like `Starter`.
    Date,
    /// A time or an era: like `Capital`, but "At 5 a.m. Hale", "7 a.m. Monday" and "A.D. 79" go on.
    Time,
    /// After a number a unit, and like `Capital`; else a place, and like `Title`: "5 ft. Hale", but "Ft. Hale".
    Unit,
    /// After a number like `Time`, else like `Never`: Russian "1901 г. Она", but "г. Орин" and "В 1901 г. Орин".
    AfterNumber,
    /// No abbreviation at all, though it looks like one: Gujarati "છે".
    Word,
}

/// A list of abbreviations of one kind, without their last stop, parted by blanks.
pub(super) type List = (Kind, &'static str);

/// When a colon ends a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colon {
    /// Never.
    Never,
    /// As a full stop does: it is typed for the Armenian one, which looks the same.
    Single,
    /// Two of them, typed for the Ethiopic full stop.
    Double,
}

/// A language. All lists are in lower case, parted by blanks.
pub(super) struct Row {
    /// Its English name.
    pub(super) name: &'static str,
    /// Its codes: ISO 639-1, the common three-letter ones, Wikipedia's own, and those of languages that are split alike.
    pub(super) codes: &'static str,
    /// In the Latin script: small words that are frequent in it and rare in its neighbours.
    pub(super) small_words: &'static str,
    /// In other scripts: the first and the last letter of the script.
    pub(super) script: Option<(char, char)>,
    /// Letters that tell it from the other languages of its script. Of these the first row that fits is taken.
    pub(super) own_letters: &'static str,
    /// Abbreviations without their last stop. None: those of English.
    pub(super) abbreviations: &'static [List],
    /// Words that open sentences and are no names. None: those of English.
    pub(super) starters: &'static str,
    /// Words that open a clause that only tells a time: "At 5 a.m. Hale", "В 1901 г. Орин".
    pub(super) time_openers: &'static str,
    /// What goes on after a time: "7 a.m. Monday".
    pub(super) time_followers: &'static str,
    /// A number with a stop is an ordinal: "3. Mai".
    pub(super) ordinals: bool,
    /// What follows an ordinal can have a capital: "19. Jahrhundert".
    pub(super) capital_nouns: bool,
    /// A date is numbers with stops: "2008. 5. 3.".
    pub(super) dotted_dates: bool,
    /// A title in capitals is an acronym when a name in small letters follows: "MS. Patients".
    pub(super) capital_titles: bool,
    /// The semicolon asks: Greek.
    pub(super) semicolon_asks: bool,
    /// When a colon ends a sentence.
    pub(super) colon: Colon,
    /// The full stop of the Latin script is only a pause: Armenian.
    pub(super) is_period_a_pause: bool,
    /// A word of one open syllable is an initial or an abbreviation: Malayalam "കെ. പി. മോഹനൻ".
    pub(super) syllables_are_initials: bool,
    /// The letters that a whole word ends in. Behind one a full stop ends a sentence before a small letter too, and a word
    /// that ends otherwise is cut short. None: nobody can tell.
    pub(super) word_ends: &'static str,
}

impl Row {
    /// A language without habits of its own.
    pub(super) const PLAIN: Row = Row {
        name: "",
        codes: "",
        small_words: "",
        script: None,
        own_letters: "",
        abbreviations: &[],
        starters: "",
        time_openers: "",
        time_followers: "",
        ordinals: false,
        capital_nouns: false,
        dotted_dates: false,
        capital_titles: false,
        semicolon_asks: false,
        colon: Colon::Never,
        is_period_a_pause: false,
        syllables_are_initials: false,
        word_ends: "",
    };
}
