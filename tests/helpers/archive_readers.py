"""What metadata say of a game, read back from each form by code that knows nothing of pnp's."""

import json
import re
from io import BytesIO
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pikepdf

LIDO = "{http://www.lido-schema.org}"
DC = "{http://purl.org/dc/elements/1.1/}"
TERMS = "{http://purl.org/dc/terms/}"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XMP = "{http://ns.adobe.com/xap/1.0/}"
RIGHTS = "{http://ns.adobe.com/xap/1.0/rights/}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


class Told(NamedTuple):
    """What one form tells; texts by their languages, times as their two ends."""

    identifier: str
    titles: dict[str, str]
    languages: set[str]
    created: tuple[str | None, str | None]
    created_words: dict[str, str]
    date: str | None
    rights: dict[str, str]
    rights_uri: str
    books: dict[str, str]


def told_by_lido(data: bytes) -> Told:
    root = ElementTree.fromstring(data)

    def texts(parent, path):
        return {e.get(LANG): e.text for e in parent.iterfind(_lido(path))}

    wrap = "administrativeMetadata/"
    creation = root.find(_lido(".//eventSet/event"))
    date = creation.find(_lido("eventDate/date")) if _is_creation_of_the_game(root) else None
    words = texts(creation, "eventDate/displayDate") if _is_creation_of_the_game(root) else {}
    recorded = root.find(_lido(f"{wrap}recordWrap/recordInfoSet/recordMetadataDate"))
    rights = root.find(_lido(f"{wrap}rightsWorkWrap/rightsWorkSet/rightsType"))
    classes = root.iterfind(_lido(".//classificationWrap/classification"))
    return Told(
        root.find(_lido("lidoRecID")).text,
        texts(root, ".//titleWrap/titleSet/appellationValue"),
        {e.find(_lido("term")).text for e in classes if e.get(f"{LIDO}type") == "language"},
        (None, None)
        if date is None
        else (date.findtext(_lido("earliestDate")), date.findtext(_lido("latestDate"))),
        words,
        None if recorded is None else recorded.text,
        texts(rights, "term"),
        rights.find(_lido("conceptID")).text,
        texts(root, f"{wrap}resourceWrap/resourceSet/resourceDescription"),
    )


def _is_creation_of_the_game(root: Any) -> bool:
    """Return whether the first event is the creation of what has the title."""
    event = root.find(_lido(".//eventSet/event"))
    titles = root.iterfind(_lido(".//titleSet/appellationValue"))
    names = [] if event is None else event.iterfind(_lido("eventName/appellationValue"))
    return [e.text for e in names] == [e.text for e in titles]


def _lido(path: str) -> str:
    """Return a path whose names have their namespace."""
    return re.sub(r"(?<![\w{])([A-Za-z]+)", rf"{LIDO}\1", path)


def told_by_jsonld(data: bytes) -> Told:
    said = json.loads(data)
    earliest, _, latest = said.get("temporalCoverage", "../..").partition("/")
    ends = (earliest, latest or earliest)
    return Told(
        said["identifier"][0],
        _tagged(said["name"]),
        set(said["inLanguage"]),
        tuple(None if end == ".." else end for end in ends),
        _tagged(said.get("temporal", [])),
        said.get("datePublished"),
        _tagged(said["copyrightNotice"]),
        said["license"],
        {
            book["inLanguage"]: _tagged(book["name"])[book["inLanguage"]]
            for book in said["hasPart"]
            if book["@type"] == "Book"
        },
    )


def _tagged(texts: list[dict[str, str]]) -> dict[str, str]:
    return {one["@language"]: one["@value"] for one in texts}


def told_by_dublin_core(data: bytes) -> Told:
    (about,) = ElementTree.fromstring(data)

    def texts(name):
        return {e.get(LANG): e.text for e in about.iterfind(name)}

    books = about.iterfind(f"{TERMS}hasPart/{RDF}Description")
    return Told(
        about.findtext(f"{DC}identifier"),
        texts(f"{DC}title"),
        {e.text for e in about.iterfind(f"{DC}language")},
        _ends(about.findtext(f"{TERMS}created")),
        texts(f"{DC}coverage"),
        about.findtext(f"{TERMS}issued"),
        texts(f"{DC}rights"),
        about.find(f"{TERMS}rights").get(f"{RDF}resource"),
        {book.findtext(f"{DC}language"): book.findtext(f"{DC}title") for book in books},
    )


def told_by_provenance(data: bytes) -> Told:
    said = json.loads(data)["game"]
    created = said["created"]
    words = created["words"]
    ends = tuple(
        None if created[end] == "unknown" else created[end] for end in ("earliest", "latest")
    )
    assert ends == _ends(None if created["edtf"] == "unknown" else created["edtf"])
    return Told(
        said["identifier"],
        said["title"],
        set(said["languages"]),
        ends,
        {} if words == "unknown" else words,
        None if said["edition_date"] == "unknown" else said["edition_date"],
        said["rights"]["text"],
        said["rights"]["uri"],
        said["rulebooks"],
    )


def _ends(edtf: str | None) -> tuple[str | None, str | None]:
    """Read 1924, [..1924], [1970..] and [1970..1979]."""
    if edtf is None:
        return None, None
    if not edtf.startswith("["):
        return edtf, edtf
    earliest, latest = edtf.strip("[]").split("..")
    return earliest or None, latest or None


class Book(NamedTuple):
    """What a PDF tells of itself."""

    identifier: str
    title: str
    subjects: tuple[str, ...]
    language: str
    created: tuple[str | None, str | None]
    date: str | None
    rights: str
    rights_uri: str
    author: str | None
    summary: str


def told_by_xmp(data: bytes) -> Book:
    with pikepdf.open(BytesIO(data)) as pdf:
        root = ElementTree.fromstring(pdf.Root.Metadata.read_bytes())

    def listed(name):
        return [e.text for e in root.iterfind(f".//{DC}{name}//{RDF}li")]

    def one(name):
        said = set(listed(name))
        assert len(said) <= 1, said
        return next(iter(said), None)

    assert one("date") == root.findtext(f".//{XMP}CreateDate")
    return Book(
        root.findtext(f".//{DC}identifier"),
        one("title"),
        tuple(listed("subject")),
        one("language"),
        _ends(root.findtext(f".//{DC}coverage")),
        one("date"),
        one("rights"),
        root.findtext(f".//{RIGHTS}WebStatement"),
        one("creator"),
        one("description"),
    )


def told_by_info(data: bytes) -> dict[str, str]:
    with pikepdf.open(BytesIO(data)) as pdf:
        return {key.removeprefix("/"): str(said) for key, said in pdf.docinfo.items()}
