"""The step sheet: instructions for the person at the laser."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.game.game import Game
from pnp.laser.assembly import AssemblyStage, TrayPictures, tray_blocks
from pnp.laser.files import bed_figure, beds_of_files, laying_picture, numbered_picture
from pnp.laser.parts import is_in_parts
from pnp.laser.passes import PlannedPass
from pnp.laser.report import LaserReport
from pnp.laser.scheme import A_STEP, LaserPass
from pnp.laser.settings import LaserSettings
from pnp.laser.words import StepTexts, laser_words
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
    Runs,
    TableBlock,
    book_fonts,
)
from pnp.rulebook.pages import set_chapter
from pnp.scene.laser_bed import Step

WIDTHS: tuple[float, ...] = (
    0.5,
    3.0,
    4.6,
    1.5,
    1.5,
    1.7,
    1.7,
)  # of the columns of the table of passes
BOLD = "\0"
RELEASING = (Step.OUTER, Step.FRAME)
OVERVIEW = ("pass", "file", "cut", "score", "engrave", "time")


def steps_pdf(
    game: Game,
    title: str,
    report: LaserReport,
    planned: Sequence[PlannedPass],
    settings: LaserSettings,
    stages: Sequence[AssemblyStage] = (),
    trays: Sequence[TrayPictures] = (),
) -> bytes:
    """Return the step sheet for a set of parts, in the game's language, as a PDF."""
    texts = StepTexts(laser_words(game.language), settings)
    title, lang = title if game.name in title else f"{game.name} · {title}", texts.words.code
    names = {key: one.name for key, one in game.components.items()}
    made = {one.component for one in report.parts} & names.keys()
    material = settings.material
    joined = bool(trays) or any(is_in_parts(game.components[key], material) for key in made)
    sheet = _Sheet(texts, report, names, joined)
    lead = texts.lead(report.scheme.bed)
    head = (Heading(1, title), Paragraph((Run(lead),), "lead"), sheet.overview())
    blocks = [*sheet.blocks(planned), *sheet.assembly(stages)]
    number = len(planned) + len(stages) + 1
    for tray in trays:
        blocks += tray_blocks(tray, game, texts, number)
        number += tray.figures
    chapter = Chapter(title, head, tuple(blocks))
    paper, fonts = settings.options.paper.size, book_fonts(game)
    document = set_chapter(chapter, [title], lang, paper, fonts)
    return pdfa.render(document, pdfa.Metadata(title, lang, lead, None, game.rights))


def file_stem(game: Game, name: str, client_id: str) -> str:
    """Return the prefix of the names of laser files for a set of parts."""
    lang = game.language if game.translated_from is not None else ""
    return "-".join(filter(None, (name, lang, client_id)))


