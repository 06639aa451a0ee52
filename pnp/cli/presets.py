"""Print the presets of print shops and the page templates."""

import json

import typer

from pnp.base.units import dimensions, format_mm
from pnp.cli.tables import console, heading, lines, table
from pnp.definitions.data_files import (
    all_presets,
    built_in_templates,
    find_template,
    load_template,
)
from pnp.game.presets import PageTemplate
from pnp.jobs.describe import presets_data, templates_data


def print_presets(as_json: bool) -> None:
    """Print a line for each preset, and below them the other demands of each shop."""
    presets = all_presets().values()
    if as_json:
        typer.echo(json.dumps(presets_data(), indent=1, ensure_ascii=False))
        return
    out = console()
    rows = [
        (
            p.id,
            p.shop,
            p.title,
            p.size,
            dimensions(*p.picture),
            f"{p.pixels[0]} x {p.pixels[1]}",
            f"{format_mm(p.safe)} mm",
            p.source,
        )
        for p in presets
    ]
    columns = ("preset", "shop", "product", "cut", "with bleed", "pixels", "safe", "source")
    table(out, columns, rows)
    for shop in dict.fromkeys(p.shop for p in presets):
        of_shop = next(p for p in presets if p.shop == shop)
        heading(out, shop)
        lines(out, [of_shop.notes, f"Read {of_shop.read}, through {of_shop.known_through}.", ""])


def print_templates(as_json: bool) -> None:
    """Print a line for each built-in page template."""
    sheets = [load_template(find_template(name)) for name in built_in_templates()]
    if as_json:
        typer.echo(json.dumps(templates_data(sheets), indent=1, ensure_ascii=False))
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
