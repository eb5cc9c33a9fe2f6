"""The engine that a user asks for on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from twicetold import registry
from twicetold.config import Machine
from twicetold.engines.base import Engine, Progress
from twicetold.errors import SettingsError


@dataclass(frozen=True)
class EngineWanted:
    """`EngineWanted("spark", "spark://host:7077", ("spark.executor.memory=8g",))`"""

    name: str = "local"
    master: str = ""
    spark_conf: tuple[str, ...] = ()

    def opened(self, machine: Machine, progress: Progress, folder: Path) -> Engine:
        """The engine itself; its temporary files go to `folder`."""
        kind = registry.load("engine", self.name)
        engine: Engine
        if self.name == "spark":
            engine = kind(machine=machine, progress=progress, master=self.master, conf=parsed(self.spark_conf))
        elif self.master or self.spark_conf:
            raise SettingsError("`--master` and `--spark-conf` are for Spark", "add --engine spark")
        else:
            engine = kind(machine, progress, scratch=str(folder))
        return engine


def parsed(settings: Sequence[str]) -> dict[str, str]:
    """`["spark.executor.memory=8g"]` -> `{"spark.executor.memory": "8g"}`"""
    pairs = [setting.partition("=") for setting in settings]
    for (name, equals, _), setting in zip(pairs, settings, strict=True):
        if not (name.startswith("spark.") and equals):
            raise SettingsError(f"`--spark-conf {setting}` is not a setting", "for example spark.executor.memory=8g")
    return {name: value for name, _, value in pairs}
