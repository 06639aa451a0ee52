"""The protocol of a component: everything the program asks of a kind, with defaults."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, Self

from pydantic_core import PydanticKnownError, core_schema

from pnp.base.errors import MOST_FAULTS, UnitError
from pnp.base.expressions import FigureValue
from pnp.base.extensions import KINDS, withheld
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Location, Message
from pnp.base.units import Mm, closest, join_words
from pnp.game.evidence import Fact
from pnp.game.faces import FaceFrames, GameFonts, IsGiven
from pnp.game.fields import Model, NonEmptyText, Validates
from pnp.game.paper import Sleeve
from pnp.game.places import Footprint, rectangle_corners
from pnp.game.rules import LaidPiece

Direction = Literal["width", "height", "depth", "diameter"]
TabletopShape = Literal[
    "deck", "board", "rounded", "circle", "box", "hexagon", "cap", "die", "standee"
]
PlayedAs = Literal["board", "cards", "tiles", "dice", "pieces"]
Offered = Literal["width", "height", "edge", "size", "diameter"]
"""A measure that a definition may take from another component, such as ``"tiles.width"``."""
Neighbours = Sequence[tuple[str, str, Literal["right", "above"]]]


class Measure(NamedTuple):
    """A dimension of a piece in mm; a box is measured ``inside``."""

    direction: Direction
    mm: Mm
    inside: bool = False


class NamedFrame(NamedTuple):
    """A frame of a face: its name, its place, and its rotation in degrees."""

    name: str
    place: Rect
    turn: float = 0


class PieceText(NamedTuple):
    """The text on a piece, without markup: its title, and the other texts in reading order."""

    title: str = ""
    texts: tuple[str, ...] = ()


class GameBox(Protocol):
    """The parts of a game that its components may use."""

    @property
    def name(self) -> str:
        """The game's name."""

    @property
    def version(self) -> str | None:
        """The version of the game; None if the definition states none."""

    @property
    def edition_date(self) -> str | None:
        """The date of this version; None if the definition states none."""

    @property
    def fonts(self) -> GameFonts:
        """The game's own fonts, as its definition names them."""

    @property
    def stock(self) -> Mm:
        """The thickness of the paper that pieces are made of."""

    @property
    def components(self) -> Mapping[str, Any]:
        """Every component by its id."""


