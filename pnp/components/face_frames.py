"""Frames over faces that kinds draw by themselves, on pieces and pictures of them."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from pnp.base.geometry import Rect
from pnp.base.path import polygon
from pnp.components.piece import DrawContext, FacePlace, Piece
from pnp.game.board import Board
from pnp.game.component import Component, NamedFrame
from pnp.game.places import Place


def with_frames(
    component: Component, context: DrawContext, piece: Piece, places: Mapping[str, FacePlace]
) -> Piece:
    """Return a piece, or a picture of one, with frames over the faces that it shows."""
    for name, art in (component.face or {}).items():
        if name in places:
            draw = import_module(art.drawing).draw_face_art
            language = _language(component, context)
            piece = draw(art, piece, name, places[name], context.game, language)
    return piece


def frames_over(
    component: Component,
    context: DrawContext,
    piece: Piece,
    side: str,
    places: Mapping[str, FacePlace],
) -> Iterator[NamedFrame]:
    """Yield the frames over the faces on one side of a piece, named by face, number and content."""
    scenes, language = dict(piece.faces), _language(component, context)
    for name, art in (component.face or {}).items():
        where = places[name]
        if where.side == side and side in scenes:
            place = import_module(art.drawing).place_face_art
            where = where._replace(place=where.place or Rect(0, 0, *scenes[side].size))
            yield from place(art, piece.name, name, where, context.game, language)


def usual_places(component: Component) -> Mapping[str, FacePlace]:
    """Return where faces lie on most kinds: the front, the back, or the places of a board."""
    found = {"front": FacePlace("front"), "back": FacePlace("back")}
    if isinstance(component, Board):
        found |= {place.name: _on_board(place) for place in component.places}
    return found


def _on_board(place: Place) -> FacePlace:
    upright = Rect.about(place.center, *place.size)
    return FacePlace("front", upright, place.turn, polygon(place.corners))


def _language(component: Component, context: DrawContext) -> str:
    return component.text_language or context.game.language
