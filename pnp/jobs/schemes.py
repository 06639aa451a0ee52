"""How the user wants pieces laid out, read from what was written."""

from typing import TYPE_CHECKING, NamedTuple

from pnp.base.errors import UsageError
from pnp.base.units import Mm, quoted
from pnp.game.paper import Paper, parse_paper
from pnp.jobs.words import length_of, one_of
from pnp.sheets.layout.margin import MARGIN
from pnp.sheets.layout.scheme import Orientation, Template

if TYPE_CHECKING:
    from pnp.game.page_template import PageTemplate

MOST_SLOTS = 9999


class Sheets(NamedTuple):
    """The paper and what goes where on it; see :class:`pnp.sheets.layout.scheme.Scheme`."""

    paper: Paper
    orientation: Orientation
    margin: Mm
    gap: Mm | None
    skip: tuple[int, ...]
    template: Template | None


def read_sheets(
    *, paper: str, orientation: str, margin: str, gap: str, skip: str, template: str, duplex: str
) -> Sheets:
    """Read the options of these names; one that was not given is empty.

    Raises:
        UsageError: If one means nothing, or a template leaves it nothing to say: a line for each.
    """
    slots = _read_slots(skip) if skip else ()
    if not template:
        return Sheets(
            parse_paper(paper or "a4"),
            Orientation(one_of("--orientation", orientation or "auto", tuple(Orientation))),
            length_of("--margin", margin) if margin else MARGIN,
            length_of("--gap", gap) if gap else None,
            slots,
            None,
        )
    from pnp.definitions.data_files import find_template, load_template

    sheet = load_template(find_template(template))
    idle = {"--orientation": orientation, "--margin": margin, "--gap": gap}
    faults = [
        f"{option}: the template {sheet.id} says that itself; leave {option} out"
        for option, written in idle.items()
        if written
    ]
    if paper and parse_paper(paper).size != sheet.paper.size:
        faults.append(f"--paper: the template {sheet.id} is on {sheet.paper.name}; leave it out")
    if duplex == "fold":
        faults.append(f"--duplex: the template {sheet.id} has no fold; print with another --duplex")
    if faults:
        raise UsageError("\n".join(faults))
    places = _as_template(sheet)
    return Sheets(sheet.paper, Orientation.AUTO, MARGIN, None, slots, places)


def _as_template(sheet: "PageTemplate") -> Template:
    return Template(
        sheet.id,
        sheet.page,
        sheet.places,
        precut=sheet.stock != "plain",
        round=sheet.shape == "circle",
        adhesive=sheet.stock == "adhesive",
    )


def _read_slots(text: str) -> tuple[int, ...]:
    """Read ``"1,4"`` or ``"1-3,8"`` as numbers of slots."""
    found: set[int] = set()
    for word in text.split(","):
        first, dash, last = word.strip().partition("-")
        ends = [first, last if dash else first]
        numbers = [int(end[:9]) if end.strip().isdecimal() else 0 for end in ends]
        if not 0 < numbers[0] <= numbers[-1] <= MOST_SLOTS:
            raise UsageError(
                '--skip: write the numbers of slots from 1, such as "1,4" or "1-3", '
                f"not {quoted(text)}"
            )
        found |= set(range(numbers[0], numbers[-1] + 1))
    return tuple(sorted(found))