class Component(Model):
    """A component of a game; the base of every kind."""

    sentences: ClassVar[tuple[str, ...]] = ("name", "singular", "explained")

    noun: ClassVar[str] = "pieces"  # plural, on boxes and in messages
    played_as: ClassVar[PlayedAs] = "pieces"  # by which people look for games
    lies_on_boards: ClassVar[bool] = False
    # Fills its place as a tile does: arrows and marks are drawn over it, not under it.
    covers_places: ClassVar[bool] = False
    piles_up: ClassVar[bool] = False  # equal pieces may lie on one another in play
    stands: ClassVar[bool] = False  # on a board, facing its reader however the place is turned
    is_board: ClassVar[bool] = False
    # How paper becomes a piece that is not flat; nothing that does not fold can be cut for it.
    bent: ClassVar[Literal["", "folded", "rolled"]] = ""
    instead_of_wood: ClassVar[str] = ""  # the alternative to suggest where it would break
    made_of_wood: ClassVar[bool] = False  # made by a laser alone: sheets of paper leave it out
    fits_tuckboxes: ClassVar[bool] = False
    no_faces: ClassVar[str] = ""  # why it has no faces for frames, for messages
    is_optional: ClassVar[bool] = False  # left out of a build if it does not fit the paper
    is_resizable: ClassVar[bool] = False  # by --size with its id
    is_card: ClassVar[bool] = False  # resized by --size without an id too
    is_printed_by_shops: ClassVar[bool] = False  # that print cards
    has_pairs: ClassVar[bool] = False  # of pips, front and back, for a tracker to add up
    offers: ClassVar[tuple[Offered, ...]] = ()  # measures that other components may refer to
    reads_rows: ClassVar[bool] = False  # from a table that the key rows names, into cards
    row_columns: ClassVar[tuple[str, ...] | None] = None  # of that table; None if any will do
    blank_row: ClassVar[dict[str, Any]] = {}  # stands for the rows of a table that is faulty
    has_text_rows: ClassVar[bool] = False  # whose rows hold texts, perhaps in several languages
    player_lists: ClassVar[tuple[str, ...]] = ()  # keys of lists whose items a theme may colour

    name: NonEmptyText
    singular: NonEmptyText | None = None
    explained: NonEmptyText | None = None
    facts: tuple[Fact, ...] = ()
    face: Mapping[NonEmptyText, Annotated[FaceFrames, IsGiven("face")]] | None = None
    kind: str

    def model_post_init(self, context: object, /) -> None:
        """Check the values together, and the frames on faces."""
        super().model_post_init(context)
        if self.face:
            self._check_faces(self.face, self.face_names)

    def _check_faces(self, faces: Mapping[str, FaceFrames], names: Sequence[str]) -> None:
        if not names:
            raise ValueError(f"face: {self.no_faces or 'has no flat face to put frames on'}")
        faults: list[str] = [
            Message(
                "no_face",
                Location(keys=f"face.{name}"),
                known=join_words(names),
                close=closest(name, names),
            )
            for name in faces
            if name not in names
        ]
        for name, art in faces.items():
            faults += art.faults(f"face.{name}.")
        if faults:
            raise ValueError(*faults[:MOST_FAULTS])

    @property
    def face_names(self) -> Sequence[str]:
        """The names of its flat faces, where frames can lie; empty if no face is flat."""
        return ("front", "back") if self.two_sided else ("front",)

    @property
    def count(self) -> int:
        """The number of pieces."""
        return 1

    @property
    def pieces(self) -> Mapping[str, int]:
        """The number of each piece by its name in set-ups; empty if pieces have no names."""
        return {self.kind: self.count}

    @property
    def piece_colors(self) -> Mapping[str, str]:
        """The colour of each piece that belongs to a player, by piece name."""
        return {}

    @property
    def piece_names(self) -> Mapping[str, str]:
        """What lists call pieces that have a name of their own, by the name in set-ups."""
        return {}

    def kinds_among(self, pieces: Mapping[str, int]) -> tuple[Mapping[str, int], ...]:
        """Group pieces by kind in every way that applies, each with the count of every kind.

        Kinds have names in ``templates/pieces``, or are pieces. By default the pieces of players
        differ by name.
        """
        return (pieces,) if self.piece_colors else ()

    @property
    def face_size(self) -> Size | None:
        """The upright rectangle around a face; None if only drawing tells."""
        return None

    @property
    def footprint(self) -> Footprint | None:
        """The area that a piece covers on a board; None if it never lies on one."""
        if not self.lies_on_boards or self.face_size is None:
            return None
        return Footprint(rectangle_corners(self.face_size))

    @property
    def turns(self) -> int:
        """The number of steps in a full turn of a piece in set-ups."""
        return 4

    @property
    def two_sided(self) -> bool:
        """Whether a piece has two printed sides, which may be glued back to back."""
        return False

    @property
    def in_sleeves(self) -> Sleeve | None:
        """The sleeves of its pieces, which count where these are packed; None without."""
        return None

    @property
    def made_of_paper(self) -> bool:
        """Whether it stays paper where a laser cuts the other components."""
        return False

    @property
    def tabletop_shape(self) -> TabletopShape | None:
        """The type of its object in Tabletop Simulator; None if it has none."""
        return None

    @property
    def special_faces(self) -> Sequence[int | str]:
        """The sides of a die that are not the numbers from 1 to 6; empty for other components."""
        return ()

    @property
    def thrown_faces(self) -> Sequence[int | str]:
        """What the sides of a die show, of which each throw shows one; empty for others."""
        return ()

    @property
    def text_language(self) -> str | None:
        """The language of its texts; None for the language of the game."""
        return None

    @property
    def table_files(self) -> tuple[str, ...]:
        """The files beside the definition from which its rows were read."""
        return ()

    @property
    def piece_rows(self) -> Mapping[str, int]:
        """The number of the row or listed card, from 1, behind each drawn piece, by piece name."""
        return {}

    def text_of(self, piece: str, box: GameBox) -> PieceText:
        """Return the text on a drawn piece; empty by default."""
        return PieceText()

    @property
    def face_notes(self) -> tuple[str, ...]:
        """What its faces leave empty at a size not drawn for, and what they never show."""
        return ()

    @property
    def contents(self) -> tuple[str, ...]:
        """The ids of the components in it, if it is a box."""
        return ()

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The distinct pairs of pips, front and back."""
        return ()

    @property
    def named_figures(self) -> Mapping[str, FigureValue]:
        """Figures for claims that the definition names."""
        return {}

    def claim_figures(self, box: GameBox) -> Mapping[str, FigureValue]:
        """Return the figures that claims may use besides the count, by name.

        Numbers in lists are in rising order.
        """
        return self.named_figures

    def measures(self, box: GameBox) -> tuple[Measure, ...]:
        """Return the dimensions in play, folded and glued; none if only a drawing fixes them."""
        size = self.face_size
        return measured(width=size.width, height=size.height) if size else ()

    def pictures(self) -> Iterator[tuple[str, str]]:
        """Yield the name of every picture file that it uses, and the key that names it."""
        yield from ()

    def face_pictures(self) -> Iterator[tuple[str, str]]:
        """Yield the name of every picture file in the frames on its faces, and its key."""
        for name, art in (self.face or {}).items():
            for file, key in art.pictures(self.pieces):
                yield file, f"face.{name}.{key}"

    def icon_files(self) -> Mapping[str, str]:
        """Return the picture files of the icons that texts call by name."""
        return {}

    def painted_files(self) -> Iterator[str]:
        """Yield the picture files that it recolours."""
        yield from ()

    def art_places(self, bleed: Mm) -> Iterator[tuple[str, Rect]]:
        """Yield the upright rectangles that art fills on its faces, by key."""
        yield from ()

    def pips_of(self, piece: str) -> tuple[int, int] | None:
        """Return the pips on the front and back of a piece; None if it has no pips."""
        return None

    def faults_in(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield faults that involve other components: the key, or "", and the message."""
        yield from ()

    def faults_on_faces(self, box: GameBox) -> Iterator[tuple[str, str]]:
        """Yield faults of the frames on its faces that involve the game: the key, the message."""
        for name, art in (self.face or {}).items():
            for key, fault in art.faults_in(box):
                yield f"face.{name}.{key}", fault

    @classmethod
    def count_in_example(
        cls, laid: Sequence[tuple[Self, LaidPiece]], neighbours: Neighbours
    ) -> Mapping[str, FigureValue]:
        """Return the figures of components of this kind in an example of play.

        Args:
            laid: The pieces of this kind on the board, each with its component.
            neighbours: The pairs of places that share an edge, if the board has rows.
        """
        return {}

    @classmethod
    def places_asked(cls, table: Mapping[str, Any]) -> int:
        """Return the number of places in an unvalidated definition."""
        return 0

    @classmethod
    def read_files(
        cls, table: dict[str, Any], folder: Path, place: Location, digest: Any
    ) -> Iterator[str]:
        """Resolve references to other files in an unvalidated definition, and yield the faults.

        Args:
            table: The component as the definition writes it; changed in place.
            folder: The folder of the definition.
            place: The key path of the component.
            digest: A hash to update with the files' bytes.
        """
        yield from ()

    @classmethod
    def apply_theme(cls, table: dict[str, Any], roles: Mapping[str, str]) -> None:
        """Apply a theme to colours in an unvalidated definition that are not fields themselves."""

    @classmethod
    def offered_by(cls, table: Mapping[str, Any]) -> tuple[Offered, ...]:
        """Return the measures in ``offers`` that an unvalidated definition of this kind has."""
        return cls.offers

    @classmethod
    def measure_written(cls, table: Mapping[str, Any], part: Offered) -> str:
        """Return an offered measure from an unvalidated definition: by default, its key's value.

        Raises:
            UnitError: If the definition does not have it.
        """
        written = table.get(part)
        if not isinstance(written, str):
            raise UnitError(f"has no {part}")
        return written


