"""Who may import whom, read from the source: no cycles, no job from another job, no engine's internals from outside."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import twicetold

ROOT = Path(twicetold.__file__).parent
ENGINES = sorted(path.parent.name for path in (ROOT / "engines").glob("*/__init__.py"))

KNOWN_CIRCLES = {"twicetold.cli"}  # it loads the commands of all jobs, which load it for `cli.app`


def name_module(path: Path) -> str:
    """`engines/local/__init__.py` -> `twicetold.engines.local`"""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_module(path): path for path in sorted(ROOT.rglob("*.py"))}


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def walk_imports(node: ast.AST, at_load: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield import statements; with `at_load`, only those that run when the module is loaded."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
    for child in ast.iter_child_nodes(node):
        is_later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) or is_type_checking(child)
        if not (at_load and is_later):
            yield from walk_imports(child, at_load)


@cache
def find_imports(module: str, at_load: bool = False) -> frozenset[str]:
    """Return the modules of the package that a module names in its imports."""
    found = set()
    for node in walk_imports(ast.parse(MODULES[module].read_text(encoding="utf-8")), at_load):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            assert not node.level, f"{module} has a relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in inner}
    return frozenset(found & MODULES.keys())


def list_packages(module: str) -> set[str]:
    """`twicetold.engines.local` -> `{"twicetold", "twicetold.engines"}`: what is loaded before it."""
    parts = module.split(".")
    return {".".join(parts[:end]) for end in range(1, len(parts))}


def find_cycle(edges: dict[str, set[str]]) -> list[str]:
    """Return the modules of a cycle in their order, or nothing."""
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module not in done:
            for other in sorted(edges[module]):
                if cycle := visit(other, [*path, module]):
                    return cycle
            done.add(module)
        return []

    return next((cycle for module in edges if (cycle := visit(module, []))), [])


def test_a_cycle_is_found():
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert find_cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_modules_load_each_other_in_a_circle():
    """To load a module loads the packages that it is in; those of the importing module are being loaded already."""
    edges = {}
    for module in MODULES:
        named = find_imports(module, at_load=True)
        edges[module] = {each for name in named for each in {name} | list_packages(name)}
        edges[module] -= list_packages(module) | {module} | KNOWN_CIRCLES
    assert find_cycle(edges) == []


def name_job(module: str) -> str:
    """`twicetold.jobs.threads.flow` -> `threads`; of what is in no job's folder the empty string."""
    found = re.fullmatch(r"twicetold\.jobs\.(\w+)(\.\w+)*", module)
    return found[1] if found and MODULES[f"twicetold.jobs.{found[1]}"].name == "__init__.py" else ""


def test_no_job_imports_another_job():
    found = {
        (module.removeprefix("twicetold.jobs."), name.removeprefix("twicetold.jobs."))
        for module in MODULES
        if name_job(module)
        for name in find_imports(module)
        if name_job(name) not in ("", name_job(module))
    }
    assert not found


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_outside_an_engine_imports_what_is_inside(engine):
    folder = f"twicetold.engines.{engine}"
    outside = [module for module in MODULES if module != folder and not module.startswith(f"{folder}.")]
    found = {(module, name) for module in outside for name in find_imports(module) if name.startswith(f"{folder}.")}
    assert found == set()


@pytest.mark.parametrize("module", ["base", "graph", "options", "parquet", "steps"])
def test_what_engines_share_knows_no_engine(module):
    inside = tuple(f"twicetold.engines.{engine}" for engine in ENGINES)
    assert {name for name in find_imports(f"twicetold.engines.{module}") if name.startswith(inside)} == set()


def find_listed_files(package: Path) -> set[str]:
    """Return the files that a package lists in its docstring, in lines such as `    name.py   what it is`."""
    text = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8")), clean=False) or ""
    return set(re.findall(r"^    (\w+\.py)\b", text, re.MULTILINE))


def test_every_list_of_files_is_the_folder():
    wrong = set()
    for package in ROOT.rglob("__init__.py"):
        listed = find_listed_files(package)
        if listed and listed != {path.name for path in package.parent.glob("*.py")} - {"__init__.py"}:
            wrong.add(str(package.parent.relative_to(ROOT)))
    assert not wrong
