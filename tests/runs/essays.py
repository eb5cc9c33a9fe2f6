"""Texts for the job `passages`: essays of invented words, which share nothing but what is planted."""

from random import Random

SYLLABLES = (
    "ba",
    "do",
    "fe",
    "gu",
    "ka",
    "li",
    "mo",
    "ne",
    "pi",
    "ra",
    "su",
    "ta",
    "vo",
    "wi",
    "zu",
    "she",
    "tho",
    "qui",
)
NOTICE = (
    "All rights in this text are reserved by the council of the free library. "
    "Readers who find a mistake are kindly asked to write to the keeper of the catalogue."
)
TEA = "茶叶最早从云南的山区经过马帮运到拉萨。商人在雅安把茶压成砖块。每匹马驮两包。路上要走三个多月，遇到大雪还要停下来等。"
TOWN = "城里的钟楼建于十六世纪，只有一根指针。渔民在春天修补渔网，夏天出海捕鱼。"
BRIDGE = "石桥是工匠用木槌敲成的，至今没有裂缝。"
APPLES = "每年秋天村里的人都到河边来卖苹果。"


def essay(number, sentences=8):
    """The sentences of an essay; another number, other words."""
    random = Random(number)

    def word():
        return "".join(random.choice(SYLLABLES) for _ in range(random.randint(2, 4)))

    made = [" ".join(word() for _ in range(random.randint(10, 14))) for _ in range(sentences)]
    return [f"{each[0].upper()}{each[1:]}." for each in made]


def library():
    """File name to text: a copy of each sort, every document with the same notice at its end."""
    second, third, fourth, fifth = (essay(number) for number in (2, 3, 4, 5))
    tail = " ".join(second[2:6])
    third_edited = [each.replace(" ", " too ", 1).replace("ba", "bo", 1) for each in third[1:6]]
    words = fifth[5].split()
    halves = [f"{' '.join(words[:5])}.", f"{words[5].title()} {' '.join(words[6:])}"]
    merged = [fifth[1], f"{fifth[2][:-1]}; and {fifth[3]}", fifth[4], *halves]
    texts = {
        "whole": essay(1),
        "twin": [*essay(1)[:3], *essay(1)[3:]],
        "second": second,
        "middle": [*essay(22, 4), f"And so one reads that {tail[tail.index(' ', 40) + 1 :]}", *essay(23, 4)],
        "third": third,
        "edited": [*essay(32, 4), *third_edited, *essay(33, 4)],
        "fourth": fourth,
        "inserted": [*essay(42, 4), *fourth[2:4], *essay(43, 1), *fourth[4:6], *essay(44, 4)],
        "fifth": fifth,
        "merged": [*essay(52, 4), *merged, *essay(53, 4)],
        "collection": [each for number in (6, 7, 8) for each in essay(number, 14)[4:8]],
        **{f"part{number}": essay(number, 14) for number in (6, 7, 8)},
        "book": [*essay(9, 14), *essay(10, 14)],
        "page1": essay(9, 14),
        "page2": essay(10, 14),
        "alone": essay(11),
    }
    return {f"{name}.txt": f"{' '.join(sentences)}\n\n{NOTICE}\n" for name, sentences in texts.items()}
