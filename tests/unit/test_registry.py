"""The menu: every line leads to a class, and a miss leads to the nearest name."""

import pytest

from twicetold import registry
from twicetold.errors import SettingsError


@pytest.mark.parametrize(
    ("family", "name"), [(family, name) for family in registry.MENU for name in registry.names(family)]
)
def test_every_name_on_the_menu_loads(family, name):
    assert isinstance(registry.load(family, name), type)


def test_a_miss_suggests_the_nearest_name():
    with pytest.raises(SettingsError, match="unknown reader: `jsonle`") as caught:
        registry.load("reader", "jsonle")
    assert "did you mean `jsonl`?" in caught.value.hint


def test_errors_survive_pickling():
    import pickle

    from twicetold.errors import MissingPackage

    for error in (SettingsError("what", "way out"), MissingPackage("resiliparse", "web")):
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), back.message, back.hint) == (type(error), error.message, error.hint)
