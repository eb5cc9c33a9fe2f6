//! Small lists of English words that the comparison must know. Every list is short and closed: words of
//! quantity, words that open a sentence without being a name, and the words around a place.
//!
//! All words are given in lower case. Those of other languages are in the tables of `language`.

use std::sync::LazyLock;

use crate::language::{Roles, WordMap};

/// The gender a pronoun or a word of sex tells: `Some(true)` female, `Some(false)` male.
#[rustfmt::skip]
pub fn find_gender(word: &str) -> Option<bool> {
    match word {
        "she" | "her" | "hers" | "herself" | "female" | "females" | "woman" | "women" | "girls" | "girl"
        | "actress" | "daughter" | "sister" | "mother" | "wife" | "queen" => Some(true),
        "he" | "his" | "him" | "himself" | "male" | "males" | "man" | "men" | "boys" | "boy" | "actor" | "son"
        | "brother" | "father" | "husband" | "king" => Some(false),
        _ => None,
    }
}

/// Words that say how much without a figure.
#[rustfmt::skip]
pub fn is_quantity(word: &str) -> bool {
    matches!(
        word,
        "some" | "most" | "several" | "few" | "fewer" | "many" | "all" | "every" | "each" | "any" | "only" | "much"
            | "more" | "less" | "least" | "majority" | "minority" | "numerous" | "various" | "hundreds" | "thousands"
            | "millions" | "dozens" | "almost" | "nearly" | "half" | "both" | "always" | "often" | "usually"
            | "sometimes" | "rarely" | "mostly" | "mainly" | "partly" | "entirely" | "single" | "multiple" | "little"
            | "first" | "last" | "largest" | "smallest" | "highest" | "lowest"
    )
}

/// Words that open a sentence in capitals without being a name.
#[rustfmt::skip]
pub fn is_plain_opener(word: &str) -> bool {
    Roles::find(word).is_function_word()
        || is_quantity(word)
        || Roles::find(word).is_negation()
        || matches!(
        word,
        "according" | "one" | "two" | "three" | "four" | "five" | "six" | "seven" | "eight" | "nine" | "ten"
            | "following" | "later" | "earlier" | "early" | "late" | "today" | "currently" | "once" | "again"
            | "together" | "despite" | "unlike" | "like" | "among" | "along" | "around" | "against" | "born"
            | "founded" | "based" | "located" | "eventually" | "finally" | "overall" | "initially" | "originally"
            | "historically" | "traditionally" | "recently" | "formerly" | "although" | "even" | "examples"
            | "example" | "critics" | "scholars" | "people" | "life" | "health" | "population" | "portions" | "plans"
            | "work" | "works" | "members" | "voting" | "areas" | "winters" | "summers" | "temperatures" | "writing"
            | "note" | "hence" | "thus" | "therefore" | "now" | "below" | "above" | "natural" | "total" | "second"
            | "third" | "native" | "whereas" | "what" | "why" | "how" | "just" | "instead" | "additionally"
            | "furthermore" | "moreover" | "subsequently" | "meanwhile" | "nevertheless" | "approximately"
            | "roughly" | "over" | "since" | "aside" | "apart" | "given" | "using" | "made"
    )
}

