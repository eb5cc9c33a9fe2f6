"""Other names for a thing, as a text tells them: `src/aliases/` again in plain slow Python."""

from __future__ import annotations

import unicodedata

MOST_NAME_WORDS = 8
MOST_NAME_CHARACTERS = 80
MOST_BRACKET_TOKENS = 24
MOST_SHORT_LETTERS = 8

JOINERS = "'’-.&"
LINKING_WORDS = frozenset(
    [
        "of",
        "de",
        "la",
        "le",
        "du",
        "des",
        "der",
        "den",
        "von",
        "van",
        "da",
        "di",
        "do",
        "dos",
        "das",
        "del",
        "della",
        "el",
        "al",
        "bin",
        "ibn",
        "for",
        "the",
        "y",
        "e",
        "und",
        "et",
    ]
)
OPENING_WORDS = frozenset(
    [
        "the",
        "a",
        "an",
        "it",
        "he",
        "she",
        "they",
        "we",
        "in",
        "on",
        "at",
        "by",
        "from",
        "to",
        "of",
        "for",
        "with",
        "and",
        "or",
        "but",
        "as",
        "after",
        "before",
        "since",
        "during",
        "under",
        "while",
        "when",
        "where",
        "both",
        "this",
        "these",
        "that",
        "those",
        "its",
        "his",
        "her",
        "their",
        "our",
        "my",
        "although",
        "though",
        "because",
        "if",
        "however",
        "according",
        "some",
        "many",
        "most",
        "all",
        "other",
        "another",
        "such",
        "thus",
        "then",
        "there",
        "here",
        "today",
        "now",
        "also",
        "only",
        "see",
        "another",
        "one",
        "two",
        "three",
        "old",
        "modern",
        "former",
        "early",
        "later",
        "using",
        "like",
        "between",
        "among",
        "through",
        "following",
        "within",
        "without",
        "via",
        "per",
        "including",
    ]
)
PREPOSITIONS = frozenset(
    [
        "of",
        "in",
        "on",
        "at",
        "by",
        "from",
        "to",
        "for",
        "with",
        "and",
        "or",
        "as",
        "near",
        "between",
        "into",
        "under",
        "over",
        "against",
        "through",
        "including",
        "like",
        "than",
        "while",
        "than",
        "that",
        "because",
        "whose",
        "where",
        "after",
        "before",
        "since",
        "during",
        "via",
        "within",
        "around",
        "towards",
        "toward",
        "along",
        "across",
    ]
)
BEFORE_MARKERS = frozenset(["is", "was", "are", "were", "and"])
CLASS_WORDS = frozenset(["list", "lists"])
# What introduces another name: the longest that fits is taken.
MARKERS = sorted(
    (
        tuple(line.split())
        for line in (
            "also known as", "better known as", "best known as", "commonly known as", "more commonly known as",
            "formerly known as", "previously known as", "originally known as", "now known as", "today known as",
            "sometimes known as", "often known as", "popularly known as", "locally known as", "generally known as",
            "widely known as", "usually known as", "simply known as", "officially known as", "historically known as",
            "also called", "also spelled", "also spelt", "also written", "also named", "also referred to as",
            "also formerly known as", "now called", "formerly called", "previously called", "sometimes called",
            "often called", "commonly called", "originally called", "originally named", "formerly named",
            "formerly", "now officially", "officially", "abbreviated", "abbreviated as", "commonly abbreviated as",
            "often abbreviated", "often abbreviated as", "commonly abbreviated", "aka", "AKA", "a.k.a", "a.k.a .",
        )
    ),
    key=len,
    reverse=True,
)  # fmt: skip
# In brackets these suffice.
BRACKET_MARKERS = sorted((*MARKERS, ("also",), ("known", "as"), ("called",)), key=len, reverse=True)
QUOTES = '"“”„«»'

Token = tuple[int, int, str]


def find_text_aliases(text: str) -> list[tuple[str, str, str]]:
    """The names that a sentence puts beside each other: name, other name, how it is known."""
    tokens = cut_words(text)
    found = []
    for at in range(len(tokens)):
        if tokens[at][2] == "(":
            found += read_bracket(text, tokens, at)
        else:
            found += read_marker(text, tokens, at)
    return found


def cut_words(text: str) -> list[Token]:
    """Words and marks with their places; a joiner between two letters is part of the word: `U.S`, `Guinea-Bissau`."""
    tokens, at = [], 0
    while at < len(text):
        if not text[at].isalnum():
            if not text[at].isspace():
                tokens.append((at, at + 1, text[at]))
            at += 1
            continue
        end = at + 1
        while end < len(text) and (
            text[end].isalnum() or (text[end] in JOINERS and end + 1 < len(text) and text[end + 1].isalnum())
        ):
            end += 1
        tokens.append((at, end, text[at:end]))
        at = end
    return tokens


def is_word(token: Token) -> bool:
    return token[2][0].isalnum()


def is_name_word(token: Token) -> bool:
    """Whether it begins as a name does: with a capital, or a letter of a script that has none."""
    first = token[2][0]
    return first.isalpha() and not first.islower()


