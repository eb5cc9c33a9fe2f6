"""The lint of wording finds its own examples, and looks only at what people read."""

import pytest
from tools.prose import RULES, check_file, check_text, main


@pytest.mark.parametrize(("pattern", "instead", "example"), RULES, ids=[example for _, _, example in RULES])
def test_a_rule_finds_its_example(pattern, instead, example):
    assert instead in [advice for _, advice in check_text(example)]


@pytest.mark.parametrize(
    "text",
    ["There are no matches.", "It is no longer needed.", "the least similar documents", "5 of 6 kept, 1 removed"],
)
def test_ordinary_english_passes(text):
    assert list(check_text(text)) == []


def test_code_on_a_page_is_left_alone_and_prose_is_found_with_its_line(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n`so many`\n\n```sh\necho so many\n```\n\nAt most so many bits.\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{page}:9: 'so many': write that many, the number of\n"


def test_strings_are_looked_at_and_docstrings_are_not(tmp_path):
    module = tmp_path / "module.py"
    module.write_text('"""So many words."""\nHELP = "At most so many bits."\n', encoding="utf-8")
    assert [line for _, line, _, _ in check_file(module)] == [2]
