"""The options of files of faces, for print shops and Tabletop Simulator."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.base.addresses import address_parts, is_web_address
from pnp.base.errors import UsageError
from pnp.base.icc import PressProfile
from pnp.base.messages import Message
from pnp.base.units import Mm
from pnp.jobs.file_names import length_word
from pnp.jobs.options import (
    choice,
    choices,
    find_preset,
    length_between,
    option,
    whole_number,
)
from pnp.jobs.press_profiles import find_press_profile, find_separation_profile
from pnp.jobs.prototype_options import PrototypeOptions
from pnp.make.wing import own_wings
from pnp.sheets.layout.scheme import FaceOrder

if TYPE_CHECKING:
    from pnp.game.presets import Preset

OTHER_FORMATS = {one.name: one for wing in own_wings() for one in wing.formats}
FORMATS = ("pdf", "svg", "png", "faces", *OTHER_FORMATS)
_OTHERS = "".join(f", {one.name} ({one.program})" for one in OTHER_FORMATS.values())
IN_INKS = ("pdf", "faces")  # the formats that hold CMYK


def _read_url(option: str, text: str) -> str:
    """Parse an address to which file names can be appended."""
    url = text.strip()
    parts = address_parts(url)
    is_file = parts is not None and parts.scheme == "file" and bool(parts.path)
    if parts is None or not (is_file or is_web_address(url)):
        raise UsageError(Message("url", option, written=text))
    if parts.query or parts.fragment:
        raise UsageError(Message("plain_url", option, written=text))
    return url


@dataclass(frozen=True, init=False, repr=False, eq=False)
class FaceOptions(PrototypeOptions):
    """Which kinds of files to make, and how faces are arranged in those without sheets."""

    formats: tuple[str, ...] = option(
        "Formats, separated by commas: pdf (sheets), svg and png (faces), faces (a PDF with "
        f"one face per page, for print shops){_OTHERS}.",
        choices(FORMATS),
        default=("pdf",),
        group="files",
        flag="--format",
        setting=True,
    )
    dpi: int = option(
        "Resolution of PNG faces, in pixels per inch.",
        whole_number(30, 2400),
        file_word=lambda dpi: f"{dpi}dpi",
        changes=("png",),
        default=300,
        group="files",
        setting=True,
        in_help=False,
        metavar="N",
    )
    bleed: Mm = option(
        "How far the art of --format faces extends past the cut, such as 3mm or 0.125in.",
        length_between(0.0, 10.0),
        file_word=lambda bleed: f"bleed-{length_word(bleed)}",
        changes=("face pages",),
        default=3.0,
        group="others",
        shown_default="3mm",
        metavar="LENGTH",
        setting=True,
        in_help=False,
    )
    pdfx: PressProfile | None = option(
        "Make --format faces as PDF/X-4 for the press with this ICC profile, such as "
        "PSOcoated_v3.icc; greys are printed with black ink only.",
        find_press_profile,
        file_word=lambda _: "x4",
        changes=("face pages",),
        group="others",
        metavar="FILE",
    )
    cmyk: PressProfile | None = option(
        "Make PDF sheets and faces in CMYK for the press with this ICC profile; black and "
        "greys are printed with black ink only.",
        find_separation_profile,
        file_word=lambda _: "cmyk",
        changes=("sheets", "face pages"),
        group="others",
        metavar="FILE",
    )
    face_order: FaceOrder = option(
        "The order of pages in --format faces: pairs (front, back, front, back), sides (all "
        "fronts, then all backs), one-back (all fronts, then one back).",
        choice(FaceOrder),
        file_word=str,
        changes=("face pages",),
        default=FaceOrder.PAIRS,
        group="others",
        shown_default="pairs",
        setting=True,
        in_help=False,
    )
    preset: "Preset | None" = option(
        "Also make PNG faces with bleed for a print shop, such as tgc-poker; pnp list "
        "--presets lists them all.",
        find_preset,
        group="others",
        metavar="PRESET",
    )
    tts_url: str = (
        ""
        if "tts" not in FORMATS
        else option(
            "The address where you host the images for Tabletop Simulator.",
            _read_url,
            default="",
            group="others",
            metavar="URL",
            setting=True,
            in_help=False,
        )
    )

    @property
    def in_rgb(self) -> tuple[str, ...]:
        """The chosen formats that cannot hold CMYK."""
        return tuple(one for one in self.formats if one not in IN_INKS)

    def cmyk_faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that does not work with CMYK."""
        if self.cmyk is None:
            return
        if self.proof:
            yield Message("not_on_proof", "--cmyk", option="cmyk")
        if set(self.formats).isdisjoint(IN_INKS):
            yield Message("cmyk_pdf", "--cmyk")
        elif "formats" in given and self.in_rgb:
            rgb = ", ".join(self.in_rgb)
            yield Message("cmyk_format", "--format", formats=rgb)
        if self.preset is not None:
            yield Message("cmyk_preset", "--preset", preset=self.preset.id)
        if self.pdfx not in (None, self.cmyk):
            yield Message("other_pdfx", "--pdfx")
