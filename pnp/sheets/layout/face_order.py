"""The order of faces, one a page, that print shops ask for."""

from enum import StrEnum


class FaceOrder(StrEnum):
    """The order of fronts and backs."""

    PAIRS = "pairs"
    SIDES = "sides"
    ONE_BACK = "one-back"
