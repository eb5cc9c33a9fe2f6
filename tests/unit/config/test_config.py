"""Settings: declared once, with the defaults of each job; TOML there and back; errors that name the way out."""

import dataclasses

import pytest

from twicetold.config import (
    JobSettings,
    Machine,
    Reading,
    apply_options,
    apply_preset,
    build_settings,
    convert_to_dict,
    list_files,
    list_settings,
    list_settings_classes,
    read_settings_file,
    render_toml,
)
from twicetold.errors import SettingsError
from twicetold.jobs.documents.settings import DocumentSettings
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.split.settings import SplitSettings
from twicetold.jobs.threads.settings import Aspect, ThreadSettings

CLASSES = [*list_settings_classes(), SplitSettings]


def by_job(kind):
    return kind.job


def test_settings_survive_toml(tmp_path):
    reading = Reading(reader="jsonl", namespaces=(0, 4), strict=True)
    settings = SentenceSettings(reading, Machine(workers=3))
    file = tmp_path / "settings.toml"
    file.write_text(render_toml(settings), encoding="utf-8")
    assert read_settings_file(SentenceSettings, file) == settings


@pytest.mark.parametrize("kind", CLASSES, ids=by_job)
def test_the_defaults_of_a_job_are_its_settings_as_a_dictionary_and_back(kind):
    sections = convert_to_dict(kind())
    assert set(sections) == {"reading", "machine", *([kind.job] if kind is not SplitSettings else [])}
    assert sum(map(len, sections.values())) == len(list_settings(kind))
    assert build_settings(kind, sections, "run.json") == kind()


@pytest.mark.parametrize("kind", CLASSES, ids=by_job)
def test_every_setting_has_a_help_text_that_can_be_read_alone(kind):
    for each in list_settings(kind).values():
        text = each.declaration.help
        assert text[0].isupper() or text[0] == "`", each.name
        assert text.endswith("."), each.name
        assert "..." not in text, each.name
        each.check_value(each.default)


@pytest.mark.parametrize("kind", CLASSES, ids=by_job)
def test_a_name_is_in_one_group_of_a_job_only(kind):
    found = [
        name
        for place in dataclasses.fields(kind)
        for name in (each.name for each in dataclasses.fields(place.default))
        if name in (place.metadata["only"] or [name]) and name not in place.metadata["without"]
    ]
    assert sorted(found) == sorted(list_settings(kind))


def test_what_a_file_leaves_out_keeps_the_default_of_the_job(tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text('[reading]\nlanguage = "de"\n[sentences]\nthreshold = 0.9\n[threads]\nrecall = 0.9\n', "utf-8")
    found = read_settings_file(SentenceSettings, file)
    assert found == apply_options(SentenceSettings(), {"language": "de", "threshold": 0.9})
    assert read_settings_file(DocumentSettings, file).matching.threshold == 0.8
    threads = read_settings_file(ThreadSettings, file)  # which leaves the language to other jobs
    assert (threads.matching.threshold, threads.finding.recall, threads.reading.language) == (0.0, 0.9, "")


@pytest.mark.parametrize(
    ("kind", "data", "said", "hint"),
    [
        (SentenceSettings, {"reading": {"langage": "de"}}, "unknown setting `langage`", "did you mean `language`?"),
        (SentenceSettings, {"sentences": {"treshold": 1}}, "unknown setting `treshold`", "did you mean `threshold`?"),
        (SentenceSettings, {"sentnces": {}}, "unknown section `sentnces`", "did you mean `sentences`?"),
        (SentenceSettings, {"sentences": {"language": "de"}}, "`language` is not in", "`[reading]`"),
        (SentenceSettings, {"machine": {"threshold": 1}}, "`threshold` is not in", "`[sentences]`"),
        (SentenceSettings, {"sentences": {"keep": "first"}}, "`sentences` has no setting `keep`", "`documents`"),
        (SentenceSettings, {"sentences": 5}, "must be a section", ""),
        (ThreadSettings, {"threads": {"aspects": [{"feld": "answer"}]}}, "unknown setting `feld`", "`field`"),
    ],
)
def test_a_key_that_a_job_does_not_have_is_an_error_with_a_hint(kind, data, said, hint):
    with pytest.raises(SettingsError, match=said) as caught:
        build_settings(kind, data, "settings.toml")
    assert hint in caught.value.hint


def test_an_option_that_a_job_does_not_have_is_an_error_that_names_the_job():
    with pytest.raises(SettingsError, match="`documents` has no setting `min_sentences`") as caught:
        apply_options(DocumentSettings(), {"min_sentences": 3})
    assert "`passages`" in caught.value.hint
    with pytest.raises(SettingsError, match="unknown setting: `treshold`") as caught:
        apply_options(DocumentSettings(), {"treshold": 3})
    assert caught.value.hint == "did you mean `threshold`?"


@pytest.mark.parametrize(
    ("kind", "options", "said"),
    [
        (SentenceSettings, {"threshold": 1.2}, "`threshold` must be between 0 and 1, not 1.2"),
        (SentenceSettings, {"threshold": float("nan")}, "must be between 0 and 1, not nan"),
        (SentenceSettings, {"relation": "both"}, "unknown relation: `both`"),
        (SentenceSettings, {"blocks": ("prose", "prse")}, "unknown block: `prse`"),
        (PassageSettings, {"min_sentences": 0}, "`min_sentences` must be 1 or more, not 0"),
        (DocumentSettings, {"measure": "edit"}, "unknown measure: `edit`"),
        (ThreadSettings, {"finder": "scan"}, "unknown finder: `scan`"),
    ],
)
def test_a_value_that_is_not_allowed_is_an_error(kind, options, said):
    with pytest.raises(SettingsError, match=said):
        apply_options(kind(), options)


@pytest.mark.parametrize("value", ["two", True, 1.5])
def test_a_value_of_the_wrong_type_is_an_error(value):
    with pytest.raises(SettingsError, match="workers"):
        build_settings(SentenceSettings, {"machine": {"workers": value}}, "settings.toml")


def test_a_missing_file_and_broken_toml_are_errors(tmp_path):
    with pytest.raises(SettingsError, match="No such file"):
        read_settings_file(JobSettings, tmp_path / "nothing.toml")
    file = tmp_path / "broken.toml"
    file.write_text("[reading\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="not valid TOML"):
        read_settings_file(JobSettings, file)


@pytest.mark.parametrize("kind", CLASSES, ids=by_job)
def test_the_presets_of_a_job_are_made_of_its_settings(kind):
    for preset in kind.presets:
        assert apply_preset(kind(), preset) == apply_options(kind(), kind.presets[preset])


def test_a_preset_of_another_job_is_an_error_that_names_it():
    with pytest.raises(SettingsError, match="belongs to the job `passages`, not `documents`"):
        apply_preset(DocumentSettings(), "zhang2010")
    with pytest.raises(SettingsError, match="unknown preset: `zhang`"):
        apply_preset(DocumentSettings(), "zhang")


def test_files_that_settings_name_are_listed_those_of_aspects_too():
    aspects = (Aspect("question", "stems", source="q.tsv"), Aspect("answer"))
    found = list_files(apply_options(ThreadSettings(), {"aspects": aspects, "word_weights": "all.tsv"}))
    assert {"q.tsv", "all.tsv"} <= set(found)
    assert "" not in found
