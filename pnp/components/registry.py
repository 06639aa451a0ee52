"""Registry of component kinds: a folder each, imported when a game uses it.

A folder is a package with the kind's class, ``draw.py`` with a function ``draw``, and
``reference.toml``, which documents its keys. Kinds that need assembly have a function
``draw_steps``, and the words for its drawings in ``steps.toml``. Kinds that bend paper may have a
function ``draw_wood``, and ``wood.toml``. Nothing lists the folders. A kind of another package is
such a package, too, named by an entry point in the group ``pnp.kinds``.
"""

import os
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import pnp.components
from pnp.base.errors import Faults, UsageError
from pnp.base.extensions import KINDS as OTHERS
from pnp.base.extensions import extensions, loaded
from pnp.base.messages import Message
from pnp.base.units import Mm, closest, dimensions
from pnp.base.workplace import working_on
from pnp.components.piece import DrawContext, FacePlace, Piece, cut_out
from pnp.game.component import Component, NamedFrame
from pnp.game.describe import kind_of
from pnp.game.game import Game
from pnp.scene import Scene

if TYPE_CHECKING:
    from pnp.base.fit import Stock, WoodPose

T = TypeVar("T")
MOST_SAMPLES, SOME_SAMPLES = 6, 3  # samples show all pieces up to the first number, else the second


class _Kinds(Mapping[str, type[Component]]):
    """The class of each kind by name, in alphabetical order, imported on first use."""

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*folders(), *loaded(OTHERS, _class_in)}))

    def __len__(self) -> int:
        return len({*self})

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, str) and (kind in folders() or kind in extensions(OTHERS))

    def __getitem__(self, kind: str) -> type[Component]:
        if kind not in self:
            raise KeyError(kind)
        if kind in folders():
            return _class_in(kind, import_module(_package_of(kind)))
        return extensions(OTHERS)[kind].load(partial(_class_in, kind))


KINDS = _Kinds()


def folders() -> Mapping[str, Path]:
    """Return the folder of each kind by name."""
    return _folders_in(tuple(pnp.components.__path__))


@cache
def _folders_in(roots: tuple[str, ...]) -> Mapping[str, Path]:
    return {
        folder.name: folder
        for root in roots
        for folder in Path(root).iterdir()
        if os.path.isfile(folder / "reference.toml")
    }


def _package_of(kind: str) -> str:
    return f"pnp.components.{kind}" if kind in folders() else extensions(OTHERS)[kind].place


def class_of(table: object) -> type[Component] | None:
    """Return the class of an unvalidated component; None if there is no such kind."""
    kind = table.get("kind") if isinstance(table, Mapping) else None
    return KINDS[kind] if isinstance(kind, str) and kind in KINDS else None


def kinds_able(able: str) -> tuple[str, ...]:
    """Return the kinds whose class sets an attribute such as ``is_board``."""
    return tuple(kind for kind, model in KINDS.items() if getattr(model, able))


@cache
def _class_in(kind: str, module: ModuleType) -> type[Component]:
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Component) and kind_of(found) == kind:
            return found
    raise TypeError(f"{module.__name__} has no component whose kind is {kind!r}")


def draw_component(
    game: Game,
    component_id: str,
    folded: bool = False,
    lettered: bool = True,
    plain: bool = False,
    letter: Mm = 0.0,
) -> tuple[Piece, ...]:
    """Draw every different piece of a component, all of one size, in the component's order.

    The sides of ``folded`` pieces are glued back to back, so a box for them is deeper. A board that
    is not ``lettered`` is for a figure, where any lettering has the font size ``letter``. ``plain``
    pieces have no ornaments.

    Raises:
        UsageError: If the game has no such component.
    """
    if component_id not in game.components:
        named = {"written": component_id, "owner": game.id}
        there = tuple(game.components)
        close = closest(component_id, there)
        raise UsageError(Message("no_component", known=there, close=close, **named))
    component = game.components[component_id]
    drawing = _drawing_of(component.kind)
    context = DrawContext(game, folded, lettered, plain, letter)
    with working_on(component_id):
        pieces: tuple[Piece, ...] = drawing.draw(component, context)
        _check_size(component.kind, pieces)
        return _with_frames(component, context, pieces) if component.face else pieces


