"""The settings of `history`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from twicetold.config import ComparisonSettings, Reading, group, setting
from twicetold.config.groups import THREAD_FIELDS

LARGEST_REVISION = 16 << 20  # bytes; eight times what MediaWiki saves, so that a page fits into `--memory 1GB`


@dataclass(frozen=True)
class Tracing:
    """What is said of copies and of those who made them."""

    template_text: str = setting(
        "",
        "Wiki dump: templates whose parameters hold prose, separated by commas, or `all` that begin a line.",
        "Input",
    )
    min_confidence: float = setting(
        0.5, "Lowest confidence of a copy event; below it the answer is `none`.", "History",
        common=True, least=0, most=1,
    )  # fmt: skip
    editors: bool = setting(
        True, "Include names of editors and their comments in tables and pages.", "History", common=True
    )
    addresses: bool = setting(False, "Include the addresses of unregistered editors.", "History")

    @property
    def template_names(self) -> tuple[str, ...]:
        """The templates whose parameters hold prose."""
        return tuple(name.strip() for name in self.template_text.split(",") if name.strip())

    @property
    def editor_names(self) -> str:
        """What is shown of editors, as the kernel takes it."""
        if not self.editors:
            return "none"
        return "addresses" if self.addresses else "names"


@dataclass(frozen=True)
class HistorySettings(ComparisonSettings):
    """Everything that `history` needs to know besides its inputs."""

    job: ClassVar[str] = "history"

    reading: Reading = group(
        Reading(revisions="all", document_bytes=LARGEST_REVISION),
        without=("revisions", "series", "vector_field", *THREAD_FIELDS),
    )
    tracing: Tracing = group(Tracing())
