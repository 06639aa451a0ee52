"""The thickness of paper."""

import re
from typing import Annotated

from pnp.base.errors import UnitError
from pnp.base.units import Mm, quoted
from pnp.game.fields import Reads

# Thickness is grammage times bulk (ISO 534). For spines of books a printer reckons with 1.20
# to 1.22 cm3/g for uncoated papers and 0.80 to 0.90 for coated ones; of these we take what
# makes a box rather too deep: https://docs.cloudprinter.com/client/how-to-calculate-spine-width
BULK = 1.2
THINNEST: Mm = 0.05
THICKEST: Mm = 5.0
DEFAULT_STOCK: Mm = 0.3

# Without inches and points: 12 pt board is 12 thousandths of an inch thick, not 12/72.
_STOCK = re.compile(r"\s*(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})\s*(mm|gsm)\s*")


def read_stock(value: object) -> Mm:
    """Read a thickness such as ``"0.35mm"`` or a grammage such as ``"300gsm"``.

    Raises:
        UnitError: If it is neither, or thinner or thicker than paper is.
    """
    match = _STOCK.fullmatch(value.lower()) if isinstance(value, str) else None
    if match is None:
        raise UnitError(
            'write how thick the paper is, such as "0.35mm", or what it weighs, such as '
            f'"300gsm", not {quoted(value)}'
        )
    thickness = float(match[1]) * (BULK / 1000 if match[2] == "gsm" else 1)
    if not THINNEST <= thickness <= THICKEST:
        made = f", which is {thickness:.3g} mm" if match[2] == "gsm" else ""
        raise UnitError(
            f"paper is from {THINNEST:g} mm to {THICKEST:g} mm thick, not {match[0].strip()}{made}"
        )
    return thickness


Stock = Annotated[Mm, Reads(read_stock, "stock")]
