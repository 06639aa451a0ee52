"""The pictures that a shared link shows: of a game, and of a site."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from pnp.base.errors import PnpError
from pnp.base.files import read_regular
from pnp.base.geometry import Size
from pnp.game.game import Game
from pnp.positions.cover import ON_SCREEN, draw_game_cover
from pnp.render import png
from pnp.web.site.own_files import COVER_SIZE
from pnp.web.site.record import GameRecord

COVER = "cover.png"
_DPI = 96  # as the file says, for programs that ask


def fault() -> str:
    """Return why no pictures can be drawn; "" if they can."""
    try:
        png.require_cairo()
    except PnpError as error:
        return str(error)
    return ""


def cover_png(game: Game) -> bytes:
    """Return the cover of a game in the size for shared links."""
    width, height = COVER_SIZE
    cover = draw_game_cover(game, Size(ON_SCREEN.width, ON_SCREEN.width * height / width))
    return png.render(cover, game.name, _DPI, pixels=COVER_SIZE, rgb=True)


def site_cover(out: Path, records: Sequence[GameRecord]) -> bytes:
    """Return the covers of the first four games of a site, or of one if there are fewer, as PNG."""
    covers = [content for one in records if (content := _cover_of(out, one))][:4]
    return png.tiled(covers, 2) if len(covers) == 4 else b"".join(covers[:1])


def _cover_of(out: Path, record: GameRecord) -> bytes:
    """Return the cover of a game on the site, b"" if it has none or somebody changed it."""
    path = f"games/{record.id}/{COVER}"
    known = record.files.get(path)
    try:
        content = read_regular(out / path, known.size, out) if known else b""
    except OSError:
        return b""
    return content if known and sha256(content).hexdigest() == known.sha256 else b""
