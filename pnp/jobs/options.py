"""What the user chose for a build."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.base.errors import UnitError, UsageError
from pnp.base.units import Mm, dimensions, quoted
from pnp.components.deck.model import read_card_size
from pnp.definitions import load_theme
from pnp.game.paper import PAPERS, Paper
from pnp.game.stock import read_stock
from pnp.game.theme import CLASSIC, Theme
from pnp.jobs.marks import read_marks
from pnp.jobs.schemes import read_sheets
from pnp.jobs.selection import Pick, read_pieces
from pnp.jobs.words import one_of, words_of
from pnp.scene import Ink
from pnp.sheets.layout.duplex import Duplex
from pnp.sheets.layout.margin import MARGIN
from pnp.sheets.layout.marks import Marks
from pnp.sheets.layout.printer import Printer
from pnp.sheets.layout.scheme import Orientation, Scheme, Template

if TYPE_CHECKING:
    from pnp.game.shop import Preset

FORMATS = ("pdf", "svg", "png", "tts")
DPI = 300  # dots per inch of PNG faces, as print shops ask
LEAST_DPI, MOST_DPI = 30, 2400


class Options(NamedTuple):
    """Choices with the defaults of the command line.

    ``sizes`` and ``stock`` go to :func:`pnp.definitions.load_game`; ``only`` names components, none
    meaning all of them. ``kind`` asks for components of one kind alone, and ``cards`` for
    the deck with so many. ``fit`` makes a board that is larger than the paper smaller, instead
    of cutting it into pages. ``pieces`` picks some of a component's, none meaning all, and
    ``copies`` says how often each component is made. Sheets are corrected for a ``printer``.
    No ``theme`` is the colours of the models themselves: classic. ``dpi`` is that of PNG faces,
    ``preset`` what a print shop asks, ``tts_url`` where the images for Tabletop Simulator lie.
    ``langs`` are the languages that cards are wanted in, ``lang`` the one that is being made.
    The rest is what :class:`pnp.sheets.layout.scheme.Scheme` says of it.
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
    orientation: Orientation = Orientation.AUTO
    margin: Mm = MARGIN
    gap: Mm | None = None
    skip: tuple[int, ...] = ()
    template: Template | None = None
    pieces: tuple[Pick, ...] = ()
    copies: int = 1
    marks: Marks = Marks()
    rounded: bool = False
    printer: Printer | None = None
    ink: Ink = Ink.FULL
    theme: Theme | None = None
    dpi: int = DPI
    preset: "Preset | None" = None
    tts_url: str = ""
    langs: tuple[str, ...] = ()
    lang: str | None = None

    def in_each_language(self) -> tuple["Options", ...]:
        """Return the same choices for each language asked for, one at a time."""
        return tuple(self._replace(lang=lang) for lang in self.langs or (None,))

    @property
    def whole(self) -> bool:
        """Whether all that belongs to a game is made."""
        return not (self.only or self.kind or self.pieces)

    @property
    def look(self) -> str:
        """Theme and ink as names of files have them; empty if both are the usual ones."""
        theme = self.theme.id if self.theme is not None and self.theme.id != CLASSIC else ""
        return "-".join(filter(None, (theme, self.ink if self.ink is not Ink.FULL else "")))

    @property
    def scheme(self) -> Scheme:
        """How pieces are laid out on paper."""
        return Scheme(
            self.paper.size,
            self.duplex,
            self.fit,
            self.orientation,
            self.margin,
            self.gap,
            self.skip,
            self.template,
            self.marks,
            self.rounded,
        )


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
    orientation: str = "",
    margin: str = "",
    gap: str = "",
    skip: str = "",
    template: str = "",
    pieces: str = "",
    copies: int = 1,
    marks: str = "crop",
    mark_length: str = "",
    mark_width: str = "",
    mark_sides: str = "both",
    cut_order: bool = False,
    rounded: bool = False,
    printer: str = "",
    ink: str = Ink.FULL,
    theme: str = CLASSIC,
    dpi: int = DPI,
    preset: str = "",
    tts_url: str = "",
    lang: str = "",
) -> Options:
    """Read choices as they are written on the command line.

    Raises:
        UsageError: If one of them means nothing, saying what would be right.
    """
    side = one_of("--duplex", duplex, tuple(Duplex))
    sheets = read_sheets(
        paper=paper,
        orientation=orientation,
        margin=margin,
        gap=gap,
        skip=skip,
        template=template,
        duplex=side,
    )
    return Options(
        out=out,
        duplex=Duplex(side),
        formats=tuple(one_of("--format", word, FORMATS) for word in words_of("--format", format)),
        only=words_of("--only", only) if only else (),
        sizes=dict(map(_read_size, size or ())),
        stock=_read_stock(stock) if stock else None,
        fit=fit,
        unchecked=unchecked,
        pieces=read_pieces(pieces) if pieces else (),
        copies=_checked_copies(copies),
        marks=read_marks(marks, mark_length, mark_width, mark_sides, cut_order=cut_order),
        rounded=rounded,
        printer=_load_printer(printer) if printer else None,
        ink=Ink(one_of("--ink", ink, tuple(Ink))),
        theme=load_theme(theme),
        dpi=_read_dpi(dpi),
        preset=_find_preset(preset) if preset else None,
        tts_url=_read_url(tts_url) if tts_url else "",
        langs=words_of("--lang", lang) if lang else (),
        **sheets._asdict(),
    )


SMALLEST: Mm = 10.0
MOST_COPIES = 100  # more is a mistake in a number


def _checked_copies(copies: int) -> int:
    if not 1 <= copies <= MOST_COPIES:
        raise UsageError(f"--copies: write a number from 1 to {MOST_COPIES}, not {copies}")
    return copies


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


def _load_printer(name: str) -> Printer:
    from pnp.sheets.printers import load_printer

    return load_printer(name)


def _read_dpi(dpi: int) -> int:
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise UsageError(f"--dpi: write a number from {LEAST_DPI} to {MOST_DPI}, not {dpi}")
    return dpi


def _find_preset(name: str) -> "Preset":
    from pnp.definitions.data_files import find_preset

    return find_preset(name)


def _read_url(text: str) -> str:
    """Read an address that file names can follow."""
    from urllib.parse import urlsplit

    parts = urlsplit(text.strip())
    if parts.scheme not in ("http", "https", "file") or not (parts.netloc or parts.path):
        raise UsageError(
            "--tts-url: write the address of the folder with the images, such as "
            f'"https://example.org/turno/", not {quoted(text)}'
        )
    if parts.query or parts.fragment:
        raise UsageError(f"--tts-url: write an address without ? and #, not {quoted(text)}")
    return text.strip()


def _read_stock(text: str) -> Mm:
    try:
        return read_stock(text)
    except UnitError as error:
        raise UsageError(f"--stock: {error}") from None
