"""The options of ``pnp laser``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.base.units import Mm, parse_size, quoted
from pnp.jobs.options import choices, one_of, option, words_of
from pnp.jobs.output_options import GameOutputOptions

if TYPE_CHECKING:  # the package needs the laser extra, its options do not
    from pnp.laser.scheme import Kerf, Sides, Speeds

LASER_FORMATS = ("svg", "dxf", "lbrn2")


def _mm(option: str, text: str) -> Mm:
    try:
        value = float(text.strip().removesuffix("mm").replace(",", "."))
    except ValueError:
        value = nan
    if not 0 <= value < inf:
        raise UsageError(f'{option}: write millimetres such as "0.15", not {quoted(text)}')
    return value


def _checked(x: Mm, y: Mm) -> "Kerf":
    from pnp.laser.scheme import Kerf

    if not (min(x, y) >= 0 and max(x, y) <= 2):
        raise UsageError(f"--kerf: {x:g} x {y:g} mm is not a kerf; lasers burn 0.03 to 0.5 mm")
    return Kerf(x, y)


def _read_kerf(option: str, text: str) -> "Kerf":
    across, both, down = text.lower().removesuffix("mm").partition("x")
    x = _mm(option, across)
    return _checked(x, _mm(option, down) if both else x)


def _read_gauge(option: str, gauge: tuple[int, str]) -> "Kerf":
    """Work the kerf out from a gauge: n blocks out of one slot lack n + 1 kerfs."""
    blocks, slack = gauge
    if blocks < 1:
        raise UsageError(f"{option}: write how many blocks there are, not {blocks}")
    kerf = _mm(option, slack) / (blocks + 1)
    return _checked(kerf, kerf)


def _read_bed(option: str, text: str) -> Size:
    try:
        return Size(*parse_size(text if text[-1:].isalpha() else f"{text}mm"))
    except ValueError as error:
        raise UsageError(f"{option}: {error}") from None


def _read_tabs(option: str, text: str) -> tuple[int, Mm]:
    """Read ``4x0.3mm``: four bridges of 0.3 mm."""
    count, _, bridge = text.partition("x")
    if not count.isdecimal() or not 1 <= int(count) <= 20 or not bridge:
        raise UsageError(f'{option}: write how many and how wide, "4x0.3mm", not {quoted(text)}')
    return int(count), _mm(option, bridge)


def _read_client(option: str, name: str) -> str:
    from pnp.definitions.data_files import load_target

    load_target(name)
    return name


def _read_material(option: str, name: str) -> str:
    from pnp.definitions.data_files import load_material

    load_material(name)
    return name


def _read_sides(option: str, text: str) -> "Sides":
    from pnp.laser.scheme import Sides

    return Sides(one_of(option, text, tuple(Sides)))


def _read_speeds(option: str, text: str) -> "Speeds":
    """Read ``cut=10,score=40,engrave=300,travel=300``, in mm a second."""
    from pnp.laser.scheme import Speeds

    pairs = dict(one.partition("=")[::2] for one in words_of(option, text))
    try:
        speeds = Speeds(**{name: float(value) for name, value in pairs.items()})
    except (TypeError, ValueError):
        speeds = None
    if speeds is None or min(speeds) <= 0:
        raise UsageError(
            f"{option}: write mm a second for all four, "
            f'"cut=10,score=40,engrave=300,travel=300", not {quoted(text)}'
        )
    return speeds


def _read_sizes(option: str, texts: list[str]) -> dict[str, str]:
    sizes = {}
    for text in texts:
        component_id, equals, size = text.partition("=")
        if not equals:
            raise UsageError(f'{option}: write whose size, such as "tiles={text}"')
        sizes[component_id.strip().lower()] = size
    return sizes


@dataclass(frozen=True)
class LaserOptions(GameOutputOptions):
    """What to cut, out of which material, on which bed and for which target.

    No ``components`` means all that rules need, paper excepted. ``formats``, ``kerf``, ``sides``
    and ``share`` follow from target, material and piece unless given.
    """

    components: tuple[str, ...] = option(
        "A component's id; all that are cut if none. May be repeated.",
        lambda _, names: tuple(dict.fromkeys(map(str.lower, names))),
        default=(),
        written=list[str] | None,
        flag="--component",
        metavar="COMPONENT",
        group="pieces",
    )
    client: str = option(
        "The program or shop, or a file that describes one.",
        _read_client,
        default="lightburn",
        setting=True,
        names_file=True,
        metavar="CLIENT",
        group="machine",
    )
    formats: tuple[str, ...] = option(
        "svg, dxf, lbrn2; all the client reads if not given.",
        choices(LASER_FORMATS),
        default=(),
        flag="--format",
        setting=True,
        group="files",
    )
    material: str = option(
        "What is cut, or a file that describes it.",
        _read_material,
        default="plywood-3",
        setting=True,
        names_file=True,
        metavar="MATERIAL",
        group="cutting",
    )
    kerf: "Kerf | None" = option(
        'The width of the cut: "0.15", or "0.15x0.12" across x down.',
        _read_kerf,
        setting=True,
        metavar="WIDTH",
        group="cutting",
    )
    kerf_from_gauge: "Kerf | None" = option(
        "The kerf from N blocks of a gauge and the gap that remains beside them.",
        _read_gauge,
        written=tuple[int, str] | None,
        metavar="N SLACK",
        group="cutting",
    )
    bed: Size = option(
        "Width x height of the sheet.",
        _read_bed,
        default=Size(600, 400),
        text="600x400mm",
        setting=True,
        metavar="WIDTHxHEIGHT",
        group="machine",
    )
    sides: "Sides | None" = option(
        "in-place (two sides), flip, jig or fronts (one side).",
        _read_sides,
        metavar="in-place|flip|jig|fronts",
        group="cutting",
    )
    share: bool | None = option(
        "Whether neighbours share a cut.",
        written=bool | None,
        flag="--share/--no-share",
        setting=True,
        group="cutting",
    )
    tabs: tuple[int, Mm] | None = option(
        'Bridges that hold each part, "4x0.3mm".',
        _read_tabs,
        setting=True,
        metavar="NxWIDTH",
        group="cutting",
    )
    holes: bool = option(
        "Cut through what would be engraved.",
        default=False,
        group="cutting",
    )
    speeds: "Speeds | None" = option(
        "mm/s, for times: cut=10,score=40,engrave=300,travel=300.",
        _read_speeds,
        flag="--speed",
        setting=True,
        metavar="SPEEDS",
        group="machine",
    )
    sizes: Mapping[str, str] = option(
        "Another size of tiles: tiles=40x60mm. May be repeated.",
        _read_sizes,
        default={},
        written=list[str] | None,
        flag="--size",
        metavar="COMPONENT=WxH",
        group="pieces",
    )
    lang: str = option(
        "The language of the sheet of steps, and of words on pieces, such as de.",
        lambda _, text: text.strip().lower(),
        default="",
        setting=True,
        metavar="LANG",
        group="pieces",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that contradicts another."""
        from pnp.laser.scheme import Sides

        if self.kerf is not None and self.kerf_from_gauge is not None:
            yield "--kerf-from-gauge: gives the kerf; leave out --kerf"
        if self.holes and self.sides not in (None, Sides.FRONTS):
            yield "--holes: a hole shows on both sides; leave --sides out"
        if self.tabs is not None and self.sides is Sides.IN_PLACE:
            yield "--tabs: bridges hold parts that are to be turned in place; flip the sheet"
        if self.tabs is not None and self.share:
            yield "--tabs: parts that share cuts have no bridges; leave out --share"
