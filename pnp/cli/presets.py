"""Print what print shops ask."""

import json

import typer

from pnp.base.units import dimensions, format_mm
from pnp.cli.tables import console, heading, lines, table
from pnp.definitions.data_files import all_presets


def print_presets(as_json: bool) -> None:
    """Print a line for each preset, and below them what each shop asks besides."""
    presets = all_presets().values()
    if as_json:
        data = [preset.model_dump() for preset in presets]
        typer.echo(json.dumps({"presets": data}, indent=1, ensure_ascii=False))
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
