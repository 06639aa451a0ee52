"""The words of the step sheet in each language."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, fsum
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

    def figures(self, passes: Sequence[LaserPass]) -> list[str]:
        """Format the lengths of cuts and scores, the engraved area and the time of passes."""
        head = self.words.head
        cut, score, area = (
            fsum(getattr(one, name) for one in passes) / unit
            for name, unit in (("cut_mm", 1000), ("score_mm", 1000), ("engraved_mm2", 100))
        )
        found = [
            head["length"].format(n=self.decimal(f"{cut:.2f}")) if cut else head["none"],
            head["length"].format(n=self.decimal(f"{score:.2f}")) if score else head["none"],
            head["area"].format(n=self.decimal(f"{area:.0f}" if area >= 10 else f"{area:.1f}"))
            if area
            else head["none"],
        ]
        hours, minutes = divmod(ceil(fsum(one.seconds or 0 for one in passes) / 60), 60)
        time = head["hours"].format(h=hours, min=minutes) if hours else ""
        return [*found, time or head["minutes"].format(min=minutes)]

    def parts(self, count: int) -> str:
        """Format a number of parts."""
        key = {0: "none", 1: "one"}.get(count, "several")
        return self.words.parts[key].format(n=count)

    def part(self, name: str) -> str:
        """Translate the name of a part, if it is one of the common names."""
        piece, _, copy = name.rpartition(" ")
        if not copy.isdigit():
            piece, copy = name, ""
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
