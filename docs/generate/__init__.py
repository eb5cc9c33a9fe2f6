"""The reference pages of the site, made from the code: `python -m docs.generate` writes them to `docs/reference/`.

They are committed, so that links to them work in the repository. `tests/docs/test_names.py` fails if they are not
current.

    commands.py    every command and option, from the command line itself
    settings.py    every setting, from its declaration
    tables.py      every table and column, from small runs of every job; meanings from columns.toml
    names.py       every name on the menu, from the registry
    api.py         every public name of the package
    markdown.py    how rows become a table
    screenshots.py pictures of the reports, in Chromium

A name without a meaning is written as UNKNOWN, and the same tests fail.
"""
