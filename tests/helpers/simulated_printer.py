"""A simulated printer with known errors. Nothing here uses pnp.

It takes a PDF and returns a PDF of the printed sheets: the content of each page has one more
matrix. The axes are those of the paper, front up, in mm, y down, angles clockwise; backs are seen
through the paper.
"""

from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin

import numpy as np
import pikepdf

from helpers.reading import POINTS_PER_MM, Sheet, sheets


@dataclass(frozen=True)
class SimulatedPrinter:
    """Scales both sides about the middle; turns and moves backs before that."""

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def put(
        self, pdf: bytes, sides: str, flip: str | None = None, *, most: int | None = None
    ) -> bytes:
        """Print the first ``most`` pages on upright paper.

        ``sides`` says ``f`` or ``b`` for each page in turn, ``flip`` whether the sheet is turned
        over its ``long`` or its ``short`` edge.
        """
        with pikepdf.open(BytesIO(pdf)) as document:
            if most is not None:
                del document.pages[most:]
            for index, page in enumerate(document.pages):
                _, _, width, height = (float(value) / POINTS_PER_MM for value in page.mediabox)
                assert height >= width, "this printer takes upright pages, and turns none"
                matrix = self._front(width, height)
                if sides[index % len(sides)] == "b":
                    through = _mirror(width, height, flip)
                    matrix = through @ self._back(width, height) @ through
                to_mm = np.diag([1 / POINTS_PER_MM, -1 / POINTS_PER_MM, 1.0])
                to_mm[1, 2] = height
                m = np.linalg.inv(to_mm) @ matrix @ to_mm
                written = " ".join(f"{value:f}" for value in m[:2].T.flatten())
                page.contents_add(f"q {written} cm".encode(), prepend=True)
                page.contents_add(b"Q")
            printed = BytesIO()
            document.save(printed)
        return printed.getvalue()

    def _front(self, width: float, height: float) -> np.ndarray:
        x, y = self.scale_x, self.scale_y
        return np.array([[x, 0, width / 2 * (1 - x)], [0, y, height / 2 * (1 - y)], [0, 0, 1]])

    def _back(self, width: float, height: float) -> np.ndarray:
        angle = radians(self.angle)
        to_middle = _move(width / 2, height / 2)
        turn = np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
        turned = to_middle @ turn @ np.linalg.inv(to_middle)
        return self._front(width, height) @ _move(self.dx, self.dy) @ turned


def both_sides(pdf: bytes, per_mm: float, flip: str) -> tuple[Sheet, Sheet]:
    """Return the front of the first sheet, and its back as seen through the front, in grey."""
    front, back = sheets(pdf, per_mm, grey=True)[:2]
    return front, (back.turned_sideways() if flip == "long" else back.turned_head_over_heels())


def _mirror(width: float, height: float, flip: str | None) -> np.ndarray:
    """Return the matrix between a back and the same back seen through the front."""
    if flip == "long":
        return np.array([[-1, 0, width], [0, 1, 0], [0, 0, 1]])
    assert flip == "short"
    return np.array([[1, 0, 0], [0, -1, height], [0, 0, 1]])


def _move(x: float, y: float) -> np.ndarray:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])
