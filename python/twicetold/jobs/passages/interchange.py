"""Families and pairs of documents in the forms that other programs read: passim, TEI, GraphML, GEXF.

Each function gives the pieces of a file in order, so that a run of any size is written within the same memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from xml.sax.saxutils import escape, quoteattr

from twicetold.errors import RunError
from twicetold.jobs.passages.pages import list_passim_pages, read_stretch_regions
from twicetold.jobs.passages.spans import read_stretch_texts
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import SIDES, Row

MEMBERS_AT_ONCE = 500  # members whose texts are in memory; for each lot the sentences are read once
_FORBIDDEN = {code: " " for code in range(32) if chr(code) not in "\t\n\r"} | {0xFFFE: " ", 0xFFFF: " "}


def write_passim(run: Run) -> Iterator[str]:
    """JSON lines as passim writes clusters: a line for each member, with `cluster`, `size`, `id`, `begin` and `end`.

    Where the inputs say where their lines stand, `pages` has the regions of the member, as passim's input has them.
    """
    sizes = {row["family"]: row["size"] for row in read_families(run, ["family", "size"])}
    members = read_rows(run, "members")
    while some := list(islice(members, MEMBERS_AT_ONCE)):
        stretches = [(row["document"], (row["start"], row["end"])) for row in some]
        said, regions = read_stretch_texts(run, stretches), read_stretch_regions(run, stretches)
        for row in some:
            stretch = row["document"], (row["start"], row["end"])
            pages = list_passim_pages(regions[stretch])
            line = {
                "uid": f"{row['family']}-{row['member']}",
                "cluster": row["family"],
                "size": sizes[row["family"]],
                "id": row["document"],
                "title": row["title"],
                "series": row["series"],
                "date": row["timestamp"],
                "begin": row["start"],
                "end": row["end"],
                "text": said[stretch],
                **({"pages": pages} if pages else {}),
                "similarity": row["similarity"],
                "src": None if row["parent"] is None else f"{row['family']}-{row['parent']}",
            }
            yield json.dumps(line, ensure_ascii=False) + "\n"


def write_tei(run: Run) -> Iterator[str]:
    """TEI stand-off: an annotation for each family, with its best text and a pointer to each member."""
    families = read_families(run)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
    yield "<teiHeader><fileDesc><titleStmt><title>Families of passages</title></titleStmt>"
    yield "<publicationStmt><p>Written by twicetold</p></publicationStmt>"
    yield f"<sourceDesc><p>Run {_escape(run.digest)}</p></sourceDesc></fileDesc></teiHeader>\n<standOff>\n"
    yield "<listAnnotation>\n"
    members = read_rows(run, "members")
    member = next(members, None)
    for row in families:
        dates = "".join(
            f" {name}={_quote(row[column])}"
            for name, column in (("notBefore", "first_date"), ("notAfter", "last_date"))
            if row[column]
        )
        kind = _quote("#" + row["kind"])
        yield f'<annotation xml:id="family-{row["family"]}" ana={kind} n="{row["size"]}"{dates}>\n'
        yield f"<note>{_escape(row['text'])}</note>\n"
        while member is not None and member["family"] == row["family"]:
            yield _format_pointer(member)
            member = next(members, None)
        yield "</annotation>\n"
    yield "</listAnnotation>\n</standOff>\n</TEI>\n"


def _format_pointer(row: Row) -> str:
    """A member: which characters of which document (RFC 5147), and the member that it was likely copied from."""
    target = _quote(f"{row['document']}#char={row['start']},{row['end']}")
    own = f'xml:id="family-{row["family"]}-{row["member"]}" target={target}'
    source = f' corresp="#family-{row["family"]}-{row["parent"]}"' if row["parent"] is not None else ""
    return f'<ptr {own} cert="{row["similarity"]:.3f}"{source}/>\n'


def write_graphml(run: Run) -> Iterator[str]:
    """A graph of documents in GraphML: two that share passages are joined, by the characters that they share."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    yield '<key id="title" for="node" attr.name="title" attr.type="string"/>\n'
    for name in ("weight", "passages"):
        yield f'<key id="{name}" for="edge" attr.name="{name}" attr.type="long"/>\n'
    yield '<graph edgedefault="undirected">\n'
    for name, title in _list_nodes(run).items():
        yield f'<node id={_quote(name)}><data key="title">{_escape(title)}</data></node>\n'
    for row in read_rows(run, "document_pairs"):
        ends = f"source={_quote(row['left_document'])} target={_quote(row['right_document'])}"
        data = f'<data key="weight">{row["characters"]}</data><data key="passages">{row["passages"]}</data>'
        yield f"<edge {ends}>{data}</edge>\n"
    yield "</graph>\n</graphml>\n"


def write_gexf(run: Run) -> Iterator[str]:
    """The same graph in GEXF, for Gephi."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
    yield '<graph defaultedgetype="undirected">\n<nodes>\n'
    for name, title in _list_nodes(run).items():
        yield f"<node id={_quote(name)} label={_quote(title or name)}/>\n"
    yield "</nodes>\n<edges>\n"
    for number, row in enumerate(read_rows(run, "document_pairs")):
        ends = f"source={_quote(row['left_document'])} target={_quote(row['right_document'])}"
        yield f'<edge id="{number}" {ends} weight="{row["characters"]}"/>\n'
    yield "</edges>\n</graph>\n</gexf>\n"


def _list_nodes(run: Run) -> dict[str, str]:
    """The ids of documents that share something, and their titles."""
    columns = [f"{side}_{name}" for side in SIDES for name in ("document", "title")]
    return {
        row[f"{side}_document"]: row[f"{side}_title"]
        for row in read_rows(run, "document_pairs", columns=columns)
        for side in SIDES
    }


def read_families(run: Run, columns: list[str] | None = None) -> Iterator[Row]:
    """The rows of families; an error where the run has no such table."""
    if "families" not in run.tables:
        raise RunError(f"`{run.folder}` has no families", "it was made with --no-families; run it again without")
    return read_rows(run, "families", columns=columns)


def _escape(text: str) -> str:
    """A text for XML, without the characters that XML forbids."""
    return escape(text.translate(_FORBIDDEN))


def _quote(text: str) -> str:
    return quoteattr(text.translate(_FORBIDDEN))
