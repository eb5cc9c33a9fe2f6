"""Scanned pages and passim's JSONL through the command: families, and where their copies stand on pages."""

import json

from twicetold import Run

ORANGES = (
    "The frigate lay nine days off Besk before the pilot would take her in,",
    "and when she came to the quay her cargo of oranges was found to be worth",
    "less than the sacks that held it. The captain is said to have wept aloud.",
)


def write_alto(path, lines, image):
    """A page of two columns: the last line is at the top of the second."""
    places = [(100, 800 + 50 * at) for at in range(len(lines) - 1)] + [(1100, 100)]
    said = "".join(
        f'<TextLine HPOS="{x}" VPOS="{y}" WIDTH="900" HEIGHT="40"><String CONTENT="{line}"/></TextLine>'
        for line, (x, y) in zip(lines, places, strict=True)
    )
    page = f'<Page ID="P1" WIDTH="2000" HEIGHT="1000"><TextBlock>{said}</TextBlock></Page>'
    path.write_text(f"<alto><fileName>{image}</fileName><Layout>{page}</Layout></alto>", encoding="utf-8")


def write_passim(path):
    text, regions = "From the coast.", []
    for number, line in enumerate(ORANGES):
        coords = {"x": 60, "y": 100 + 40 * number, "w": 700, "h": 30}
        regions.append({"start": len(text) + 1, "length": len(line), "coords": coords})
        text += f"\n{line}"
    page = {"id": "https://x.example/g1", "seq": 1, "width": 1600, "height": 2525, "dpi": 0, "regions": regions}
    record = {"id": "gazette", "series": "Gazette", "date": "1851-03-09", "text": text, "pages": [page]}
    path.write_text(json.dumps(record), encoding="utf-8")
    return text


def make_run(twicetold, tmp_path, *options):
    pages = tmp_path / "pages"
    pages.mkdir(exist_ok=True)
    write_alto(pages / "courier.xml", ORANGES, "https://x.example/c1")
    text = write_passim(pages / "gazette.jsonl")
    (pages / "broken.alto").write_text("<alto><Layout>", encoding="utf-8")
    twicetold("passages", "pages", "-o", "run", *options, code=1)
    return text


def test_copies_are_annotations_of_their_pages(twicetold, tmp_path):
    make_run(twicetold, tmp_path)
    twicetold("export", "run", "--format", "iiif", "-o", "families.json")
    page = json.loads((tmp_path / "families.json").read_text(encoding="utf-8"))
    assert page["type"] == "AnnotationPage"
    assert page["@context"].endswith("presentation/3/context.json")
    assert len(page["items"]) == len({each["id"] for each in page["items"]}) == 2
    assert sorted((each["target"] for each in page["items"]), key=len) == [
        ["https://x.example/c1#xywh=100,800,900,90", "https://x.example/c1#xywh=1100,100,900,40"],
        "https://x.example/g1#xywh=60,100,700,110",
    ]


def test_clusters_of_passim_have_the_regions_of_their_copies(twicetold, tmp_path):
    text = make_run(twicetold, tmp_path)
    rows = [json.loads(line) for line in twicetold("export", "run", "--format", "passim")[0].splitlines()]
    (gazette,) = [row for row in rows if row["id"] == "gazette"]
    (page,) = gazette["pages"]
    assert (page["id"], page["width"], len(page["regions"])) == ("https://x.example/g1", 1600, 3)
    first = page["regions"][0]
    assert text[first["start"] : first["start"] + first["length"]] == ORANGES[0]
    assert first["coords"] == {"x": 60, "y": 100, "w": 700, "h": 30, "b": 30}


def test_a_run_has_the_regions_of_its_pages_and_the_file_that_is_broken(twicetold, tmp_path):
    make_run(twicetold, tmp_path)
    run = Run("run")
    assert run.regions.num_rows == 6
    (reject,) = run.rejects.to_pylist()
    assert (reject["place"], "no element found" in reject["reason"]) == ("line 1", True)


def test_a_run_without_pages_says_what_has_them(twicetold, tmp_path):
    (tmp_path / "a.jsonl").write_text("\n".join(json.dumps({"id": n, "text": " ".join(ORANGES)}) for n in "ab"))
    twicetold("passages", "a.jsonl", "-o", "run")
    assert "has no page regions" in twicetold("export", "run", "--format", "iiif", code=2)[1]
    assert '"pages"' not in twicetold("export", "run", "--format", "passim")[0]
