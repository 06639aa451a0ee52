"""Each kind is what it says of itself, in the example of its page and in its class."""

from collections.abc import Iterator
from functools import cache

import make_reference
import pytest
from reference_types import models_of

from pnp.base.files import templates
from pnp.base.geometry import Rect
from pnp.base.languages import piece_words
from pnp.base.path import Line, Path, circle_of, path_bounds, walk
from pnp.base.units import EPSILON
from pnp.components.piece import Piece, outlines
from pnp.components.registry import KINDS, draw_component, draw_covered, draw_tokens
from pnp.definitions import json_schema as reference
from pnp.definitions import load_game
from pnp.definitions.data_files import theme_roles
from pnp.game.component import Component
from pnp.game.describe import ValueDescription, describe
from pnp.game.game import Game

# Their pieces are folded or rolled from what is drawn, so they are smaller and of another shape.
NETS = ("cones", "die", "standees", "tuckbox")
# Keys whose text nobody reads on a piece: names of files and of layouts, and cells of maps.
UNREAD = {"cells", "layout", "rows", "sides"}

MEASURES = {"size": "30x40mm", "edge": "30mm", "diameter": "30mm", "shape": "round"}
NOUNS = sorted((templates() / "pieces").glob("*.toml"))

of_every_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def example(kind: str) -> Game:
    return load_game(make_reference.EXAMPLES / kind / "game.toml").game


def drawn(kind: str) -> Iterator[tuple[str, Component, tuple[Piece, ...]]]:
    """Yield the components of a kind in its example by their ids, with their pieces."""
    for key, component in example(kind).components.items():
        if component.kind == kind:
            yield key, component, draw_component(example(kind), key)


@of_every_kind
def test_the_pieces_that_are_drawn_are_those_that_are_counted(kind):
    for key, component, pieces in drawn(kind):
        copies = {piece.name: piece.copies for piece in pieces}
        assert sum(copies.values()) == component.count
        assert component.pieces in ({}, copies)
        assert component.piece_colors.keys() <= copies.keys()
        tokens, covered = draw_tokens(example(kind), key), draw_covered(example(kind), key)
        assert tokens.keys() == covered.keys() == copies.keys()


@of_every_kind
def test_pieces_have_the_size_and_the_sides_that_the_kind_says(kind):
    for _, component, pieces in drawn(kind):
        assert component.two_sided is any(piece.back is not None for piece in pieces)
        if kind not in NETS and component.face_size is not None:
            assert {piece.front.size for piece in pieces} == {component.face_size}


@of_every_kind
def test_a_piece_is_cut_out_along_its_trim(kind):
    for _, _, pieces in drawn(kind):
        reached = []
        for piece in pieces:
            trim = Rect(0, 0, *piece.front.size)
            edge = next(iter(outlines(piece.front)), None)
            if not piece.freed_by_trim:
                assert edge is not None, f"{piece.name} needs a cut_line around it"
                reached.append(path_bounds(edge))
            elif edge is not None:
                assert straight_sides(edge, trim) == 4, (
                    f"straight cuts do not free {piece.name}: write Piece(freed_by_trim=False)"
                )
        if reached:
            assert Rect.around_all(reached).corners == tuple(
                pytest.approx(corner, abs=EPSILON) for corner in trim.corners
            ), f"the first cut_lines of {kind} are not their edges, or all end within the trim"


def straight_sides(edge: Path, trim: Rect) -> int:
    """Return along how many sides of its trim the edge of a piece has a straight part."""
    lines = [(start, part.to) for start, part in walk(edge) if isinstance(part, Line)]
    across = [{start.x, end.x} for start, end in lines if start.x == end.x]
    down = [{start.y, end.y} for start, end in lines if start.y == end.y]
    sides = (across, trim.x), (across, trim.right), (down, trim.y), (down, trim.bottom)
    return sum(any(abs(at - side) < EPSILON for (at,) in found) for found, side in sides)


@of_every_kind
def test_round_pieces_say_so(kind):
    for _, component, pieces in drawn(kind):
        if kind not in NETS and component.face_size is not None and any(map(is_round, pieces)):
            assert component.footprint is None or component.footprint.radius > 0
            assert [m.direction for m in component.measures(example(kind))] == ["diameter"]


def is_round(piece: Piece) -> bool:
    """Return whether the edge of a piece is a circle."""
    (edge, *_) = outlines(piece.front) or (None,)
    return edge is not None and circle_of(edge) is not None


@of_every_kind
def test_measures_that_a_kind_offers_are_read_from_its_definition(kind):
    model = KINDS[kind]
    table = {key: text for key, text in MEASURES.items() if key in model.model_fields}
    assert model.offered_by(table) == model.offers
    assert all(model.measure_written(table, part) for part in model.offers)


@of_every_kind
def test_a_kind_can_do_what_its_class_says(kind):
    model = KINDS[kind]
    for _, component, _ in drawn(kind):
        assert (component.footprint is not None) is model.lies_on_boards
        assert component.face_size is not None or not model.fits_tuckboxes
        assert component.pairs or not model.has_pairs
    assert model.noun != Component.noun or not model.fits_tuckboxes


@of_every_kind
def test_claims_can_name_the_figures_of_a_kind(kind):
    for _, component, _ in drawn(kind):
        names = component.claim_figures(example(kind))
        assert [name for name in names if not name.isidentifier()] == []


@pytest.mark.parametrize("file", NOUNS, ids=[file.stem for file in NOUNS])
def test_the_nouns_of_kinds_have_words_in_every_language(file):
    counts = piece_words(file.stem).counts
    missing = {model.noun for model in KINDS.values()} - counts.keys()
    assert missing == set(), f"write each under [counts] in templates/pieces/{file.name}"


@of_every_kind
def test_every_text_of_a_kind_is_translated(kind):
    for model in models_of(KINDS[kind]).values():
        own = model.__module__.startswith(f"pnp.components.{kind}.")
        if own and "with_sentences" not in vars(model):
            texts = {field.name for field in reference.written(model) if is_text(field.takes)}
            left = texts.difference(model.sentences, UNREAD)
            assert left == set(), f"name them in the sentences of {model.__name__}"


def is_text(value: ValueDescription) -> bool:
    """Return whether a value is a text or a list of texts."""
    item = value.item if value.key is None else None
    return value.word == "text" or (item is not None and is_text(item))


@of_every_kind
def test_colours_that_a_theme_may_choose_are_those_of_the_classic_theme(kind):
    roles = theme_roles()
    fields = [field for field in describe(KINDS[kind]).values() if field.role]
    colors = {field.name: field.default for field in fields}
    assert {field.role for field in fields} <= roles.keys()
    assert colors == {field.name: roles[field.role] for field in fields}
