"""The options of ``pnp calibrate`` and ``pnp printer add``."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from pnp.base.errors import UsageError
from pnp.base.units import quoted
from pnp.base.words import ENGLISH
from pnp.game.paper import PAPERS, Paper
from pnp.jobs.laser_options import LASER_FORMATS, LaserOptions
from pnp.jobs.material_options import MaterialOptions
from pnp.jobs.options import (
    KnownWords,
    choices,
    find_printer,
    one_of,
    option,
    paper_of,
    same_option,
    whole_number,
)
from pnp.jobs.output_options import OutputOptions
from pnp.sheets.layout.duplex import Duplex

if TYPE_CHECKING:
    from pnp.records.printer_profile import PrinterProfile

SIDE = 5  # squares in each row and column of a cut test
TWO_SIDED = (Duplex.LONG_EDGE, Duplex.SHORT_EDGE)


def _read_language(option: str, code: str) -> str:
    from pnp.rulebook.languages import languages

    return one_of(option, code.strip(), languages())


def _read_machine(option: str, name: str) -> str:
    from pnp.definitions.laser_files import load_target

    client = load_target(name)
    if client.shop:
        raise UsageError(
            f"{option}: {client.name} know their own kerf; a gauge is for a machine of your own"
        )
    return name


@dataclass(frozen=True)
class ProfileOptions:
    """The paper that a printer was measured on."""

    paper: Paper = option(
        "The paper, as for pnp build, such as letter.",
        paper_of,
        default=Paper("a4", PAPERS["a4"]),
        text="a4",
        group="paper",
        setting=True,
        metavar="PAPER",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield nothing: no option depends on another."""
        yield from ()


@dataclass(frozen=True)
class PrinterTestOptions(ProfileOptions, OutputOptions):
    """The test sheet of a printer; for a ``printer``, the one that checks its profile."""

    duplex: Duplex = option(
        "The edge on which the printer flips the sheet.",
        KnownWords(TWO_SIDED, Duplex),
        default=Duplex.LONG_EDGE,
        group="paper",
        setting=True,
    )
    printer: "PrinterProfile | None" = option(
        "Compensate the sheet for this printer, to check its profile.",
        find_printer,
        group="paper",
        metavar="PRINTER",
    )
    lang: str = option(
        "The language of the sheet, such as de.",
        _read_language,
        default=ENGLISH,
        group="look",
        setting=True,
        metavar="LANG",
    )


def _read_numbers(option: str, text: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(one) for one in text.split(","))
    except ValueError:
        numbers = ()
    if not numbers or not all(0 < one < inf for one in numbers):
        raise UsageError(f'{option}: write numbers such as "5,10,15", not {quoted(text)}')
    if len(set(numbers)) < len(numbers) or len(numbers) > SIDE:
        raise UsageError(f"{option}: write up to {SIDE} different numbers, not {quoted(text)}")
    return numbers


def _read_powers(option: str, text: str) -> tuple[float, ...]:
    powers = _read_numbers(option, text.replace("%", ""))
    if max(powers) > 100:
        raise UsageError(f"{option}: write per cent of full power, 100 at most, not {quoted(text)}")
    return powers


@dataclass(frozen=True)
class GaugeOptions(MaterialOptions, OutputOptions):
    """The gauges of a laser; empty ``formats`` mean all that the client reads."""

    client: str = same_option(LaserOptions, "client", read=_read_machine)
    formats: tuple[str, ...] = option(
        "The formats; by default all that the client reads.",
        choices(LASER_FORMATS),
        default=(),
        group="files",
        flag="--format",
        setting=True,
    )

    speeds: tuple[float, ...] = option(
        "The speeds of the cut test in mm/s, such as 5,10,15.",
        _read_numbers,
        default=(),
        written=str | None,
        group="machine",
        setting=True,
        metavar="SPEEDS",
    )
    powers: tuple[float, ...] = option(
        "The powers of the cut test in per cent, such as 40,60,80.",
        _read_powers,
        default=(),
        written=str | None,
        group="machine",
        setting=True,
        metavar="POWERS",
    )
    passes: int = option(
        "How many times the cut test cuts each line.",
        whole_number(1, 20),
        default=1,
        written=int,
        group="machine",
        setting=True,
        metavar="N",
    )

    def faults(self, given: frozenset[str]) -> Iterator[str]:
        """Yield a line for each option that needs another or contradicts it."""
        yield from super().faults(given)
        for one, other in (("speeds", "powers"), ("powers", "speeds")):
            if getattr(self, one) and not getattr(self, other):
                yield f"--{one}: the test has rows of speeds and columns of powers; add --{other}"
        if self.passes > 1 and not self.speeds:
            yield "--passes: goes with --speeds and --powers; set it in your program otherwise"