def measured(inside: bool = False, **lengths: Mm) -> tuple[Measure, ...]:
    """Return measures in their usual order, to a hundredth of a millimetre."""
    order: tuple[Direction, ...] = ("width", "height", "depth", "diameter")
    return tuple(Measure(one, round(lengths[one], 2), inside) for one in order if one in lengths)


class OfKind(Validates):
    """A type annotation: a component of the class that its ``kind`` names.

    The validation context has the classes by kind. Games built in Python have components already.
    """

    def _validate(self, value: Any, info: core_schema.ValidationInfo) -> Component:
        if info.context is None and isinstance(value, Component):
            return value
        if not isinstance(value, Mapping):
            raise PydanticKnownError("model_attributes_type")
        if "kind" not in value:
            raise PydanticKnownError("union_tag_not_found", {"discriminator": "'kind'"})
        kinds: Mapping[str, type[Component]] = (info.context or {}).get("kinds", {})
        kind = value["kind"]
        if isinstance(kind, str) and kind not in kinds and kind in withheld(KINDS):
            raise ValueError(
                f"kind '{kind}' is of another package, which may read trusted games alone: "
                "pnp trust says how"
            )
        if not isinstance(kind, str) or kind not in kinds:
            known = ", ".join(f"'{one}'" for one in kinds)
            context = {"discriminator": "'kind'", "tag": str(kind), "expected_tags": known}
            raise PydanticKnownError("union_tag_invalid", context)
        return kinds[kind].model_validate(value, context=info.context)
