"""SVG as resvg shows it, which is not ours."""

from io import BytesIO

import numpy as np
import resvg_py
from PIL import Image


def by_resvg(text: str, width: int, height: int | None = None) -> np.ndarray:
    """Return the pixels of an SVG file on white, as rows of RGB; its text is not drawn."""
    data = resvg_py.svg_to_bytes(
        svg_string=text,
        width=width,
        height=height,
        dpi=96,
        background="white",
        skip_system_fonts=True,
    )
    return np.asarray(Image.open(BytesIO(bytes(data))).convert("RGB"))
