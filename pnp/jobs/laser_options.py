"""What may be chosen of laser files, read as it is written on the command line."""

from math import inf, nan
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import UsageError
from pnp.base.geometry import Size
from pnp.base.units import Mm, parse_size, quoted
from pnp.definitions.data_files import load_client, load_material
from pnp.game.laser import Client, Format, Material
from pnp.jobs.option_readers import one_of, words_of
from pnp.laser.beds import LaserScheme, Sides
from pnp.laser.kerf import Kerf
from pnp.laser.report import Speeds

MARGIN: Mm = 3.0
LEAST_GAP: Mm = 1.0
LASER_FORMATS: tuple[Format, ...] = ("svg", "dxf", "lbrn2")


class LaserOptions(NamedTuple):
    """What is cut, of what, on which bed and for which program.

    ``sides`` and ``share`` are None where they follow from the piece and the client.
    """

    out: Path
    components: tuple[str, ...]
    formats: tuple[Format, ...]
    client_name: str
    client: Client
    material_name: str
    material: Material
    kerf: Kerf
    bed: Size
    sides: Sides | None
    share: bool | None
    tabs: tuple[int, Mm] | None
    pierced: bool
    speeds: Speeds | None
    sizes: dict[str, str]

    @property
    def room(self) -> Size:
        """What of the bed a part may take."""
        taken = 2 * MARGIN + max(self.kerf)
        return Size(self.bed.width - taken, self.bed.height - taken)

    def scheme(self, two_sided: bool) -> LaserScheme:
        """How parts are laid out: those with two sides are turned in their own holes."""
        usual = Sides.IN_PLACE if self.tabs is None else Sides.FLIP
        usual = Sides.FRONTS if self.client.shop else usual
        sides = (self.sides or usual) if two_sided else Sides.FRONTS
        can_share = self.client.share and sides is not Sides.IN_PLACE
        if self.share and not can_share:
            why = f"--share: parts that share cuts cannot be turned in place ({Sides.IN_PLACE})"
            refused = f"--share: {self.client.name} takes no cuts that parts share"
            raise UsageError(why if self.client.share else refused)
        share = can_share and self.share is not False and self.tabs is None
        gap = max(LEAST_GAP, self.material.gap)
        return LaserScheme(
            self.bed, self.kerf, gap, MARGIN, share, sides, self.tabs, self.client.one_part
        )


class LaserWords(NamedTuple):
    """Choices as they are written; None where nothing is."""

    out: Path
    component: list[str]
    format: str | None
    client: str
    material: str
    kerf: str | None
    gauge: tuple[int, str] | None
    bed: str
    sides: str | None
    share: bool | None
    tabs: str | None
    holes: bool
    speed: str | None
    size: list[str]


def read_laser_options(words: LaserWords) -> LaserOptions:
    """Read choices.

    Raises:
        PnpError: If one of them means nothing, saying what would be right.
    """
    client = load_client(words.client)
    sides = Sides(one_of("--sides", words.sides, tuple(Sides))) if words.sides is not None else None
    _must_go_together(client, sides, words)
    material = load_material(words.material)
    formats = formats_of(words.format, client)
    return LaserOptions(
        words.out,
        tuple(dict.fromkeys(words.component)),
        formats,
        Path(words.client).stem,
        client,
        Path(words.material).stem,
        material,
        _kerf(words, material),
        _bed(words.bed),
        sides,
        words.share,
        _tabs(words.tabs),
        words.holes,
        _speeds(words.speed),
        dict(_size(text) for text in words.size),
    )