/// Words that stand in the name of a place, or name a large one.
#[rustfmt::skip]
pub fn is_place(word: &str) -> bool {
    matches!(
        word,
        "county" | "river" | "lake" | "mount" | "mountain" | "mountains" | "island" | "islands" | "city" | "town"
            | "village" | "district" | "province" | "region" | "state" | "street" | "road" | "avenue" | "bay" | "sea"
            | "ocean" | "valley" | "peninsula" | "republic" | "kingdom" | "municipality" | "township" | "parish"
            | "borough" | "north" | "south" | "east" | "west" | "northern" | "southern" | "eastern" | "western"
            | "america" | "africa" | "europe" | "asia" | "australia" | "england" | "scotland" | "wales" | "ireland"
            | "france" | "germany" | "italy" | "spain" | "portugal" | "russia" | "china" | "japan" | "india"
            | "canada" | "mexico" | "brazil" | "argentina" | "chile" | "peru" | "turkey" | "greece" | "egypt"
            | "iran" | "iraq" | "israel" | "pakistan" | "poland" | "austria" | "hungary" | "sweden" | "norway"
            | "denmark" | "finland" | "netherlands" | "belgium" | "switzerland" | "ukraine" | "romania" | "bulgaria"
            | "serbia" | "croatia" | "korea" | "vietnam" | "indonesia" | "malaysia" | "singapore" | "philippines"
            | "thailand" | "nigeria" | "kenya" | "ghana" | "london" | "paris" | "berlin" | "rome" | "madrid"
            | "moscow" | "vienna" | "york" | "chicago" | "boston" | "tokyo" | "beijing" | "delhi" | "mumbai"
            | "texas" | "california" | "florida" | "ohio" | "kansas" | "oklahoma" | "virginia" | "georgia"
            | "alabama" | "washington" | "oregon" | "michigan" | "maine" | "hawaii" | "pennsylvania" | "illinois"
            | "scotia" | "ontario" | "quebec"
    )
}

/// Words before a name that say it is a place.
#[rustfmt::skip]
pub fn is_place_preposition(word: &str) -> bool {
    matches!(
        word,
        "in" | "near" | "at" | "from" | "to" | "into" | "through" | "outside" | "around" | "across"
    )
}

/// Two ways to say one name. Each row lists spellings of one thing, words separated by a space.
const NAME_VARIANTS: &[&[&str]] = &[
    &["united states", "united states of america", "us", "u s", "usa", "u s a", "america", "the united states"],
    &["united kingdom", "uk", "u k", "britain", "great britain"],
    &["soviet union", "ussr", "u s s r"],
    &["world war ii", "second world war", "world war two", "wwii", "world war 2"],
    &["world war i", "first world war", "world war one", "wwi", "world war 1"],
    &["saint", "st"],
    &["mount", "mt"],
    &["wien", "vienna"],
    &["bc", "bce", "b c", "b c e"],
    &["ad", "ce", "a d", "c e"],
    &["bombay", "mumbai"],
    &["calcutta", "kolkata"],
    &["peking", "beijing"],
    &["muenchen", "munich"],
    &["burma", "myanmar"],
    &["tritium", "3h"],
    &["deuterium", "2h"],
];

/// Whether two names are listed as one thing.
pub fn are_listed_variants(left: &str, right: &str) -> bool {
    NAME_VARIANTS.iter().any(|row| row.contains(&left) && row.contains(&right))
}

/// Finite verbs that are short and frequent; where none stands, a line claims nothing.
#[rustfmt::skip]
pub fn is_verb(word: &str) -> bool {
    matches!(
        word,
        "is" | "are" | "was" | "were" | "be" | "been" | "has" | "have" | "had" | "do" | "does" | "did" | "will"
            | "would" | "can" | "could" | "may" | "might" | "must" | "should" | "became" | "become" | "becomes"
            | "made" | "make" | "makes" | "won" | "wins" | "took" | "takes" | "take" | "gave" | "gives" | "held"
            | "holds" | "led" | "leads" | "left" | "leave" | "leaves" | "came" | "comes" | "come" | "went" | "goes"
            | "began" | "begins" | "begin" | "lies" | "lives" | "live" | "lasts" | "runs" | "run" | "ran" | "plays"
            | "play" | "serves" | "serve" | "includes" | "include" | "contains" | "contain" | "consists" | "consist"
            | "covers" | "cover" | "remains" | "remain" | "means" | "says" | "said" | "shows" | "show" | "uses"
            | "use" | "belongs" | "belong" | "sent" | "saw" | "found" | "find" | "finds" | "wrote" | "writes"
            | "write" | "sold" | "sells" | "built" | "builds" | "met" | "meet" | "meets" | "lost" | "lose" | "loses"
            | "beat" | "set" | "sets" | "put" | "puts" | "read" | "reads" | "spoke" | "speaks" | "speak" | "fought"
            | "fights" | "died" | "dies" | "grew" | "grows" | "borders" | "hosts" | "host" | "averages"
            | "constitutes" | "directs" | "relies" | "rely" | "depicts" | "narrates" | "travels" | "travel"
            | "connects" | "requires" | "require" | "competes" | "suggests" | "suggest" | "propose" | "imitate"
            | "exported" | "account" | "accounts" | "features" | "feature" | "help" | "helps" | "emerge" | "enter"
            | "depict" | "got" | "gets" | "get" | "employs" | "stands" | "stood"
    )
}

