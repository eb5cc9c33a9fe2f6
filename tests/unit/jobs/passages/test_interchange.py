"""Families and pairs of a run of `passages` in the forms that other programs read."""

import json
from xml.etree import ElementTree

import pytest
from tests.runs.passages import FAMILIES, hostile, written

TEI = "{http://www.tei-c.org/ns/1.0}"
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
GEXF = "{http://gexf.net/1.3}"


@pytest.fixture
def run(tmp_path):
    return written(tmp_path / "run", families=FAMILIES)


def test_families_are_written_as_passim_writes_clusters(twicetold, run):
    rows = [json.loads(line) for line in twicetold("export", run, "--format", "passim")[0].splitlines()]
    assert [(row["cluster"], row["size"], row["id"], row["src"]) for row in rows] == [
        (0, 3, "7", None),
        (0, 3, "8", "0-0"),
        (0, 3, "12", "0-0"),
        (1, 2, "10", None),
        (1, 2, "11", None),
    ]
    assert rows[0]["text"].startswith("It froze over in the winter of 1905")
    assert rows[0]["end"] - rows[0]["begin"] == len(rows[0]["text"])


def test_families_are_written_as_tei(twicetold, run, tmp_path):
    _, said = twicetold("export", run, "--format", "tei", "-o", tmp_path / "families.xml")
    assert "lines of tei" in said
    root = ElementTree.parse(tmp_path / "families.xml").getroot()
    annotations = root.findall(f".//{TEI}annotation")
    assert [len(each.findall(f"{TEI}ptr")) for each in annotations] == [3, 2]
    assert annotations[0].find(f"{TEI}ptr").get("target").startswith("7#char=")


@pytest.mark.parametrize(("suffix", "node", "edge"), [("graphml", GRAPHML, GRAPHML), ("gexf", GEXF, GEXF)])
def test_documents_are_written_as_a_graph(twicetold, run, tmp_path, suffix, node, edge):
    path = tmp_path / f"graph.{suffix}"
    twicetold("export", run, "-o", path)
    root = ElementTree.parse(path).getroot()
    assert {each.get("id") for each in root.iter(f"{node}node")} == {"7", "8", "9", "10", "11", "12"}
    assert len(list(root.iter(f"{edge}edge"))) == 4


def test_hostile_text_gives_well_formed_files(twicetold, tmp_path):
    run = written(tmp_path / "hostile", *hostile())
    ElementTree.fromstring(twicetold("export", run, "--format", "graphml")[0])
    ElementTree.fromstring(twicetold("export", run, "--format", "gexf")[0])


def test_a_format_of_a_whole_run_takes_no_table(twicetold, run, tmp_path):
    assert "takes no table" in twicetold("export", run, "--format", "tei", "--table", "members", code=2)[1]
    without = written(tmp_path / "without")
    assert "has no families" in twicetold("export", without, "--format", "tei", code=2)[1]
