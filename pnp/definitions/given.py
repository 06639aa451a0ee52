"""The models that definitions hold and that the model of a game does not know."""

from pnp.game.base import Model

GIVEN = ("layout", "face")


def given_model(what: str) -> type[Model]:
    """Return the class of a shared layout, or of frames over a face; imported on first use."""
    if what == "layout":
        from pnp.components.cards.shared import SharedLayout

        return SharedLayout
    from pnp.components.cards.face_art import FaceArt

    return FaceArt
