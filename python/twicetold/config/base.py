"""What the settings of a job are made of: a class for each job, which `jobs/<job>/settings.py` composes of groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from twicetold.config.declare import group
from twicetold.config.groups import THREAD_FIELDS, Finding, Folding, Machine, Matching, Reading


@dataclass(frozen=True)
class JobSettings:
    """Everything that a job needs to know besides its inputs. `job` is also its section in a settings file."""

    job: ClassVar[str] = ""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}  # the settings of a paper, by name

    reading: Reading = group(Reading(), without=("series", "vector_field", *THREAD_FIELDS))
    machine: Machine = group(Machine())

    @property
    def against(self) -> tuple[str, ...]:
        """The inputs that others are compared against, in jobs that do so."""
        return ()


@dataclass(frozen=True)
class ComparisonSettings(JobSettings):
    """The settings of a job that finds candidates and compares them."""

    folding: Folding = group(Folding())
    finding: Finding = group(Finding())
    matching: Matching = group(Matching())
