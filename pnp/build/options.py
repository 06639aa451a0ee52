"""What the user chose for a build."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from pnp.definitions import load_theme
from pnp.errors import UnitError, UsageError
from pnp.layout.duplex import Duplex
from pnp.layout.scheme import Scheme
from pnp.model.deck import read_card_size
from pnp.model.paper import PAPERS, Paper, parse_paper
from pnp.model.stock import read_stock
from pnp.model.theme import CLASSIC, Theme
from pnp.scene import Ink
from pnp.units import Mm, dimensions, shown

FORMATS = ("pdf", "svg", "png")
DPI = 300  # dots per inch of PNG faces, as print shops ask


class Options(NamedTuple):
    """Choices with the defaults of the command line.

    ``sizes`` and ``stock`` go to :func:`pnp.definitions.load_game`; ``only`` names components, none
    meaning all of them. ``kind`` asks for components of one kind alone, and ``cards`` for
    the deck with so many. ``fit`` makes a board that is larger than the paper smaller, instead
    of cutting it into pages. No ``theme`` is the colours of the models themselves: classic.
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
    ink: Ink = Ink.FULL
    theme: Theme | None = None

    @property
    def whole(self) -> bool:
        """Whether all that belongs to a game is made."""
        return not (self.only or self.kind)

    @property
    def look(self) -> str:
        """Theme and ink as names of files have them; empty if both are the usual ones."""
        theme = self.theme.id if self.theme is not None and self.theme.id != CLASSIC else ""
        return "-".join(filter(None, (theme, self.ink if self.ink is not Ink.FULL else "")))

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
    ink: str = Ink.FULL,
    theme: str = CLASSIC,
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
        ink=Ink(_one_of("--ink", ink, tuple(Ink))),
        theme=load_theme(theme),
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


def _read_stock(text: str) -> Mm:
    try:
        return read_stock(text)
    except UnitError as error:
        raise UsageError(f"--stock: {error}") from None
