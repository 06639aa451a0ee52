"""Files as responses: style sheets, scripts and fonts."""

from pnp.base.files import templates
from pnp.web.visit import SVG, Made, NotFoundError, Visit

MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": SVG,
    "png": "image/png",
    "woff2": "font/woff2",
}


def static_file(visit: Visit, file: str) -> Made:
    """Return a file of ``templates/web/static``."""
    kind = MEDIA_TYPES.get(file.rpartition(".")[2])
    try:
        if kind is not None:
            return Made((templates() / "web" / "static" / file).read_bytes(), kind)
    except OSError:
        pass
    raise NotFoundError("there is no such page")
