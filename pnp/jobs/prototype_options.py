"""The options of a build for unfinished games."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.jobs.options import FACES, option
from pnp.jobs.paper_options import PaperOptions

if TYPE_CHECKING:
    from pnp.jobs.changed import EarlierFaces


def read_since(option: str, text: str) -> "EarlierFaces":
    """Read a manifest."""
    from pnp.jobs.changed import read_since

    return read_since(option, text)


@dataclass(frozen=True, init=False, repr=False, eq=False)
class PrototypeOptions(PaperOptions):
    """How to make a game that has faults, or that was printed before."""

    draft: bool = option(
        "Make everything despite faults: mark them in red on the cards, use placeholders for "
        "missing pictures, and list all faults.",
        file_word=lambda _: "draft",
        changes=FACES,
        default=False,
        group="files",
    )
    partly: bool = option(
        "Print untranslated texts in the game's own language; the report counts and lists them.",
        default=False,
        flag="--partial",
        group="files",
    )
    scale_layout: bool = option(
        "Scale the layout of cards and boards to the size that --size gives them.",
        file_word=lambda _: "scaled",
        changes=FACES,
        default=False,
        group="pieces",
        setting=True,
        in_help=False,
    )
    changed_since: "EarlierFaces | None" = option(
        "Print only the pieces that changed since an earlier build, by its manifest.json.",
        read_since,
        file_word=lambda since: f"changed-since-{_as_word(since.text)}",
        changes=("sheets", "proof"),
        group="pieces",
        metavar="MANIFEST",
    )

    proof: bool = option(
        "Make a proof instead of sheets: all pieces with their names on a few pages, as a "
        "PDF, or as images with --format png.",
        default=False,
        group="files",
    )
    proof_lines: bool = option(
        "Show the cut, the bleed and the safe area of the pieces on a --proof.",
        file_word=lambda _: "lines",
        changes=("proof",),
        default=False,
        group="files",
        setting=True,
        in_help=False,
    )

    @property
    def falls_back(self) -> bool:
        """Whether untranslated texts stay in the game's own language."""
        return self.partly or self.draft


def _as_word(since: str) -> str:
    """Return the name of a manifest without its suffix, for file names."""
    stem = re.split(r"[/\\]", since)[-1].removesuffix(".json")
    return re.sub(r"[^A-Za-z0-9_.]+", "-", stem).strip("-.") or "then"
