"""The menu: every line leads to a class, installed packages add to it, and a miss leads to the nearest name."""

import subprocess
import sys

import pytest

from twicetold import registry
from twicetold.errors import SettingsError

MODULE = """
class Tape:
    suffixes = (".tape",)

tape = Tape()
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """`install("reels", reader={"tape": "reels:Tape"})` makes a package that adds to families, as pip would."""

    def write(package, code=MODULE, **families):
        folder = tmp_path / package
        described = folder / f"{package}-1.2.dist-info"
        described.mkdir(parents=True)
        (folder / f"{package}.py").write_text(code)
        (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        lines = [
            line
            for family, entries in families.items()
            for line in [f"[{registry.PLUGIN_GROUPS[family]}]", *(f"{name} = {at}" for name, at in entries.items())]
        ]
        (described / "entry_points.txt").write_text("\n".join(lines))
        monkeypatch.syspath_prepend(folder)
        registry.find_plugins.cache_clear()

    yield write
    registry.find_plugins.cache_clear()


@pytest.mark.parametrize(
    ("family", "name"), [(family, name) for family in registry.MENU for name in registry.list_names(family)]
)
def test_every_name_on_the_menu_loads(family, name):
    assert isinstance(registry.load_class(family, name), type)


def test_every_family_can_be_extended_by_other_packages():
    assert set(registry.MENU) <= set(registry.PLUGIN_GROUPS)


def test_a_miss_suggests_the_nearest_name():
    with pytest.raises(SettingsError, match="unknown reader: `jsonle`") as caught:
        registry.load_class("reader", "jsonle")
    assert "did you mean `jsonl`?" in caught.value.hint


def test_another_package_adds_a_name(install):
    install("reels", reader={"tape": "reels:Tape"})
    assert registry.list_names("reader") == [*registry.MENU["reader"], "tape"]
    assert registry.load_class("reader", "tape").suffixes == (".tape",)
    with pytest.raises(SettingsError) as caught:
        registry.load_class("reader", "tapes")
    assert "did you mean `tape`?" in caught.value.hint


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("reels:Missing", "AttributeError"),
        ("reels:tape", "`reels:tape` is not a class"),
        ("reels_of_yesterday:Tape", "ModuleNotFoundError: No module named 'reels_of_yesterday'"),
    ],
)
def test_a_broken_plugin_is_an_error_that_names_its_package(install, target, reason):
    install("reels", reader={"tape": target})
    with pytest.raises(SettingsError, match=f"the reader `tape` of the package `reels 1.2` cannot be loaded: {reason}"):
        registry.load_class("reader", "tape")


def test_a_plugin_cannot_take_a_built_in_name(install):
    install("reels", reader={"jsonl": "reels:Tape"})
    assert registry.load_class("reader", "jsonl").__name__ == "JsonlReader"
    with pytest.raises(SettingsError, match=r"`reels 1\.2` adds a reader called `jsonl`, which is a built-in name"):
        registry.list_names("reader")


def test_two_packages_cannot_share_a_name(install):
    install("reels", reader={"tape": "reels:Tape"})
    install("spools", reader={"tape": "spools:Tape"})
    with pytest.raises(SettingsError, match=r"`reels 1\.2` and `spools 1\.2` both add a reader called `tape`"):
        registry.list_names("reader")


def test_built_in_names_are_loaded_without_a_search_for_plugins():
    program = (
        "import importlib.metadata as m; m.entry_points = None\n"
        "from twicetold import registry; registry.load_class('reader', 'jsonl')"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_errors_survive_pickling():
    import pickle

    from twicetold.errors import MissingPackage

    for error in (SettingsError("what", "way out"), MissingPackage("resiliparse", "web")):
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), back.message, back.hint) == (type(error), error.message, error.hint)
