"""What can go wrong, as a user sees it: one sentence that says what and where, and one that says the way out.

    TwicetoldError
    ├── InputError       a file that is missing, unreadable, or not what it says it is
    ├── SettingsError    an option, a settings file or a name that does not exist
    ├── RunError         a run folder that is damaged, or was made with other settings
    └── MissingPackage   an optional package that this work needs

The CLI prints these without a traceback; a traceback means a bug of ours.
"""

from __future__ import annotations


class TwicetoldError(Exception):
    """`message` says what, where and with which value; `hint` says the way out."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[type[TwicetoldError], tuple[str, str]]:
        return type(self), (self.message, self.hint)


class InputError(TwicetoldError):
    """A file that is missing, unreadable, or not what it says it is."""


class SettingsError(TwicetoldError):
    """An option, a settings file or a name that does not exist."""


class RunError(TwicetoldError):
    """A run folder that is damaged, or was made with other settings."""


class MissingPackage(TwicetoldError):
    """An optional package that this work needs: pip installs it with `extra`, or by its name where that is empty."""

    def __init__(self, package: str, extra: str) -> None:
        wanted = f"'twicetold[{extra}]'" if extra else package
        super().__init__(f"the package `{package}` is not installed", f"pip install {wanted}")
        self.package = package
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingPackage], tuple[str, str]]:
        return MissingPackage, (self.package, self.extra)
