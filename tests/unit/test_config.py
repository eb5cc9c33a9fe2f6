"""Settings: defaults, TOML there and back, and errors that name the way out."""

import pytest

from twicetold.config import Machine, Reading, Settings, from_dict, from_toml, to_toml
from twicetold.errors import SettingsError


def test_settings_survive_toml(tmp_path):
    settings = Settings(Reading(reader="jsonl", namespaces=(0, 4), strict=True), machine=Machine(threads=3))
    file = tmp_path / "settings.toml"
    file.write_text(to_toml(settings), encoding="utf-8")
    assert from_toml(file) == settings


def test_what_a_file_leaves_out_keeps_its_default(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('[reading]\nlanguage = "de"\n', encoding="utf-8")
    assert from_toml(file) == Settings(Reading(language="de"))


def test_an_unknown_setting_names_the_nearest():
    with pytest.raises(SettingsError, match="unknown setting `langage`") as caught:
        from_dict(Settings, {"reading": {"langage": "de"}}, "settings.toml")
    assert "did you mean `language`?" in caught.value.hint


@pytest.mark.parametrize(("name", "value"), [("threads", "two"), ("threads", True), ("threads", 1.5)])
def test_a_value_of_the_wrong_type_is_an_error(name, value):
    with pytest.raises(SettingsError, match=name):
        from_dict(Settings, {"machine": {name: value}}, "settings.toml")


def test_a_missing_file_and_broken_toml_are_errors(tmp_path):
    with pytest.raises(SettingsError, match="No such file"):
        from_toml(tmp_path / "nothing.toml")
    file = tmp_path / "broken.toml"
    file.write_text("[reading\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="not valid TOML"):
        from_toml(file)
