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
            "--paper", help="a3, a4, a5, letter, legal, tabloid, or a size such as 210x297mm."
        ),
    ] = "a4"
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
    fit: Annotated[
        bool,
        typer.Option(
            "--fit/--poster",
            help="A board that is larger than the paper: smaller, as it fits one page, or on "
            "several pages to join.",
        ),
    ] = False
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