def _check_size(kind: str, pieces: tuple[Piece, ...]) -> None:
    """Raise TypeError if pieces differ in size; the slots of a sheet have one size."""
    sizes = {piece.front.size: piece.name for piece in pieces}
    if len(sizes) > 1:
        named = ", ".join(f"{name} {dimensions(*size)}" for size, name in sizes.items())
        raise TypeError(
            f"pnp.components.{kind}.draw: the pieces of a component have one size, and these have "
            f"several: {named}; make the others a kind of their own"
        )


def _with_frames(
    component: Component, context: DrawContext, pieces: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """Return pieces with the frames over their faces."""
    from pnp.components.face_frames import with_frames

    places, faults, framed = _places_of_faces(component, context), Faults(), []
    for piece in pieces:
        with faults.within(piece.name):
            framed.append(with_frames(component, context, piece, places))
    faults.check()
    return tuple(framed)


def _places_of_faces(component: Component, context: DrawContext) -> Mapping[str, FacePlace]:
    """Return where the faces of a component lie on its pieces.

    By default a face is the front, the back, or the place of a board with its name. A kind's
    ``face_places`` overrides that.
    """
    from pnp.components.face_frames import usual_places

    find = getattr(_drawing_of(component.kind), "face_places", None)
    return find(component, context) if find else usual_places(component)


def has_wood(component: Component) -> bool:
    """Return whether the kind of a paper component can be made of wood: has a ``draw_wood``."""
    return hasattr(_drawing_of(component.kind), "draw_wood")


def draw_wood(game: Game, component_id: str, stock: "Stock") -> tuple[Piece, ...]:
    """Draw the wooden parts of a component, each at its net size."""
    component = game.components[component_id]
    context = DrawContext(game, plain=True)
    parts: tuple[Piece, ...] = _drawing_of(component.kind).draw_wood(component, context, stock)
    return parts


def place_wood(
    game: Game, component_id: str, stock: "Stock"
) -> Mapping[str, "tuple[WoodPose, ...]"]:
    """Return the poses of the parts of one wooden piece, stage by stage up to the finished one."""
    component = game.components[component_id]
    stages: Mapping[str, tuple[WoodPose, ...]]
    stages = _drawing_of(component.kind).place_wood(component, stock)
    return stages


@cache
def wood_words(kind: str, lang: str) -> Mapping[str, str]:
    """Return the sentence for each stage, in English if there is none in the language."""
    return _sentences(kind, "wood.toml", lang)


def frames_on(game: Game, component_id: str, piece: Piece, side: str) -> tuple[NamedFrame, ...]:
    """Return the frames visible on a side of a drawn piece, in drawing order.

    By default these are the frames over its faces. A kind's ``place_frames`` overrides that.
    """
    component, context = game.components[component_id], DrawContext(game)
    place = getattr(_drawing_of(component.kind), "place_frames", None)
    if place:
        return tuple(place(component, context, piece.name, side))
    if not component.face:
        return ()
    from pnp.components.face_frames import frames_over

    places = _places_of_faces(component, context)
    return tuple(frames_over(component, context, piece, side, places))


def draw_strips(game: Game, component_id: str) -> tuple[tuple[Piece, ...], ...]:
    """Draw a board as strips that join edge to edge, in each possible way, longest strips first.

    By default there is none. A kind's ``draw_strips`` overrides that.
    """
    return tuple(_drawn_by_kind(game, component_id, "draw_strips") or ())


def draw_tokens(game: Game, component_id: str) -> Mapping[str, Scene]:
    """Draw each piece of a component as it lies or stands on a board, by name.

    By default a token is the piece's front, cut out. A kind's ``draw_tokens`` overrides that.
    """
    tokens: Mapping[str, Scene] | None = _drawn_by_kind(game, component_id, "draw_tokens")
    if tokens is None:
        return {p.name: cut_out(p.front) for p in draw_component(game, component_id)}
    return tokens


def draw_thrown(game: Game, component_id: str) -> Mapping[int | str, Scene]:
    """Draw each way in which a die may lie, by what it shows; other components have none."""
    thrown: Mapping[int | str, Scene] | None = _drawn_by_kind(game, component_id, "draw_thrown")
    return thrown or {}


def draw_turned(game: Game, component_id: str) -> Mapping[str, Scene]:
    """Draw the back of each piece that has one, cut out, by name.

    A kind's ``draw_turned`` overrides that.
    """
    turned: Mapping[str, Scene] | None = _drawn_by_kind(game, component_id, "draw_turned")
    if turned is None:
        return {p.name: cut_out(p.back) for p in draw_component(game, component_id) if p.back}
    return turned


def draw_covered(game: Game, component_id: str) -> Mapping[str, Scene]:
    """Draw each piece of a component as it looks under another in a pile, by name.

    By default that is its token. A kind's ``draw_covered`` overrides that.
    """
    covered: Mapping[str, Scene] | None = _drawn_by_kind(game, component_id, "draw_covered")
    return draw_tokens(game, component_id) if covered is None else covered


def draw_samples(
    game: Game, component_id: str, chosen: Collection[str] = ()
) -> Mapping[str, tuple[Scene, ...]]:
    """Draw the pieces that show how to read a component, each with the faces to show, by name.

    By default these are the pieces of players, one piece from both sides, or a few pieces and the
    back that they share. A kind's ``draw_samples`` chooses others. ``chosen`` names the pieces to
    show, if only some are.
    """
    samples: Mapping[str, tuple[Scene, ...]] | None
    samples = _drawn_by_kind(game, component_id, "draw_samples")
    if samples is None:
        samples = _samples(game, component_id)
    return {name: faces for name, faces in samples.items() if not chosen or name in chosen}


def _samples(game: Game, component_id: str) -> Mapping[str, tuple[Scene, ...]]:
    tokens = draw_tokens(game, component_id)
    backs = {
        piece.name: cut_out(piece.back)
        for piece in draw_component(game, component_id)
        if piece.back is not None and piece.back != piece.front
    }
    names = tuple(tokens)
    if game.components[component_id].piece_colors or not backs or len(names) == 1:
        few = names if len(names) <= MOST_SAMPLES else spread(names, SOME_SAMPLES)
        return {name: (tokens[name], *_of(backs, name, len(few) == 1)) for name in few}
    one_back = next(iter(backs.values()))
    if any(back != one_back for back in backs.values()):
        (name,) = spread([name for name in names if name in backs], 1)
        return {name: (tokens[name], backs[name])}
    first, *rest = spread(names, SOME_SAMPLES)
    return {first: (backs[first],)} | {name: (tokens[name],) for name in rest}


def _of(backs: Mapping[str, Scene], name: str, wanted: bool) -> tuple[Scene, ...]:
    return (backs[name],) if wanted and name in backs else ()


def spread(names: Sequence[T], count: int) -> tuple[T, ...]:
    """Return up to ``count`` items, evenly spaced over the list."""
    count = min(count, len(names))
    return tuple(names[(2 * n + 1) * len(names) // (2 * count)] for n in range(count))


def draw_steps(game: Game, component_id: str, folded: bool = False) -> Mapping[str, Scene]:
    """Draw how a printed component is made, by the names of the steps.

    There are none if its kind has no ``draw_steps``.
    """
    component = game.components[component_id]
    draw = getattr(_drawing_of(component.kind), "draw_steps", None)
    return draw(component, DrawContext(game, folded)) if draw else {}


@cache
def step_words(kind: str, lang: str) -> Mapping[str, str]:
    """Return the sentence for each step of a kind, in English if there is none in the language."""
    return _sentences(kind, "steps.toml", lang)


def _sentences(kind: str, file: str, lang: str) -> Mapping[str, str]:
    path = files(_package_of(kind)) / file
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    found: Mapping[str, str] = words.get(lang, words["en"])
    return found


def _drawn_by_kind(game: Game, component_id: str, function: str) -> Any:
    component = game.components[component_id]
    draw = getattr(_drawing_of(component.kind), function, None)
    return draw and draw(component, DrawContext(game))


def _drawing_of(kind: str) -> Any:
    place = f"{_package_of(kind)}.draw"
    if kind in folders():
        return import_module(place)
    return extensions(OTHERS)[kind].load(lambda module: module.draw and module, place)
