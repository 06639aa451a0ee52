"""Colours of a PDF as the inks of a press, and the output intent for that press."""

import zlib
from itertools import pairwise
from math import fsum

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

from pnp.base.color import blended, channels
from pnp.base.icc import REGISTRY, UNREGISTERED, PressProfile
from pnp.render.pdf_colors import ColorStep
from pnp.render.pdf_operators import decimals
from pnp.render.reportlab_private import StreamedDocument
from pnp.render.separation import separation_for
from pnp.scene.gradient import Gradient

SHADES = 16  # colours between two stops: inks do not mix as light does


class PressColors:
    """Colours as the inks of a press; ``most`` is the greatest coverage of any, up to 4."""

    space = "DeviceCMYK"

    def __init__(self, profile: PressProfile) -> None:
        self.separation = separation_for(profile)
        self.most = 0.0
        self._written: dict[str, str] = {}

    def chosen(self, name: str, stroke: bool = False) -> str:
        """Return the operators that choose a colour, to fill or to ``stroke``."""
        written = self._written.get(name)
        if written is None:
            inks = self.separation.of_color(name)
            self.took(fsum(inks))
            written = self._written[name] = " ".join(map(decimals, inks))
        return f"{written} {'K' if stroke else 'k'}"

    def steps(self, gradient: Gradient) -> tuple[str, list[ColorStep]]:
        """Return the colour space of a gradient, and its colours in that space."""
        grey = all(len(set(channels(stop.color))) == 1 for stop in gradient.stops)
        inks_of = self.separation.of_grey if grey else self.separation.mixed
        steps = [ColorStep(at, inks_of(shade)) for at, shade in _shades(gradient)]
        self.took(*(fsum(step.values) for step in steps))
        return self.space, steps

    def took(self, *amounts: float) -> None:
        """Record the ink coverage of colours."""
        self.most = max(self.most, *amounts)


def add_output_intent(pdf: StreamedDocument, profile: PressProfile) -> None:
    """Declare in a document the press that its inks are for (ISO 32000-1, 14.11.5)."""
    entries = PDFDictionary({"N": 4, "Filter": PDFName("FlateDecode")})
    stream = PDFStream(entries, zlib.compress(profile.content, 9))
    pdf.sign(profile.content)
    intent = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(profile.condition),
        "Info": PDFString(profile.description),
        "DestOutputProfile": pdf.Reference(stream, "press profile"),
    }
    if profile.condition != UNREGISTERED:
        intent["RegistryName"] = PDFString(REGISTRY)
    pdf.add_to_catalog("OutputIntents", PDFArray([PDFDictionary(intent)]))


def _shades(gradient: Gradient) -> list[tuple[float, str]]:
    """Return colours along a gradient, dense enough for inks to change linearly between them."""
    first, *_ = gradient.stops
    found = [(first.at, first.color)]
    for a, b in pairwise(gradient.stops):
        parts = SHADES if a.color != b.color and b.at > a.at else 1
        found += [
            (a.at + n / parts * (b.at - a.at), blended(a.color, b.color, n / parts))
            for n in range(1, parts + 1)
        ]
    return found
