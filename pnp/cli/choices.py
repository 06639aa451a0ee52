"""The options that all making commands share, each declared once."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer


class Choices(NamedTuple):
    """Options as they are written on the command line, for :func:`pnp.build.read_options`."""

    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where output goes.")] = Path(
        "output"
    )
    paper: Annotated[
        str,
        typer.Option(
            "--paper",
            help="a0 to a6, b0 to b6, letter, legal, tabloid, ledger, arch-a to arch-e, or a size "
            "such as 210x297mm.",
            show_default="a4",
        ),
    ] = ""
    orientation: Annotated[
        str,
        typer.Option(
            "--orientation",
            help="How the paper lies: portrait, landscape, or auto for the fewest sheets.",
            show_default="auto",
        ),
    ] = ""
    margin: Annotated[
        str,
        typer.Option(
            "--margin",
            help="How near pieces may come to the paper's edge; below 5mm only for printers that "
            "print so far out.",
            show_default="8mm",
        ),
    ] = ""
    gap: Annotated[
        str,
        typer.Option(
            "--gap",
            help="How far pieces lie apart: 0mm if you say nothing, 4mm for those that are cut out "
            "with scissors.",
        ),
    ] = ""
    skip: Annotated[
        str,
        typer.Option(
            "--skip",
            help="Slots to leave empty on every sheet, such as 1,4 or 1-3: counted from 1 as you "
            "read, on the front.",
        ),
    ] = ""
    template: Annotated[
        str,
        typer.Option(
            "--template",
            help="A sheet with places of its own, such as labels: a name that pnp templates lists, "
            "or the path of a .toml.",
        ),
    ] = ""
    duplex: Annotated[
        str,
        typer.Option(
            "--duplex",
            help="long-edge or short-edge: how the printer turns the sheet; fold: both sides on "
            "one side of the paper, to fold and glue; fronts or backs alone.",
        ),
    ] = "long-edge"
    size: Annotated[
        list[str] | None,
        typer.Option(
            "--size",
            help="Size of the cards: mini-euro, poker, bridge, tarot, square or such as 44x68mm; "
            "of one component: tiles=40x60mm. May be repeated.",
        ),
    ] = None
    stock: Annotated[
        str,
        typer.Option(
            "--stock",
            help="The paper: how thick, such as 0.35mm, or how heavy, such as 300gsm. Boxes are "
            "made to hold pieces of it, and to be made of it.",
        ),
    ] = ""
    format: Annotated[
        str,
        typer.Option(
            "--format",
            help="pdf (sheets), svg, png (faces), tts (Tabletop Simulator), with commas between.",
        ),
    ] = "pdf,svg"
    dpi: Annotated[int, typer.Option("--dpi", help="Pixels to the inch of PNG faces.")] = 300
    preset: Annotated[
        str,
        typer.Option(
            "--preset",
            help="Make cards for a print shop as well, such as tgc-poker: PNG faces with bleed; "
            "pnp list --presets shows all.",
        ),
    ] = ""
    tts_url: Annotated[
        str,
        typer.Option(
            "--tts-url", metavar="URL", help="Where you put the images for Tabletop Simulator."
        ),
    ] = ""
    only: Annotated[
        str, typer.Option("--only", help="Components to make, with commas between them.")
    ] = ""
    pieces: Annotated[
        str,
        typer.Option(
            "--pieces",
            help="Some pieces of one component: places such as 1-6,9 in the order of printing, or "
            "names such as red-3-4 or name:3-4.",
        ),
    ] = ""
    copies: Annotated[
        int, typer.Option("--copies", help="How often each component is printed.")
    ] = 1
    fit: Annotated[
        bool,
        typer.Option(
            "--fit/--poster",
            help="A board that is larger than the paper: smaller, as it fits one page, or on "
            "several pages to join.",
        ),
    ] = False
    marks: Annotated[
        str,
        typer.Option(
            "--marks",
            help="What shows where to cut: crop (marks in the margins), full (lines right "
            "through), cross or dots (at every corner), none.",
        ),
    ] = "crop"
    mark_length: Annotated[
        str,
        typer.Option("--mark-length", help="Of crop marks and crosses: such as 6mm; else 4mm."),
    ] = ""
    mark_width: Annotated[
        str,
        typer.Option(
            "--mark-width",
            help="How thick marks are, such as 0.4mm, and how wide dots; else 0.25mm and 0.8mm.",
        ),
    ] = ""
    mark_sides: Annotated[
        str,
        typer.Option("--mark-sides", help="Marks on both sides of a sheet, fronts or backs."),
    ] = "both"
    cut_order: Annotated[
        bool,
        typer.Option("--cut-order", help="Number the marks in the order in which to cut."),
    ] = False
    rounded: Annotated[
        bool,
        typer.Option(
            "--rounded", help="Show round corners of cards, tiles and chips as light lines."
        ),
    ] = False
    printer: Annotated[
        str,
        typer.Option(
            "--printer",
            metavar="NAME",
            help="Correct the sheets for a printer that was measured: see pnp calibrate print.",
        ),
    ] = ""
    ink: Annotated[
        str,
        typer.Option(
            "--ink",
            help="full; low: outlines and hatches instead of fills; black: pure black alone.",
        ),
    ] = "full"
    theme: Annotated[
        str,
        typer.Option(
            "--theme", help="The colours: classic, high-contrast, colour, or a file of your own."
        ),
    ] = "classic"
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help="Languages of cards that are written in several, such as de or en,de.",
        ),
    ] = ""
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Build although the box falls short.")
    ] = False


def takes_choices(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the shared options after its own; it gets them as ``choices``."""
    own = [p for p in signature(command).parameters.values() if p.name != "choices"]
    defaults = Choices._field_defaults
    shared = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name], annotation=annotation)
        for name, annotation in Choices.__annotations__.items()
    ]

    def run(**given: Any) -> None:
        chosen = Choices(**{name: given.pop(name) for name in Choices._fields})
        command(**given, choices=chosen)

    parameters = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in own] + shared
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run
