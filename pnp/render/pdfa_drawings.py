"""Pictures as one file that claims to be PDF/A-2b (ISO 19005-2), a page each.

Whoever keeps it lets a validator judge it first, as packages for archives do.
"""

from collections.abc import Iterable
from io import BytesIO

import pikepdf

from pnp.render.pdf import PrintHints
from pnp.render.pdf import render as render_pdf
from pnp.render.pdfa import describe
from pnp.render.xmp import Metadata, drawing_xmp
from pnp.scene import Scene


def render(scenes: Iterable[Scene], about: Metadata) -> bytes:
    """Write pictures, each as large as it is.

    Raises:
        FontError: If a font has no glyph for a character.
    """
    with pikepdf.open(BytesIO(render_pdf(scenes, PrintHints(about.title, about.lang)))) as pdf:
        describe(pdf, drawing_xmp(about), about)
        out = BytesIO()
        pdf.save(
            out,
            deterministic_id=True,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return out.getvalue()
