"""How much of what was asked for is done: every node that runs counts the same, and each says how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from twicetold.engines.graph import Node, walk_nodes
from twicetold.engines.local.inputs import measure_input
from twicetold.engines.progress import Progress, SilentProgress


class WorkMeter:
    """The share of the nodes below `tops` that is done.

    A node that two others are made of runs, and counts, twice. A node that is not below `tops`, such as one that a
    finder runs on its own account, does not count.
    """

    def __init__(self, progress: Progress | None = None, tops: Sequence[Node] = ()) -> None:
        self._progress = progress or SilentProgress()
        self._is_silent = isinstance(self._progress, SilentProgress)
        self._runs = 0 if self._is_silent else sum(1 for top in tops for _ in walk_nodes(top))
        self._finished = 0
        self._under_way: dict[int, float] = {}  # the share of each node that is done

    @contextmanager
    def watch_node(self, node: Node) -> Iterator[Callable[[float], None]]:
        """Give a function that is to be told what share of the node is done."""
        if self._is_silent:
            yield _ignore_share
            return
        key, amount = object(), measure_input(node)

        def report_share(share: float) -> None:
            self._under_way[id(key)] = share
            known = amount and replace(amount, done=round(share * (amount.total or 0)))
            self._progress.update(self._compute_share(), known)

        report_share(0.0)
        try:
            yield report_share
        finally:
            self._finished += 1
            del self._under_way[id(key)]
            self._progress.update(self._compute_share())

    def _compute_share(self) -> float:
        return min((self._finished + sum(self._under_way.values())) / max(self._runs, 1), 1.0)


def _ignore_share(share: float) -> None: ...
