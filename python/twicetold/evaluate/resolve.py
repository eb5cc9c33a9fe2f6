"""A truth in the run's own members, and what could not be used of it: names that the run lacks, repetitions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twicetold.errors import InputError
from twicetold.evaluate.adapters import EvaluationAdapter
from twicetold.evaluate.findings import Member, Pair, order_pair
from twicetold.evaluate.truth import NamedPair, TruthFile
from twicetold.run import Run

Row = dict[str, Any]


@dataclass
class ResolvedTruth:
    """The truth in the run's own members, and what could not be used of it."""

    pairs: dict[Pair, bool] = field(default_factory=dict)
    labels: dict[Member, Hashable] = field(default_factory=dict)
    lines: dict[Any, int] = field(default_factory=dict)  # where a pair or a member was named
    missing: list[Row] = field(default_factory=list)
    missing_duplicates: int = 0
    alone: int = 0  # members without a label
    repeated: int = 0  # rows that say again what another said
    same: int = 0  # pairs of a thing with itself


def resolve_pairs(adapter: EvaluationAdapter, run: Run, truth: TruthFile, complete: bool) -> ResolvedTruth:
    given, known = truth.list_pairs(complete), ResolvedTruth()
    members = adapter.find_members(run, (name for row in given for name in (row.left, row.right)))
    for row in given:
        pair = _resolve_pair(members, row)
        if row.left not in members or row.right not in members:
            known.missing.append(
                build_missing_row(row.line, *(name for name in (row.left, row.right) if name not in members))
            )
            known.missing_duplicates += row.duplicate
        elif pair is None:
            known.same += 1
        elif pair not in known.pairs:
            known.pairs[pair] = row.duplicate
            known.lines[pair] = row.line
        else:
            _must_agree(truth, known, pair, row.line, known.pairs[pair] == row.duplicate)
    return _require_usable(adapter, truth, known, bool(known.pairs))


def _resolve_pair(members: Mapping[str, Sequence[Member]], row: NamedPair) -> Pair | None:
    """The members that are meant. Of one text named twice, two places; None where it has only one."""
    for one in members.get(row.left, ()):
        for two in members.get(row.right, ()):
            if one != two:
                return order_pair(one, two)
    return None


def resolve_labels(adapter: EvaluationAdapter, run: Run, truth: TruthFile) -> ResolvedTruth:
    given, known = truth.list_labels(), ResolvedTruth()
    members = adapter.find_members(run, (row.member for row in given))
    for row in given:
        if row.member not in members:
            known.missing.append(build_missing_row(row.line, row.member))
            continue
        member = members[row.member][0]
        label: Hashable = row.label or ("alone", member)
        if member not in known.labels:
            known.labels[member] = label
            known.alone += not row.label
            known.lines[member] = row.line
        else:
            _must_agree(truth, known, member, row.line, known.labels[member] == label)
    return _require_usable(adapter, truth, known, bool(known.labels))


def _must_agree(truth: TruthFile, known: ResolvedTruth, named: Any, line: int, agrees: bool) -> None:
    if not agrees:
        raise InputError(
            f"`{truth.path}`, line {line} contradicts line {known.lines[named]}",
            "remove one of them",
        )
    known.repeated += 1


def build_missing_row(line: int, *names: str) -> Row:
    return {"row": "missing", "line": line, "names": list(dict.fromkeys(names))}


def _require_usable(adapter: EvaluationAdapter, truth: TruthFile, known: ResolvedTruth, usable: bool) -> ResolvedTruth:
    if not usable and known.missing:
        first = known.missing[0]
        raise InputError(
            f"`{truth.path}`: nothing in it is in the run; line {first['line']} names `{first['names'][0]}`",
            adapter.naming_hint,
        )
    if not usable:
        raise InputError(f"`{truth.path}` pairs each {adapter.member} with itself", "list pairs of two different ones")
    return known
