"""The settings of `split`: how files are read, and what of the machine may be used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from twicetold.config import JobSettings


@dataclass(frozen=True)
class SplitSettings(JobSettings):
    """Everything that `split` needs to know besides its inputs."""

    job: ClassVar[str] = "split"
