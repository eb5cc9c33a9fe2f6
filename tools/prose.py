"""Lists phrases that a native reader stumbles over, each with what to write instead: `python tools/prose.py PATH ...`

It looks at what people read: Markdown outside its code blocks, the strings of Python files (not docstrings and
comments), templates and TOML. `make lint` runs it. It is a reminder: a page without a hit can still read badly.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SUFFIXES = (".md", ".py", ".j2", ".toml")
SKIPPED = {"demo", "reference"}  # invented articles; pages made from strings that are checked in the code
RULES = (  # a pattern; what to write instead; an example that the pattern must find
    (r"\b(stands?|standing) (in|at|on|there|alone|behind|beside|again|for)\b", "is, appears", "what stands in the run"),
    (r"\bstood\b", "was", "the page stood here"),
    (r"\btold\b", "known, said, decided, distinguished", "kinds are told by the evidence"),
    (r"\bfrom [\d.,]+ on\b", "at least N, N or later", "a number from 0 on"),
    (r"\bso many\b", "that many, the number of", "at most so many bits"),
    (r"\bof (each|two|those|these|which) the\b", "the ... of each", "of each the longest"),
    (
        r"(?<!there )\b(is|are) no (?!longer|more|less|better|worse|faster|slower)\w+",
        "is not a, does not",
        "a thread is no document",
    ),
    (r"\bwho (goes|stays|leaves|matches|resembles)\b", "that, which (a text is not a person)", "who matches the core"),
    (r"\bwhom\b", "which, who", "who copied whom"),
    (r"\balike\b", "similar, the same", "those that are alike"),
    (r"\bof (yours|theirs|ours|its own|their own|one's own)\b", "your, its own ...", "a file of yours"),
    (r"\bone's own\b", "your own", "on text of one's own"),
    (r"\bat the most\b", "at most", "ten at the most"),
    (r"\bsaid to be\b", "called, marked as", "said to be newer"),
    (r"\bthere twice\b", "duplicated", "what is there twice"),
    (r"\bonce more\b", "again", "read once more"),
    (r"\banew\b", "again", "made anew"),
    (r"\b(is|are) to be (had|found|seen)\b", "is available", "labels are to be had"),
    (r"\bholds? (\w+ )?to (the|each|its|a)\b", "compare with, check against", "a test holds it to the oracle"),
    (r"\bno longer hold\b", "are no longer true", "facts that no longer hold"),
    (r"\bsays? otherwise\b", "contradicts", "line 4 says otherwise"),
    (r"\bthe least (?!similar\b|certain\b|common\b|frequent\b)\w+", "the lowest, the minimum", "the least similarity"),
    (r"\bin the mean\b", "on average", "144 characters in the mean"),
    (r"\bgone on with\b|\bgo(es)? on with\b", "continue", "go on with 0.8"),
    (r"\bwhat went\b", "what was removed", "says what went, and why"),
    (r"\bfarther\b|\bthereof\b|\bwherein\b|\bwhereby\b", "a plain word", "the parts thereof"),
)
COMPILED = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead, _ in RULES]


def main(words: list[str]) -> int:
    """Print each hit as `file:line: phrase: write ...`; 1 if there is any."""
    hits = [hit for path in find_files(words) for hit in check_file(path)]
    for path, line, phrase, instead in hits:
        print(f"{path}:{line}: {phrase!r}: write {instead}")
    if hits:
        print(f"{len(hits)} phrases to rewrite; CONTRIBUTING.md has the style guide", file=sys.stderr)
    return 1 if hits else 0


def find_files(words: list[str]) -> Iterator[Path]:
    """The files that are named, and those below folders that are."""
    for path in map(Path, words):
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (each for each in found if each.suffix in SUFFIXES and not set(each.parts) & SKIPPED)


def check_file(path: Path) -> Iterator[tuple[Path, int, str, str]]:
    """Every hit in a file, with its line."""
    for line, text in list_texts(path.suffix, path.read_text(encoding="utf-8")):
        yield from ((path, line, phrase, instead) for phrase, instead in check_text(text))


def check_text(text: str) -> Iterator[tuple[str, str]]:
    """The phrases in a text that should be rewritten, each with what to write instead."""
    for pattern, instead in COMPILED:
        yield from ((found[0], instead) for found in pattern.finditer(text))


def list_texts(suffix: str, text: str) -> Iterator[tuple[int, str]]:
    """What people read in a file, with the line where it begins."""
    if suffix == ".py":
        yield from _list_strings(text)
    elif suffix == ".md":
        yield from _list_prose(text)
    elif suffix == ".j2":
        yield from ((number, re.sub(r"{[{%#].*?[}%#]}", "", line)) for number, line in enumerate(text.splitlines(), 1))
    else:
        yield from enumerate(text.splitlines(), 1)


def _list_prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a page outside its code blocks, without what is in backticks."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "``", line)


def _list_strings(text: str) -> Iterator[tuple[int, str]]:
    """The strings of a module that have a blank in them, and are not docstrings."""
    tree = ast.parse(text)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, documented) and node.body]
    docstrings = {id(body[0].value) for body in bodies if isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings and " " in str(node.value):
            yield node.lineno, str(node.value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
