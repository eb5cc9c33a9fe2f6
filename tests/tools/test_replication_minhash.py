"""The replication of papers 001 and 002, piece by piece, on texts of our own: no dump and no fixture is needed."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replication.minhash import truth
from replication.minhash.buckets import (
    cut_shingles,
    encode_as_java,
    find_buckets,
    is_kept,
    join_pairs,
    measure_java_length,
)
from replication.minhash.dump import find_page_id, is_article, split_pages
from replication.minhash.java_random import JavaRandom
from replication.minhash.multiply_shift import Family, pack_as_published, pack_whole
from replication.minhash.probability import apply_formula, compute_match_probability
from replication.minhash.sentences import split_sentences_001, split_sentences_002, write_line_002
from replication.minhash.tables import compare, list_left_out, render, render_columns
from replication.minhash.wikiclean import clean_page, find_markup, find_markup_as_published, remove_nested, unescape


def page(text: str, title: str = "Tide", attributes: str = "", namespace: int = 0) -> str:
    return (
        f"  <page>\n    <title>{title}</title>\n    <ns>{namespace}</ns>\n    <id>7</id>\n    <revision>\n"
        f'      <id>99</id>\n      <text xml:space="preserve"{attributes}>{text}</text>\n    </revision>\n  </page>\n'
    )


class TestJavaRandom:
    def test_the_first_long_of_the_papers_seed(self) -> None:
        assert JavaRandom(1123456).next_long() == -5156015021847301952

    def test_the_first_numbers_of_seed_0_follow_from_the_documented_constants(self) -> None:
        state = 0x5DEECE66D
        upper = []
        for _ in range(2):
            state = (state * 0x5DEECE66D + 0xB) % 2**48
            half = state >> 16
            upper.append(half - 2**32 if half >= 2**31 else half)
        assert JavaRandom(0).next_bits(32) == upper[0] == -1155484576
        assert JavaRandom(0).next_long() == upper[0] * 2**32 + upper[1]

    @given(seed=st.integers(-(2**63), 2**63 - 1), bound=st.integers(1, 2**31 - 1))
    def test_every_number_is_in_its_range(self, seed: int, bound: int) -> None:
        numbers = JavaRandom(seed)
        assert 0 <= numbers.next_int(bound) < bound
        assert -(2**63) <= numbers.next_long() < 2**63
        assert -(2**31) <= numbers.next_bits(32) < 2**31

    def test_a_power_of_two_takes_the_upper_bits(self) -> None:
        assert JavaRandom(42).next_int(16) == JavaRandom(42).next_bits(31) >> 27

    def test_a_draw_of_the_incomplete_last_round_is_thrown_away(self) -> None:
        bound = 2**30 + 1  # nearly half of all draws lie beyond the first round
        for seed in range(40):
            numbers = JavaRandom(seed)
            while (drawn := numbers.next_bits(31)) >= bound:
                pass
            assert JavaRandom(seed).next_int(bound) == drawn

    def test_a_bound_of_zero_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="positive"):
            JavaRandom(1).next_int(0)


class TestMultiplyShift:
    def test_the_schedule_of_seeds_and_draws(self) -> None:
        family = Family()
        assert family.seeds[:2] == [-5156015021847301952, -7128110553177450064]
        assert len(family.seeds) == 20
        assert family.draw_seed == 4474008879844645389
        assert family.draws[0] == [9, 19, 13, 0, 15, 13, 18, 13, 8, 0]
        assert [len(draw) for draw in family.draws] == [10] * 10

    @pytest.mark.parametrize(
        ("text", "bits", "first", "last"),
        [
            ("hello world!", 60, 657288387171804202, 973902617374267579),
            ("hello world!", 30, 612147513, 907017493),
            ("café au lait", 60, 86386672641680824, 266743382474148022),
            ("naïve 日本語 t", 30, 904741856, 368232419),
            ("abcdefgh", 60, 1112432078070763829, 609726834316595768),
        ],
    )
    def test_published_hash_values(self, text: str, bits: int, first: int, last: int) -> None:
        values = Family(bits=bits).compute_hashes(pack_as_published(text.encode()))
        assert (values[0], values[-1]) == (first, last)

    def test_bytes_4_to_7_fall_onto_0_to_3(self) -> None:
        assert pack_as_published(b"abcdefgh1234") == pack_as_published(b"efghabcd1234")
        assert pack_whole(b"abcdefgh1234") != pack_whole(b"efghabcd1234")

    def test_a_high_byte_at_place_3_sets_the_upper_half(self) -> None:
        assert pack_as_published(b"abc\x80") == (0xFFFFFFFF80636261,)
        assert pack_as_published(b"ab\x80c") == (0x63806261,)

    def test_whole_words_have_an_empty_one_behind_them(self) -> None:
        assert pack_whole(b"abcdefgh") == (0x6867666564636261, 0)
        assert pack_as_published(b"abcdabcd") == (0x64636261, 0)

    @given(st.lists(st.binary(min_size=1, max_size=20), min_size=1, max_size=8))
    def test_the_minima_are_the_least_hashes_whatever_the_lengths(self, shingles_: list[bytes]) -> None:
        family = Family(functions=3)
        vectors = [pack_whole(shingle) for shingle in shingles_]
        assert family.compute_minima(vectors) == [
            min(column) for column in zip(*map(family.compute_hashes, vectors), strict=True)
        ]

    @given(st.binary(min_size=1, max_size=20))
    def test_the_hash_is_the_sum_of_products_shifted(self, shingle: bytes) -> None:
        family = Family(functions=2, bits=31)
        numbers = JavaRandom(family.seeds[1])
        total = 0
        for word in pack_whole(shingle):
            factor, added = numbers.next_long(), numbers.next_long()
            total += word * (factor + 1 if factor % 2 == 0 else factor) + added
        assert family.compute_hashes(pack_whole(shingle))[1] == total % 2**64 >> 33


class TestDump:
    def test_a_page_lasts_to_its_end_tag_whatever_lies_between(self) -> None:
        text = "junk\n cut  <page>\na\n <redirect <page>\nb\n</page>\nx</sha1>\n<page>\nc"
        assert list(split_pages(text.splitlines(keepends=True))) == [
            " cut  <page>\na\n <redirect <page>\nb\n</page>\n",
            "<page>\nc\n",
        ]

    def test_the_first_namespace_decides(self) -> None:
        assert is_article(page("x"))
        assert not is_article(page("x", namespace=4))
        assert is_article("<page><title>older than namespaces</title></page>")

    def test_the_first_id_is_that_of_the_page(self) -> None:
        assert find_page_id(page("x")) == "7"
        assert find_page_id("<page>") == "0"


class TestCleaning:
    def cleaned(self, text: str) -> str:
        return clean_page(page(text), with_title=False, find_text=find_markup)

    def test_links_emphasis_and_references_go(self) -> None:
        source = (
            "The '''tide''' is a [[wave|long wave]] of the [[sea]].&lt;ref name=&quot;a&quot; /&gt; "
            "It turns.&lt;ref&gt;Old book&lt;/ref&gt;"
        )
        assert self.cleaned(source) == "The tide is a long wave of the sea. It turns."

    def test_a_heading_loses_its_signs_and_gains_a_line_end(self) -> None:
        assert self.cleaned("One.\n==Ebb==\nTwo.") == "One.\nEbb\n\nTwo."

    def test_a_footer_takes_all_that_follows(self) -> None:
        assert self.cleaned("One.\n== see ALSO ==\n* x\n== Flood ==\nTwo.") == "One."

    def test_whole_units_are_kept_and_decimals_vanish(self) -> None:
        source = "It is {{convert|12|m|ft}} high, {{convert|3.5|km}} wide."
        assert self.cleaned(source) == "It is 12 m high,  wide."

    def test_a_slash_in_a_reference_name_swallows_text(self) -> None:
        source = "A.&lt;ref name=&quot;x/y&quot; /&gt; Lost. &lt;ref&gt;z&lt;/ref&gt; B."
        assert self.cleaned(source) == "A. B."

    def test_an_unbalanced_template_drops_the_rest(self) -> None:
        assert self.cleaned("One. {{box|{{x}} Two.\nThree.") == "One."

    def test_a_caption_goes_with_the_links_in_it(self) -> None:
        assert self.cleaned("One [[File:a.jpg|thumb|the [[sea]] at [[ebb]]]]two.") == "One two."

    def test_a_table_goes_with_the_table_in_it(self) -> None:
        assert self.cleaned("One\n{| a\n| {| b |}\n|}\ntwo.") == "One\n\ntwo."

    def test_entities_are_resolved_twice_and_tags_after_that(self) -> None:
        assert self.cleaned("a&amp;nbsp;b &amp;amp; c&lt;b&gt;d&lt;/b&gt;") == "a\xa0b & cd"

    def test_the_title_comes_first(self) -> None:
        assert clean_page(page("It turns.", title="Ebb &amp; flow"), True, find_markup) == "Ebb & flow\n\nIt turns."

    def test_the_published_cut_leaves_an_attribute_in_the_text(self) -> None:
        source = page("It turns.", attributes=' bytes="9"')
        assert find_markup(source) == "It turns."
        assert find_markup_as_published(source) == 'bytes="9">It turns.'
        assert find_markup_as_published(page("It turns.")) == "It turns."

    def test_an_empty_or_newer_text_tag_gives_nothing(self) -> None:
        assert find_markup('<text xml:space="preserve" />') == ""
        assert find_markup('<text bytes="3" xml:space="preserve">abc</text>') == ""

    def test_openings_may_overlap_and_closings_may_not(self) -> None:
        assert remove_nested("a{{b{{c}}d}}e", "{{", "{{", "}}") == "ae"
        assert remove_nested("a{{b{{{c}}}d}}e", "{{", "{{", "}}") == "a"

    def test_unknown_entities_stay(self) -> None:
        assert unescape("&nbsp;&bogus;&#65;&#x42;&#zz;&") == "\xa0&bogus;AB&#zz;&"


class TestSentences:
    def of(self, text: str) -> list[str]:
        return list(split_sentences_001(page(text)))

    def test_they_end_at_every_stop_before_white_space(self) -> None:
        assert self.of("The U.S. Navy came. It left!") == ["Tide", "The U.S.", "Navy came.", "It left!"]

    def test_inner_stops_do_not_end_them_and_glue_the_next_line(self) -> None:
        assert self.of("It rose 3.5 m\nand more. Then\nit fell.") == ["Tide", "It rose 3.5 m\nand more.", "Then"]

    def test_commas_go_and_births_are_no_ends(self) -> None:
        assert self.of("Ann, Bob (b. 1900), came.") == ["Tide", "Ann Bob (b 1900) came."]

    def test_a_closing_quote_belongs_to_its_sentence(self) -> None:
        assert self.of('He said "It ebbs." She left.') == ["Tide", 'He said "It ebbs."', "She left."]

    def test_a_double_quote_begins_one_wherever_it_stands(self) -> None:
        assert self.of('and "so it" went.') == ["Tide", '"so it" went.']

    def test_002_runs_over_line_ends_and_knows_one_spelling_of_redirect(self) -> None:
        line = write_line_002(page("== Ebb==\nThe tide\nturns."))
        assert line == "7, Ebb The tide turns."
        assert list(split_sentences_002(line)) == ["Ebb The tide turns."]
        assert write_line_002(page("#REDIRECT [[Sea]]")) is None
        assert write_line_002(page("#redirect [[Sea]]")) == "7, #redirect Sea"


class TestBuckets:
    def test_both_bounds_of_length_are_excluded(self) -> None:
        assert [is_kept("x" * (shingles_ + 11)) for shingles_ in (75, 76, 599, 600)] == [False, True, True, False]

    def test_lengths_and_shingles_count_utf16_units(self) -> None:
        assert measure_java_length("a😀") == 3
        first, second = cut_shingles("abcdefghijk😀")
        assert encode_as_java(first) == b"abcdefghijk?"
        assert encode_as_java(second) == "bcdefghijk😀".encode()

    def test_equal_sentences_share_every_bucket(self) -> None:
        sentence = "The tide comes in twice a day and goes out twice a day, and nobody has ever seen it stay."
        other = "Ships that leave the harbour must know the hour of high water, for the bar is shallow in places."
        found = find_buckets([sentence, other, sentence], Family(), pack_as_published)
        assert found.pairs == {(0, 2)}
        assert found.clusters == [[0, 2]]
        assert found.count_sizes() == {2: 1}
        assert found.count_neighbourhoods() == 2
        assert len(found.members) == 10

    @given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] < pair[1])))
    def test_clusters_are_the_connected_components(self, pairs: set[tuple[int, int]]) -> None:
        clusters = join_pairs(pairs)
        of = {node: place for place, cluster in enumerate(clusters) for node in cluster}
        assert len(of) == sum(map(len, clusters))
        assert all(of[left] == of[right] for left, right in pairs)
        for cluster in clusters:
            reached, new = {cluster[0]}, {cluster[0]}
            while new:
                new = {node for pair in pairs if new & set(pair) for node in pair} - reached
                reached |= new
            assert reached == set(cluster)


class TestTruth:
    @given(st.lists(st.text("ab", min_size=12, max_size=30), max_size=6))
    def test_similarities_are_those_of_every_pair_compared(self, sentences: list[str]) -> None:
        sets = [set(cut_shingles(sentence)) for sentence in sentences]
        expected = {
            (i, j): Fraction(len(sets[i] & sets[j]), len(sets[i] | sets[j]))
            for i, j in itertools.combinations(range(len(sets)), 2)
            if sets[i] & sets[j]
        }
        assert truth.compute_similarities(sentences) == expected

    def test_a_crowded_shingle_can_be_passed_over(self) -> None:
        sentences = ["abcdefghijklm"] * 3 + ["abcdefghijkl"]
        assert truth.compute_similarities(sentences)[0, 1] == 1
        assert truth.compute_similarities(sentences, crowd=3)[0, 1] == Fraction(1, 3)

    def test_a_band_includes_its_lower_end(self) -> None:
        assert truth.find_band(Fraction(9, 10)) == "[.90,.95)"
        assert truth.find_band(Fraction(1)) == "1.0"
        assert truth.find_band(Fraction(29, 100)) is None
        assert truth.count_bands([Fraction(1), Fraction(1, 10)])["1.0"] == 1


class TestProbability:
    @given(st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=3), min_size=1, max_size=4), st.integers(0, 10))
    def test_it_is_the_sum_over_all_sets_of_agreeing_functions(self, draws: list[list[int]], tenths: int) -> None:
        similarity = Fraction(tenths, 10)
        total = Fraction(0)
        for agreeing in itertools.product((False, True), repeat=6):
            if any(all(agreeing[function] for function in draw) for draw in draws):
                total += similarity ** sum(agreeing) * (1 - similarity) ** (6 - sum(agreeing))
        assert compute_match_probability(similarity, draws) == pytest.approx(float(total))

    def test_it_is_the_formula_when_no_function_is_used_twice(self) -> None:
        draws = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
        assert compute_match_probability(Fraction(7, 10), draws) == pytest.approx(apply_formula(0.7, 3, 3))

    def test_it_is_what_trials_show_for_the_papers_draws(self) -> None:
        draws = Family().draws
        numbers = random.Random(7)
        met = 0
        for _ in range(20_000):
            agrees = [numbers.random() < 0.8 for _ in range(20)]
            met += any(all(agrees[function] for function in draw) for draw in draws)
        assert compute_match_probability(0.8, draws) == pytest.approx(met / 20_000, abs=0.015)
        assert compute_match_probability(0.9, draws) == pytest.approx(0.9081, abs=5e-5)


class TestTables:
    def test_only_what_both_have_is_compared(self) -> None:
        expected = {"input": "dump", "docs": 3, "head": {"pairs": 2, "hist": {"2": 1}}, "sweep": {"5": 1}}
        replicated = {"docs": 3, "head": {"pairs": 1, "hist": {2: 1}, "more": 9}}
        figures = compare(expected, replicated)
        assert [(figure.name, figure.is_equal) for figure in figures] == [
            ("docs", True),
            ("head.pairs", False),
            ("head.hist", True),
        ]
        assert render_columns("bands", {"all": {"1.0": 5}, "n": 3, "found": {"1.0": 4}}).splitlines() == [
            "bands",
            "       all  found",
            "  1.0    5      4",
        ]
        assert list_left_out(expected, replicated) == ["sweep"]
        assert render("dump", figures).splitlines()[3].split() == ["head.pairs", "2", "1", "NO"]
