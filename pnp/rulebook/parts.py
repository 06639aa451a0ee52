"""What a rule set needs, and what helps to play it: pictures with names, counts and words."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.base.fonts import text_width
from pnp.base.geometry import Point, Rect, Size, Transform
from pnp.base.path import rectangle
from pnp.base.units import Mm
from pnp.base.words import piece_words
from pnp.components.registry import draw_samples, spread
from pnp.game.game import Game
from pnp.game.rules import Aid, Need, RuleSet
from pnp.rulebook.blocks import (
    Block,
    Figure,
    Heading,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
)
from pnp.rulebook.languages import LanguageWords
from pnp.scene import Group, Image, Item, Scene, Shape, Style, Text

ROOM, AID_ROOM = Size(26.0, 14.0), Size(20.0, 11.0)  # of the pictures of a part
LARGEST = 0.42  # the scale of pieces
LARGE: Mm = 90.0  # what is wider or higher is drawn to a scale of its own
BETWEEN, OF_ONE = 1.6, 0.8  # mm between pieces, and between the faces of one
LEGIBLE: Mm = 2.12  # the font size, 6 pt, below which letters are drawn as lines
LINE = 0.22  # of a font size: how thick these lines are


class DrawnPart(NamedTuple):
    """A component with the faces of some of its pieces, side by side for each piece."""

    component_id: str
    samples: Sequence[tuple[Scene, ...]]

    @property
    def size(self) -> Size:
        """The size at full scale, without gaps."""
        faces = [face.size for sample in self.samples for face in sample]
        return Size(fsum(face.width for face in faces), max(face.height for face in faces))

    @property
    def gaps(self) -> Mm:
        """The gaps, which have one width at all scales."""
        inside = sum(len(sample) - 1 for sample in self.samples)
        return BETWEEN * (len(self.samples) - 1) + OF_ONE * inside

    @property
    def is_large(self) -> bool:
        """Whether it needs a scale of its own, as boards do."""
        return any(max(face.size) > LARGE for sample in self.samples for face in sample)

    def scale_in(self, room: Size) -> float:
        """Return the largest scale at which it fits."""
        width, height = self.size
        return min((room.width - self.gaps) / width, room.height / height, LARGEST)


def need_blocks(
    game: Game, rule_set: RuleSet, rule_set_id: str, words: LanguageWords, level: int, explain: bool
) -> Iterator[Block]:
    """Yield the list of what a rule set needs, with a heading, then the list of its aids.

    Boxes, which keep pieces after play, are no aids. ``explain`` adds how to read the pieces.
    """
    aids = tuple(aid for aid in rule_set.aids if not game.components[aid.component].contents)
    yield Heading(level, words.sections["need"])
    yield _pictured(game, rule_set_id, rule_set.needs, ROOM, words, explain)
    if aids:
        yield Paragraph((Run(words.labels["aids"]),), "small")
        yield _pictured(game, rule_set_id, aids, AID_ROOM, words, explain)


def _pictured(
    game: Game,
    rule_set_id: str,
    parts: Sequence[Need | Aid],
    room: Size,
    words: LanguageWords,
    explain: bool,
) -> PictureList:
    drawn = [draw_part(game, part.component, part.count, pieces_of(part)) for part in parts]
    scale = common_scale(drawn, room)
    return PictureList(
        tuple(
            PictureItem(
                part_figure(game, one, f"{rule_set_id}-part", scale, room, words),
                tuple(_told(game, part, words, explain)),
            )
            for part, one in zip(parts, drawn, strict=True)
        )
    )


def pieces_of(part: Need | Aid) -> Mapping[str, int]:
    """Return the numbers of pieces by their names, if the part says them."""
    return part.pieces if isinstance(part, Need) else {}


def draw_part(game: Game, component_id: str, count: int, named: Mapping[str, int]) -> DrawnPart:
    """Draw some pieces of a component: of those ``named``, and no more than ``count``."""
    samples = draw_samples(game, component_id, tuple(named))
    return DrawnPart(component_id, [samples[name] for name in spread(tuple(samples), count)])


def common_scale(drawn: Sequence[DrawnPart], room: Size) -> float:
    """Return the largest scale at which every part fits that is not large."""
    return min((one.scale_in(room) for one in drawn if not one.is_large), default=LARGEST)


def part_figure(
    game: Game, one: DrawnPart, prefix: str, scale: float, room: Size, words: LanguageWords
) -> Figure:
    """Return the picture of a part, pieces side by side at the common or at their own scale.

    Its id is that of the component after a prefix.
    """
    picture = _side_by_side(one, one.scale_in(room) if one.is_large else scale)
    both = any(len(sample) == 2 for sample in one.samples)
    label = words.labels["picture_both" if both else "picture"]
    alt = label.format(name=game.components[one.component_id].name)
    return Figure(f"{prefix}-{one.component_id}", picture, "", alt, "part")


def _side_by_side(one: DrawnPart, scale: float) -> Scene:
    items: list[Item] = []
    x, height = 0.0, scale * one.size.height
    for sample in one.samples:
        x += BETWEEN if items else 0.0
        for number, face in enumerate(sample):
            x += OF_ONE if number else 0.0
            move = Transform.move(x, (height - scale * face.size.height) / 2)
            drawn = tuple(_legible(item, scale) for item in face.items)
            items.append(Group(drawn, Transform.scale(scale).then(move)))
            x += scale * face.size.width
    return Scene(Size(x, height), tuple(items))


def _legible(item: Item, scale: float) -> Item:
    """Return an item with a line in place of letters that would be too small to read."""
    match item:
        case Group():
            across = item.transform.apply(Point(1, 0)), item.transform.apply(Point(0, 0))
            inner = scale * abs(complex(across[0].x - across[1].x, across[0].y - across[1].y))
            return item._replace(items=tuple(_legible(each, inner) for each in item.items))
        case Text() if item.size * scale < LEGIBLE:
            thick = LINE * item.size
            width = text_width(item.string, item.font, item.size)
            line = Rect(item.at.x, item.at.y - 2 * thick, width, thick)
            return Shape((rectangle(line),), Style(fill=item.fill), item.role)
        case Shape() | Text() | Image():
            return item


def _told(game: Game, part: Need | Aid, words: LanguageWords, explain: bool) -> Iterator[Run]:
    component = game.components[part.component]
    named = pieces_of(part) or (component.pieces if part.count == component.count else {})
    spoken, written = piece_words(words.code), game.translated_from or game.language
    tallies = [spoken.tallied(kinds, written) for kinds in component.kinds_among(named)]
    sentences = [*tallies, component.explained if explain else None, part.use]
    told = [_sentence(sentence) for sentence in sentences if sentence]
    name = f"{part.count} \N{MULTIPLICATION SIGN} {component.name}"
    yield Run(f"{name}." if told else name, bold=True)
    yield Run("".join(f" {sentence}" for sentence in told))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
