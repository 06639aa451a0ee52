"""The print shops that come with pnp, read from ``templates/shops``."""

import tomllib
from typing import Any

from pnp.base.errors import UsageError
from pnp.base.files import templates
from pnp.base.geometry import Size
from pnp.base.units import parse_length, parse_size, quoted
from pnp.game.shop import Preset


def all_presets() -> dict[str, Preset]:
    """Return every shop's presets by their names, in alphabetical order."""
    presets: dict[str, Preset] = {}
    for file in sorted((templates() / "shops").glob("*.toml")):
        shop = tomllib.loads(file.read_text(encoding="utf-8"))
        for name, product in shop["presets"].items():
            presets[name] = _preset(name, product, shop)
    return dict(sorted(presets.items()))


def find_preset(name: str) -> Preset:
    """Return the preset of that name.

    Raises:
        UsageError: If there is none, naming those that there are.
    """
    presets = all_presets()
    if name.lower() not in presets:
        raise UsageError(
            f"--preset: {quoted(name)} is not known; write one of {', '.join(presets)}"
        )
    return presets[name.lower()]


def _preset(name: str, product: dict[str, Any], shop: dict[str, Any]) -> Preset:
    width, height = product["pixels"]
    return Preset(
        id=name,
        shop=shop["name"],
        title=product["title"],
        trim=Size(*parse_size(product["trim"])),
        pixels=(width, height),
        dpi=shop["dpi"],
        safe=parse_length(shop["safe"]),
        source=product["source"],
        read=shop["read"],
        known_through=shop["known_through"],
        notes=" ".join(shop["notes"].split()),
    )
