"""The parts of a laser job: the pieces of each component, their artwork, and their tray."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from pnp.base.errors import Faults, FontError, LayoutError, UsageError
from pnp.base.fit import Lid, WoodPose
from pnp.base.geometry import Point, Size
from pnp.base.messages import Message
from pnp.base.units import Mm, dimensions, format_mm
from pnp.base.workplace import working_on
from pnp.components.piece import Piece
from pnp.components.registry import draw_component, draw_wood, has_wood, place_wood
from pnp.components.tray import StorageTray
from pnp.components.tray.arrange import Arrangement, PieceLot, arrange
from pnp.definitions.data_files import built_in
from pnp.game.component import Component
from pnp.game.game import Game
from pnp.game.presets import Material
from pnp.laser.artwork import Artwork, draw_artwork
from pnp.laser.assembly import AssemblyStage, plan_of, stages_of
from pnp.laser.beds import LaserPart
from pnp.laser.joinery.lids import LINK
from pnp.laser.joinery.panels import Pose, Vector
from pnp.laser.joinery.tray import COMPONENT, Tray, TrayStyle, tray_around
from pnp.laser.joinery.view import FONT
from pnp.laser.parting import Seams, at_origin, split
from pnp.laser.presets import load_material
from pnp.laser.scheme import LeftOutFaces, Missing, Sides
from pnp.laser.settings import LaserSettings
from pnp.laser.words import part_label
from pnp.make.contents import KitPart, kit_contents
from pnp.make.selection import check_components, parts_of
from pnp.scene.laser_bed import Step

TRAY = COMPONENT  # the name of its files
SURE: Mm = 0.05  # more than the least that may remain between two cuts

Wanted = Mapping[str, KitPart | None]


def is_cut_by_default(component: Component, material: Material) -> bool:
    """Return whether a needed component is cut from a material without being named."""
    if isinstance(component, StorageTray):
        return component.is_cut
    return not component.made_of_paper or (has_wood(component) and not material.folds)


def draw_pieces(game: Game, component_id: str, settings: LaserSettings) -> tuple[Piece, ...]:
    """Draw the pieces of a component as they are cut from the material.

    Raises:
        LayoutError: If they are bent, and the material would break or is too thick for their parts.
    """
    component, material = game.components[component_id], settings.material
    if not is_in_parts(component, material):
        return draw_component(game, component_id, plain=True)
    if has_wood(component):
        return draw_wood(game, component_id, settings.stock)
    foldable = [one for one in built_in("laser/materials") if load_material(one).folds]
    ways = [f"--material {' or '.join(foldable)}", component.instead_of_wood]
    raise LayoutError(
        f"is {component.bent}, and {material.name} breaks when bent; "
        f"add {', or '.join(filter(None, ways))}, or print it"
    )


def is_in_parts(component: Component, material: Material) -> bool:
    """Return whether a piece is assembled from parts in this material."""
    return bool(component.bent) and not material.folds


def tray_for(
    parts: Sequence[LaserPart], game: Game, settings: LaserSettings, notes: list[str]
) -> Tray:
    """Return a tray with compartments for parts, in their material, with the game's name on it.

    Raises:
        LayoutError: If one of its plates is larger than the bed, or a hinge would break.
    """
    lots, name, face = tuple(_lots(parts, game, settings)), game.name, None
    if Step.ENGRAVE not in settings.client.steps:
        name = ""
        notes.append(Message("nameless_tray", TRAY, client=settings.client.name))
    else:
        face = _showiest(parts) if Step.SCORE in settings.client.steps else None
    plan = arrange(lots, settings.material.thickness)
    lid = settings.options.lid or Lid.NONE
    key = TRAY if TRAY not in game.components else f"added-{TRAY}"
    return _tray(key, plan, _style(settings, lid, name, game)._replace(face=face), settings, notes)


def _style(settings: LaserSettings, lid: Lid, name: str, game: Game) -> TrayStyle:
    """Return how a tray is joined, closed and named.

    Raises:
        LayoutError: If a hinge would break.
    """
    options, material = settings.options, settings.material
    if lid is Lid.HINGE and LINK * material.thickness < material.feature:
        wide, least = format_mm(LINK * material.thickness), format_mm(material.feature)
        raise LayoutError(Message("hinge", mm=wide, least=least, material=material.name))
    slot = material.gap + max(settings.kerf) + SURE
    return TrayStyle(options.fit, lid, name, None, slot, game.label_font(FONT))


def _tray(
    key: str, plan: Arrangement, style: TrayStyle, settings: LaserSettings, notes: list[str]
) -> Tray:
    """Return a tray whose plates fit the bed, without its name if the font lacks a letter."""
    thickness = settings.material.thickness
    try:
        tray = tray_around(plan, thickness, style, key)
    except FontError as error:
        notes.append(Message("tray_without_name", key, why=str(error)))
        tray = tray_around(plan, thickness, style._replace(name=""), key)
    _check_bed(tray, settings)
    return tray


def _showiest(parts: Sequence[LaserPart]) -> Artwork:
    """Return the front with the most areas and lines: a picture for the lid."""
    return max((part.front for part in parts), key=lambda side: len(side.engraved + side.scored))


def _lots(parts: Sequence[LaserPart], game: Game, settings: LaserSettings) -> Iterator[PieceLot]:
    """Yield the contents of a tray: flat parts, or pieces assembled from parts."""
    flat: Counter[tuple[str, Size]] = Counter()
    joined: dict[str, list[LaserPart]] = {}
    for part in parts:
        component = game.components[part.component]
        if is_in_parts(component, settings.material):
            joined.setdefault(part.component, []).append(part)
        else:
            short, long = sorted(round(side, 3) for side in part.size)
            flat[part.component, Size(short, long)] += 1
    for (key, size), copies in flat.items():
        yield PieceLot(key, size, settings.material.thickness, copies)
    for key, own in joined.items():
        *_, poses = place_wood(game, key, settings.stock).values()
        high, short, long = sorted(_bounds(poses, own, settings.material.thickness))
        yield PieceLot(key, Size(short, long), high, len(own) // len(poses))


def _bounds(poses: Sequence[WoodPose], parts: Sequence[LaserPart], thickness: Mm) -> list[Mm]:
    """Return the width, depth and height of a piece assembled from parts."""
    sizes = {part.name.rpartition(" ")[0] or part.name: part.size for part in parts}
    sizes |= {part.name: part.size for part in parts}
    spots = []
    for one in poses:
        wide, high = sizes[one.name]
        pose = Pose(Vector(*one.corner), Vector(*one.right), Vector(*one.down))
        spots += [pose.at(Point(0, 0)), pose.at(Point(wide, high), thickness)]
    return [round(max(axis) - min(axis), 3) for axis in zip(*spots, strict=True)]


def _check_bed(tray: Tray, settings: LaserSettings) -> None:
    """Refuse a tray that is too large, and say which bed it needs."""
    bed, room = settings.ways[0].piece, settings.room(settings.sides is Sides.FLIP)
    taken = bed.width - room.width
    sizes = [plate.size for plate in tray.plates]
    longest = max(max(size) for size in sizes)
    widest = max(min(size) for size in sizes)
    if longest <= max(room) and widest <= min(room):
        return
    least = Size(ceil(longest + taken), ceil(widest + taken))
    raise LayoutError(
        f"its plates are up to {dimensions(longest, widest)}, larger than the bed of "
        f"{dimensions(*bed)} holds; the smallest bed for it is {dimensions(*least)}"
    )


"""What is cut of each component, by its id; None is all of it."""


class PartSet(NamedTuple):
    """Parts that are laid out together, and the name for their files.

    They have their own ``settings`` if they are of another material.
    """

    name: str
    title: str
    parts: tuple[LaserPart, ...]
    settings: LaserSettings | None = None

    @property
    def components(self) -> tuple[str, ...]:
        """The ids of the components that the parts belong to."""
        return tuple(dict.fromkeys(part.component for part in self.parts))

    def only(self, component: str) -> "PartSet":
        """Return the set with only the parts of one component."""
        return self._replace(parts=tuple(p for p in self.parts if p.component == component))

    def without(self, component: str) -> "PartSet":
        """Return the set without the parts of one component."""
        return self._replace(parts=tuple(p for p in self.parts if p.component != component))


def wanted_pieces(
    game: Game, named: tuple[str, ...], rule_set: str | None, material: Material
) -> Wanted:
    """Return what to cut: all pieces of named components, or what the rules need and can be cut.

    For a rule set these are the pieces that it needs, and its named aids.

    Raises:
        UsageError: If the game or the rule set lacks a named component, or nothing is left.
    """
    owner = f"{game.id}/{rule_set}" if rule_set else game.id
    there = parts_of(game, rule_set, aids=True)
    check_components("--component", named, there, owner)
    if rule_set is None:
        pieces: Wanted = dict.fromkeys(there)
        needed = {need.component for one in game.rule_sets.values() for need in one.needs}
    else:
        parts = kit_contents(game, (rule_set,), aids=named).parts
        pieces = {part.component_id: part for part in parts}
        needed = {part.component_id for part in parts if not part.aid}
    chosen = named or [
        key
        for key in game.components
        if key in pieces
        and is_cut_by_default(game.components[key], material)
        and (key in needed or not needed or game.components[key].made_of_wood)
    ]
    if not chosen:
        raise UsageError(Message("nothing_to_cut", owner=owner, known=tuple(there)))
    return {key: pieces[key] for key in chosen}


def stays_paper(game: Game, rule_set: str | None, material: Material) -> tuple[str, ...]:
    """Return the components that a material does not replace by default: they stay paper."""
    rule_sets = game.rule_sets.values() if rule_set is None else [game.rule_sets[rule_set]]
    needed = {need.component for one in rule_sets for need in one.needs}
    return tuple(
        key
        for key, component in game.components.items()
        if (key in needed or not needed)
        and not (component.made_of_wood or is_cut_by_default(component, material))
    )


class PartDrawer:
    """Draws the pieces of a game's components as parts; ``notes`` say what is left out.

    Boards may be as large as the room on a bed, which is less where the sheet is ``flipped`` onto
    pins.
    """

    def __init__(self, game: Game, settings: LaserSettings, flipped: bool) -> None:
        self._flipped = flipped
        self._notes: list[str] = []
        self._stages: list[AssemblyStage] = []
        self.trays: dict[str, Tray] = {}
        self._missing: dict[tuple[str, Missing], set[Artwork]] = {}
        self._game = game
        self._settings = settings
        self._artwork = lru_cache(maxsize=None)(draw_artwork)  # many pieces share a face

    def parts(self, component_id: str, wanted: KitPart | None) -> list[LaserPart]:
        """Return every copy of every wanted piece; boards that are too large are split.

        Raises:
            LayoutError: If the pieces cannot be cut with these options.
        """
        component = self._game.components[component_id]
        if isinstance(component, StorageTray):
            return self._tray_parts(component_id, component)
        holes, sides = self._settings.options.holes, self._settings.options.sides
        parts: list[LaserPart] = []
        joined = is_in_parts(component, self._settings.material)
        pieces = tuple(self._pieces(component_id, wanted))
        self._note_stages(component_id, pieces)
        for piece in pieces:
            if holes and piece.back is not None and sides is None:
                raise LayoutError(Message("holes_and_backs"))
            with working_on(piece.name):
                front = self._artwork(piece.front)
                front = self._burnable(component_id, front.cut_through if holes else front)
                back = self._back(component_id, piece)
            label = part_label(piece.name, self._game.language) if joined else ""
            for copy in range(1, piece.copies + 1):
                name = piece.name if piece.copies == 1 else f"{piece.name} {copy}"
                parts.append(LaserPart(component_id, name, front, back, label))
        if component_id in self._game.boards:
            return [split for part in parts for split in self._split(part)]
        return parts

    def _tray_parts(self, key: str, tray: StorageTray) -> list[LaserPart]:
        """Return the plates of a tray, which fits into the boxes that hold it."""
        game, settings = self._game, self._settings
        if not tray.is_cut:
            names = ", ".join(tray.contents)
            raise LayoutError(f"is a box that you have: nothing of it is cut, only {names}")
        thickness = settings.material.thickness
        tray.outer(game, thickness)
        faults = Faults()
        for other, held in game.components.items():
            if isinstance(held, StorageTray) and held.trays and key in held.contents:
                with faults.within(other):
                    held.outer(game, thickness)
        faults.check()
        style = _style(settings, tray.closing, tray.name, game)
        made = _tray(key, tray.arrangement(game, thickness), style, settings, self._notes)
        self.trays[key] = made
        return [one._replace(front=self._burnable(key, one.front)) for one in made.parts]

    def _pieces(self, component_id: str, wanted: KitPart | None) -> Iterator[Piece]:
        """Yield the wanted pieces; for pieces made of several parts, enough parts."""
        pieces = draw_pieces(self._game, component_id, self._settings)
        count = self._game.components[component_id].count
        if wanted is None or wanted.pieces == count:
            yield from pieces
        elif sum(piece.copies for piece in pieces) == count:
            yield from wanted.chosen(pieces)
        else:
            for piece in pieces:
                yield piece._replace(copies=ceil(piece.copies * wanted.pieces / count))

    def _note_stages(self, component_id: str, pieces: Sequence[Piece]) -> None:
        """Add a note, and the assembly stages, for pieces that consist of several parts."""
        material = self._settings.material
        if is_in_parts(self._game.components[component_id], material):
            thickness = format_mm(material.thickness)
            self._notes.append(Message("flat", component_id, size=f"{thickness} mm"))
            self._stages += stages_of(self._game, component_id, pieces, self._settings)

    def stages(self, components: Collection[str]) -> list[AssemblyStage]:
        """Return the assembly stages of components that have been drawn."""
        return [stage for stage in self._stages if stage.component in components]

    def _back(self, component_id: str, piece: Piece) -> Artwork | None:
        """Return the artwork on the back of a piece; None if there is none."""
        options = self._settings.options
        if piece.back is None or options.holes or options.sides is Sides.FRONTS:
            return None
        back = self._burnable(component_id, self._artwork(piece.back))
        if not (back.engraved or back.scored):
            return None
        if self._settings.client.shop:
            self._missing.setdefault((component_id, "backs"), set()).add(back)
            return None
        return back

    def _burnable(self, component_id: str, side: Artwork) -> Artwork:
        """Return a side without the steps that the target lacks, and note these."""
        steps = self._settings.client.steps
        if Step.ENGRAVE not in steps and side.engraved:
            self._missing.setdefault((component_id, "engraving"), set()).add(side)
            side = side._replace(engraved=())
        if Step.SCORE not in steps and side.scored:
            self._missing.setdefault((component_id, "scores"), set()).add(side)
            side = side._replace(scored=())
        return side

    def left_out(self, components: Iterable[str] | None = None) -> tuple[LeftOutFaces, ...]:
        """Return what is left out of components, or of all that have been drawn."""
        return tuple(
            LeftOutFaces(component=key, what=what, faces=len(faces))
            for (key, what), faces in self._missing.items()
            if components is None or key in components
        )

    @property
    def notes(self) -> Iterator[str]:
        """Notes on what is left out, and on what suits the material badly."""
        name = self._settings.client.name
        for one in self.left_out():
            component, what, faces = one.component, one.what, one.faces
            match what:
                case "engraving":
                    yield Message("no_engraving", component, client=name)
                case "scores":
                    yield Message("no_scores", component, client=name)
                case "backs" if faces == 1:
                    yield Message("no_back", component, client=name)
                case "backs":
                    yield Message("no_different_backs", component, client=name, n=faces)
        yield from self._notes

    def _split(self, part: LaserPart) -> Iterator[LaserPart]:
        """Yield a board, or parts of it that fit the bed."""
        room = self._settings.room(self._flipped)
        rooms = (room, room.turned())
        if any(part.size.width <= w and part.size.height <= h for w, h in rooms):
            yield part
            return
        seams = Seams(self._settings.options.seam, self._settings.options.fit.ease)
        found = split(part.front, room, seams)
        if found.harm:
            self._notes.append(Message("seam", part.component, mm=f"{found.harm:.0f}"))
        self._stages.append(plan_of(part.component, found.parts))
        for number, front in enumerate(found.parts, start=1):
            name, front = f"{part.name} {number}", at_origin(front)
            yield part._replace(name=name, front=front, label=str(number))