def _must_go_together(client: Client, sides: Sides | None, words: LaserWords) -> None:
    """Refuse choices that another choice would make meaningless."""
    two = sides not in (None, Sides.FRONTS)
    if client.shop and two:
        raise UsageError(f"--sides: {client.name} burn one side; leave --sides out")
    if words.holes and two:
        raise UsageError("--holes: a hole shows on both sides; leave --sides out")
    if words.tabs is not None and sides is Sides.IN_PLACE:
        raise UsageError(
            "--tabs: bridges hold parts that are to be turned in place; flip the sheet"
        )
    if words.tabs is not None and words.share:
        raise UsageError("--tabs: parts that share cuts have no bridges; leave out --share")


def formats_of(text: str | None, client: Client) -> tuple[Format, ...]:
    """Read the formats that are asked for; all that the client reads if none is.

    Raises:
        UsageError: If the client does not read one of them.
    """
    if text is None:
        return client.formats
    named = [one_of("--format", word, LASER_FORMATS) for word in words_of("--format", text)]
    for format in named:
        if format not in client.formats:
            raise UsageError(
                f"--format: {client.name} does not read {format}; it reads: "
                f"{', '.join(client.formats)}"
            )
    return tuple(format for format in LASER_FORMATS if format in named)


def _kerf(words: LaserWords, material: Material) -> Kerf:
    """Read the kerf, or work it out from a gauge: n blocks out of one slot lack n + 1 kerfs."""
    if words.gauge is not None:
        if words.kerf is not None:
            raise UsageError("--kerf-from-gauge: says the kerf; leave out --kerf")
        blocks, slack = words.gauge
        if blocks < 1:
            raise UsageError(f"--kerf-from-gauge: write how many blocks there are, not {blocks}")
        return _checked(*(_mm("--kerf-from-gauge", slack) / (blocks + 1),) * 2)
    if words.kerf is None:
        return Kerf(material.kerf, material.kerf)
    across, both, down = words.kerf.lower().removesuffix("mm").partition("x")
    x = _mm("--kerf", across)
    return _checked(x, _mm("--kerf", down) if both else x)


def _checked(x: Mm, y: Mm) -> Kerf:
    if not (min(x, y) >= 0 and max(x, y) <= 2):
        raise UsageError(f"--kerf: {x:g} x {y:g} mm is no kerf; lasers burn 0.03 to 0.5 mm")
    return Kerf(x, y)


def _mm(option: str, text: str) -> Mm:
    try:
        value = float(text.strip().removesuffix("mm").replace(",", "."))
    except ValueError:
        value = nan
    if not 0 <= value < inf:
        raise UsageError(f'{option}: write millimetres such as "0.15", not {quoted(text)}')
    return value


def _bed(text: str) -> Size:
    try:
        return Size(*parse_size(text if text[-1:].isalpha() else f"{text}mm"))
    except ValueError as error:
        raise UsageError(f"--bed: {error}") from None


def _tabs(text: str | None) -> tuple[int, Mm] | None:
    """Read ``4x0.3mm``: four bridges of 0.3 mm."""
    if text is None:
        return None
    count, _, bridge = text.partition("x")
    if not count.isdecimal() or not 1 <= int(count) <= 20 or not bridge:
        raise UsageError(f'--tabs: write how many and how wide, "4x0.3mm", not {quoted(text)}')
    return int(count), _mm("--tabs", bridge)


def _speeds(text: str | None) -> Speeds | None:
    """Read ``cut=10,score=40,engrave=300,travel=300``, in mm a second."""
    if text is None:
        return None
    pairs = dict(one.partition("=")[::2] for one in words_of("--speed", text))
    try:
        speeds = Speeds(**{name: float(value) for name, value in pairs.items()})
    except (TypeError, ValueError):
        speeds = None
    if speeds is None or min(speeds) <= 0:
        raise UsageError(
            "--speed: write mm a second for all four, "
            f'"cut=10,score=40,engrave=300,travel=300", not {quoted(text)}'
        )
    return speeds


def _size(text: str) -> tuple[str, str]:
    component_id, equals, size = text.partition("=")
    if not equals:
        raise UsageError(f'--size: write whose size, such as "tiles={text}"')
    return component_id, size
