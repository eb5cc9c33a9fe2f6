"""The five papers, in the order of their numbers. To add an experiment, write its module and add it to its paper."""

from __future__ import annotations

from replication import ayhan2013, meng2018, weissman2015, wu2011, zhang2010
from replication.base import Paper

PAPERS: tuple[Paper, ...] = (ayhan2013.PAPER, weissman2015.PAPER, meng2018.PAPER, wu2011.PAPER, zhang2010.PAPER)


def find_paper(name: str) -> Paper | None:
    """The paper with this preset or number: `ayhan2013`, `000`."""
    return next((paper for paper in PAPERS if name in (paper.preset, paper.number)), None)
