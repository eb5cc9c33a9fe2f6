"""Passages located to the character, on texts of our own."""

import pytest
from benchmarks.cases import build_document
from tests.oracles.alignment import ALIGNED, Align, Document, alignable

from twicetold.config import Locating
from twicetold.splitter import SplitIntoSentences

HARBOUR = (
    "The harbour of Wismar was dredged for the first time in 1587. Merchants from Lübeck paid for the work, "
    "because their heavy cogs could no longer reach the quay. A tax on salted herring repaid them within nine years. "
    "The mayor kept the ledger in his own house, where it burned with everything else in the great fire."
)
BEES = (
    "Solitary bees seal every cell with chewed leaves and a drop of resin. The larva eats the pollen that was stored "
    "for it, spins a cocoon and waits for the following spring. Cold winters harm it less than wet ones, since mould "
    "spreads through the nest before the young insect can break the seal."
)
CLOCKS = (
    "Church clocks of this period had only one hand. Nobody missed the minutes before the railway came. Apprentices "
    "wound the weights each evening and greased the wooden wheels with lard on Saturdays."
)
GLASS = (
    "Window glass was blown into long cylinders, cut open with a hot iron and flattened in an oven. The best panes went "
    "to palaces. Farmers used oiled paper, which let in light but no view, until peddlers brought cheap crown glass."
)
ROADS = (
    "Toll roads were laid with crushed granite by prisoners. A coach needed four horses on the hill behind the village, "
    "and the innkeeper there hired out a fifth. His stable was larger than the chapel."
)


def passages(left, right, **settings):
    """The passages of two texts, and what each has of either."""
    batch = alignable([(split(left), split(right))])
    rows = Align(Locating(**settings))(batch).to_pylist()
    cut = [(left[row["left_start"] : row["left_end"]], right[row["right_start"] : row["right_end"]]) for row in rows]
    return rows, cut


def split(text):
    rows = SplitIntoSentences()(build_document(text, "plain", language="en")).to_pylist()
    return Document.of([(row["text"], row["start"], row["end"]) for row in rows])


def test_a_copied_paragraph_is_located_to_the_character():
    rows, cut = passages(f"{CLOCKS}\n\n{HARBOUR}\n\n{GLASS}", f"{ROADS}\n\n{HARBOUR}\n\n{BEES}")
    assert cut == [(HARBOUR, HARBOUR)]
    assert (rows[0]["left_first"], rows[0]["left_last"]) == (3, 6)
    assert (rows[0]["sentences"], round(rows[0]["similarity"], 6)) == (4, 1.0)


def test_a_copied_paragraph_with_edits_is_located_to_the_character():
    edited = (
        HARBOUR.replace("for the first time", "first").replace("heavy cogs", "ships").replace("everything else", "all")
    )
    _, cut = passages(f"{CLOCKS}\n\n{edited}\n\n{GLASS}", f"{ROADS}\n\n{HARBOUR}\n\n{BEES}")
    assert cut == [(edited, HARBOUR)]


def test_a_passage_may_begin_and_end_in_mid_sentence():
    taken = HARBOUR[HARBOUR.index("for the work") : HARBOUR.index(", where it burned")]
    left = f"{CLOCKS} As every schoolchild knows, nobody ever asked where the council found gold {taken}; so the teacher told us. {GLASS}"
    _, cut = passages(left, f"{ROADS} {HARBOUR} {BEES}")
    assert [mine for mine, _ in cut] == [taken]
    assert [theirs for _, theirs in cut] == [taken]


def test_two_passages_are_found_in_swapped_order():
    _, cut = passages(f"{HARBOUR}\n\n{CLOCKS}\n\n{GLASS}\n\n{BEES}", f"{BEES}\n\n{ROADS}\n\n{HARBOUR}")
    assert cut == [(HARBOUR, HARBOUR), (BEES, BEES)]


