"""Zips of one bag, or of what looks like one, each made by a small function."""

import struct
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

DECLARED = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
MOST = 100  # files that the tests unpack
SUM = sha256(b"Frogs hop.\n").hexdigest()
BAG = {
    "bag/bagit.txt": DECLARED,
    "bag/data/a.txt": b"Frogs hop.\n",
    "bag/manifest-sha256.txt": f"{SUM}  data/a.txt\n".encode(),
}


def packed(files: dict[str, bytes] | list[tuple[str, bytes]], method: int = ZIP_STORED) -> bytes:
    """Return a zip of files, which may have the same name or any."""
    out = BytesIO()
    with ZipFile(out, "w", method) as archive, catch_warnings():
        simplefilter("ignore")  # of names that are there twice
        for name, content in files.items() if isinstance(files, dict) else files:
            entry = ZipInfo(name)
            entry.compress_type = method
            archive.writestr(entry, content)
    return out.getvalue()


def beside(name: str, content: bytes = b"x") -> bytes:
    """Return the zip of a bag with another file."""
    return packed([*BAG.items(), (name, content)])


def patched(content: bytes, signature: bytes, at: int, form: str, value: int) -> bytes:
    """Return a zip with a number changed in all its headers of one kind."""
    out = bytearray(content)
    place = out.find(signature)
    while place >= 0:
        struct.pack_into(form, out, place + at, value)
        place = out.find(signature, place + 4)
    return bytes(out)


LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
GOOD: dict[str, bytes] = {
    "a bag in a folder": packed(BAG),
    "a bag without a folder": packed({name.removeprefix("bag/"): c for name, c in BAG.items()}),
    "deflated": packed(BAG, ZIP_DEFLATED),
    "packed with BZip2": packed(BAG, ZIP_BZIP2),
    "packed with LZMA": packed(BAG, ZIP_LZMA),
    "with something before it": b"#!/bin/sh\n" + packed(BAG),
    "with entries for folders": packed([("bag/", b""), ("bag/data/", b""), *BAG.items()]),
    "with a tag file": beside("bag/readme.md"),
}
NAME = b"bag/data/a.txt"
WHOLE = packed(BAG)
BAD: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "nothing": (b"", "is not a zip"),
    "a zip without files": (packed({}), "contains 0 packages"),
    "no bag": (packed({"a.txt": b"x"}), "contains 0 packages"),
    "two bags": (beside("other/bagit.txt", DECLARED), "contains 2 packages"),
    "a bag two folders down": (
        packed({f"a/{name}": content for name, content in BAG.items()}),
        "contains 0 packages",
    ),
    "a file beside the bag": (beside("stray.txt"), "contains files beside the package"),
    "two submissions": (packed({"a/METS.xml": b"x", "b/METS.xml": b"x"}), "contains 2 packages"),
    "a submission whose list is none": (packed({"a/METS.xml": b"x"}), "METS.xml"),
    "a submission whose list has entities": (
        packed({"a/METS.xml": b"<!DOCTYPE x [<!ENTITY e 'x'>]><x>&e;</x>"}),
        "METS.xml",
    ),
    "a path that leads upwards": (beside("bag/../../x"), "unpacked outside"),
    "an absolute path": (beside("/tmp/x"), "unpacked outside"),
    "a path with backslashes": (
        WHOLE.replace(NAME, b"bag\\..\\..\\a.txt"[: len(NAME)]),
        "unpacked outside",
    ),
    "a path with a drive": (beside("C:/x"), "unpacked outside"),
    "two files of one name": (beside("bag/data/a.txt"), "the same name"),
    "a file that is a folder too": (beside("bag/data/a.txt/b.txt"), ""),
    "a path of 60,000 letters": (beside("bag/data/" + "x" * 60_000), "more than 1,000 letters"),
    "a name of 300 letters": (beside("bag/data/" + "x" * 300), "name too long"),
    "folders 400 deep": (beside("bag/data/" + "d/" * 400 + "a"), ""),
    "a name that is not UTF-8": (
        patched(patched(WHOLE, LOCAL, 6, "<H", 0x800), CENTRAL, 8, "<H", 0x800).replace(
            NAME, b"bag/data/\xff.txt"
        ),
        "",
    ),
    "an encrypted file": (
        patched(patched(WHOLE, LOCAL, 6, "<H", 1), CENTRAL, 8, "<H", 1),
        "is encrypted",
    ),
    "an unknown compression": (
        patched(patched(WHOLE, LOCAL, 8, "<H", 77), CENTRAL, 10, "<H", 77),
        "compression",
    ),
    "a changed byte": (WHOLE.replace(b"Frogs hop", b"Frogs hip"), "CRC"),
    "sizes of 4 GB in its list": (patched(WHOLE, CENTRAL, 24, "<L", 0xFFFFFFF0), "too large"),
    "a size of 100 MB in its list": (
        patched(WHOLE, CENTRAL, 24, "<L", 100_000_000),
        "times its size",
    ),
    "sizes that are too small": (patched(WHOLE, CENTRAL, 24, "<L", 1), ""),
    "half of it": (WHOLE[: len(WHOLE) // 2], "is not a zip"),
    "all but the last byte": (WHOLE[:-1], "is not a zip"),
    "without its files": (WHOLE[WHOLE.index(CENTRAL) :], ""),
    "its list elsewhere": (patched(WHOLE, END, 16, "<L", 5), ""),
    "zeros that are a thousand times as long": (
        lambda: packed([*BAG.items(), ("bag/data/zero", bytes(60_000_000))], ZIP_DEFLATED),
        "times its size",
    ),
    "a damaged stream": (
        (lambda one: one[:60] + b"\xff\xff\xff" + one[63:])(packed(BAG, ZIP_DEFLATED)),
        "",
    ),
    "more files than are unpacked": (
        packed([*BAG.items(), *((f"bag/data/{n}", b"") for n in range(MOST))]),
        f"{MOST + 3} files, more than {MOST}",
    ),
}
