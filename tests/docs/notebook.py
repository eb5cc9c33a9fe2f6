"""Runs the cells of `examples/notebook.ipynb`; `python -m tests.docs.notebook` writes anew what they show.

Jupyter's own runner needs a kernel in a process of its own, and 25 packages; this does what our cells need: printed
text, and the value of the last line as text and, where the object has it, as HTML.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from tests.docs.pages import ROOT

FILE = ROOT / "examples" / "notebook.ipynb"
Cell = dict[str, Any]


def run_cells(notebook: dict[str, Any]) -> Iterator[tuple[Cell, list[Cell]]]:
    """Every cell of code, with its outputs."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield cell, _run_cell(join(cell["source"]), names, cell["execution_count"])


def _run_cell(source: str, names: dict[str, Any], count: int) -> list[Cell]:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, f"cell {count}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names) if last else None
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": split(printed.getvalue())})
    if value is not None:
        data = {"text/plain": split(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = split(value._repr_html_())
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def list_texts(outputs: list[Cell]) -> list[str]:
    """All that outputs show, as texts, without the digest of a run."""
    shown = [text for each in outputs for text in ([each["text"]] if "text" in each else each["data"].values())]
    return [re.sub(r">[0-9a-f]{16}<", "><", join(text)) for text in shown]


def split(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def join(lines: list[str]) -> str:
    return "".join(lines)


if __name__ == "__main__":
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    for cell, outputs in run_cells(stored):
        cell["outputs"] = outputs
    FILE.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
