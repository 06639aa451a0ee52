"""Checks the colours of a PDF for a press, in all its contents, pictures and gradients.

Every object of the file counts, shown or not, so nothing depends on how pages refer to drawings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from math import fsum
from typing import Any

import numpy as np
from pikepdf import Array, Dictionary, Name, Pdf, Stream, parse_content_stream
from PIL import Image, JpegImagePlugin

from pnp.make.made_files import MadeFile
from pnp.verify.findings import Finding, judged, ok, unchecked, wrong

DEEPEST = 12  # dictionaries within one another, and colour spaces
RIGHT = "CMYK throughout, for the press of an output intent"
_CHANNELS = {1: "grey", 3: "RGB", 4: "CMYK"}
_SPACES = {"/DeviceGray": 1, "/G": 1, "/CalGray": 1, "/DeviceRGB": 3, "/RGB": 3, "/CalRGB": 3}
_SPACES |= {"/DeviceCMYK": 4, "/CMYK": 4}
_OPERATORS = {"g": 1, "G": 1, "rg": 3, "RG": 3, "k": 4, "K": 4}


@dataclass
class UsedColors:
    """The kinds of colours in a file, and its highest ink coverage (4 is all inks, solid)."""

    kinds: set[str] = field(default_factory=set)
    most: float = 0.0

    def add_space(self, space: Any, depth: int = 0) -> None:
        """Add a colour space: a name, or an array that describes one."""
        if isinstance(space, Name):
            if channels := _SPACES.get(str(space)):
                self.kinds.add(_CHANNELS[channels])
        elif isinstance(space, Array) and len(space) and depth < DEEPEST:
            kind = str(space[0])
            if kind == "/ICCBased" and len(space) > 1:
                self.kinds.add(_CHANNELS.get(int(space[1].get("/N", 0)), "unknown"))
            elif kind in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
                self.add_space(space[1], depth + 1)
            elif kind in ("/Separation", "/DeviceN") and len(space) > 2:
                self.add_space(space[2], depth + 1)
            elif kind == "/Lab":
                self.kinds.add("L*a*b*")
            else:
                self.add_space(space[0], depth + 1)

    def add_content(self, stream: Any) -> None:
        """Add the colours that a content stream sets."""
        for one in parse_content_stream(stream):
            self.add_operator(str(one.operator), list(one.operands))

    def add_operator(self, operator: str, given: list[Any]) -> None:
        """Add the colour that an operator sets."""
        if channels := _OPERATORS.get(operator):
            self.kinds.add(_CHANNELS[channels])
            if channels == 4:
                self.most = max(self.most, fsum(map(float, given)))
        elif operator in ("cs", "CS") and given:
            self.add_space(given[0])
        elif operator == "INLINE IMAGE":
            self.add_space(given[0].obj.get("/ColorSpace", given[0].obj.get("/CS")))

    def add_values(self, things: Dictionary) -> None:
        """Add the colours of a gradient, a picture or a group from its dictionary."""
        space = things.get("/ColorSpace")
        for one in space.values() if isinstance(space, Dictionary) else (space,):
            self.add_space(one)
        if things.get("/S") == Name.Transparency:
            self.add_space(things.get("/CS"))
        for key in ("/C0", "/C1"):
            values = things.get(key)
            if isinstance(values, Array) and len(values) == 4:
                self.most = max(self.most, fsum(map(float, values)))


def ink_findings(content: bytes, entry: MadeFile | None) -> Iterator[Finding]:
    """Check that a PDF for a press uses only inks, and report its highest coverage."""
    with Pdf.open(BytesIO(content)) as pdf:
        condition = _condition(pdf)
        used = _used(pdf) if condition or (entry and entry.press) else UsedColors()
    kinds, most = sorted(used.kinds - {"grey"}), f"at most {100 * used.most:.0f} % of ink"
    if entry is None or entry.press is None:
        if condition is not None and kinds == ["CMYK"]:
            yield ok("colours", f"CMYK for {condition}, no RGB; {most}")
        elif condition is not None:
            yield unchecked("colours", f"{' and '.join(kinds) or 'none'} for {condition}")
    elif condition is None:
        yield wrong("colours", "no output intent for a press", RIGHT)
    else:
        good = kinds in (["CMYK"], [])
        found = f"CMYK for {condition}, no RGB; {most}" if good else " and ".join(kinds)
        yield judged("colours", good and condition == entry.press, found, f"CMYK for {entry.press}")


def _condition(pdf: Pdf) -> str | None:
    """Return the CMYK press condition for which a document declares its colours, or None."""
    for intent in pdf.Root.get("/OutputIntents", Array()):
        profile = intent.get("/DestOutputProfile")
        if intent.get("/S") == Name.GTS_PDFX and profile is not None and profile.get("/N") == 4:
            return str(intent.get("/Info", intent.get("/OutputConditionIdentifier", "")))
    return None


def _used(pdf: Pdf) -> UsedColors:
    used = UsedColors()
    for page in pdf.pages:
        contents = page.obj.get("/Contents", Array())
        for content in contents if isinstance(contents, Array) else (contents,):
            used.add_content(content)
    for found in pdf.objects:
        if isinstance(found, Stream) and found.get("/Subtype") == Name.Form:
            used.add_content(found)
        elif isinstance(found, Stream) and found.get("/Subtype") == Name.Image:
            used.most = max(used.most, _most_ink(found))
        for things in _dictionaries(found):
            used.add_values(things)
    return used


def _dictionaries(found: Any, depth: int = 0) -> Iterator[Dictionary]:
    """Yield a dictionary or that of a stream, and the direct ones within."""
    if isinstance(found, Stream):
        found = found.stream_dict
    if depth > DEEPEST or not isinstance(found, Dictionary | Array):
        return
    if isinstance(found, Dictionary):
        yield found
    for one in found.values() if isinstance(found, Dictionary) else found:
        if not getattr(one, "is_indirect", False):
            yield from _dictionaries(one, depth + 1)


def _most_ink(picture: Stream) -> float:
    """Return the highest ink coverage of any pixel or palette colour of a picture."""
    width, height, space = (picture.get(f"/{key}") for key in ("Width", "Height", "ColorSpace"))
    if isinstance(space, Array) and len(space) == 4 and space[1] == Name.DeviceCMYK:
        table = space[3].read_bytes() if isinstance(space[3], Stream) else bytes(space[3])
        return max((sum(table[at : at + 4]) for at in range(0, len(table), 4)), default=0) / 255
    if space != Name.DeviceCMYK or picture.get("/BitsPerComponent") != 8:
        return 0.0
    if picture.get("/Filter") == Name.DCTDecode:  # which Pillow turns over as /Decode does
        with JpegImagePlugin.JpegImageFile(BytesIO(picture.read_raw_bytes())) as image:
            image.load()
            return _darkest(image)
    return _darkest(Image.frombytes("CMYK", (width, height), picture.read_bytes()))


def _darkest(image: Image.Image) -> float:
    return int(np.asarray(image).sum(axis=2).max()) / 255
