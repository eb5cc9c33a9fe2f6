"""What a user types goes before a settings file and a preset, also where it is the default; what is not typed does not."""

import json

import pytest

LINES = "".join(
    json.dumps({"id": str(number), "text": f"The lake of Orrin is {number} metres deep at the old pier in the north."})
    + "\n"
    for number in range(3)
)
THREADS = '{"id": "a", "question": "How deep is Lake Orrin?", "answer": "Ninety metres."}\n'


@pytest.fixture
def settings(twicetold, tmp_path):
    """The settings that a run of these arguments enters."""
    (tmp_path / "texts.jsonl").write_text(LINES, encoding="utf-8")
    (tmp_path / "threads.jsonl").write_text(THREADS, encoding="utf-8")

    def run(job, *arguments):
        twicetold(job, "threads.jsonl" if job == "threads" else "texts.jsonl", "-o", "run", "--force", *arguments)
        return json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["settings"]

    return run


@pytest.mark.parametrize(
    ("job", "preset", "option", "value", "section", "name", "papers", "typed"),
    [
        ("sentences", "weissman2015", "--measure", "edit", "matching", "measure", "jaccard", "edit"),
        ("sentences", "weissman2015", "--min-length", "0", "finding", "min_length", 76, 0),
        ("passages", "zhang2010", "--threshold", "0.8", "matching", "threshold", 0.9, 0.8),
        ("passages", "zhang2010", "--extend", None, "locating", "extend", False, True),
        ("threads", "wu2011", "--partition", "document", "finding", "partition", "term", "document"),
        (
            "threads",
            "wu2011",
            "--answer-measure",
            "containment",
            "threading",
            "answer_measure",
            "jaccard",
            "containment",
        ),
    ],
)
def test_an_option_at_its_default_goes_before_the_preset(
    settings, job, preset, option, value, section, name, papers, typed
):
    assert settings(job, "--preset", preset)[section][name] == papers
    given = [option] if value is None else [option, value]
    assert settings(job, "--preset", preset, *given)[section][name] == typed


@pytest.mark.parametrize(
    ("job", "file", "option", "value", "section", "name", "typed"),
    [
        ("sentences", "[matching]\nthreshold = 0.5", "--threshold", "0.8", "matching", "threshold", 0.8),
        ("sentences", "[folding]\nblocks = []", "--blocks", "prose,list,caption,reference,footer", "folding", "blocks",
         ["prose", "list", "caption", "reference", "footer"]),
        ("sentences", "[reading]\nnamespaces = [4]", "--namespaces", "0", "reading", "namespaces", [0]),
        ("sentences", "[matching]\nrelation = 'within'", "--across", None, "matching", "relation", "across"),
        ("documents", "[keeping]\nkeep = 'first'", "--keep", "longest", "keeping", "keep", "longest"),
        ("documents", "[keeping]\ndocument_threshold = 0.5", "--threshold", "0.8", "keeping", "document_threshold", 0.8),
        ("threads", "[threading]\nleast_score = 0.9", "--threshold", "0.5", "threading", "least_score", 0.5),
        ("threads", "[threading]\nthread_finder = 'minhash'\nanswer_measure = 'jaccard'", "--finder", "join",
         "threading", "thread_finder", "join"),
    ],
)  # fmt: skip
def test_an_option_at_its_default_goes_before_the_file(
    settings, tmp_path, job, file, option, value, section, name, typed
):
    (tmp_path / "own.toml").write_text(file, encoding="utf-8")
    assert settings(job, "--config", "own.toml")[section][name] != typed
    given = [option] if value is None else [option, value]
    assert settings(job, "--config", "own.toml", *given)[section][name] == typed


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
