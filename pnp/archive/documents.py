"""Make the rulebooks and the drawings of a package, and select what portals show of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil, sqrt
from pathlib import Path
from typing import NamedTuple

from pnp.archive.contents import FileRole, PackedFile
from pnp.archive.origin import missing_files
from pnp.archive.record import ArchiveRecord
from pnp.archive.versions import numbered
from pnp.base.errors import FontError, LayoutError, RulesError
from pnp.base.geometry import Size
from pnp.base.units import MM_PER_UNIT
from pnp.base.workplace import each, working_on
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.game.deposit import PACKAGE
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.game.translation import translated
from pnp.positions.cover import draw_game_cover
from pnp.render import svg
from pnp.render.pdfa import Metadata
from pnp.scene import Scene

UP = "../"  # from metadata/, where the records are, to data/
PAPER = "a4"
DPI = 100  # of previews, unless they would have fewer pixels than these:
SHOWN, LEAST = 1_000_000, 110_000  # Europeana asks for 950,000 at best, and for 100,000 at least
LONGEST = 8_000  # pixels, for faces that are far longer than wide
INCH = MM_PER_UNIT["in"]
COVER = "cover"  # of the game, before the folders of the components


class ShownFiles(NamedTuple):
    """Rulebooks, the drawings of each component, and a picture of each."""

    books: tuple[PackedFile, ...]
    drawings: tuple[PackedFile, ...]
    pictures: tuple[PackedFile, ...]

    def books_in(self, lang: str) -> tuple[PackedFile, ...]:
        """Return the rulebooks in a language."""
        return tuple(file for file in self.books if file.language == lang)


NO_FILES = ShownFiles((), (), ())


def shown_files(record: ArchiveRecord, files: Iterable[PackedFile]) -> ShownFiles:
    """Choose the files to show from a package: the cover, then in the order of the components.

    The picture of a component is a front, by which people recognize it.
    """
    books, drawings = [], []
    pictures: dict[str | None, PackedFile] = {}
    for file in sorted(files, key=partial(_rank, [part.id for part in record.parts])):
        if file.role is FileRole.RULEBOOK:
            books.append(file)
        elif file.role is FileRole.DRAWING and file.mediatype == "application/pdf":
            drawings.append(file)
        elif file.role is FileRole.PREVIEW:
            pictures.setdefault(file.component, file)
    return ShownFiles(tuple(books), tuple(drawings), tuple(pictures.values()))


def _rank(components: Sequence[str], file: PackedFile) -> tuple[int, bool]:
    place = components.index(file.component) if file.component in components else -1
    return place, file.path.endswith("-back.png")


def address_of(record: ArchiveRecord, file: PackedFile) -> str:
    """Return the URL of a file, or its path relative to the records if it has none."""
    return online(record, file.path) or f"{UP}{file.path}"


def online(record: ArchiveRecord, path: str) -> str | None:
    """Return the URL of a file by its path in the package, or None if it has none."""
    if record.deposit.files_at is None:
        return None
    name = numbered(record.definition.id, record.version)
    return f"{record.deposit.files_at.replace(PACKAGE, name).removesuffix('/')}/{path}"


def checksum_uri(file: PackedFile) -> str:
    """Return the SHA-256 of a file as a URI (RFC 6920, section 7)."""
    return f"nih:sha-256;{file.sha256}"


def names_of(record: ArchiveRecord, file: PackedFile) -> Iterator[tuple[str, str]]:
    """Yield the names of a drawing's or picture's subject by language."""
    if file.role is FileRole.PREVIEW and file.component is None:
        yield from record.titles
    for part in record.parts:
        if part.id == file.component:
            yield from part.names


def books(
    folder: Path, record: ArchiveRecord, speaking: Callable[[str], Game]
) -> Iterator[tuple[str, bytes]]:
    """Yield the rulebooks by their paths in the package; the rule texts are in ``folder``.

    ``speaking`` returns the game with its cards in a language.
    """
    from pnp.render import pdfa
    from pnp.rulebook.book import rulebook
    from pnp.rulebook.figures import FigureDrawings
    from pnp.rulebook.html import render_html
    from pnp.rulebook.pages import set_pages_of

    drawings: FigureDrawings | None = None
    for lang in each(record.languages, "rulebook.{}".format):
        game = translated(folder, speaking(lang), lang)
        drawings = FigureDrawings(game, drawings)
        book = rulebook(folder, game, lang, drawings)
        name = f"rules/rulebook.{lang}"
        try:
            with working_on(f"{name}.pdf"):
                document = set_pages_of(book, PAPERS[PAPER])
                content = pdfa.render(document, book_metadata(record, lang))
            yield f"{name}.pdf", content
        except (LayoutError, FontError) as error:
            raise RulesError(f"{name}.pdf: {error}") from None
        yield f"{name}.html", render_html(book)


def book_metadata(record: ArchiveRecord, lang: str) -> Metadata:
    """Return the PDF metadata of the rulebook in one of the record's languages."""
    edition = record.editions[lang]
    return Metadata(
        title=dict(record.book_titles)[lang],
        lang=lang,
        summary=edition.summary,
        author="; ".join(record.authors) or None,
        rights=edition.rights,
        rights_uri=record.rights_uri,
        identifier=record.identifier,
        date=record.date,
        coverage=record.created.edtf if record.created else None,
        subjects=(edition.name, *(rule_set.name for rule_set in edition.rule_sets.values())),
    )


def drawings(record: ArchiveRecord) -> Iterator[tuple[str, bytes]]:
    """Yield the drawings by their paths in the package, with previews if cairo is installed."""
    from pnp.render import pdfa, png
    from pnp.rulebook.book import COVER as COVER_SIZE

    main = record.definition.language
    lang = main if main in record.editions else record.languages[0]
    game = record.editions[lang]
    about = book_metadata(record, lang)._replace(summary=None)
    has_previews = not missing_files()

    def pictures(place: str, face: Scene, title: str, least: int) -> Iterator[tuple[str, bytes]]:
        with working_on(place.rpartition("/")[2]):
            yield f"drawings/{place}.svg", svg.render(face, title)
            if has_previews:
                yield f"previews/{place}.png", png.render(face, title, dpi_of(face.size, least))

    yield from pictures(COVER, draw_game_cover(game, COVER_SIZE, on_paper=True), game.name, SHOWN)
    for component_id in each(tuple(game.components)):
        component = game.components[component_id]
        pieces = draw_component(game, component_id)
        faces = {
            f"{piece.name}-{side}": trimmed(face, piece.roles)
            for piece in pieces
            for side, face in piece.faces
        }
        first = {f"{pieces[0].name}-{side}" for side, _ in pieces[0].faces}
        title = f"{game.name} · {component.name}"
        for name, face in faces.items():
            least = SHOWN if name in first else LEAST
            yield from pictures(f"{component_id}/{name}", face, f"{title} · {name}", least)
        written = pdfa.render_drawings(tuple(faces.values()), about._replace(title=title))
        yield f"drawings/{component_id}.pdf", written


def dpi_of(size: Size, least: int) -> int:
    """Return the resolution at which a picture has at least so many pixels, if none is too long."""
    wanted = ceil(sqrt(least / (size.width * size.height)) * INCH)
    return max(DPI, min(wanted, int(LONGEST / max(size) * INCH)))
