"""Pictures of the reports, one for each job: `python -m docs.generate.screenshots` writes them to `docs/images/`.

Each picture shows the example of a guide, so a reader sees the report of the commands beside it. It needs Chromium,
which `tests/browser/install` installs.
"""

from __future__ import annotations

import base64
import contextlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.browser.chromium import Chromium
from tests.docs.pages import ROOT, blocks
from tests.docs.running import write_files

import twicetold

IMAGES = ROOT / "docs" / "images"
LIMIT = 150_000  # bytes of one picture
WIDTH, HEIGHT, MARGIN = 1100, 800, 24


@dataclass(frozen=True)
class Picture:
    """One screenshot: the guide whose files are shown, the job, and the section of the report."""

    guide: str
    job: Callable[..., Any]
    inputs: str
    options: dict[str, Any]
    section: str  # the id of the section with the findings


PICTURES = {
    "report.png": Picture("wikipedia.md", twicetold.sentences, "norland.xml", {}, "contradictions"),
    "report-documents.png": Picture("corpora.md", twicetold.documents, "corpus", {"keep": "newest"}, "clusters"),
    "report-threads.png": Picture("forums.md", twicetold.threads, "threads.jsonl", {}, "clusters"),
    "report-passages.png": Picture("reuse.md", twicetold.passages, "essays", {"against": "sources"}, "pairs"),
}


def write_pictures(folder: Path = IMAGES) -> list[Path]:
    """Write all pictures to a folder, and return their paths."""
    written = []
    with tempfile.TemporaryDirectory() as profile:
        browser = Chromium(Path(profile))
        try:
            for name, picture in PICTURES.items():
                png = take_picture(browser, picture)
                if len(png) > LIMIT:
                    raise ValueError(f"{name} has {len(png)} bytes, more than {LIMIT}")
                (folder / name).write_bytes(png)
                written.append(folder / name)
        finally:
            browser.close()
    return written


def take_picture(browser: Chromium, picture: Picture) -> bytes:
    """Run the job on the files of the guide, and return the findings in its report as PNG."""
    page = (ROOT / "docs" / "guides" / picture.guide).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_files([block for block in blocks(page) if block.mark == "file"])
        report = picture.job(picture.inputs, **picture.options).report("report.html")
        browser.resize(WIDTH, 5 * HEIGHT)  # tall: a browser does not draw what lies far below its window
        browser.prefer("light")
        browser.open(Path(report))
        browser.run(f"document.querySelectorAll('#{picture.section} details').forEach(each => each.open = true)")
        browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        box = browser.run(f"document.getElementById('{picture.section}').getBoundingClientRect().toJSON()")
        height = min(box["height"] + 2 * MARGIN, HEIGHT)
        clip = {"x": 0, "y": box["top"] - MARGIN, "width": WIDTH, "height": height, "scale": 1}
        answer = browser.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    return base64.b64decode(answer["data"])


if __name__ == "__main__":
    for path in write_pictures():
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
