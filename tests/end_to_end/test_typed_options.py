"""What a user types goes before a settings file and a preset, also where it is the default; what is not typed does not."""

import json

import pytest

from twicetold.errors import RunError
from twicetold.run import Run

LINES = "".join(
    json.dumps({"id": str(number), "text": f"The lake of Orrin is {number} metres deep at the old pier in the north."})
    + "\n"
    for number in range(3)
)
THREADS = '{"id": "a", "question": "How deep is Lake Orrin?", "answer": "Ninety metres."}\n'


@pytest.fixture
def settings(twicetold, tmp_path, monkeypatch):
    """The settings that a run of these arguments would enter in `run.json`: it ends where its folder is opened."""
    (tmp_path / "texts.jsonl").write_text(LINES, encoding="utf-8")
    (tmp_path / "threads.jsonl").write_text(THREADS, encoding="utf-8")
    entered = []

    def stop(output, job, settings, *_):
        entered.append(json.loads(json.dumps(settings)))
        raise RunError("that is enough")

    def run(job, *arguments):
        monkeypatch.setattr(Run, "open", stop)
        twicetold(job, "threads.jsonl" if job == "threads" else "texts.jsonl", "-o", "run", *arguments, code=2)
        return entered.pop()

    return run


@pytest.mark.parametrize(
    ("job", "preset", "option", "value", "name", "papers", "typed"),
    [
        ("sentences", "weissman2015", "--measure", "edit", "measure", "jaccard", "edit"),
        ("sentences", "weissman2015", "--min-length", "0", "min_length", 76, 0),
        ("passages", "zhang2010", "--threshold", "0.8", "threshold", 0.9, 0.8),
        ("passages", "zhang2010", "--extend", None, "extend", False, True),
        ("threads", "wu2011", "--partition", "document", "partition", "term", "document"),
        ("threads", "wu2011", "--answer-measure", "containment", "answer_measure", "jaccard", "containment"),
    ],
)
def test_an_option_at_its_default_goes_before_the_preset(settings, job, preset, option, value, name, papers, typed):
    assert settings(job, "--preset", preset)[job][name] == papers
    given = [option] if value is None else [option, value]
    assert settings(job, "--preset", preset, *given)[job][name] == typed


@pytest.mark.parametrize(
    ("job", "section", "file", "option", "value", "name", "typed"),
    [
        ("sentences", "sentences", "threshold = 0.5", "--threshold", "0.8", "threshold", 0.8),
        ("sentences", "sentences", "blocks = []", "--blocks", "prose,list,caption,reference,footer", "blocks",
         ["prose", "list", "caption", "reference", "footer"]),
        ("sentences", "reading", "namespaces = [4]", "--namespaces", "0", "namespaces", [0]),
        ("sentences", "sentences", "relation = 'within'", "--relation", "across", "relation", "across"),
        ("sentences", "reading", "strict = true", "--no-strict", None, "strict", False),
        ("documents", "documents", "keep = 'first'", "--keep", "longest", "keep", "longest"),
        ("documents", "documents", "threshold = 0.5", "--threshold", "0.8", "threshold", 0.8),
        ("threads", "threads", "threshold = 0.9", "--threshold", "0.5", "threshold", 0.5),
        ("threads", "threads", "compare = 'fields'\nfinder = 'minhash'\nanswer_measure = 'jaccard'", "--finder", "join", "finder", "join"),
    ],
)  # fmt: skip
def test_an_option_at_its_default_goes_before_the_file(
    settings, tmp_path, job, section, file, option, value, name, typed
):
    (tmp_path / "own.toml").write_text(f"[{section}]\n{file}", encoding="utf-8")
    assert settings(job, "--config", "own.toml")[section][name] != typed
    given = [option] if value is None else [option, value]
    assert settings(job, "--config", "own.toml", *given)[section][name] == typed


@pytest.mark.parametrize("job", ["sentences", "passages", "documents", "threads"])
def test_help_shows_the_common_options_and_help_all_every_setting(twicetold, job, monkeypatch):
    from twicetold import registry
    from twicetold.config import list_settings

    monkeypatch.setenv("COLUMNS", "200")
    known = list_settings(registry.load_class("job", job).settings)
    few, all_of_them = twicetold(job, "--help")[0], twicetold(job, "--help-all")[0]
    for name, each in known.items():
        option = each.declaration.option[0] if each.declaration.option else f"--{name.replace('_', '-')}"
        assert (f"{option} " in few) == each.declaration.common, name
        assert f"{option} " in all_of_them, name
    assert "--help-all" in few
    assert few.count("--") < 32


@pytest.mark.parametrize("job", ["sentences", "passages", "documents", "threads"])
def test_the_defaults_of_a_command_are_those_of_the_settings(settings, tmp_path, job):
    """Every option typed at the default that its help shows gives the settings of no option at all."""
    from typer.main import get_command

    from twicetold.cli.app import app

    command = get_command(app).commands[job]
    typed = []
    for each in command.params:
        if each.param_type_name == "option" and each.default not in (None, "") and each.name not in ("output", "help"):
            if isinstance(each.default, bool):
                typed += [each.opts[0]] if each.default else []
            else:
                values = each.default if isinstance(each.default, tuple | list) else [each.default]
                typed += [each.opts[0], *map(str, values)]
    assert typed
    assert settings(job, *typed) == settings(job)
