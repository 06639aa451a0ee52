"""The files of a pass over a bed, in each format, and what some formats cannot hold."""

from collections.abc import Iterable, Iterator

from pnp.game.laser import Format
from pnp.jobs.laser_settings import LaserSettings, bed_look, render_bed
from pnp.scene.bed import Bed, Step


def bed_files(stem: str, bed: Bed, settings: LaserSettings) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file of a bed; names begin with ``stem``."""
    for format in settings.formats:
        content = render_bed(format, bed, bed_look(settings.client, format))
        yield f"{stem}.{format}", content


def formats_without_areas(
    settings: LaserSettings, beds: Iterable[Bed]
) -> tuple[tuple[Format, ...], tuple[Format, ...]]:
    """Return the formats that leave engraved areas out, and those with their outlines alone."""
    style = settings.client.steps.get(Step.ENGRAVE)
    steps = {operation.step for bed in beds for operation in bed.operations}
    if style is None or Step.ENGRAVE not in steps:
        return (), ()
    left_out = tuple(format for format in settings.formats if not style.is_in(format))
    return left_out, tuple(format for format in settings.formats if format in style.outlines)


def format_notes(settings: LaserSettings, beds: Iterable[Bed]) -> Iterator[str]:
    """Yield a line for each format that lacks engraved areas, and where they are instead."""
    left_out, outlined = formats_without_areas(settings, beds)
    name = settings.client.name
    lacking = (*left_out, *outlined)
    whole = [format.upper() for format in settings.client.formats if format not in lacking]
    instead = f"; take the {' or '.join(whole)} for them" if whole else ""
    for format in left_out:
        yield f"the {format.upper()} for {name} has no engraved areas{instead}"
    for format in outlined:
        yield f"{name} burns only the outlines of areas from a {format.upper()}{instead}"
