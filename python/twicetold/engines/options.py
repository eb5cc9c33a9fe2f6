"""The engine that a user asks for on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from twicetold import registry
from twicetold.config import Machine
from twicetold.engines.base import Engine
from twicetold.engines.progress import Progress


@dataclass(frozen=True)
class EngineOptions:
    """`EngineOptions("spark", "spark://host:7077", ("spark.executor.memory=8g",))`"""

    name: str = "local"
    master: str = ""
    spark_conf: tuple[str, ...] = ()

    def open(self, machine: Machine, progress: Progress, folder: Path) -> Engine:
        """Return the engine itself; its temporary files go to `folder`."""
        engine: Engine = registry.load_class("engine", self.name).from_options(machine, progress, folder, self)
        return engine
