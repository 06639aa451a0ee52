"""Lists what a rule set needs or a game contains: pictures, names, counts, how to read pieces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.geometry import Size
from pnp.base.words import piece_words
from pnp.game.game import Game
from pnp.game.rules import Aid, Need, RuleSet
from pnp.rulebook.blocks import (
    Block,
    Blocks,
    Figure,
    Heading,
    Paragraph,
    PictureItem,
    PictureList,
    Run,
)
from pnp.rulebook.drawn_parts import SampledPart, common_scale, draw_part, side_by_side
from pnp.rulebook.figures import FigureDrawings
from pnp.rulebook.languages import LanguageWords

ROOM, AID_ROOM = Size(26.0, 14.0), Size(20.0, 11.0)  # of the pictures of a part
TIMES = "\N{MULTIPLICATION SIGN}"


class ListedPart(NamedTuple):
    """A number of ``pieces`` of a component, some perhaps by name, with ``sentences``."""

    component_id: str
    pieces: int
    named: Mapping[str, int]
    sentences: tuple[str | None, ...]


def need_blocks(
    drawings: FigureDrawings,
    rule_set: RuleSet,
    rule_set_id: str,
    words: LanguageWords,
    level: int,
    explain: bool,
) -> Iterator[Block]:
    """Yield the list of components that a rule set needs, with a heading, then its aids.

    Boxes store the pieces after play and do not count as aids. ``explain`` adds how to read the
    pieces.
    """
    game = drawings.game

    def listed(parts: Iterable[Need | Aid]) -> list[ListedPart]:
        return [_listed(game, part, explain) for part in parts]

    aids = [aid for aid in rule_set.aids if not game.components[aid.component].contents]
    yield Heading(level, words.sections["need"])
    yield _pictured(drawings, listed(rule_set.needs), rule_set_id, ROOM, words)
    if aids:
        yield Paragraph((Run(words.labels["aids"]),), "small")
        yield _pictured(drawings, listed(aids), rule_set_id, AID_ROOM, words)


def box_blocks(drawings: FigureDrawings, words: LanguageWords) -> Blocks:
    """Return the list of components that rule sets use, and a line that names the unused ones."""
    game = drawings.game
    users = {key: _users(game, key) for key in game.components}
    used = [key for key, names in users.items() if names]
    several, label = len(game.rule_sets) > 1, words.labels["used_by"] + words.colon
    listed = [
        ListedPart(
            key,
            game.components[key].count,
            game.components[key].pieces,
            (game.components[key].explained, label + _listing(users[key]) if several else None),
        )
        for key in used
    ]
    others = [
        c.name if str(c.count) in c.name else f"{c.count} {TIMES} {c.name}"
        for key, c in game.components.items()
        if key not in used
    ]
    blocks: list[Block] = [_pictured(drawings, listed, "box", ROOM, words)] if listed else []
    if others:
        extra = Run(_sentence(words.labels["none"] + words.colon + ", ".join(others)))
        blocks.append(Paragraph((extra,), "glance"))
    return tuple(blocks)


def _listing(names: Sequence[str]) -> str:
    return ("; " if any("," in name for name in names) else ", ").join(names)


def _users(game: Game, component_id: str) -> list[str]:
    """Return the names of the rule sets that need a component, as a piece, an aid or the board."""
    boards = {key: one.setup.board if one.setup else "" for key, one in game.rule_sets.items()}
    return [
        rule_set.name
        for key, rule_set in game.rule_sets.items()
        if component_id in (*rule_set.counts, boards[key])
    ]


def _listed(game: Game, part: Need | Aid, explain: bool) -> ListedPart:
    component = game.components[part.component]
    named = part.pieces if isinstance(part, Need) else {}
    if not named and part.count == component.count:
        named = component.pieces
    explained = component.explained if explain else None
    return ListedPart(part.component, part.count, named, (explained, part.use))


def _pictured(
    drawings: FigureDrawings,
    listed: Sequence[ListedPart],
    prefix: str,
    room: Size,
    words: LanguageWords,
) -> PictureList:
    """Return a list of parts with pictures at one scale and ids that begin with ``prefix``."""
    game = drawings.game
    drawn = [
        draw_part(drawings.samples, part.component_id, part.pieces, part.named) for part in listed
    ]
    scale = common_scale(drawn, room)
    figures = (
        _figure(game, one, prefix, one.scale_in(room) if one.is_large else scale, words)
        for one in drawn
    )
    items = zip(figures, (tuple(_label(game, part, words)) for part in listed), strict=True)
    return PictureList(tuple(PictureItem(figure, label) for figure, label in items))


def _figure(
    game: Game, one: SampledPart, prefix: str, scale: float, words: LanguageWords
) -> Figure:
    both = any(len(sample) == 2 for sample in one.samples)
    label = words.labels["picture_both" if both else "picture"]
    alt = label.format(name=game.components[one.component_id].name)
    return Figure(f"{prefix}-part-{one.component_id}", side_by_side(one, scale), "", alt, "part")


def _label(game: Game, part: ListedPart, words: LanguageWords) -> Iterator[Run]:
    """Yield the count and the name, the number of pieces of each kind, and the sentences."""
    component = game.components[part.component_id]
    spoken, written = piece_words(words.code), game.translated_from or game.language
    tallies = (spoken.tallied(kinds, written) for kinds in component.kinds_among(part.named))
    said = [_sentence(sentence) for sentence in (*tallies, *part.sentences) if sentence]
    one = component.singular if part.pieces == 1 else None
    name = f"{part.pieces} {TIMES} {one or component.name}"
    yield Run(f"{name}." if said else name, bold=True)
    yield Run("".join(f" {sentence}" for sentence in said))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
