"""The picture job: which scenes of a game are drawn, of which pieces, and in which formats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.base.messages import Message
from pnp.components.piece import Piece
from pnp.components.registry import draw_component
from pnp.definitions import Loaded, load_named
from pnp.game.game import Game
from pnp.make.file_names import joined, theme_word
from pnp.make.made_files import MadeFile
from pnp.make.options import choices, file_option, look_option, piece_option, same_option
from pnp.make.output_options import GameOutputOptions, LookOptions, game_options
from pnp.make.pipeline import BuildCache, Job, OutputFile
from pnp.make.selection import Pick, check_components, parts_of, pick_pieces, read_pieces
from pnp.pictures.scenes import CARDS, SCENES, ShownPieces, draw_scene
from pnp.render import picture_file
from pnp.scene import Scene

if TYPE_CHECKING:
    from pnp.definitions.data_files import Theme

FORMATS = ("png", "svg")
WIDTH = 160.0  # mm: of a picture as SVG
LEAST, MOST = 100, 8000  # pixels a side


def _read_pixels(option: str, text: str) -> tuple[int, int]:
    """Parse a size in pixels such as ``"1600x1200"``."""
    sides = text.lower().split("x")
    if len(sides) != 2 or not all(side.isdecimal() and len(side) < 6 for side in sides):
        raise UsageError(Message("pixels", option, written=text))
    width, height = map(int, sides)
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise UsageError(Message("pixels", option, written=text))
    return width, height


@dataclass(frozen=True)
class PictureOptions(GameOutputOptions):
    """What to show of a game; without ``scenes``, all that suit it."""

    scenes: tuple[str, ...] = piece_option(
        "What to show, separated by commas: fan, hand, stack, showcase (of one component), "
        "table (a start position), box (pieces of all); by default all that suit the game.",
        choices(SCENES),
        default=(),
        flag="--scene",
    )
    component: str = piece_option(
        "The id of the component in a fan, a hand, a stack or a showcase; by default the one with "
        "the most cards.",
        lambda _, text: text.strip(),
        default="",
        metavar="COMPONENT",
    )
    pieces: tuple[Pick, ...] = piece_option(
        "The pieces in it, by number or name, such as 1-5,9; by default a few of them.",
        lambda _, text: read_pieces(text),
        default=(),
        metavar="PIECES",
    )
    pixels: tuple[int, int] = file_option(
        "The width and height in pixels, such as 1600x1200.",
        _read_pixels,
        default=(1600, 1200),
        default_text="1600x1200",
        metavar="WIDTHxHEIGHT",
    )
    formats: tuple[str, ...] = file_option(
        "Formats, separated by commas: png, svg.",
        choices(FORMATS),
        default=("png",),
        flag="--format",
    )
    theme: "Theme | None" = same_option(LookOptions, "theme")
    lang: str = look_option(
        "The language of pieces: en, de, nl or fr for the games that come with pnp.",
        lambda _, text: text.strip().lower(),
        default="",
        metavar="LANG",
    )


class PictureJob(Job):
    """The pictures of one game or one rule set."""

    def __init__(self, loaded: Loaded, options: PictureOptions, rule_set: str | None) -> None:
        super().__init__(loaded)
        self._options, self._rule_set = options, rule_set or ""
        self._game = loaded.game
        if options.component:
            check_components(
                "--component", [options.component], tuple(self._game.components), self._game.id
            )
        self._words = joined(
            options.lang, theme_word(options.theme) if options.theme else "", self._rule_set
        )
        self.cleans = ("pictures",) if options.clean else ()

    @classmethod
    def of(cls, name: str, options: PictureOptions) -> "PictureJob":
        """Load the game or the rule set with an id or path.

        Raises:
            PnpError: If the definition has faults, or the game has no such rule set or component.
        """
        loaded, rule_set = load_named(name, **game_options(options))
        return cls(loaded, options, rule_set)

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield a picture of each scene in each format.

        Raises:
            UsageError: If a scene that is asked for does not suit the game: a line for each.
        """
        shown = self._shown(self._game)
        faults: list[str] = []
        drawn: dict[str, Scene] = {}
        width, height = self._options.pixels
        size = Size(WIDTH, WIDTH * height / width)
        for scene in self._options.scenes or SCENES:
            try:
                drawn[scene] = draw_scene(scene, self._game, size, shown)
            except UsageError as error:
                faults += error.faults
        if faults and (self._options.scenes or not drawn):
            raise UsageError(*faults)
        for scene, picture in drawn.items():
            component = shown.component if scene in CARDS else self._game.id
            for format in self._options.formats:
                yield self._file(scene, picture, component, format)

    def _shown(self, game: Game) -> ShownPieces:
        """Return the component in a fan, a hand, a stack or a showcase, and its pieces."""
        chosen = self._options.component
        there = parts_of(game, self._rule_set or None, aids=False)
        loose = [key for key in there if not game.components[key].is_board]
        keys = [chosen] if chosen else loose or [*there]
        drawn = {key: draw_component(game, key) for key in keys}
        key = max(drawn, key=lambda one: (_cards(drawn[one]), len(drawn[one])))
        pieces = drawn[key]
        if self._options.pieces:
            pieces = pick_pieces(pieces, self._options.pieces, key)
        return ShownPieces(key, pieces, self._rule_set, bool(self._options.pieces))

    def _file(self, scene: str, picture: Scene, component: str, format: str) -> OutputFile:
        game, pixels = self._game, self._options.pixels
        path = "/".join(filter(None, ("pictures", self._words, f"{scene}.{format}")))
        facts: dict[str, Any] = {"pixels": pixels} if format == "png" else {}
        if self._options.theme:
            facts["theme"] = self._options.theme.id
        made = MadeFile(path, "picture", component, format, 1, piece_mm=None, sha256="", **facts)
        title = f"{game.name} · {scene}"
        drawn = partial(picture_file, picture, title, 96, facts.get("pixels"))
        return OutputFile(made, lambda to: to.write(drawn()), inputs=drawn.args)


def _cards(pieces: Sequence[Piece]) -> int:
    """Return the number of different pieces that are cut straight."""
    return sum(piece.freed_by_trim for piece in pieces)
