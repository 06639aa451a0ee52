"""How the PDFs of a build are written: in RGB, or in the inks of a press with its profile."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.errors import UnitError, UsageError, first_faults
from pnp.base.files import Writer, read_regular
from pnp.base.messages import Message
from pnp.base.units import quoted
from pnp.scene import Scene

if TYPE_CHECKING:
    from pnp.base.icc import PressProfile
    from pnp.game.presets import Preset
    from pnp.render.pdf import PrintHints

MOST_FACES = 12  # with too much ink that are named


def find_press_profile(option: str, name: str) -> "PressProfile":
    """Read the ICC profile of a press from a file."""
    from pnp.base.icc import LARGEST, read_press_profile

    try:
        return read_press_profile(read_regular(Path(os.path.realpath(name)), LARGEST))
    except OSError as error:
        raise UsageError(Message("icc", option, written=name, reason=error.strerror)) from None
    except UnitError as error:
        raise UsageError(Message("not_usable", option, written=name, why=error)) from None


def find_separation_profile(option: str, name: str) -> "PressProfile":
    """Read the ICC profile of a press that can convert colours to inks."""
    from pnp.render.pdf_press import separation_for  # Pillow, only where it is needed

    profile = find_press_profile(option, name)
    try:
        separation_for(profile)
    except UnitError as error:
        raise UsageError(Message("not_usable", option, written=name, why=error)) from None
    return profile


class PdfFile(NamedTuple):
    """A PDF to write; ``note_ink`` is called with its path and the greatest ink coverage of pages.

    With ``x4`` or ``x1a`` it is PDF/X-4 or PDF/X-1a for the press of that profile. The coverage is
    by page label, for a PDF/X-1a; otherwise it is that of all pages, by "".
    """

    path: str
    scenes: Callable[[], Iterable[Scene]]
    hints: "PrintHints"
    note_ink: Callable[[str, Mapping[str, float]], object]
    press: "PressProfile | None" = None
    x4: "PressProfile | None" = None
    x1a: "PressProfile | None" = None

    def write(self, to: Writer) -> None:
        """Write it.

        Raises:
            FontError: If a font has no glyph for a character.
            PictureError: If a picture's file has changed or cannot be read.
        """
        if self.x1a is not None:
            from pnp.render import pdfx_1a

            content, inks = pdfx_1a.render(self.scenes(), self.hints, self.x1a)
            to.write(content)
            self.note_ink(self.path, inks)
            return
        if self.x4 is None:
            from pnp.render import pdf

            most = pdf.write(self.scenes(), self.hints, to, self.press)
        else:
            from pnp.render import pdfx

            content, most = pdfx.render(self.scenes(), self.hints, self.x4, self.press)
            to.write(content)
        if self.press is not None:
            self.note_ink(self.path, {"": most})


def ink_note(
    taken: Mapping[str, Mapping[str, float]], press: "PressProfile", shop: "Preset | None"
) -> str:
    """Return a note on the file with the greatest ink coverage; 4 is all four inks, solid."""
    path = max(taken, key=lambda one: max(taken[one].values()))
    percent = round(100 * max(taken[path].values()))
    found = f"ink: at most {percent} % in one place ({path})"
    taker, most = quoted(press.description), press.ink_limit
    if shop is not None and shop.most_ink is not None:
        taker, most = shop.shop, shop.most_ink
    if most is None:
        return f"{found}; {taker} states no limit, so ask the shop"
    if percent > most:
        return f"{found}, and {taker} takes {most} %: it may not dry"
    return f"{found}; {taker} takes {most} %"


def over_ink(game_id: str, taken: Mapping[str, Mapping[str, float]], shop: "Preset") -> list[str]:
    """Return a line for each page with more ink than a shop takes, and one that counts the rest."""
    found = []
    for path, pages in taken.items():
        for page, coverage in pages.items():
            percent, most = round(100 * coverage, 1), shop.most_ink or 400
            if percent > most:
                at, many = (f"{game_id}, {path}", page), f"{percent:g}"
                found.append(Message("over_ink", at, percent=many, shop=shop.shop, most=most))
    return first_faults(found, game_id, MOST_FACES, "face")
