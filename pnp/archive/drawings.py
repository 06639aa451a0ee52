"""The drawings of a package: every face of every component as SVG, PDF and PNG."""

from collections.abc import Iterator

from pnp.archive.books import book_metadata
from pnp.archive.record import ArchiveRecord
from pnp.base.errors import RenderError
from pnp.components.piece import trimmed
from pnp.components.registry import draw_component
from pnp.game.game import Game
from pnp.render import svg
from pnp.render.xmp import Metadata
from pnp.scene import Scene

PREVIEW_DPI = 100


def drawings(record: ArchiveRecord) -> Iterator[tuple[str, bytes]]:
    """Yield the drawings by their paths in the package; previews only where cairo is installed.

    Raises:
        FontError, RenderError: If a face cannot be written.
    """
    from pnp.render import pdfa

    game, about = _edition(record)
    has_previews = not missing_previews()
    for component_id, component in game.components.items():
        faces = list(_faces(game, component_id))
        for name, face in faces:
            title = f"{game.name} · {component.name} · {name}"
            yield f"drawings/{component_id}/{name}.svg", svg.render(face, title)
            if has_previews:
                yield f"previews/{component_id}/{name}.png", _preview(face, title)
        titled = about._replace(title=f"{game.name} · {component.name}")
        written = pdfa.render_drawings([face for _, face in faces], titled)
        yield f"drawings/{component_id}.pdf", written


def _edition(record: ArchiveRecord) -> tuple[Game, Metadata]:
    """Return the game in the definition's language, else the first, and its PDF metadata."""
    main = record.definition.language
    lang = main if main in record.languages else record.languages[0]
    about = book_metadata(record, lang)._replace(summary=None)
    return record.editions[record.languages.index(lang)], about


def missing_previews() -> str:
    """Return a note that says why there are no previews, or nothing if there are."""
    from pnp.render.png import require_cairo

    try:
        require_cairo()
    except RenderError:
        return "previews: no PNG was made, because the cairo library is not installed"
    return ""


def _faces(game: Game, component_id: str) -> Iterator[tuple[str, Scene]]:
    for piece in draw_component(game, component_id):
        for side, face in piece.faces:
            yield f"{piece.name}-{side}", trimmed(face, piece.roles)


def _preview(face: Scene, title: str) -> bytes:
    from pnp.render import png

    return png.render(face, title, PREVIEW_DPI)
