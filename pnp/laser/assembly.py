"""How pieces, boards and trays are put together, in words and pictures."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.base.fit import Fit, Lid, WoodPose
from pnp.base.geometry import Rect, Size
from pnp.base.path import path_bounds
from pnp.base.units import Mm
from pnp.components.piece import Piece
from pnp.components.registry import place_wood, wood_words
from pnp.game.game import Game
from pnp.laser.artwork import Artwork, draw_artwork
from pnp.laser.beds import moved_to
from pnp.laser.joinery.panels import AWAY, DOWN, LEFT, NEAR, RIGHT, UP, Plate, Pose, Vector
from pnp.laser.joinery.tray import Tray
from pnp.laser.joinery.view import FACES, INK, ClearSpot, Picture, draw_plates, facets
from pnp.laser.labels import draw_discs, label_of
from pnp.laser.scheme import ReportedPlacement
from pnp.laser.settings import LaserSettings
from pnp.laser.words import StepTexts, part_label
from pnp.rulebook.blocks import Block, BulletList, Figure, Heading, ListItem, Run
from pnp.scene import Item, Scene, Shape, Style

APART: Mm = 26.0  # between plates in the picture that shows them apart
PULLED = 0.62  # how much of a tray stands out of its sleeve
WAYS = {"front": NEAR, "back": AWAY, "left": LEFT, "right": RIGHT}

NUMBER: Mm = 2.2  # the size of numbers on paper

EXPLODED = 0.04  # of its size: how far an exploded view moves the parts of a board
BOARD_NUMBER: Mm = 4.0  # font size of their numbers
LINE: Mm = 0.3
PALE = "#c9a678"  # the colour of engravings under the numbers


class TrayPictures(NamedTuple):
    """A tray as it stands, and exploded views of its plates and of its lid."""

    tray: Tray
    whole: Picture
    apart: Picture
    lid: Picture | None

    @property
    def figures(self) -> int:
        """The number of its pictures."""
        return 2 if self.lid is None else 3


def tray_pictures(tray: Tray) -> TrayPictures:
    """Draw a tray assembled and exploded."""
    lid = lid_apart(tray) if len(tray.closing) > 1 else None
    return TrayPictures(tray, tray_view(tray), tray_apart(tray), lid)


def tray_view(tray: Tray) -> Picture:
    """Draw a tray as it stands, open: its lid above it, or the sleeve drawn off half way."""
    match tray.lid:
        case Lid.LIFT_OFF:
            way, far = UP, 0.45 * tray.size.depth
        case _:
            way, far = RIGHT, PULLED * tray.size.width
    closing = set(tray.closing)
    return _drawn(tray, ((one, way if one.name in closing else None, far) for one in tray.plates))


def tray_apart(tray: Tray) -> Picture:
    """Draw an exploded view of a tray without its lid."""
    return _drawn(tray, _moves(tray))


def lid_apart(tray: Tray) -> Picture:
    """Draw an exploded view of a lid."""
    ways = {**WAYS, "lid": UP, "top": UP, "bottom": DOWN, "1": DOWN, "2": DOWN}
    plates = (plate for plate in tray.plates if plate.name in tray.closing)
    return _drawn(tray, ((one, ways[one.name.rpartition(" ")[2]], APART) for one in plates))


def _moves(tray: Tray) -> Iterator[tuple[Plate, Vector | None, Mm]]:
    high = tray.size.height + APART / 2
    for plate in tray.plates:
        if plate.name in WAYS:
            yield plate, WAYS[plate.name], APART
        elif plate.name == "floor":
            yield plate, None, 0.0
        elif plate.name.startswith(("layer", "strip")):
            yield plate, WAYS[plate.name.rpartition(" ")[2]], APART / 2
        elif plate.name not in tray.closing:
            low = plate.name.startswith(("across", "slope"))
            yield plate, UP, high if low else high + APART / 2


def _drawn(tray: Tray, moves: Iterable[tuple[Plate, Vector | None, Mm]]) -> Picture:
    moved = (
        plate if way is None else plate._replace(pose=plate.pose.moved(way, far))
        for plate, way, far in moves
    )
    return draw_plates(facet for plate in moved for facet in facets(plate, tray.size.thickness))


def tray_blocks(
    pictures: TrayPictures, game: Game, texts: StepTexts, number: int
) -> Iterator[Block]:
    """Yield how to join the plates of a tray, and what goes where, with two pictures.

    ``number`` is that of the first picture.
    """
    words, tray = texts.words.tray, pictures.tray
    key = tray.component
    named = key in game.components
    title = words["title_of"].format(name=game.components[key].name) if named else words["title"]
    yield Heading(2, title)
    lines = list(_lines(tray, texts))
    yield BulletList(tuple(ListItem((Run(line),)) for line in lines), True, whole=True)
    numbers = {plate.name: str(n) for n, plate in enumerate(tray.plates, start=1)}
    apart = [(f"{key}-apart", pictures.apart, "apart")]
    if pictures.lid is not None:
        apart.append((f"{key}-lid-apart", pictures.lid, "lid_apart"))
    for place, (name, plates, says) in enumerate(apart):
        drawn, alt = partial(_numbered, plates, numbers, NUMBER), words[f"{says}_picture"]
        alt = alt.format(n=len(plates.spots), game=game.name)
        yield Figure(name, drawn, words[says], alt, "picture", number + place)
    holds, alt = _holds(tray, game, texts), words["whole_picture"].format(game=game.name)
    yield Figure(key, pictures.whole.scene, holds, alt, "picture", number + len(apart))


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
    for kind in ("slopes", "cards"):
        if found := numbers(kind[:-1]):
            yield words[kind].format(**{kind: found})
    if texts.settings.options.fit is Fit.SLIDE:  # which is glued
        yield words["square"]
    if tray.lid is not Lid.NONE:
        yield words[tray.lid].format(
            lid=numbers("lid"),
            layers=numbers("layer"),
            strips=numbers("strip"),
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
    high = {one.lot.component: one.lot.high for one in plan.compartments if one.lot is not None}
    held = [
        words["stack" if count == 1 else "stacks"].format(
            component=game.components[key].name, n=count, high=most[key]
        )
        if most[key] * high[key] <= plan.stack and not plan.slope
        else game.components[key].name
        for key, count in stacks.items()
    ]
    held += [
        words["over"].format(component=game.components[one.component].name) for one in plan.lying
    ]
    if plan.standing:
        packed = game.components[tray.component].contents
        held = [words["standing"].format(component=game.components[one].name) for one in packed]
    if not held:
        sides = (map(partial(round, ndigits=1), one.room.size) for one in plan.compartments)
        sizes = dict.fromkeys(texts.size(Size(*each)) for each in sides)
        return words["rooms"].format(rooms=", ".join(sizes))
    return words["holds"].format(held="; ".join(held))


def _numbered(picture: Picture, numbers: Mapping[str, str], largest: Mm, scale: float) -> Scene:
    """Return a picture of plates with their numbers, at one size on paper where that fits."""
    spots = ((no, *picture.spots[name]) for name, no in numbers.items() if name in picture.spots)
    items = draw_discs(spots, largest, scale)
    return picture.scene._replace(items=(*picture.scene.items, *items))


class AssemblyStage(NamedTuple):
    """One picture of parts being put together, and what to do; ``says`` may be empty."""

    component: str
    picture: Scene | Callable[[float], Scene]
    says: str = ""


def stages_of(
    game: Game, component_id: str, pieces: Sequence[Piece], settings: LaserSettings
) -> list[AssemblyStage]:
    """Draw how one wooden piece is put together."""
    kind = game.components[component_id].kind
    words = wood_words(kind, game.language)
    sides = {piece.name: draw_artwork(piece.front) for piece in pieces}
    thickness = settings.material.thickness
    labels = {piece.name: part_label(piece.name, game.language) for piece in pieces}
    numbers = {name: label for name, label in labels.items() if label.isdigit()}
    placed = place_wood(game, component_id, settings.stock)
    stages: list[AssemblyStage] = []
    for stage, poses in placed.items():
        shown = {} if stages else numbers
        drawn = partial(_numbered, _in_space(poses, sides, thickness), shown, NUMBER)
        stages.append(AssemblyStage(component_id, drawn, words[stage]))
    return stages


def _in_space(poses: Sequence[WoodPose], sides: Mapping[str, Artwork], thickness: Mm) -> Picture:
    plates = [
        Plate(name, sides[name], Pose(Vector(*corner), Vector(*right), Vector(*down)))
        for name, corner, right, down in poses
    ]
    return draw_plates(facet for plate in plates for facet in facets(plate, thickness))


def plan_of(component_id: str, parts: Sequence[Artwork]) -> AssemblyStage:
    """Draw an exploded view of a board in parts, with their numbers."""
    bounds = [path_bounds(part.outline) for part in parts]
    whole = Rect.around_all(bounds)
    items: list[Item] = []
    spots: dict[str, ClearSpot] = {}
    for number, (part, room) in enumerate(zip(parts, bounds, strict=True), start=1):
        x, y = (1 + EXPLODED) * (room.x - whole.x), (1 + EXPLODED) * (room.y - whole.y)
        side = moved_to(part, ReportedPlacement(0, x, y, 0))
        items.append(Shape((side.outline,), Style(FACES[0], INK, LINE)))
        items += [Shape((line,), Style(stroke=PALE, stroke_width=LINE)) for line in side.scored]
        if side.engraved:
            items.append(Shape(side.engraved, Style(PALE), even_odd=True))
        label = label_of(part, 0, str(number)).moved(x, y)
        spots[label.text] = ClearSpot(label.middle, label.room, label.clear)
    size = Size(*((1 + EXPLODED) * side for side in whole.size))
    plan, numbers = Picture(Scene(size, tuple(items)), spots), {name: name for name in spots}
    return AssemblyStage(component_id, partial(_numbered, plan, numbers, BOARD_NUMBER))
