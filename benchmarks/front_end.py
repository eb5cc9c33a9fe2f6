"""The front end next to its peers, in one run: `python -m benchmarks.front_end [DUMP ...]`.

The pages of the dumps (or, without one, of the planted encyclopedia) are repeated to `--megabytes` of XML. Prints
speeds, memory and the ratios that the project promises. Peers come from `pip install 'twicetold[bench]'`.
"""

from __future__ import annotations

import argparse
import bz2
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from benchmarks.measure import Measured, measure

WORK = "benchmarks.front_end_work"
HEADER = b'<mediawiki version="0.11" xml:lang="en">\n<siteinfo><sitename>Benchmark</sitename></siteinfo>\n'
PAGES_PER_STREAM = 100  # as in the multistream dumps of Wikipedia


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dumps", nargs="*", help=".xml or .xml.bz2")
    parser.add_argument("--megabytes", type=int, default=110)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = prepare(Path(folder), options.dumps, options.megabytes * 1_000_000)
        report(files, options.rounds)


def prepare(folder: Path, dumps: list[str], size: int) -> dict[str, Path]:
    """The test files: plain XML, a quarter and an eleventh of it, bzip2 in one stream and in many, and its prose."""
    pages = [page for dump in dumps or [_planted(folder)] for page in _pages(dump)]
    print(
        f"text: {len(pages)} pages of {', '.join(map(str, dumps)) or 'the planted encyclopedia'}, repeated", flush=True
    )
    files = {name: folder / name for name in ("all.xml", "quarter.xml", "small.xml", "single.xml.bz2", "multi.xml.bz2")}
    repeated: list[bytes] = []
    total = 0
    while total < size:
        for page in pages:
            repeated.append(page)
            total += len(page)
    for name, share in (("all.xml", 1), ("quarter.xml", 4), ("small.xml", 11)):
        files[name].write_bytes(HEADER + b"".join(repeated[: len(repeated) // share]) + b"</mediawiki>\n")
    files["single.xml.bz2"].write_bytes(bz2.compress(files["all.xml"].read_bytes()))
    with files["multi.xml.bz2"].open("wb") as file:
        file.write(bz2.compress(HEADER))
        for start in range(0, len(repeated), PAGES_PER_STREAM):
            file.write(bz2.compress(b"".join(repeated[start : start + PAGES_PER_STREAM])))
        file.write(bz2.compress(b"</mediawiki>\n"))
    files["plain.txt"] = folder / "plain.txt"
    measure(WORK, "write_plain", str(files["all.xml"]), str(files["plain.txt"]), rounds=1)
    return files


def _planted(folder: Path) -> str:
    from twicetold.planted import Planted

    Planted(sentences=50_000, seed=1).write(str(folder / "planted"))
    return str(folder / "planted" / "encyclopedia.xml")


def _pages(dump: str) -> list[bytes]:
    data = Path(dump).read_bytes()
    if dump.endswith(".bz2"):
        data = bz2.decompress(data)
    pages = [b"<page>" + part.partition(b"</page>")[0] + b"</page>\n" for part in data.split(b"<page>")[1:]]
    return [page for page in pages if _is_well_formed(page)]  # peers stop at the first page that is not


def _is_well_formed(page: bytes) -> bool:
    try:
        ElementTree.fromstring(page)
    except ElementTree.ParseError:
        return False
    return True


def report(files: dict[str, Path], rounds: int) -> None:
    def line(name: str, measured: Measured, size: float) -> float:
        rate = size / 1e6 / measured.cpu_seconds
        times = f"{measured.seconds:8.2f} s {measured.cpu_seconds:8.2f} CPU s"
        print(f"  {name:<36} {times} {rate:9.1f} MB/CPU s {measured.peak_mb:6.0f} MB peak", flush=True)
        return rate

    whole, small = files["all.xml"], files["small.xml"]
    size, small_size = whole.stat().st_size, small.stat().st_size
    print(f"XML to sentences, one thread ({size / 1e6:.0f} MB; peers {small_size / 1e6:.0f} MB)")
    ours = line("twicetold", measure(WORK, "sentences", str(whole), "1", rounds=rounds), size)
    extractor = line("WikiExtractor (text only)", measure(WORK, "wikiextractor", str(small), rounds=1), small_size)
    mwparser = line("mwparserfromhell (text only)", measure(WORK, "mwparserfromhell", str(small), rounds=1), small_size)
    print(f"ratio: {ours / extractor:.0f} x WikiExtractor (20 asked)")
    print(f"ratio: {ours / mwparser:.0f} x mwparserfromhell (100 asked)")

    for name in ("single.xml.bz2", "multi.xml.bz2"):
        print(f"{name} to sentences, two threads")
        best_ours: Measured | None = None
        best_peer: Measured | None = None
        for _ in range(rounds):
            mine = measure(WORK, "sentences", str(files[name]), "2", rounds=1)
            peer = measure(WORK, "indexed_bzip2", str(files[name]), "2", rounds=1)
            best_ours = min(best_ours or mine, mine, key=lambda each: each.seconds)
            best_peer = min(best_peer or peer, peer, key=lambda each: each.seconds)
        assert best_ours is not None
        assert best_peer is not None
        line("twicetold, to sentences", best_ours, size)
        line("indexed_bzip2, decompressing alone", best_peer, size)
        print(f"ratio: {best_ours.seconds / best_peer.seconds:.2f} x the time of decompressing alone (1.3 asked)")

    plain = files["plain.txt"]
    print(f"splitter alone, one thread ({plain.stat().st_size / 1e6:.0f} MB of text)")
    mine_rate = line("twicetold", measure(WORK, "split", str(plain), rounds=rounds), plain.stat().st_size)
    peer_rate = line("sentencex", measure(WORK, "sentencex", str(plain), rounds=rounds), plain.stat().st_size)
    print(f"ratio: {mine_rate / peer_rate:.1f} x sentencex (1 asked)")

    print("memory, two threads")
    quarter = files["quarter.xml"]
    less = measure(WORK, "sentences", str(quarter), "2", rounds=1)
    more = measure(WORK, "sentences", str(whole), "2", rounds=1)
    packed = measure(WORK, "sentences", str(files["single.xml.bz2"]), "2", rounds=1)
    sizes = quarter.stat().st_size / 1e6, size / 1e6
    print(f"  {less.peak_mb:.0f} MB for {sizes[0]:.0f} MB of XML, {more.peak_mb:.0f} MB for {sizes[1]:.0f} MB")
    print(f"  {packed.peak_mb:.0f} MB for {size / 1e6:.0f} MB of XML in bzip2 (300 asked)")


if __name__ == "__main__":
    main()
