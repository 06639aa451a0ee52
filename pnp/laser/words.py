"""The words of the step sheet in each language."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.languages import piece_words, read_words
from pnp.base.units import format_mm
from pnp.laser.files import formats_without_areas
from pnp.laser.scheme import LaserPass
from pnp.laser.settings import LaserSettings
from pnp.scene.laser_bed import Bed, Step

StepWords = Mapping[str, str]
WORDS = "laser/steps"  # the tables, one a language
UNBROKEN = "\N{NO-BREAK SPACE}"


class LaserWords(NamedTuple):
    """The words of the step sheet in one language, by topic."""

    code: str
    head: StepWords
    headings: StepWords
    overview: StepWords
    needs: StepWords
    work: StepWords
    colours: StepWords
    machine: StepWords
    masks: StepWords
    shop: StepWords
    files: StepWords
    left_out: StepWords
    passes: StepWords
    assembly: StepWords
    tray: StepWords
    parts: StepWords
    beds: StepWords
    clients: StepWords
    materials: StepWords


def laser_words(lang: str) -> LaserWords:
    """Return the words of a language; without a table for it, the English ones."""
    return LaserWords(**read_words(WORDS, lang))


class StepTexts(NamedTuple):
    """Writes sizes, figures and sentences that depend on the settings."""

    words: LaserWords
    settings: LaserSettings

    @property
    def material(self) -> str:
        """The name of the material; the name of the user's own is not translated."""
        name = self.settings.material.name
        return self.words.materials.get(name, name)

    @property
    def client(self) -> str:
        """The name of the program or shop; most are the same in every language."""
        client = self.settings.client
        return self.words.clients.get(client.name, client.name)

    def lead(self, bed: Size) -> str:
        """Describe the settings that the files are made for."""
        lead = self.words.head["lead"].format(
            material=self.material,
            kerf=self.decimal(format_mm(self.settings.kerf.x)),
            bed=self.size(bed),
            client=self.client,
        )
        return _capital(lead)

    def size(self, size: Size) -> str:
        """Format a width and a height."""
        width, height = (self.decimal(format_mm(side)) for side in size)
        return self.words.head["size"].format(width=width, height=height)

    def decimal(self, number: str) -> str:
        """Format a number with the decimal separator of the language."""
        return number.replace(".", self.words.head["decimal"])

    def figures(self, passes: Sequence[LaserPass]) -> list[tuple[str, ...]]:
        """Format the lengths of cuts and scores, the engraved area and the time of each pass.

        The last are those of all; figures are rounded so that they add up.
        """
        areas = [one.engraved_mm2 / 100 for one in passes]
        digits = 1 if any(0 < area < 10 for area in areas) else 0
        columns = (
            self._column("length", 2, [one.cut_mm / 1000 for one in passes]),
            self._column("length", 2, [one.score_mm / 1000 for one in passes]),
            self._column("area", digits, areas),
            map(self._time, added_up([(one.seconds or 0) / 60 for one in passes], 0)),
        )
        return list(zip(*columns, strict=True))

    def _column(self, key: str, digits: int, values: Sequence[float]) -> Iterator[str]:
        """Format figures and their sum; none is a dash."""
        for value, exact in zip(added_up(values, digits), [*values, fsum(values)], strict=True):
            number = self.decimal(f"{value:.{digits}f}")
            yield self.words.head[key].format(n=number) if exact else self.words.head["none"]

    def _time(self, minutes: float) -> str:
        head = self.words.head
        hours, rest = divmod(round(minutes), 60)
        time = head["hours"].format(h=hours, min=rest) if hours else ""
        return time or head["minutes"].format(min=rest or "<1")

    def parts(self, count: int) -> str:
        """Format a number of parts."""
        key = {0: "none", 1: "one"}.get(count, "several")
        return self.words.parts[key].format(n=count)

    def part(self, name: str) -> str:
        """Translate the name of a part, if it is one of the common names."""
        piece, copy = _numbered(name)
        known = piece_words(self.words.code).names.get(piece, piece)
        return f"{known} {copy}".strip().replace(" ", UNBROKEN)

    def look(self, step: Step) -> tuple[str, str, str]:
        """Return a step, its colour in pictures, and its colour and layer in the files."""
        client, words = self.settings.client, self.words
        style = client.steps.get(step) or client.steps["outer"]
        if step is Step.GUIDE and step not in client.steps:
            return _capital(words.work[step]), words.colours[step], "–"  # noqa: RUF001
        layered = "lbrn2" in self.settings.formats and style.layer is not None
        layer = words.colours["layer"].format(color=style.color, layer=f"{style.layer or 0:02}")
        return _capital(words.work[step]), words.colours[step], layer if layered else style.color

    def preparations(self, joined: bool) -> Iterator[str]:
        """Yield what to do before the first pass, at a machine or with a shop.

        If parts are joined, that depends on the thickness of the sheet.
        """
        kerf = self.decimal(format_mm(self.settings.kerf.x))
        thickness = self.decimal(format_mm(self.settings.material.thickness))
        if self.settings.client.shop:
            for key in ("order", *(["joints"] if joined else []), "kerf", "size"):
                sentence = self.words.shop[key]
                yield sentence.format(material=self.material, kerf=kerf, thickness=thickness)
            return
        words = self.words.machine
        if joined:
            yield words["joints"].format(thickness=thickness)
        options, formats = self.settings.options, self.settings.formats
        known = options.speeds and options.powers and "lbrn2" in formats
        yield words["gcode" if "gcode" in formats else "known" if known else "test"]
        yield words["kerf" if max(self.settings.kerf) else "no_kerf"]
        yield words["lower_left" if self.settings.client.lower_left else "origin"]
        yield self.words.masks[self.settings.material.mask or "any"]
        yield from (words[key] for key in ("hold", "focus", "air", "stay"))

    def about_files(self, beds: Sequence[Bed]) -> Iterator[str]:
        """Yield the differences between the formats, and what the program does with them."""
        words, formats = self.words.files, self.settings.formats
        left_out, outlined = formats_without_areas(self.settings, beds)
        whole = [f".{one}" for one in formats if one not in (*left_out, *outlined)]
        if whole[1:]:
            others = words["and"].join(whole[1:])
            yield words["formats"].format(first=whole[0], others=others)
        if len(whole) < len(formats):
            key = "left_out" if left_out else "outlined"
            sentence = words[key if whole else f"all_{key}"]
            yield sentence.format(whole=words["or"].join(whole), program=self.client)
        if self.settings.client.reorders:
            yield words["sorted"].format(program=self.client)
        if setting := self.settings.client.closes:
            yield words["closes"].format(program=self.client, setting=setting)
        for one in formats:
            if one in self.settings.client.rescaled:
                size = self.size(beds[0].size)
                yield words["rescaled"].format(program=self.client, format=f".{one}", bed=size)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def part_label(name: str, lang: str) -> str:
    """Return the number of a part that is put together, or its name in a language."""
    piece, number = _numbered(name)
    return number or piece_words(lang).names.get(piece, piece)


def _numbered(name: str) -> tuple[str, str]:
    """Split a name into words and a number; either may be empty."""
    piece, _, number = name.rpartition(" ")
    return (piece, number) if number.isdigit() else (name, "")


def added_up(values: Sequence[float], digits: int) -> list[float]:
    """Round figures so that they add up to their rounded sum, which comes last."""
    unit = 10**digits
    whole, total = [round(unit * value) for value in values], round(unit * fsum(values))
    off = total - sum(whole)
    farthest = sorted(
        range(len(values)), key=lambda n: whole[n] - unit * values[n], reverse=off < 0
    )
    for number in farthest[: abs(off)]:
        whole[number] += 1 if off > 0 else -1
    return [number / unit for number in (*whole, total)]
