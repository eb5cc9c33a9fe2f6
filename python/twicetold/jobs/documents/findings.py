"""What a run of `documents` found, in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from twicetold.jobs.base import Findings
from twicetold.text.plurals import agree, format_count, format_percent, format_share


def describe_duplicates(results: dict[str, Any]) -> list[str]:
    """How many documents repeat others, and how many are kept."""
    removed, clusters = results["removed"], format_count(results["clusters"], "cluster")
    largest = max(map(int, results["sizes"]), default=0)
    if not removed:
        share = format_share(results["members"], results["documents"], "document")
        return [f"{share} are near-duplicates: {clusters}, the largest of {largest:,}; all are kept"]
    share = format_share(removed, results["documents"], "document")
    return [
        f"{share} {agree(removed, 'repeats', 'repeat')} another and can be removed; {results['kept']:,} are kept",
        f"{clusters} of near-duplicates, the largest of {largest:,}",
    ]


def describe_against(results: dict[str, Any]) -> list[str]:
    """How many documents repeat how much of the other set."""
    told, files = results["against"], results["against"]["files"]
    other = f"`{Path(files[0]).name}`" if len(files) == 1 else "--against"
    is_contained = results["measure"] == "containment"
    verb = agree(told["repeating"], *(("contains", "contain") if is_contained else ("repeats", "repeat")))
    found = f"{told['found']:,} of {format_count(told['documents'], 'document')} of {other}"
    lines = [
        f"{format_share(told['repeating'], told['searched'], 'document')} {verb} "
        f"{found} ({format_percent(told['found'], told['documents'])})"
    ]
    if is_contained:
        mean = told["mean_characters"]
        lines.append(
            f"measure: containment; the mean text of {other} has {format_count(mean['against'], 'character')}, "
            f"that of the others {mean['searched']:,}"
        )
    if "located" in results:
        located, pairs = results["located"]["with_overlap"], format_count(results["located"]["pairs"], "pair")
        lines.append(f"{format_count(results['overlaps'], 'overlap')} located, in {located:,} of {pairs}")
    return lines


def explain_no_duplicates(results: dict[str, Any]) -> Findings:
    """What to say, and to try, where nothing was found."""
    threshold, measure = results["threshold"], results["measure"]
    advice = f"to find less similar documents, give a lower --threshold, such as {threshold / 2:g}"
    if "against" in results:
        told = results["against"]
        if measure != "containment":
            advice = "to find texts of --against within longer documents, give --measure containment"
        searched, there = format_count(told["searched"], "document"), format_count(told["documents"], "document")
        return Findings(
            [f"nothing found: none of {searched} has a {measure} of {threshold:g} with one of {there} of --against"],
            advice,
        )
    every = format_count(results["documents"], "document")
    return Findings([f"nothing is repeated: no two of {every} reach a {measure} of {threshold:g}"], advice)
