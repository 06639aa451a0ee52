"""What the user chose for a build."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.errors import UnitError, UsageError
from pnp.layout.duplex import Duplex
from pnp.layout.scheme import Scheme
from pnp.model.deck import read_card_size
from pnp.model.paper import PAPERS, Paper, parse_paper
from pnp.model.stock import read_stock
from pnp.units import Mm, dimensions, shown

if TYPE_CHECKING:
    from pnp.model.shop import Preset

FORMATS = ("pdf", "svg", "png", "tts")
DPI = 300  # dots per inch of PNG faces, as print shops ask
LEAST_DPI, MOST_DPI = 30, 2400


class Options(NamedTuple):
    """Choices with the defaults of the command line.

    ``sizes`` and ``stock`` go to :func:`pnp.definitions.load_game`; ``only`` names components, none
    meaning all of them. ``kind`` asks for components of one kind alone, and ``cards`` for
    the deck with so many. ``fit`` makes a board that is larger than the paper smaller, instead
    of cutting it into pages. ``dpi`` is that of PNG faces, ``preset`` what a print shop asks, and
    ``tts_url`` where the images for Tabletop Simulator lie.
    """

    out: Path = Path("output")
    paper: Paper = Paper("a4", PAPERS["a4"])
    duplex: Duplex = Duplex.LONG_EDGE
    formats: tuple[str, ...] = ("pdf", "svg")
    only: tuple[str, ...] = ()
    sizes: Mapping[str, str] = {}
    stock: Mm | None = None
    kind: str = ""
    cards: int | None = None
    unchecked: bool = False
    fit: bool = False
    dpi: int = DPI
    preset: "Preset | None" = None
    tts_url: str = ""

    @property
    def whole(self) -> bool:
        """Whether all that belongs to a game is made."""
        return not (self.only or self.kind)

    @property
    def scheme(self) -> Scheme:
        """How pieces are laid out on paper."""
        return Scheme(self.paper.size, self.duplex, self.fit)


class Progress(Protocol):
    """Told how far a build is."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """Say that ``done`` of ``total`` steps are made, and what is being made."""


def read_options(
    *,
    out: Path,
    paper: str,
    duplex: str,
    format: str,
    only: str = "",
    size: Sequence[str] | None = None,
    stock: str = "",
    fit: bool = False,
    unchecked: bool = False,
    dpi: int = DPI,
    preset: str = "",
    tts_url: str = "",
) -> Options:
    """Read choices as they are written on the command line.

    Raises:
        UsageError: If one of them means nothing, saying what would be right.
    """
    return Options(
        out=out,
        paper=parse_paper(paper),
        duplex=Duplex(_one_of("--duplex", duplex, tuple(Duplex))),
        formats=tuple(
            dict.fromkeys(_one_of("--format", word, FORMATS) for word in _words(format, "--format"))
        ),
        only=tuple(dict.fromkeys(_words(only, "--only"))) if only else (),
        sizes=dict(map(_read_size, size or ())),
        stock=_read_stock(stock) if stock else None,
        fit=fit,
        unchecked=unchecked,
        dpi=_read_dpi(dpi),
        preset=_find_preset(preset) if preset else None,
        tts_url=_read_url(tts_url) if tts_url else "",
    )


SMALLEST: Mm = 10.0


def _words(text: str, option: str) -> list[str]:
    words = [word.strip().lower() for word in text.split(",")]
    if not all(words):
        raise UsageError(f"{option}: write names with commas between them, not {text!r}")
    return words


def _one_of(option: str, word: str, known: Sequence[str]) -> str:
    if word.lower() not in known:
        raise UsageError(f"{option}: {shown(word)} is not known; write one of {', '.join(known)}")
    return word.lower()


def _read_size(text: str) -> tuple[str, str]:
    """Read ``"poker"`` or ``"tiles=40x60mm"`` as a component and its size."""
    component, equals, size = text.rpartition("=")
    if equals and not component:
        raise UsageError(f"--size: write a component before the =, not {text!r}")
    try:
        chosen = read_card_size(size.strip().lower())
    except UnitError as error:
        raise UsageError(f"--size: {error}") from None
    if min(chosen) < SMALLEST:
        raise UsageError(f"--size: a piece is {SMALLEST:g} mm or more each way, not {size}")
    return component, dimensions(chosen.width, chosen.height)


def _read_dpi(dpi: int) -> int:
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise UsageError(f"--dpi: write a number from {LEAST_DPI} to {MOST_DPI}, not {dpi}")
    return dpi


def _find_preset(name: str) -> "Preset":
    from pnp.definitions.shops import find_preset

    return find_preset(name)


def _read_url(text: str) -> str:
    """Read an address that file names can follow."""
    from urllib.parse import urlsplit

    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https", "file") or not (parts.netloc or parts.path):
        raise UsageError(
            "--tts-url: write the address of the folder with the images, such as "
            f'"https://example.org/turno/", not {shown(text)}'
        )
    if parts.query or parts.fragment:
        raise UsageError(f"--tts-url: write an address without ? and #, not {shown(text)}")
    return text.strip()


def _read_stock(text: str) -> Mm:
    try:
        return read_stock(text)
    except UnitError as error:
        raise UsageError(f"--stock: {error}") from None
