"""What a laser cannot engrave, as wood is burnt or not: gradients, translucency."""

from pnp.base.errors import LayoutError
from pnp.scene import Group, Style
from pnp.scene.gradient import Gradient

REMEDY = "and a laser cannot burn shades"


def is_pale_shadow(group: Group) -> bool:
    """Return whether a group is a shadow of letters, which can be omitted."""
    if group.opacity == 1:
        return False
    if group.behind_text:
        return True
    raise LayoutError(
        f"has a part with an opacity of {group.opacity:g} on it, {REMEDY}: leave out the opacity, "
        "or leave this component out"
    )


def require_one_color(style: Style) -> None:
    """Refuse gradients."""
    for paint in (style.fill, style.stroke):
        if isinstance(paint, Gradient):
            raise LayoutError(
                f"has a gradient from {paint.stops[0].color} to {paint.stops[-1].color} on it, "
                f"{REMEDY}: give it one colour, or leave this component out"
            )
