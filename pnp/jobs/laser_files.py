"""The files of a pass over a bed in each format, and the limits of some formats."""

from collections.abc import Iterable, Iterator

from pnp.base.messages import Message
from pnp.game.laser_presets import Format, LaserTarget
from pnp.jobs.laser_settings import (
    WITH_SETTINGS,
    LaserSettings,
    bed_look,
    burns_of,
    render_bed,
)
from pnp.scene.bed import CUTS, Bed, Step

TOGETHER = (("engrave", (Step.ENGRAVE,)), ("score", (Step.SCORE,)), ("cut", CUTS))
WORDS = {"gcode": "G-code"}


def bed_files(stem: str, bed: Bed, settings: LaserSettings) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file of a bed; names begin with ``stem``."""
    options = settings.options
    for format in settings.formats:
        look = bed_look(settings.client, format)
        if format in WITH_SETTINGS and options.speeds and options.powers:
            look = look._replace(burns=burns_of(options.speeds, options.powers))
        for name, part in beds_of_files(stem, bed, settings.client):
            yield f"{name}.{format}", render_bed(format, part, look)


def beds_of_files(stem: str, bed: Bed, client: LaserTarget) -> Iterator[tuple[str, Bed]]:
    """Yield the name of each file of a bed, without its suffix, and its part of the bed.

    A program that takes a file for each step gets all cuts in one: they share a setting.
    """
    if not client.file_a_step:
        yield stem, bed
        return
    number = 0
    for name, steps in TOGETHER:
        if operations := tuple(one for one in bed.operations if one.step in steps):
            number += 1
            yield f"{stem}-{number}-{name}", bed._replace(operations=operations)


def formats_without_areas(
    settings: LaserSettings, beds: Iterable[Bed]
) -> tuple[tuple[Format, ...], tuple[Format, ...]]:
    """Return the formats that omit engraved areas, and those with only their outlines."""
    style = settings.client.steps.get(Step.ENGRAVE)
    steps = {operation.step for bed in beds for operation in bed.operations}
    if style is None or Step.ENGRAVE not in steps:
        return (), ()
    left_out = tuple(format for format in settings.formats if not style.is_in(format))
    return left_out, tuple(format for format in settings.formats if format in style.outlines)


def format_notes(settings: LaserSettings, beds: Iterable[Bed]) -> Iterator[str]:
    """Yield a line for each format without engraved areas, and where to find them instead."""
    left_out, outlined = formats_without_areas(settings, beds)
    name = settings.client.name
    lacking = (*left_out, *outlined)
    whole = [format for format in settings.client.formats if format not in lacking]
    instead = Message("take_instead", formats=" or ".join(map(_word, whole))) if whole else ""
    if "gcode" in whole and "gcode" not in settings.formats:
        instead = Message("gcode_instead")
    for key, formats in (("no_areas", left_out), ("outlines", outlined)):
        for format in formats:
            yield Message(key, format=_word(format), client=name, instead=instead)


def _word(format: str) -> str:
    return WORDS.get(format, format.upper())
