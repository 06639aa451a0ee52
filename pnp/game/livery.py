"""A game's livery: colours, a border and a pattern that its box, boards and covers share."""

from collections.abc import Iterator, Mapping

from pnp.base.color import READABLE, VISIBLE, contrast_fault
from pnp.base.units import Mm
from pnp.game.fields import Color, Length, Model, NonEmptyText

LEGIBLE = (  # a colour, those below it, and the least contrast
    ("ink", ("ground", "tint"), READABLE),
    ("ground", ("cloth",), READABLE),
    ("accent", ("cloth",), VISIBLE),
)
SMALLEST: Mm = 2.0  # a tile: smaller ones print as mud, and are thousands
LARGEST: Mm = 40.0


class LiveryColors(Model):
    """Six colours by what they are for.

    Boards, boxes and cards have ``ground``, ``tint``, ``ink`` and ``line`` from it as they would
    from a theme; ``cloth`` is the strong colour of covers, sides and backs, and ``accent`` what
    stands out on it.
    """

    ground: Color
    tint: Color
    ink: Color
    line: Color
    cloth: Color
    accent: Color


class Livery(Model):
    """The look of a game.

    ``border`` is a tile that is repeated along edges, its lower side inwards, ``corner`` the
    drawing of a corner, turned like the sides that begin there; both are ``rim`` high. ``field``
    is a tile of ``pitch`` wide that is repeated over backs and the sides of boxes. ``title`` is
    the name as a drawing. Their colours are those of ``colors``, and change with them.
    ``drawn`` are the colours in the files if a theme replaced them.
    """

    filled_in = frozenset({"drawn"})

    colors: LiveryColors
    border: NonEmptyText | None = None
    corner: NonEmptyText | None = None
    rim: Length = 6.0
    field: NonEmptyText | None = None
    pitch: Length = 6.0
    title: NonEmptyText | None = None
    drawn: LiveryColors | None = None

    def _check(self) -> None:
        _check_colors((self.drawn or self.colors).model_dump())
        if self.corner and not self.border:
            raise ValueError("corner: there is no border whose corner it could be; add border")
        for key in ("rim", "pitch"):
            if not SMALLEST <= getattr(self, key) <= LARGEST:
                written = f"{getattr(self, key):g} mm"
                raise ValueError(f"{key}: is from {SMALLEST:g} to {LARGEST:g} mm, not {written}")

    def pictures(self) -> Iterator[tuple[str, str]]:
        """Yield its pictures, each with its key."""
        for key in ("border", "corner", "field", "title"):
            if (name := getattr(self, key)) is not None:
                yield name, key

    @property
    def repainted(self) -> Mapping[str, str]:
        """The colours in the files with those that replace them, if a theme does."""
        if self.drawn is None:
            return {}
        before, after = self.drawn.model_dump(), self.colors.model_dump()
        return {before[name]: after[name] for name in before}

    @property
    def depth(self) -> Mm:
        """How deep the border is; 0 without one."""
        return self.rim if self.border else 0.0


def _check_colors(colors: Mapping[str, str]) -> None:
    """Raise ValueError if two colours are the same, or too much alike to be seen on each other."""
    for name, color in colors.items():
        same = [other for other, one in colors.items() if one == color and other < name]
        if same:
            raise ValueError(f"colors.{name}: {color} is {same[0]} already; each needs its own")
    for name, grounds, least in LEGIBLE:
        if fault := contrast_fault(colors, name, grounds, least):
            raise ValueError(f"colors.{name}: {fault}")