class _Sheet(NamedTuple):
    """Writes the blocks of a step sheet."""

    texts: StepTexts
    report: LaserReport
    components: Mapping[str, str]  # their names, by id
    joined: bool  # whether any are joined by slots and fingers

    @property
    def sheets(self) -> int:
        """The number of sheets of material."""
        return len({one.sheet for one in self.report.passes if one.sheet})

    @property
    def for_shop(self) -> bool:
        """Whether the files go to a shop."""
        return self.texts.settings.client.shop

    def overview(self) -> TableBlock:
        """Return a table of the passes: files, lengths, areas, and times if known."""
        passes, words = self.report.passes, self.texts.words.overview
        *listed, altogether = self.texts.figures(passes)
        rows = [
            [str(number), self.title(one), _stem(one), *figures]
            for number, (one, figures) in enumerate(zip(passes, listed, strict=True), start=1)
        ]
        if len(passes) > 1:
            rows.append(["", words["all"], "", *altogether])
        columns = ["", *(words[key] for key in OVERVIEW)]
        shown = slice(None if all(one.seconds for one in passes) else -1)
        cells = tuple(tuple((Run(cell),) for cell in row[shown]) for row in rows)
        return TableBlock(tuple(columns[shown]), cells, WIDTHS[shown])

    def blocks(self, planned: Sequence[PlannedPass]) -> Iterator[Block]:
        """Yield what to have ready, what to do before the first pass, and each pass."""
        headings = self.texts.words.headings
        if not self.for_shop:
            yield Heading(2, headings["needs"])
            yield _list(self._needs())
        yield Heading(2, headings["before_shop" if self.for_shop else "before"])
        yield _list([*self._left_out(), *self.texts.preparations(self.joined)], numbered=True)
        yield Heading(2, headings["meaning" if self.for_shop else "order"])
        yield self._burnt(planned)
        if about := tuple(self.texts.about_files([one.bed for one in planned])):
            yield _list(about)
        for number, (one, measured) in enumerate(zip(planned, self.report.passes, strict=True), 1):
            yield from self._pass(number, one, measured)

    def _left_out(self) -> Iterator[str]:
        """Yield what the files omit of the pieces."""
        words = self.texts.words.left_out
        for one in self.report.left_out:
            key = "back" if one.what == "backs" and one.faces == 1 else one.what
            name = self.components.get(one.component, one.component)
            yield words[key].format(component=name, n=one.faces)

    def _needs(self) -> Iterator[str]:
        """Yield what has to be ready: material, scrap and pins."""
        words, size, sheets = self.texts.words.needs, self.texts.size, self.report.sheets
        count = sheets.count if sheets else self.sheets
        whole = sheets.size_mm if sheets else next(p.size_mm for p in self.report.passes if p.sheet)
        several = words["sheets" if count > 1 else "sheet"]
        yield several.format(n=count, size=size(whole), material=self.texts.material)
        if sheets and sheets.sawn:
            pieces = min(sheets.sawn[0] * sheets.sawn[1], self.sheets)
            sawn = words["sawn" if pieces > 1 else "sawn_once"]
            yield sawn.format(n=pieces, size=size(self.report.scheme.bed))
        if sheets and sheets.used_mm:
            yield words["used"]
        if sheets and sheets.left_mm:
            yield words["left"].format(size=size(sheets.left_mm))
        for one in self.report.passes:
            if one.kind == "jig":
                yield words["jig"].format(size=size(one.size_mm))
        if any(one.kind == "pins" for one in self.report.passes):
            yield words["pins"]
        yield words["tools"]

    def _burnt(self, planned: Sequence[PlannedPass]) -> TableBlock:
        """Return the steps that occur, in order, with their colours in pictures and files."""
        there = {operation.step for one in planned for operation in one.bed.operations}
        looks = [self.texts.look(step) for step in Step if step in there]
        rows = tuple(tuple((Run(cell),) for cell in look) for look in looks)
        columns = tuple(self.texts.words.colours[key] for key in ("step", "picture", "file"))
        return TableBlock(columns, rows, (2.4, 1.3, 2.0))

    def _pass(self, number: int, planned: PlannedPass, measured: LaserPass) -> Iterator[Block]:
        """Yield the heading, the instructions and the picture of a pass."""
        words = self.texts.words.passes
        parts, bed = self.texts.parts(measured.parts), self.texts.size(measured.size_mm)
        yield Heading(2, f"{number}. {self.title(measured)}")
        instructions = _list(self._instructions(planned, measured), numbered=True)
        yield instructions._replace(kept=True)
        caption = words["caption"] if measured.parts else "{file}"
        picture = bed_figure(planned, self.report.parts)
        if measured.kind == "jig" and self._ordered():
            picture = numbered_picture(planned, self.report)
        elif measured.kind == "backs" and self.report.scheme.sides == "jig" and self._ordered():
            picture, caption = laying_picture(planned, self.report.parts), words["laid"]
        yield Figure(
            f"pass-{number}",
            picture,
            caption.format(file=_stem(measured), parts=parts),
            words["picture"].format(bed=bed, parts=parts),
            number=number,
        )

    def assembly(self, stages: Sequence[AssemblyStage]) -> Iterator[Block]:
        """Yield how parts go together, stage by stage for each component."""
        words = self.texts.words.assembly
        if stages:
            yield Heading(2, words["heading"])
        for number, (key, picture, says) in enumerate(stages, len(self.report.passes) + 1):
            name = self.components.get(key, key)
            says = says or words[self.texts.settings.options.seam]
            alt = words["picture"].format(component=name)
            yield Figure(f"stage-{number}", picture, f"{name}: {says}", alt, number=number)

    def _instructions(self, planned: PlannedPass, measured: LaserPass) -> Iterator[str]:
        """Yield the instructions for a pass."""
        words = self.texts.words
        yield from self._before(measured)
        sentence = words.passes["send" if self.for_shop else "open"]
        best = f".{self.texts.settings.formats[0]}"
        files = (name for name in measured.files if name.endswith(best))
        beds = beds_of_files("", planned.bed, self.texts.settings.client)
        for file, (_, bed) in zip(files, beds, strict=True):
            done = [one.step for one in bed.operations if one.step is not Step.GUIDE]
            steps = ", ".join(words.work[step] for step in done)
            if len(done) == 1 and not (self.for_shop or self.report.scheme.single):
                yield words.passes["one_step"].format(file=_bold(file), step=steps)
                continue
            yield sentence.format(file=_bold(file))
            if self.report.scheme.single:
                again = words.passes["order" if self.for_shop else "repeat"]
                yield again.format(count=measured.parts)
            elif not self.for_shop:
                yield words.passes["burn"].format(steps=steps)
        released = measured.parts and any(one.step in RELEASING for one in planned.bed.operations)
        if released and not (self.for_shop or self.report.scheme.tabs):
            yield words.passes["try"]
        yield from self._after(measured)

    def _before(self, measured: LaserPass) -> Iterator[str]:
        """Yield what to lay down or turn over before opening a file."""
        words, sides = self.texts.words.passes, self.report.scheme.sides
        first = measured.sheet == 1
        match measured.kind:
            case _ if self.for_shop:
                return
            case "pins":
                yield words["strips"]
            case "jig":
                yield words["scrap"]
            case "fronts" if sides == "flip":
                yield words["over_strips" if first else "next_over_strips"]
            case "fronts" | "":
                yield words["lay" if first else "next"]
            case _ if sides == "jig":
                if measured.round > 1:
                    yield words["again"]
                yield words["jig"].format(parts=self.texts.parts(measured.parts))
                if self._ordered():
                    yield words["numbers"].format(names=self._names(measured))
            case _:
                yield words[sides]
                whole = (one for one in self.report.passes if one.sheet == measured.sheet)
                if any(one.parts > measured.parts for one in whole):
                    yield words["one_sided"]

    def _after(self, measured: LaserPass) -> Iterator[str]:
        """Yield what to do after a pass."""
        words, sides = self.texts.words.passes, self.report.scheme.sides
        match measured.kind:
            case "pins":
                yield words["pins"]
            case "jig":
                yield words["pockets"]
            case "fronts" if sides == "jig":
                yield words["keep" if self._ordered() else "take_out"]
            case _:
                pass
        if self.report.scheme.tabs and measured.kind in (
            "",
            "backs" if sides == "flip" else "fronts",
        ):
            yield words["tabs"]

    def title(self, one: LaserPass) -> str:
        """Return the title of a pass: its sheet, its work, and how often to repeat it."""
        words = self.texts.words.beds
        if self.report.scheme.single:
            part = self.report.parts[one.places[0].part].name
            return ", ".join(filter(None, (part, words[one.kind] if one.kind else "")))
        bed = words["number"].format(number=one.sheet) if one.sheet and self.sheets > 1 else ""
        kind = words[one.kind] if one.kind else ""
        kind = f"{kind} {one.round}" if one.round else kind
        title = ", ".join(filter(None, (bed, kind))) or words["bed"]
        return title[:1].upper() + title[1:]

    def _ordered(self) -> bool:
        """Return whether it matters which part goes into which pocket."""
        laid = [one for one in self.report.parts if one.back is not None]
        return len({one.front for one in laid}) > 1 and len({one.back for one in laid}) > 1

    def _names(self, measured: LaserPass) -> str:
        """Name the parts in a jig in the order of its pockets.

        A run of equal parts is named by its first and last. After an empty pocket, the number of
        the next one is given.
        """
        passes = self.report.passes[: self.report.passes.index(measured)]
        jig = next(one for one in reversed(passes) if one.kind == "jig")
        pockets = {(place.x, place.y): number for number, place in enumerate(jig.places, start=1)}
        runs: list[tuple[str, list[str]]] = []
        before: tuple[object, ...] = ()
        for last, place in enumerate(measured.places):
            part, number = self.report.parts[place.part], pockets[place.x, place.y]
            alike = (part.component, part.front, part.back)
            name, gap = _bold(self.texts.part(part.name)), number - last
            if (gap, *alike) == before:
                runs[-1][1].append(name)
            else:
                runs.append((f"{number}: " if before and gap != before[0] else "", [name]))
            before = (gap, *alike)
        to = self.texts.words.passes["run"]
        return ", ".join(
            start + (names[0] if len(names) == 1 else to.format(first=names[0], last=names[-1]))
            for start, names in runs
        )


def _list(lines: Iterable[str], numbered: bool = False) -> BulletList:
    return BulletList(tuple(ListItem(_runs(line)) for line in lines), numbered, whole=True)


def _runs(line: str) -> Runs:
    """Return a line as runs, bold between two marks."""
    parts = enumerate(line.split(BOLD))
    return tuple(Run(text, bold=number % 2 == 1) for number, text in parts if text)


def _bold(text: str) -> str:
    """Mark words to be set bold, which also never break at a hyphen."""
    return f"{BOLD}{text}{BOLD}"


def _stem(measured: LaserPass) -> str:
    """Return the name of a pass's files without the suffix and the step."""
    return A_STEP.sub("", measured.files[0].rpartition(".")[0])
