"""The page of the step sheet on putting a tray together."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from pnp.base.fit import Fit
from pnp.base.fonts import FontName, cap_height, text_width
from pnp.base.geometry import Point
from pnp.base.path import circle
from pnp.base.units import Mm
from pnp.game.game import Game
from pnp.jobs.laser_words import StepTexts
from pnp.laser.joinery.assembly import TrayPictures
from pnp.laser.joinery.lids import Lid
from pnp.laser.joinery.tray import Tray
from pnp.laser.joinery.view import Picture
from pnp.rulebook.blocks import Block, BulletList, Figure, Heading, ListItem, Run
from pnp.scene import Item, Scene, Shape, Style, Text

FONT: FontName = "sans-bold"
NUMBER: Mm = 2.2  # the size of numbers on paper
DISC = Style(fill="#ffffff", stroke="#3c2413", stroke_width=0.2)


def tray_blocks(
    pictures: TrayPictures, game: Game, texts: StepTexts, number: int
) -> Iterator[Block]:
    """Yield how to join the plates of a tray, and what goes where, with two pictures.

    ``number`` is that of the first picture.
    """
    words, tray = texts.words.tray, pictures.tray
    yield Heading(2, words["title"])
    lines = list(_lines(tray, texts))
    yield BulletList(tuple(ListItem((Run(line),)) for line in lines), numbered=True)
    names = [plate.name for plate in tray.plates]
    apart = [("tray", pictures.apart, "apart")]
    if pictures.lid is not None:
        apart.append(("lid", pictures.lid, "lid_apart"))
    for place, (name, picture, key) in enumerate(apart):
        drawn, alt = partial(_numbered, picture, names), words[f"{key}_picture"]
        alt = alt.format(n=len(picture.middles), game=game.name)
        yield Figure(f"{name}-apart", drawn, words[key], alt, "picture", number + place)
    holds, alt = _holds(tray, game, texts), words["whole_picture"].format(game=game.name)
    yield Figure("tray", pictures.whole.scene, holds, alt, "picture", number + len(apart))


def _lines(tray: Tray, texts: StepTexts) -> Iterator[str]:
    words, names = texts.words.tray, [plate.name for plate in tray.plates]

    def numbers(kind: str | tuple[str, ...]) -> str:
        return _run([n for n, name in enumerate(names, 1) if name.startswith(kind)])

    yield words["dry"]
    yield words[texts.settings.options.fit]
    walls = {name: numbers(name) for name in ("floor", "front", "back", "left", "right")}
    yield words["walls"].format(**walls)
    across, along, both = numbers("across"), numbers("along"), numbers(("across", "along"))
    if across and along and tray.arrangement.is_grid:
        yield words["laps"].format(across=across, along=along)
    elif both:
        yield words["dividers"].format(dividers=both)
    if texts.settings.options.fit is Fit.SLIDE:  # which is glued
        yield words["square"]
    if tray.lid is not Lid.NONE:
        yield words[tray.lid].format(
            lid=numbers("lid"),
            rails=numbers("rail"),
            sleeve=numbers("sleeve"),
            back=walls["back"],
        )


def _run(numbers: list[int]) -> str:
    """Join numbers; consecutive ones as the first and the last."""
    if len(numbers) > 2:
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _holds(tray: Tray, game: Game, texts: StepTexts) -> str:
    """Describe the contents of the compartments."""
    words, plan = texts.words.tray, tray.arrangement
    stacks: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for one in plan.compartments:
        if one.lot is not None:
            stacks[one.lot.component] += 1
            most[one.lot.component] = max(most[one.lot.component], one.pieces)
    held = [
        words["stack" if count == 1 else "stacks"].format(
            component=game.components[key].name, n=count, high=most[key]
        )
        for key, count in stacks.items()
    ]
    held += [
        words["over"].format(component=game.components[one.component].name) for one in plan.lying
    ]
    return words["holds"].format(held="; ".join(held))


def _numbered(picture: Picture, names: Iterable[str], scale: float) -> Scene:
    """Return a picture of plates with their numbers, at a fixed size on paper."""
    size = NUMBER / scale
    items: list[Item] = []
    for number, name in enumerate(names, start=1):
        middle = picture.middles.get(name)
        if middle is not None:
            items += _number(str(number), middle, size)
    return picture.scene._replace(items=(*picture.scene.items, *items))


def _number(number: str, middle: Point, size: Mm) -> Iterator[Item]:
    style = DISC._replace(stroke_width=size / 12)
    yield Shape((circle(middle, 0.75 * size),), style)
    at = middle.moved(-text_width(number, FONT, size) / 2, cap_height(FONT) * size / 2)
    yield Text(at, number, FONT, size, "#1b1b1b")
