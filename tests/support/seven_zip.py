"""A 7z archive of files that are not packed any further, by the format's own description: enough to test a reader."""

from __future__ import annotations

import lzma
import struct
import zlib

LZMA = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 20, "lc": 3, "lp": 0, "pb": 2}


def seven_zip(files: dict[str, bytes], is_packed: bool = False) -> bytes:
    """The files one after the other, in one folder of the method Copy, or of LZMA where they are packed."""
    content = b"".join(files.values())
    packed = lzma.compress(content, lzma.FORMAT_RAW, filters=[LZMA]) if is_packed else content
    coder = b"\x23\x03\x01\x01\x05\x5d" + struct.pack("<I", LZMA["dict_size"]) if is_packed else b"\x01\x00"
    sizes = [len(content) for content in files.values()]
    names = b"".join(name.encode("utf-16-le") + b"\0\0" for name in files)
    crcs = b"".join(struct.pack("<I", zlib.crc32(content)) for content in files.values())
    streams = (
        b"\x06" + _number(0) + _number(1) + b"\x09" + _number(len(packed)) + b"\x00"
        + b"\x07\x0b" + _number(1) + b"\x00" + b"\x01" + coder + b"\x0c" + _number(len(content)) + b"\x00"
        + b"\x08\x0d" + _number(len(files)) + b"\x09" + b"".join(map(_number, sizes[:-1])) + b"\x0a\x01" + crcs + b"\x00"
    )  # fmt: skip
    listed = b"\x05" + _number(len(files)) + b"\x11" + _number(len(names) + 1) + b"\x00" + names + b"\x00"
    header = b"\x01\x04" + streams + b"\x00" + listed + b"\x00"
    start = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", zlib.crc32(start)) + start + packed + header


def _number(value: int) -> bytes:
    """A number in one byte where it fits, else in nine."""
    return bytes([value]) if value < 0x80 else b"\xff" + value.to_bytes(8, "little")