def has_digit(text: str) -> bool:
    return any(letter.isnumeric() for letter in text)


def find_name_before(tokens: list[Token], end: int) -> tuple[int, int] | None:
    """The tokens of the name that ends before the token `end`."""
    first = end
    while first > 0 and end - first < MOST_NAME_WORDS:
        before = tokens[first - 1]
        initial = before[2] == "." and first > 1 and len(tokens[first - 2][2]) == 1 and is_name_word(tokens[first - 2])
        linking = before[2] in LINKING_WORDS and first < end and first > 1 and is_name_word(tokens[first - 2])
        if not (is_name_word(before) or linking or (initial and first < end)):
            break
        first -= 1
    while first < end and (not is_name_word(tokens[first]) or (first == 0 and is_opening(tokens[first]))):
        first += 1
    while first < end and tokens[first][2] in ("The", "A", "An"):
        first += 1
    return (first, end) if first < end else None


def is_opening(token: Token) -> bool:
    return token[2].lower() in OPENING_WORDS


def find_name_after(tokens: list[Token], first: int, stop: int) -> tuple[int, int] | None:
    """The tokens of the name that begins at the token `first`, at most up to `stop`."""
    end = first
    while end < stop and end - first < MOST_NAME_WORDS:
        token = tokens[end]
        initial = token[2] == "." and end > first and len(tokens[end - 1][2]) == 1 and is_name_word(tokens[end - 1])
        linking = token[2] in LINKING_WORDS and end > first and end + 1 < stop and is_name_word(tokens[end + 1])
        if not (is_name_word(token) or linking or initial):
            break
        end += 1
    if end > first and tokens[end - 1][2] == ".":
        end -= 1
    return (first, end) if end > first else None


def read_bracket(text: str, tokens: list[Token], opening: int) -> list[tuple[str, str, str]]:
    """`World Wide Fund for Nature (WWF)`, `Equinor (formerly Statoil)`, `Druzhba (Friendship)`."""
    closing = next(
        (at for at in range(opening + 1, min(len(tokens), opening + MOST_BRACKET_TOKENS)) if tokens[at][2] in "()"),
        None,
    )
    if opening == 0 or closing is None or tokens[closing][2] == "(":
        return []
    end = opening - 1 if tokens[opening - 1][2] in QUOTES else opening
    before = find_name_before(tokens, end)
    found, first, number = [], opening + 1, 0
    for at in range(opening + 1, closing + 1):
        if tokens[at][2] not in ",;" and at != closing:
            continue
        found += read_part(text, tokens, (first, at), before, end, bare=number == 0 and at == closing)
        first, number = at + 1, number + 1
    return found


def read_part(
    text: str, tokens: list[Token], part: tuple[int, int], before: tuple[int, int] | None, end: int, *, bare: bool
) -> list[tuple[str, str, str]]:
    """What one part of a bracket says of the name before it; `bare` where it is all of the bracket."""
    first, stop = part
    skipped = match_marker(tokens, first, BRACKET_MARKERS)
    first += skipped
    if first < stop and tokens[first][2] == "the":
        first += 1
    if first < stop and tokens[first][2] in QUOTES and tokens[stop - 1][2] in QUOTES:
        first, stop = first + 1, stop - 1
    name = find_name_after(tokens, first, stop)
    if name != (first, stop):
        return []
    other = slice_text(text, tokens, name)
    if stop - first == 1 and is_short_form(other):
        long = find_long_form(text, tokens, end, other)
        if long is not None:
            return keep_alias(long, other, "abbreviation")
        return [] if not skipped or before is None else keep_alias(slice_text(text, tokens, before), other, "marked")
    if before is None or not (skipped or bare):
        return []
    own = slice_text(text, tokens, before)
    return (
        keep_alias(own, other, "marked" if skipped else "bracket") if skipped or resemble_each_other(own, other) else []
    )


def read_marker(text: str, tokens: list[Token], at: int) -> list[tuple[str, str, str]]:
    """`Burma, also known as Myanmar`, `the Ostrava, or Oder, is a river`."""
    skipped = match_marker(tokens, at, MARKERS)
    alternative = not skipped and tokens[at][2] == "or" and at > 1 and tokens[at - 1][2] == ","
    if not skipped and not alternative:
        return []
    end = at
    if end > 0 and tokens[end - 1][2] in BEFORE_MARKERS and not alternative:
        end -= 1
    if end > 0 and tokens[end - 1][2] == ",":
        end -= 1
    if end == at:
        return []
    if end > 0 and tokens[end - 1][2] == ")":
        opening = next((each for each in range(end - 1, -1, -1) if tokens[each][2] == "("), None)
        end = opening if opening is not None else 0
    before = find_name_before(tokens, end)
    first = at + (skipped or 1)
    if first < len(tokens) and tokens[first][2] == "the":
        first += 1
    quoted = first < len(tokens) and tokens[first][2] in QUOTES
    first += quoted
    name = find_name_after(tokens, first, len(tokens))
    if before is None or name is None or not is_subject(tokens, before[0]):
        return []
    after = tokens[name[1]][2] if name[1] < len(tokens) else "."
    if quoted and after not in QUOTES:
        return []
    if alternative and not (after == "," and before[0] <= 1 and is_verb_at(tokens, name[1] + 1)):
        return []
    official = "officially" in [each[2] for each in tokens[at : at + skipped]]
    one, two = slice_text(text, tokens, before), slice_text(text, tokens, name)
    how = "marked" if skipped else "or"
    return keep_alias(two, one, how) if official else keep_alias(one, two, how)


