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
    """What one form tells; texts by their languages, times as their two ends.

    ``rights`` are the address of those in the game, in the files that show it and in the record.
    ``files`` has the paths, types, sizes and checksums of rulebooks, by language and type.
    """

    identifier: str
    titles: dict[str, str]
    languages: set[str]
    created: tuple[str | None, str | None]
    created_words: dict[str, str]
    date: str | None
    edition_rights: dict[str, str]
    edition_rights_uri: str
    rights: tuple[str, ...]
    books: dict[str, str]
    files: dict[tuple[str, str], tuple[str, int, str]]


def told_by_lido(data: bytes) -> Told:
    def texts(parent, path):
        return {e.get(LANG): e.text for e in parent.iterfind(_lido(path))}

    wrap = "administrativeMetadata/"
    (root,) = ElementTree.fromstring(data)
    creation = root.find(_lido(".//eventSet/event"))
    date = creation.find(_lido("eventDate/date")) if _is_creation_of_the_game(root) else None
    words = texts(creation, "eventDate/displayDate") if _is_creation_of_the_game(root) else {}
    recorded = root.find(_lido(f"{wrap}recordWrap/recordInfoSet/recordMetadataDate"))
    related = root.iterfind(_lido(".//relatedWork/object"))
    (edition,) = (one for one in related if one.findtext(_lido("objectType/term")) == "edition")
    notes = {
        kind: [e for e in edition.iterfind(_lido("objectNote")) if e.get(f"{LIDO}type") == kind]
        for kind in ("rights", "licence", "language")
    }
    rights = (
        "rightsWorkWrap/rightsWorkSet/", "resourceWrap/resourceSet/rightsResource/",
        "recordWrap/recordRights/",
    )  # fmt: skip
    return Told(
        root.find(_lido("lidoRecID")).text,
        texts(root, ".//titleWrap/titleSet/appellationValue"),
        {e.text for e in notes["language"]},
        (None, None)
        if date is None
        else (date.findtext(_lido("earliestDate")), date.findtext(_lido("latestDate"))),
        words,
        None if recorded is None else recorded.text,
        {e.get(LANG): e.text for e in notes["rights"]},
        notes["licence"][0].text,
        tuple(root.findtext(_lido(f"{wrap}{one}rightsType/conceptID")) for one in rights),
        texts(edition, "objectName/appellationValue"),
        dict(_lido_files(root)),
    )


SIZE = "resourceRepresentation/resourceMeasurementsSet/measurementValue"


def _lido_files(root: Any) -> Any:
    for resource in root.iterfind(_lido(".//resourceSet")):
        if resource.findtext(_lido("resourceRelType/term")).startswith("rulebook"):
            link = resource.find(_lido("resourceRepresentation/linkResource"))
            kind = link.get(f"{LIDO}formatResource")
            size = int(resource.findtext(_lido(SIZE)))
            checksum = resource.findall(_lido("resourceID"))[1].text.removeprefix("nih:sha-256;")
            lang = resource.find(_lido("resourceDescription")).get(LANG)
            yield (lang, kind), (link.text, size, checksum)


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
    edition = said["workExample"]
    books = [book for book in edition["hasPart"] if book["@type"] == "Book"]
    files = [file for book in books for file in book.get("encoding", [])]
    earliest, _, latest = said.get("temporalCoverage", "../..").partition("/")
    ends = (earliest, latest or earliest)
    return Told(
        said["identifier"][0],
        _tagged(said["name"]),
        set(edition["inLanguage"]),
        tuple(None if end == ".." else end for end in ends),
        _tagged(said.get("temporal", [])),
        edition.get("datePublished"),
        _tagged(edition["copyrightNotice"]),
        edition["license"],
        tuple(
            one.get("usageInfo") or one.get("license") or one["sdLicense"]
            for one in (said, *files[:1], {"sdLicense": said["sdLicense"]})
        ),
        {book["inLanguage"]: _tagged(book["name"])[book["inLanguage"]] for book in books},
        {
            (one["inLanguage"], one["encodingFormat"]): (
                one["contentUrl"],
                int(one["contentSize"].removesuffix(" B")),
                one["sha256"],
            )
            for one in files
        },
    )


def _tagged(texts: list[dict[str, str]]) -> dict[str, str]:
    return {one["@language"]: one["@value"] for one in texts}


def told_by_dublin_core(data: bytes) -> Told:
    nodes = list(ElementTree.fromstring(data))
    by_address = {node.get(f"{RDF}about"): node for node in nodes}
    game, edition, record = nodes[0], nodes[1], by_address[""]
    assert game.find(f"{TERMS}hasVersion").get(f"{RDF}resource") == edition.get(f"{RDF}about")

    def texts(node, name):
        return {e.get(LANG): e.text for e in node.iterfind(name)}

    books = list(edition.iterfind(f"{TERMS}hasPart/{RDF}Description"))
    files = {}
    for book in books:
        for link in book.iterfind(f"{TERMS}hasFormat"):
            address = link.get(f"{RDF}resource")
            file = by_address[address]
            files[file.findtext(f"{DC}language"), file.findtext(f"{DC}format")] = (
                address,
                int(file.findtext(f"{TERMS}extent").removesuffix(" bytes")),
                file.findtext(f"{DC}identifier").removeprefix("nih:sha-256;"),
            )
    shown = [by_address[path] for path, _, _ in list(files.values())[:1]]
    return Told(
        game.findtext(f"{DC}identifier"),
        texts(game, f"{DC}title"),
        {e.text for e in edition.iterfind(f"{DC}language")},
        _ends(game.findtext(f"{TERMS}created")),
        texts(game, f"{DC}coverage"),
        edition.findtext(f"{TERMS}issued"),
        texts(edition, f"{DC}rights"),
        edition.find(f"{TERMS}rights").get(f"{RDF}resource"),
        tuple(n.find(f"{TERMS}rights").get(f"{RDF}resource") for n in (game, *shown, record)),
        {book.findtext(f"{DC}language"): book.findtext(f"{DC}title") for book in books},
        files,
    )


def told_by_provenance(data: bytes) -> Told:
    said = json.loads(data)["game"]
    created = said["created"]
    words = created["words"]
    ends = tuple(
        None if created[end] == "unknown" else created[end] for end in ("earliest", "latest")
    )
    assert ends == _ends(None if created["edtf"] == "XXXX" else created["edtf"])
    return Told(
        said["identifier"],
        said["title"],
        set(said["languages"]),
        ends,
        {} if words == "unknown" else words,
        None if said["edition_date"] == "unknown" else said["edition_date"],
        said["rights"]["edition"]["text"],
        said["rights"]["edition"]["uri"],
        tuple(said["rights"][of]["uri"] for of in ("object", "files", "record")),
        said["rulebooks"],
        {
            (one["language"], one["media_type"]): (one["address"], one["bytes"], one["sha256"])
            for one in said["files"]
            if one["role"] == "rulebook"
        },
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
