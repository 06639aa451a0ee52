"""How the PDFs of a build are written: in RGB, or in the inks of a press."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pnp.base.icc import PressProfile
from pnp.base.units import quoted
from pnp.jobs.pipeline import Writer
from pnp.render import pdf
from pnp.scene import Scene


class PdfFile(NamedTuple):
    """A PDF to write; ``note_ink`` is called with its path and the greatest ink coverage.

    With ``x4`` it is PDF/X-4 for the press of that profile.
    """

    path: str
    scenes: Callable[[], Iterable[Scene]]
    hints: pdf.PrintHints
    note_ink: Callable[[str, float], object]
    press: PressProfile | None = None
    x4: PressProfile | None = None

    def write(self, to: Writer) -> None:
        """Write it.

        Raises:
            FontError: If a font has no glyph for a character.
            PictureError: If a picture's file has changed or cannot be read.
        """
        if self.x4 is None:
            most = pdf.write(self.scenes(), self.hints, to, self.press)
        else:
            from pnp.render import pdfx

            content, most = pdfx.render(self.scenes(), self.hints, self.x4, self.press)
            to.write(content)
        if self.press is not None:
            self.note_ink(self.path, most)


def ink_note(taken: Mapping[str, float], press: PressProfile) -> str:
    """Return a note on the file with the greatest ink coverage; 4 is all four inks, solid."""
    path = max(taken, key=lambda one: taken[one])
    percent = round(100 * taken[path])
    found = f"ink: at most {percent} % in one place ({path})"
    if press.ink_limit is None:
        return f"{found}; {quoted(press.description)} states no limit, so ask the shop"
    if percent > press.ink_limit:
        return f"{found}, and {quoted(press.description)} takes {press.ink_limit} %: it may not dry"
    return f"{found}; {quoted(press.description)} takes {press.ink_limit} %"
