"""The pictures of a package as a IIIF manifest (Presentation API 3.0), which viewers open."""

from collections.abc import Iterable, Iterator, Mapping
from struct import unpack

from pnp.archive.contents import FileRole, PackedFile
from pnp.archive.documents import address_of, names_of, online, shown_files
from pnp.archive.formats.jsonld import JsonObject, json_bytes
from pnp.archive.record import ArchiveRecord

MANIFEST = "metadata/iiif-manifest.json"
CONTEXT = "http://iiif.io/api/presentation/3/context.json"


def iiif_manifest(
    record: ArchiveRecord, files: tuple[PackedFile, ...], made: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Return a manifest with the cover and each face, by its path; {} if nothing is online.

    ``made`` are the files by their paths. Viewers open the rulebooks beside the pictures.
    """
    at = online(record, MANIFEST)
    pictures = [file for file in files if file.role is FileRole.PREVIEW]
    if at is None or not pictures:
        return {}
    cover, *faces = sorted(pictures, key=lambda file: file.component is not None)
    page = {"id": record.record_url, "type": "Text", "label": _map(record.titles)}
    manifest = {
        "@context": CONTEXT,
        "id": at,
        "type": "Manifest",
        "label": _map(record.titles),
        "summary": _map(record.summaries),
        # which the specification wants with http, as RDF has it
        "rights": record.other_rights.files.uri.replace("https://", "http://"),
        "homepage": [page] if record.record_url else None,
        "rendering": [
            {
                "id": address_of(record, book),
                "type": "Text",
                "label": _map([(str(book.language), str(book.title))]),
                "format": book.mediatype,
            }
            for book in shown_files(record, files).books
        ],
        "items": [
            _canvas(record, file, made[file.path], f"{at}/{number}")
            for number, file in enumerate((cover, *faces), 1)
        ],
    }
    return {MANIFEST: json_bytes(manifest)}


def _canvas(record: ArchiveRecord, file: PackedFile, content: bytes, at: str) -> JsonObject:
    width, height = unpack(">II", content[16:24])  # of PNG
    size = {"width": width, "height": height}
    image = {
        "id": address_of(record, file),
        "type": "Image",
        "format": file.mediatype,
        **size,
    }
    painted = {
        "id": f"{at}/annotation",
        "type": "Annotation",
        "motivation": "painting",
        "body": image,
        "target": at,
    }
    page = {"id": f"{at}/page", "type": "AnnotationPage", "items": [painted]}
    label = _map(_labels(record, file))
    return {"id": at, "type": "Canvas", "label": label, **size, "items": [page]}


def _labels(record: ArchiveRecord, file: PackedFile) -> Iterator[tuple[str, str]]:
    face = file.path.rpartition("/")[2].removesuffix(".png") if file.component else ""
    for lang, name in names_of(record, file):
        yield lang, f"{name} · {face}" if face else name


def _map(texts: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    """Return a language map."""
    return {lang: [text] for lang, text in texts}
