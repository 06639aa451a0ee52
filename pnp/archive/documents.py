"""Make the rulebooks and the drawings of a package, and select what portals show of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.archive.contents import FileRole, PackedFile
from pnp.archive.origin import missing_files
from pnp.archive.record import ArchiveRecord
from pnp.base.errors import FontError, LayoutError, RulesError
from pnp.base.workplace import each, working_on
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.game.translation import translated
from pnp.render import svg
from pnp.render.pdfa import Metadata

UP = "../"  # from metadata/, where the records are, to data/
PAPER = "a4"
PREVIEW_DPI = 100


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
    """Choose the files to show from a package, in the order of the game's components.

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
    online = record.deposit.files_at
    return f"{online.removesuffix('/')}/{file.path}" if online else f"{UP}{file.path}"


def checksum_uri(file: PackedFile) -> str:
    """Return the SHA-256 of a file as a URI (RFC 6920, section 7)."""
    return f"nih:sha-256;{file.sha256}"


def names_of(record: ArchiveRecord, file: PackedFile) -> Iterator[tuple[str, str]]:
    """Yield the names of a drawing's or picture's subject by language."""
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

    main = record.definition.language
    lang = main if main in record.editions else record.languages[0]
    game = record.editions[lang]
    about = book_metadata(record, lang)._replace(summary=None)
    has_previews = not missing_files()
    for component_id in each(tuple(game.components)):
        component = game.components[component_id]
        faces = {
            f"{piece.name}-{side}": trimmed(face, piece.roles)
            for piece in draw_component(game, component_id)
            for side, face in piece.faces
        }
        title = f"{game.name} · {component.name}"
        for name, face in faces.items():
            titled = f"{title} · {name}"
            with working_on(name):
                picture = svg.render(face, titled)
                preview = png.render(face, titled, PREVIEW_DPI) if has_previews else None
            yield f"drawings/{component_id}/{name}.svg", picture
            if preview is not None:
                yield f"previews/{component_id}/{name}.png", preview
        written = pdfa.render_drawings(tuple(faces.values()), about._replace(title=title))
        yield f"drawings/{component_id}.pdf", written
