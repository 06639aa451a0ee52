"""Print which page templates there are."""

import json

import typer

from pnp.base.units import dimensions, format_mm
from pnp.cli.tables import console, table
from pnp.definitions.data_files import built_in_templates, find_template, load_template
from pnp.game.page_template import PageTemplate


def print_templates(as_json: bool) -> None:
    """Print a line for each built-in page template."""
    sheets = [load_template(find_template(name)) for name in built_in_templates()]
    if as_json:
        data = [
            {
                "id": sheet.id,
                "name": sheet.name,
                "paper": sheet.paper.name,
                "page_mm": list(sheet.page),
                "stock": sheet.stock,
                "shape": sheet.shape,
                "slot_mm": list(sheet.size),
                "corner_mm": sheet.corner,
                "slots": [[slot.x, slot.y] for slot in sheet.places],
                "products": list(sheet.products),
                "status": sheet.status,
                "source": sheet.source,
            }
            for sheet in sheets
        ]
        typer.echo(json.dumps({"templates": data}, indent=1, ensure_ascii=False))
        return
    rows = [
        (s.id, s.name, s.stock, str(s.count), _slot(s), s.status, ", ".join(s.products))
        for s in sheets
    ]
    columns = ("id", "name", "stock", "slots", "of size", "geometry", "sold as")
    table(console(), columns, rows)


def _slot(sheet: PageTemplate) -> str:
    if sheet.shape == "circle":
        return f"{format_mm(sheet.size.width)}mm across"
    corners = f", corners {format_mm(sheet.corner)}mm" if sheet.corner else ""
    return f"{dimensions(*sheet.size)}{corners}"
