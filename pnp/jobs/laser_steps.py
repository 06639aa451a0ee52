"""The sheet of steps: instructions for the person at the laser."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.units import format_mm
from pnp.base.words import read_words
from pnp.game.game import Game
from pnp.game.paper import PAPERS
from pnp.jobs.laser_files import formats_without_areas
from pnp.jobs.laser_parts import PartSet
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
from pnp.scene.bed import CUTS, Bed, Step

WORDS = "laser/steps"  # the tables, one a language


def steps_pdf(
    game: Game,
    part_set: PartSet,
    planned: tuple[PlannedPass, ...],
    settings: LaserSettings,
    sides: Sides,
) -> bytes:
    """Return the sheet of steps for a set of parts, in the game's language, as a PDF."""
    words = read_words(WORDS, game.language)
    lang, sheet = words["code"], _Sheet(words, settings, sides)
    title = part_set.title
    if game.name not in title:
        title = f"{game.name} · {title}"
    blocks: list[Block] = [_numbered(sheet.preparations())]
    stem = file_stem(game, part_set.name, settings.client.id)
    for number, one in enumerate(planned, start=1):
        blocks += sheet.blocks_of(number, one, stem)
    lead = sheet.lead
    head = (Heading(1, title), Paragraph((Run(lead),), "lead"))
    document = set_chapter(Chapter(title, head, tuple(blocks)), title, lang, PAPERS["a4"])
    return pdfa.render(document, pdfa.Metadata(title, lang, lead, None, game.rights))


def file_stem(game: Game, name: str, client_id: str) -> str:
    """Return what the names of the laser files of a set of parts begin with."""
    lang = game.language if game.translated_from is not None else ""
    return "-".join(filter(None, (name, lang, client_id)))


def _numbered(lines: list[str]) -> BulletList:
    return BulletList(tuple(ListItem((Run(line),)) for line in lines), numbered=True)


class _Sheet(NamedTuple):
    """Writes the instructions in the words of one language."""

    words: Mapping[str, Mapping[str, str]]
    settings: LaserSettings
    sides: Sides

    @property
    def material(self) -> str:
        """The name of the material; one of the user's own is not translated."""
        name = self.settings.material.name
        return self.words["materials"].get(name, name)

    @property
    def lead(self) -> str:
        """The choices that the files were made for."""
        settings = self.settings
        lead = self.words["head"]["lead"].format(
            material=self.material,
            kerf=self._decimal(f"{settings.kerf.x:g}"),
            bed=self.size(settings.ways[0].piece),
            client=settings.client.name,
        )
        return lead[:1].upper() + lead[1:]

    def size(self, size: Size) -> str:
        """Write a width and a height."""
        width, height = (self._decimal(format_mm(side)) for side in size)
        return self.words["head"]["size"].format(width=width, height=height)

    def _decimal(self, number: str) -> str:
        return number.replace(".", self.words["head"]["decimal"])

    def preparations(self) -> list[str]:
        """Return what to do before the first pass, at a machine or with a shop."""
        settings = self.settings
        values = {
            "bed": self.size(settings.ways[0].piece),
            "material": self.material,
            "kerf": self._decimal(f"{settings.kerf.x:g}"),
        }
        if settings.client.shop:
            words, keys = self.words["shop"], ["order", "kerf", "size"]
        else:
            kerf = "kerf" if max(settings.kerf) else "no_kerf"
            words, keys = self.words["machine"], ["sheet", "power", kerf, "square"]
        return [words[key].format(**values) for key in keys]

    def blocks_of(self, number: int, planned: PlannedPass, stem: str) -> list[Block]:
        """Return the heading, the instructions and the picture of a pass."""
        bed, words = planned.bed, self.words["pass"]
        file = f"{stem}-{bed.name}" if bed.name else stem
        parts = self._parts(planned.parts)
        figure = Figure(
            f"pass-{number}",
            preview(bed),
            words["caption"].format(file=file, parts=parts),
            words["picture"].format(bed=self.size(bed.size), parts=parts),
            number=number,
        )
        title = Heading(2, f"{number}. {self._title(planned)}")
        return [title, _numbered(self._instructions(planned, file)), figure]

    def _instructions(self, planned: PlannedPass, file: str) -> list[str]:
        words, client = self.words["pass"], self.settings.client
        named = file + words["or"].join(f".{format}" for format in self.settings.formats)
        lines = [words["send" if client.shop else "open"].format(file=named)]
        if client.one_part:
            lines.append(words["order"].format(count=planned.parts))
        lines += self._cautions(planned.bed, file)
        lines += [self._describe(one.step) for one in planned.bed.operations]
        match planned.kind:
            case "pins":
                return [words["strips"], *lines, words["pins"]]
            case "jig":
                return [
                    words["scrap"].format(size=self.size(planned.bed.size)),
                    *lines,
                    words["pockets"],
                ]
            case "fronts" if self.sides is Sides.FLIP:
                return [words["over_strips"], *lines]
            case "fronts" if self.sides is Sides.JIG:
                return [*lines, words["keep"]]
            case "backs":
                return [words[self.sides], *lines]
            case _:
                return lines

    def _cautions(self, bed: Bed, file: str) -> Iterator[str]:
        """Yield what a person has to know of the files before burning them."""
        words, client, formats = self.words["files"], self.settings.client, self.settings.formats
        left_out, outlined = formats_without_areas(self.settings, [bed])
        whole = [format for format in formats if format not in (*left_out, *outlined)]
        if whole and whole != list(formats):
            named = file + self.words["pass"]["or"].join(f".{format}" for format in whole)
            yield words["left_out" if left_out else "outlined"].format(whole=named)
        steps = [one.step for one in bed.operations]
        if client.reorders and len(steps) > 1 and steps[-1] in CUTS:
            yield words["sorted"].format(program=client.name)

    def _parts(self, count: int) -> str:
        words = self.words["parts"]
        return words[{0: "none", 1: "one"}.get(count, "several")].format(n=count)

    def _title(self, planned: PlannedPass) -> str:
        """Write which sheet a pass is over, what it burns, and how often that is done again."""
        words, client = self.words["beds"], self.settings.client
        if client.one_part:
            return planned.bed.name.replace("-", " ")
        several = planned.bed.name.startswith(str(planned.sheet))
        bed = words["number"].format(number=planned.sheet) if several else ""
        kind = words[planned.kind] if planned.kind else ""
        if planned.round:
            kind = f"{kind} {planned.round}"
        title = ", ".join(filter(None, (bed, kind))) or words["bed"]
        return title[:1].upper() + title[1:]

    def _describe(self, step: Step) -> str:
        """Describe a step, its colour in the picture, and its colour and layer in the files."""
        client, words = self.settings.client, self.words["work"]
        style = client.steps.get(step) or client.steps["outer"]
        layered = "lbrn2" in self.settings.formats and style.layer
        return words["layer" if layered else "where"].format(
            work=words[step], color=style.color, layer=f"{style.layer or 0:02}"
        )