def is_verb_at(tokens: list[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at][2] in BEFORE_MARKERS - {"and"}


def is_subject(tokens: list[Token], first: int) -> bool:
    """Whether a name is what the words after it speak of: no preposition leads to it within the sentence."""
    before = first - 1
    if before >= 0 and tokens[before][2] in ("the", "The", "a", "an", "A", "An"):
        before -= 1
    return before < 1 or (tokens[before][2] not in PREPOSITIONS and is_word(tokens[before]))


def match_marker(tokens: list[Token], at: int, markers: list[tuple[str, ...]]) -> int:
    """How many tokens a marker takes that begins here; 0 where none does."""
    for marker in markers:
        if tuple(token[2] for token in tokens[at : at + len(marker)]) == marker:
            return len(marker)
    return 0


def is_short_form(word: str) -> bool:
    """`WWF`, `EU`, `PhD`: at least two capitals, and as many as all other letters."""
    letters = [letter for letter in word if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    return capitals >= 2 and len(word) <= MOST_SHORT_LETTERS and 2 * capitals >= len(word) and not has_digit(word)


def find_long_form(text: str, tokens: list[Token], end: int, short: str) -> str | None:
    """The words before the token `end` whose letters an abbreviation takes, as Schwartz and Hearst (2003) find them.

    Each letter is looked for from the right; the first must begin a word.
    """
    letters = [letter.lower() for letter in short if letter.isalpha()]
    if end < 2:
        return None
    words = min(len(letters) + 5, 2 * len(letters))
    first = end
    while first > 0 and is_word(tokens[first - 1]) and end - first < words:
        first -= 1
    own = [token[2] for token in tokens[first:end]]
    found = find_by_initials(own, letters)
    found = find_first_word(own, letters) if found is None else found
    if found is None or first + found + 1 >= end or tokens[first + found][2].lower() in OPENING_WORDS:
        return None
    return slice_text(text, tokens, (first + found, end))


def find_by_initials(words: list[str], letters: list[str]) -> int | None:
    """The first of the words that the letters begin, one each; small words may be passed over."""
    left = list(letters)
    for number in range(len(words) - 1, -1, -1):
        if words[number][0].lower() == left[-1]:
            left.pop()
            if not left:
                return number
        elif words[number] not in LINKING_WORDS | {"and", "to", "in", "on", "a"}:
            return None
    return None


def find_first_word(words: list[str], letters: list[str]) -> int | None:
    """The word that the first letter begins. More than half of the letters must begin a word."""
    places = [(number, at) for number, word in enumerate(words) for at in range(len(word))]
    starts = [at == 0 or words[number][at - 1] == "-" for number, at in places]
    last, initials = len(places), 0
    for left in range(len(letters) - 1, -1, -1):
        fits = [
            place
            for place in range(last)
            if words[places[place][0]][places[place][1]].lower() == letters[left] and (left > 0 or starts[place])
        ]
        if not fits:
            return None
        last = fits[-1]
        initials += starts[last]
    return places[last][0] if 2 * initials > len(letters) else None


def slice_text(text: str, tokens: list[Token], name: tuple[int, int]) -> str:
    return strip_possessive(text[tokens[name[0]][0] : tokens[name[1] - 1][1]])


def strip_possessive(name: str) -> str:
    return name[:-2] if name.endswith(("'s", "’s")) else name


def resemble_each_other(left: str, right: str) -> bool:
    """Whether most words of two names begin alike and neither name holds the other: two spellings, or two languages."""
    words = [[fold_word(word) for word in each.split() if word not in LINKING_WORDS] for each in (left, right)]
    if not (set(words[0]) - set(words[1]) and set(words[1]) - set(words[0])):
        return False
    alike = sum(any(word[:3] == other[:3] and len(word) > 3 < len(other) for other in words[1]) for word in words[0])
    return 2 * alike > max(len(words[0]), len(words[1]))


def fold_word(word: str) -> str:
    """Letters without case and accents."""
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(letter)
    )


def keep_alias(name: str, other: str, how: str) -> list[tuple[str, str, str]]:
    """The alias, where both may be names: not too long, not the same, and with the same figures."""
    figures = [[letter for letter in each if letter.isnumeric()] for each in (name, other)]
    same = name.lower() == other.lower()
    length = max(len(name), len(other))
    if same or length > MOST_NAME_CHARACTERS or min(len(name), len(other)) < 2 or figures[0] != figures[1]:
        return []
    return [(name, other, how)]
