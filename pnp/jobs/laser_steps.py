"""The sheet of steps: instructions for the person at the laser."""

from pnp.base.geometry import Size
from pnp.base.units import format_mm
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.jobs.laser_settings import LaserSettings
from pnp.laser.passes import PlannedPass
from pnp.laser.report import preview
from pnp.laser.scheme import Sides
from pnp.render import pdfa
from pnp.rulebook.blocks import (
    Block,
    BulletList,
    Chapter,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    Run,
)
from pnp.rulebook.pages import set_chapter
from pnp.scene.bed import Step

WORK = {  # what is done in a step, and its colour in the picture
    Step.ENGRAVE: ("Engrave the areas", "brown"),
    Step.SCORE: ("Score the lines", "blue"),
    Step.INNER: ("Cut the holes", "purple"),
    Step.OUTER: ("Cut the parts", "red"),
    Step.FRAME: ("Cut the frame last", "black"),
    Step.GUIDE: ("Check the guides, which are not burnt", "grey"),
}
BEFORE_BACKS = {
    Sides.IN_PLACE: (
        "Do not move the sheet. Lift each part, turn it over sideways, like a page, and "
        "lay it back into its own hole."
    ),
    Sides.FLIP: (
        "Turn the whole sheet over sideways, like a page, and put it back on the two pins "
        "through its holes, or with its corner marks where they were."
    ),
    Sides.JIG: (
        "Lay the parts into the pockets of the jig, backs up, in the order in which they lay "
        "in the sheet: row by row from the top left."
    ),
}


def steps_pdf(
    game: Game,
    component_id: str,
    planned: tuple[PlannedPass, ...],
    settings: LaserSettings,
    sides: Sides,
) -> bytes:
    """Return the sheet of steps for a component's passes as a PDF."""
    title = f"{game.name} · {game.components[component_id].name}"
    first = _shop_preparations if settings.client.shop else _machine_preparations
    blocks: list[Block] = [_numbered(first(settings))]
    stem = f"{component_id}-{settings.client.id}"
    for number, one in enumerate(planned, start=1):
        blocks += _pass_blocks(number, one, stem, settings, sides)
    lead = (
        f"{settings.material.name}, kerf {settings.kerf.x:g} mm, "
        f"bed {_size(settings.options.bed)}, for {settings.client.name}."
    )
    head = (Heading(1, title), Paragraph((Run(lead),), "lead"))
    document = set_chapter(Chapter(title, head, tuple(blocks)), title, "en", PAPERS["a4"])
    return pdfa.render(document, pdfa.Metadata(title, "en", lead, None, game.rights))


def _numbered(lines: list[str]) -> BulletList:
    return BulletList(tuple(ListItem((Run(line),)) for line in lines), numbered=True)


def _machine_preparations(settings: LaserSettings) -> list[str]:
    kerf = "The files already allow for the kerf: set the kerf of your program to 0."
    if not max(settings.kerf):
        kerf = "The files do not allow for the kerf: set it in your program."
    return [
        f"Lay a flat sheet of at least {_size(settings.options.bed)} in the machine. The top left "
        "corner of the picture is the origin of your program.",
        "Find speed and power for this material with a test; the files contain neither.",
        kerf,
        "Score the 50 mm square of pnp calibrate laser and measure it, if you have not yet.",
    ]


def _shop_preparations(settings: LaserSettings) -> list[str]:
    return [
        f"Send the files below to the shop, and order {settings.material.name}.",
        f"The files allow for a kerf of {settings.kerf.x:g} mm. Ask whether the shop adds its own; "
        "if so, make the files again with --kerf 0.",
        "After the upload, compare the size that the shop shows with the size of your parts.",
    ]


def _pass_blocks(
    number: int, planned: PlannedPass, stem: str, settings: LaserSettings, sides: Sides
) -> list[Block]:
    bed = planned.bed
    file = f"{stem}-{bed.name}" if bed.name else stem
    formats = " or ".join(f".{format}" for format in settings.formats)
    verb = "Send" if settings.client.shop else "Open"
    lines = [f"{verb} {file}{formats}."]
    if settings.client.one_part:
        lines.append(f"Order it {planned.parts} times.")
    lines += [_describe(one.step, settings) for one in bed.operations]
    if bed.name.endswith("jig"):
        scrap = "Lay a scrap sheet in the machine: the jig is cut from it and stays in place."
        lines = [scrap, *lines, "Remove the waste from the pockets and leave the frame in place."]
    elif bed.name.endswith("backs") and sides in BEFORE_BACKS:
        lines.insert(0, BEFORE_BACKS[sides])
    elif bed.name.endswith("fronts") and sides is Sides.JIG:
        lines.append("Take the parts out and keep them in order.")
    parts = "1 part" if planned.parts == 1 else f"{planned.parts or 'no'} parts"
    figure = Figure(
        f"pass-{number}",
        preview(bed),
        f"{file}: {parts}.",
        f"The bed of {_size(bed.size)} with {parts}, each step in its own colour.",
    )
    return [Heading(2, f"{number}. {_title(bed.name)}"), _numbered(lines), figure]


def _title(name: str) -> str:
    number, _, rest = name.partition("-") if name[:1].isdigit() else ("", "", name)
    bed = f"Bed {number}" if number else ""
    title = ", ".join(filter(None, (bed, rest.replace("-", " ")))) or "the bed"
    return title[:1].upper() + title[1:]


def _describe(step: Step, settings: LaserSettings) -> str:
    """Describe a step, its colour in the picture, and its colour and layer in the files."""
    style = settings.client.steps.get(step) or settings.client.steps["outer"]
    layer = f", layer {style.layer:02}" if "lbrn2" in settings.formats and style.layer else ""
    work, colour = WORK[step]
    return f"{work}: {colour} in the picture, {style.color}{layer} in the files."


def _size(size: Size) -> str:
    return f"{format_mm(size.width)} \N{MULTIPLICATION SIGN} {format_mm(size.height)} mm"