/// Common nouns by which an article calls its own subject: `the city`, `the film`.
#[rustfmt::skip]
pub fn is_generic(word: &str) -> bool {
    matches!(
        word,
        "city" | "town" | "village" | "county" | "state" | "country" | "nation" | "district" | "municipality"
            | "province" | "region" | "department" | "commune" | "parish" | "borough" | "township" | "townland"
            | "island" | "area" | "community" | "capital" | "film" | "movie" | "album" | "song" | "single" | "book"
            | "novel" | "game" | "match" | "race" | "season" | "tournament" | "team" | "club" | "school"
            | "university" | "college" | "company" | "firm" | "river" | "mountain" | "lake" | "station" | "building"
            | "church" | "ship" | "vessel" | "boat" | "aircraft" | "species" | "genus" | "plant" | "tree" | "animal"
            | "drug" | "compound" | "element" | "metal" | "mineral" | "board" | "group" | "band" | "series"
            | "episode" | "show" | "position" | "office" | "event" | "competition" | "championship" | "election"
            | "party" | "language" | "road" | "route" | "highway" | "line" | "airport" | "league" | "division"
            | "army" | "regiment" | "battle" | "census" | "population" | "following" | "program" | "programme"
            | "project" | "award" | "museum" | "hospital" | "magazine" | "newspaper" | "player" | "singer" | "artist"
            | "author" | "train" | "engine" | "weapon" | "case" | "story" | "play" | "character" | "house"
    )
}

/// Words of one row exclude each other.
const OPPOSITES: &[&[&str]] = &[
    &["positive", "negative", "mixed", "favorable", "favourable", "unfavorable", "poor"],
    &["left", "right"],
    &["north", "south", "east", "west", "northern", "southern", "eastern", "western", "central"],
    &["heavy", "light"],
    &["large", "small"],
    &["largest", "smallest"],
    &["highest", "lowest"],
    &["high", "low"],
    &["big", "small"],
    &["male", "female"],
    &["boy", "girl"],
    &["son", "daughter"],
    &["brother", "sister"],
    &["husband", "wife"],
    &["mother", "father"],
    &["won", "lost"],
    &["win", "loss"],
    &["winner", "loser"],
    &["increased", "decreased"],
    &["increase", "decrease"],
    &["rose", "fell"],
    &["before", "after"],
    &["alive", "dead"],
    &["active", "inactive", "defunct", "retired"],
    &["former", "current"],
    &["upper", "lower"],
    &["oldest", "youngest"],
    &["older", "younger"],
    &["elder", "younger"],
    &["black", "white"],
    &["public", "private"],
    &["domestic", "foreign"],
    &["success", "failure"],
    &["successful", "unsuccessful"],
    &["accepted", "rejected"],
    &["legal", "illegal"],
    &["earned", "lost"],
    &["true", "false"],
    &["spring", "summer", "autumn", "winter"],
];

/// The rows of `OPPOSITES` that a word is in, a bit each.
static OPPOSITE_ROWS: LazyLock<WordMap<&'static str, u64>> = LazyLock::new(|| {
    let mut rows = WordMap::default();
    for (number, words) in OPPOSITES.iter().enumerate() {
        words.iter().for_each(|&word| *rows.entry(word).or_insert(0) |= 1 << number);
    }
    rows
});

/// Whether two words exclude each other: `positive` and `mixed`, `left` and `right`.
pub fn are_opposite(left: &str, right: &str) -> bool {
    let rows = |word: &str| OPPOSITE_ROWS.get(word).copied().unwrap_or(0);
    left != right && rows(left) & rows(right) != 0
}
