"""SVG as resvg shows it, which is not ours."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np
import resvg_py
from PIL import Image


def by_resvg(
    text: str, width: int, height: int | None = None, fonts: Sequence[str] = ()
) -> np.ndarray:
    """Return the pixels of an SVG file on white, as rows of RGB.

    Its text is drawn in the files ``fonts``, and left out where there are none.
    """
    data = resvg_py.svg_to_bytes(
        svg_string=text,
        width=width,
        height=height,
        dpi=96,
        background="white",
        skip_system_fonts=True,
        font_files=list(fonts),
    )
    return np.asarray(Image.open(BytesIO(bytes(data))).convert("RGB"))
