"""What counts as little for Spark, and how much of a file one task reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ALONE_BYTES = 32 << 20
ALONE_BYTES_SETTING = "spark.twicetold.aloneBytes"  # a setting of the session in place of `alone_bytes`


@dataclass(frozen=True)
class SparkLimits:
    """Sizes that decide how work is spread. They change speed and memory, never the answer."""

    # Of tables from which one task makes others, that every task reads, or that become one file; 0 spreads all.
    alone_bytes: int = ALONE_BYTES
    alone_pairs: int = 1 << 23  # whose components one task finds, in about a gigabyte
    min_task_bytes: int = 4 << 20  # of a file that one task reads
    max_task_bytes: int = 64 << 20

    @classmethod
    def from_session(cls, session: Any) -> SparkLimits:
        """Return the limits that the settings of a session give."""
        return cls(alone_bytes=int(session.conf.get(ALONE_BYTES_SETTING, str(ALONE_BYTES))))
