"""Imposition on page templates: labels, perforated cards, a fixed grid."""

from collections.abc import Sequence
from itertools import product

from pnp.base.errors import LayoutError
from pnp.base.geometry import Rect, Size
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
        raise LayoutError(
            f"a piece of {_rounded(cell)} is larger than {_slot_words(template)}, and nothing "
            "is made smaller; choose another --size or --template, or leave it out with --only"
        )
    if scheme.duplex is Duplex.BACKS and not _mirrors_itself(template):
        raise LayoutError(
            f"the mirror images of the slots of {template.name} are not slots, so a sheet of backs "
            "alone would miss them; print with --duplex long-edge, short-edge or fronts"
        )
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
    remarks = []
    slot = template.slots[0].size
    if max(slot.width - cell.width, slot.height - cell.height) > EXACT:
        remarks.append(f"pieces of {_rounded(cell)} are centred in {_slot_words(template)}")
    names = ("ruler", "label")
    missing = [name for name, place in zip(names, slug, strict=True) if place is None]
    if missing:
        remarks.append(f"no room on {template.name} for the {' and the '.join(missing)}")
    page = Rect(0, 0, *template.page)
    if not page.inset(UNPRINTABLE).contains(template.block):
        remarks.append(
            f"slots of {template.name} come closer than {UNPRINTABLE:g} mm to the paper's "
            "edge, which most printers cannot print"
        )
    return remarks


def _slot_words(template: Template) -> str:
    slot = template.slots[0].size
    size = f"{slot.width:g} mm across" if template.round else dimensions(*slot)
    return f"the slots of {template.name} ({size})"


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