def test_shuffled_words_are_still_the_passage():
    shuffled = (
        "For the first time in 1587 Wismar dredged the harbour. Could heavy cogs reach the quay no longer, Lübeck merchants "
        "their work paid. Within nine years a herring tax salted repaid. In his house own the ledger the mayor kept, burned "
        "in the great fire with everything."
    )
    _, cut = passages(f"{CLOCKS}\n\n{shuffled}\n\n{GLASS}", f"{ROADS}\n\n{HARBOUR}\n\n{BEES}")
    assert cut == [(shuffled, HARBOUR)]


def test_nothing_shared_gives_nothing():
    rows, _ = passages(f"{CLOCKS}\n\n{GLASS}", f"{ROADS}\n\n{BEES}")
    assert rows == []


@pytest.mark.parametrize("text", ["", "\n", "One word.", "茶。", "... !!! ???"])
def test_little_text_gives_nothing(text):
    assert passages(text, HARBOUR)[0] == []
    assert passages(HARBOUR, text)[0] == []


def test_a_short_banner_is_no_passage():
    banner = "Printed by order of the town council."
    assert passages(f"{banner}\n\n{CLOCKS}\n\n{GLASS}", f"{banner}\n\n{ROADS}\n\n{BEES}")[0] == []


def test_a_whole_document_is_a_passage_over_all_of_it():
    text = f"{HARBOUR}\n\n{BEES}"
    _, cut = passages(text, text)
    assert cut == [(text, text)]


def test_chinese_is_compared_by_characters():
    tea = "茶叶最早从云南的山区经过马帮运到拉萨。商人在雅安把茶压成砖块。每匹马驮两包。路上要走三个多月，遇到大雪还要停下来等。"
    before, after = "城里的钟楼建于十六世纪，只有一根指针。", "渔民在春天修补渔网，夏天出海捕鱼。"
    again = "石桥是工匠用木槌敲成的，至今没有裂缝。"
    _, cut = passages(f"{before}\n\n{tea}\n\n{after}", f"{again}\n\n{tea}", min_passage=30)
    assert cut == [(tea, tea)]


def test_the_gist_of_a_long_document_is_a_summary_of_it():
    source = "\n\n".join([HARBOUR, BEES, CLOCKS, GLASS, ROADS])
    gist = (
        "Merchants from Lübeck paid to dredge the harbour of Wismar in 1587, repaid by a tax on salted herring. Solitary bees "
        "seal their cells with resin and chewed leaves, and mould in wet winters harms the larva. Church clocks had one hand "
        "before the railway came. Farmers used oiled paper for want of window glass, and prisoners laid toll roads with "
        "crushed granite."
    )
    around = (
        "Snow fell on the upper pastures that week, and the goats would not leave their shed. Nobody could say why."
    )
    _, cut = passages(f"{around}\n\n{gist}\n\n{around}", source)
    assert [mine for mine, _ in cut] == [gist]
    assert len(cut[0][1]) > 3 * len(gist)


def test_offsets_of_dropped_markup_are_kept_within_the_sentence():
    texts = HARBOUR.split(". ")
    sentences = [(text, 1000 * at, 1000 * at + 900) for at, text in enumerate(texts)]
    row = Align()(alignable([(Document.of(sentences), split(f"{ROADS}\n\n{HARBOUR}"))])).to_pylist()[0]
    assert (row["left_start"], row["left_end"]) == (0, 3900)


def test_the_declared_schema_is_the_real_one():
    empty = alignable([])
    assert Align()(empty).schema.equals(ALIGNED)
    assert Align()(alignable([(split(HARBOUR), split(HARBOUR))])).schema.equals(ALIGNED)


def test_cuts_that_do_not_fit_their_text_are_an_error():
    good = split(HARBOUR)
    for broken in (
        Document(good.text, [10**18], [0], [1]),
        Document(good.text, [5], [0, 1], [1, 2]),
        Document("é", [1], [0], [1]),
    ):
        with pytest.raises(ValueError, match=r"cuts|starts"):
            Align()(alignable([(broken, good)]))
