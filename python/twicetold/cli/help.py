"""Help as people expect it: flags have no type, arguments have only their name."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


def drop_plain_types(parameters: list[Any]) -> list[Any]:
    """Have the help of a command show no type for flags and arguments."""
    for each in parameters:
        if each.param_type_name == "argument" or getattr(each, "is_flag", False) or "bool" in str(each.type_descriptor):
            each.display_type_rich = _show_no_type
    return parameters


def _show_no_type(ctx: Any) -> str | None:
    return None


class PlainCommand(TyperCommand):
    """A command whose help shows types only where there is something to type."""

    def get_params(self, ctx: Any) -> list[Any]:
        return drop_plain_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """The program itself."""

    def get_params(self, ctx: Any) -> list[Any]:
        return drop_plain_types(super().get_params(ctx))
