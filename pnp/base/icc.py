"""ICC profiles of presses, which a PDF for a print shop names as its printing condition."""

import re
from typing import NamedTuple

from pnp.base.errors import UnitError

HEADER = 128  # bytes
LARGEST = 20_000_000  # bytes: profiles of presses have up to 3 million
_FOGRA = re.compile(r"FOGRA\s?(\d{2})", re.IGNORECASE)
# Descriptions of common profiles without the name of their condition, and that name in the
# Characterization Data Registry of the ICC, https://www.color.org/chardata/drsection1.xalter.
_CONDITIONS = {
    "PSO Coated v3": "FOGRA51",
    "PSOcoated_v3": "FOGRA51",
    "PSO Uncoated v3": "FOGRA52",
    "PSOuncoated_v3": "FOGRA52",
    "CGATS21_CRPC6": "CGATS21_CRPC6",
    "GRACoL2013_CRPC6": "CGATS21_CRPC6",
    "Web Coated (SWOP) v2": "CGATS TR 001",
}
UNREGISTERED = "Custom"  # ISO 32000-1, 14.11.5
REGISTRY = "http://www.color.org"
_LIMIT = re.compile(r"\b([2-3]\d\d)\s?%")  # of ink, as in "ISO Coated v2 300% (ECI)"


class PressProfile(NamedTuple):
    """A profile of a CMYK press: its bytes and its description."""

    content: bytes
    description: str

    @property
    def condition(self) -> str:
        """The registered name of the printing condition, or "Custom"."""
        if found := _FOGRA.search(self.description):
            return f"FOGRA{found[1]}"
        known = (name for text, name in _CONDITIONS.items() if text in self.description)
        return next(known, UNREGISTERED)

    @property
    def ink_limit(self) -> int | None:
        """The most ink that the press takes, in percent of one ink; None if not described."""
        found = _LIMIT.search(self.description)
        return int(found[1]) if found else None


def read_press_profile(content: bytes) -> PressProfile:
    """Read a press profile (ISO 15076-1 and its predecessors).

    Raises:
        UnitError: If it is not a profile, too large, cut off, or not that of a CMYK press.
    """
    if len(content) < HEADER + 4 or content[36:40] != b"acsp":
        raise UnitError("is not an ICC profile")
    if len(content) > LARGEST:
        raise UnitError(f"is too large: a profile has at most {LARGEST:,} bytes")
    if _integer(content, 0) > len(content):
        raise UnitError("is an ICC profile that is cut off: its end is missing; copy it again")
    kind, space = content[12:16], content[16:20]
    if kind != b"prtr" or space != b"CMYK":
        raise UnitError(
            f"is an ICC profile of class {_word(kind)} for {_word(space)}; write one of a press "
            "(class prtr) for CMYK"
        )
    return PressProfile(content, _description(content) or "no description")


def _word(signature: bytes) -> str:
    return signature.decode("ascii", "replace").strip()


def _description(content: bytes) -> str:
    """Return the text of the tag ``desc``, in either of its two forms; "" without it."""
    for number in range(min(_integer(content, HEADER), 100)):
        entry = HEADER + 4 + 12 * number
        if content[entry : entry + 4] == b"desc":
            at = _integer(content, entry + 4)
            tag = content[at : at + _integer(content, entry + 8)]
            if tag[:4] == b"mluc":
                start = _integer(tag, 24)
                written = tag[start : start + _integer(tag, 20)].decode("utf-16-be", "replace")
            else:
                written = tag[12 : 12 + _integer(tag, 8)].decode("ascii", "replace")
            return written.partition("\0")[0].strip()
    return ""


def _integer(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + 4], "big")
