"""The JSON beside laser files: what they burn, and what verifying them holds them against."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pnp.jobs.laser_options import LaserOptions
from pnp.laser.told import parts_told, pass_told, pocket_told

if TYPE_CHECKING:
    from pnp.laser.plan import LaserScheme, Part, Planned
    from pnp.laser.report import BedReport


class Told:
    """All that is told of a component's passes."""

    def __init__(
        self,
        component_id: str,
        options: LaserOptions,
        scheme: "LaserScheme",
        parts: Sequence["Part"],
    ) -> None:
        self._data: dict[str, Any] = {
            "component": component_id,
            "client": options.client_name,
            "material": options.material_name,
            "kerf_mm": [options.kerf.x, options.kerf.y],
            "bed_mm": [options.bed.width, options.bed.height],
            "sides": scheme.sides,
            "share": scheme.share,
            "single": scheme.single,
            "tabs": scheme.tabs and {"count": scheme.tabs[0], "bridge_mm": scheme.tabs[1]},
            **parts_told(parts),
            "pocket": pocket_told(parts[0]) if scheme.sides == "jig" else None,
            "beds": [],
        }

    def add(self, planned: "Planned", report: "BedReport", files: Sequence[str]) -> None:
        """Tell of one pass and of the files that it was written to."""
        figures = {
            key: round(value, 3) if isinstance(value, float) else value
            for key, value in report._asdict().items()
        }
        own = {"name": figures.pop("name"), "pass": planned.kind}
        self._data["beds"].append({**own, "files": files, **pass_told(planned), **figures})

    def written(self) -> bytes:
        """Return it as JSON, what holds nothing but words and numbers in a line each."""
        return f"{_json(self._data)}\n".encode()


def _json(value: Any, indent: str = "") -> str:
    inside = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list) or not any(isinstance(v, dict | list) for v in inside):
        return json.dumps(value, ensure_ascii=False)
    deeper = f"{indent} "
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {_json(one, deeper)}" for key, one in value.items()]
    else:
        lines = [_json(one, deeper) for one in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{last}"
