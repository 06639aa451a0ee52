"""Imposition on page templates: labels, perforated cards, a fixed grid."""

from collections.abc import Sequence
from itertools import product

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
from pnp.base.messages import Message
from pnp.base.units import EPSILON, Mm, dimensions
from pnp.sheets.layout.duplex import Duplex, back_place
from pnp.sheets.layout.imposition import CLEAR, MARGIN_OF_MARKS, Imposition, SlotGrid, leave_out
from pnp.sheets.layout.margin import MARGIN, UNPRINTABLE, Slug, StripPlace, place_slug
from pnp.sheets.layout.scheme import Scheme, Template

EXACT: Mm = 0.05  # a slot and a piece that differ by less count as equal


def impose_on(
    template: Template, count: int, cell: Size, reach: Mm, bleed: Mm, scheme: Scheme, slug: Slug
) -> Imposition:
    """Centre ``count`` pieces of one size in a template's slots.

    ``reach`` is the greatest distance of a piece's outline from its centre. The ruler and the label
    are each left out if there is no room beside the slots.
    """
    if not fits_slot(template, cell, reach):
        raise LayoutError(_in_slots("larger_than", template, cell))
    if scheme.duplex is Duplex.BACKS and not _mirrors_itself(template):
        raise LayoutError(Message("slots_not_mirrored", template=template.name))
    slots = tuple(Rect.about(slot.center, *cell) for slot in template.slots)
    grid = SlotGrid(template.page, slots, template.block)
    places = _slug_places(template, bleed, slug)
    full = Imposition(grid, -(-count // len(slots)), places, precut=template.precut)
    return leave_out(full, count, scheme.skip)


def fits_slot(template: Template, cell: Size, reach: Mm) -> bool:
    """Return whether a piece fits every slot without being turned."""
    if template.round:
        return all(reach <= slot.width / 2 + EPSILON for slot in template.slots)
    return all(
        cell.width <= slot.width + EPSILON and cell.height <= slot.height + EPSILON
        for slot in template.slots
    )


def remarks_on(template: Template, cell: Size, slug: Sequence[StripPlace | None]) -> list[str]:
    """Return notes for the user on printing pieces of this size on a template."""
    remarks: list[str] = []
    slot = template.slots[0].size
    if max(slot.width - cell.width, slot.height - cell.height) > EXACT:
        remarks.append(_in_slots("centred_in", template, cell))
    missing = "_".join(
        name for name, place in zip(("ruler", "label"), slug, strict=True) if place is None
    )
    if missing:
        remarks.append(Message(f"no_{missing}", template=template.name))
    page = Rect(0, 0, *template.page)
    if not page.inset(UNPRINTABLE).contains(template.block):
        remarks.append(Message("slots_near_edge", template=template.name, mm=f"{UNPRINTABLE:g}"))
    return remarks


def _in_slots(how: str, template: Template, cell: Size) -> Message:
    """Return a message about pieces in the slots of a template."""
    slot, named = template.slots[0].size, {"size": _rounded(cell), "template": template.name}
    if template.round:
        return Message(f"{how}_round_slots", slot=f"{slot.width:g} mm", **named)
    return Message(f"{how}_slots", slot=dimensions(*slot), **named)


def _rounded(size: Size) -> str:
    return dimensions(round(size.width, 2), round(size.height, 2))


def _mirrors_itself(template: Template) -> bool:
    """Return whether mirroring the page maps slots to slots."""
    backs = (back_place(s, template.page, Duplex.BACKS).slot for s in template.slots)
    return all(any(_same(back, slot) for slot in template.slots) for back in backs)


def _same(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < EXACT for a, b in zip(one, other, strict=True))


def _slug_places(template: Template, bleed: Mm, slug: Slug) -> tuple[StripPlace | None, ...]:
    """Return places for the slug outside all slots, as far from the paper's edge as possible."""
    inner = (bleed if template.precut else max(MARGIN_OF_MARKS, bleed)) + CLEAR
    items = range(len(slug.lengths))
    choices = [items, *([item] for item in reversed(items))]  # all, or the label, or the ruler
    for chosen, clearance in product(choices, (MARGIN, UNPRINTABLE)):
        some = slug._replace(lengths=tuple(slug.lengths[item] for item in chosen))
        places = place_slug(some, template.block, template.page, clearance, inner)
        if places is not None:
            return tuple(map(dict(zip(chosen, places, strict=True)).get, items))
    return (None,) * len(items)
