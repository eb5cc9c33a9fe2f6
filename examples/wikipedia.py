"""For Wikipedia editors: sentences that several articles share, and facts that no longer agree.

The dump has two short articles; give the path of your own (`dump.xml.bz2`) instead.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import twicetold

PAGE = "<page><title>{}</title><ns>0</ns><id>{}</id><revision><id>1</id><text>{}</text></revision></page>"
DAMMED = "It was dammed in {} by the engineer Josef Hartl to supply the mills of [[Besk]]."
PAGES = [
    PAGE.format("Lake Orrin", 1, f"'''Lake Orrin''' is a lake in Norland. {DAMMED.format(1931)}"),
    PAGE.format("History of Lake Orrin", 2, f"The first steamer crossed the lake in 1888. {DAMMED.format(1937)}"),
]

with TemporaryDirectory() as folder:
    dump = Path(folder) / "dump.xml"
    dump.write_text(f"<mediawiki>{''.join(PAGES)}</mediawiki>", encoding="utf-8")

    run = twicetold.sentences(dump)
    for row in run.contradictions.to_pylist():
        print(f"{row['left_title']}: {row['left_text']}")
        print(f"{row['right_title']}: {row['right_text']}")
        print(row["why"])

    # `run.report("report.html")` writes one page to read, search and print.
