"""Pictures as one PDF/A-2b (ISO 19005-2), a page each; nothing comes out that was not checked."""

import logging
from collections.abc import Iterable
from io import BytesIO

import pikepdf

from pnp.errors import RenderError
from pnp.render.pdf import PrintHints
from pnp.render.pdf import render as render_pdf
from pnp.render.pdfa import describe
from pnp.render.xmp import Metadata, drawing_xmp
from pnp.scene import Scene


def render(scenes: Iterable[Scene], about: Metadata) -> bytes:
    """Write pictures and let pikepdf's validator judge what was written.

    Raises:
        FontError: If a font has no glyph for a character.
        RenderError: If the validator does not approve.
    """
    from pikepdf.pdfa import PdfaError, save

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # the report says what is wrong
    out = BytesIO()
    with pikepdf.open(BytesIO(render_pdf(scenes, PrintHints(about.title, about.lang)))) as pdf:
        describe(pdf, drawing_xmp(about), about)
        try:
            save(pdf, out, "2b", repair=False, deterministic_id=True, min_version="1.7")
        except PdfaError as error:
            rules = sorted({finding.rule for finding in error.report.findings})
            raise RenderError(f"{about.title}: not PDF/A-2b: {', '.join(rules)}") from None
    return out.getvalue()
