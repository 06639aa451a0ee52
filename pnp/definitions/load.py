"""Read a game's definition, and report all of its faults at once."""

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from pydantic import ValidationError

from pnp.base.errors import (
    MOST_FAULTS,
    DefinitionError,
    PnpError,
    RulesError,
    UnitError,
    UsageError,
    first_faults,
)
from pnp.base.geometry import Size
from pnp.base.languages import ENGLISH
from pnp.base.limits import limits, over
from pnp.base.messages import Location, Message, within
from pnp.base.text import name_notes
from pnp.base.toml import read_toml
from pnp.base.units import (
    LONGEST,
    Mm,
    closest,
    did_you_mean,
    dimensions,
    format_mm,
    join_words,
    parse_size,
    quoted,
)
from pnp.base.workplace import now_on
from pnp.components.registry import KINDS, kinds_able
from pnp.definitions.cross_references import (
    FRAMED,
    apply_measures,
    claim_faults,
    components_in,
    given_model,
    known_components,
    table_in,
)
from pnp.definitions.data_files import CLASSIC, Theme, apply_id, apply_livery, apply_theme
from pnp.definitions.find import find_game, no_rule_set, split_rule_set
from pnp.definitions.media import (
    hash_fonts,
    livery_pictures,
    picture_notes,
    read_fonts,
    read_pictures,
)
from pnp.game.component import Component
from pnp.game.faces import DrawnFor, Hidden
from pnp.game.game import Game
from pnp.game.places import count_places
from pnp.game.translation import checksum, table_languages, translated

if TYPE_CHECKING:
    from pnp.definitions.table import RowPlaces


def choose_sizes(
    raw: dict[str, Any], sizes: Mapping[str, str], file: Path, scale_layouts: bool
) -> None:
    """Write sizes into an unvalidated definition; the key ``""`` stands for all other cards."""
    components, game = components_in(raw), Path(os.path.realpath(file.parent)).name
    kinds = {key: model for key, _, model in known_components(raw)}
    decks = {key for key, model in kinds.items() if model.is_card}
    for component_id, size in sizes.items():
        if component_id and component_id not in components:
            raise UsageError(
                f"--size: {game} has no component {component_id!r}; it has: {', '.join(components)}"
                f"{did_you_mean(component_id, components)}"
            )
        for key in [component_id] if component_id else decks - sizes.keys():
            if key not in kinds or not kinds[key].is_resizable:
                sized = ", ".join(kinds_able("is_resizable"))
                raise UsageError(
                    f"--size: {key} has no size to choose; components of these kinds have: {sized}"
                )
            if kinds[key].from_layout:
                _note_size(kinds[key], components[key], scale_layouts)
            components[key]["size"] = size


def _note_size(model: type[Component], component: dict[str, Any], scaled: bool) -> None:
    """Record the size that a component is laid out for, before changing it."""
    try:
        size = Size(*parse_size(model.measure_written(component, "size")))
    except UnitError:
        return  # which validation reports
    component["drawn_for"] = DrawnFor(size, scaled)


def choose_groups(raw: dict[str, Any], groups: Sequence[str]) -> None:
    """Hide the frames of groups that are not chosen, in an unvalidated definition.

    Raises:
        UsageError: If there is no frame of a chosen group.
    """
    frames = [
        frame
        for component in components_in(raw).values()
        for face in FRAMED
        for frame in _frames_in(component.get(face))
        if isinstance(frame.get("group"), str)
    ]
    known = dict.fromkeys(frame["group"] for frame in frames)
    for group in groups:
        if group not in known:
            said = {"known": join_words(known) or "none", "close": closest(group, known)}
            raise UsageError(Message("no_group", "--group", written=group, **said))
    for frame in frames:
        if frame["group"] not in groups:
            frame["hidden"] = Hidden()


def _frames_in(part: object) -> Iterator[dict[str, Any]]:
    """Yield the frames of a face, or of all faces of a component."""
    for key, one in part.items() if isinstance(part, dict) else ():
        if key == "frames" and isinstance(one, list):
            yield from (frame for frame in one if isinstance(frame, dict))
        else:
            yield from _frames_in(one)


class GameOptions(TypedDict, total=False):
    """How a game is read.

    ``sizes`` replaces the sizes of components by id, and under the key ``""`` that of all other
    cards; with ``scale_layouts`` their layouts scale with them. ``stock`` replaces the thickness of
    the game's paper, ``theme`` chooses its colours. Names, cards and other texts are in ``lang``,
    by default the definition's language. A ``draft`` omits unusable pictures. With ``partly``,
    untranslated texts stay in the definition's language, and notes list them. Of frames in groups,
    it shows those of ``groups``.
    """

    sizes: Mapping[str, str]
    scale_layouts: bool
    stock: Mm | None
    theme: Theme | None
    lang: str | None
    draft: bool
    partly: bool
    groups: Sequence[str]


class Loaded(NamedTuple):
    """A game, the file it was read from, and the SHA-256 over all files of its definition.

    ``languages`` are those of its texts, that of the definition first; ``name`` is the game's name
    in the definition, ``translation_sha256`` the checksum of its translation. ``rows`` gives, by
    component id, the file and line of each of its rows. ``notes`` say how columns of tables and
    pictures were understood.
    """

    game: Game
    file: Path
    sha256: str
    options: GameOptions
    languages: tuple[str, ...] = ()
    name: str = ""
    translation_sha256: str | None = None
    rows: Mapping[str, Sequence[Location]] = {}
    notes: tuple[str, ...] = ()

    def speaking(self, lang: str) -> Game:
        """Return the game with its texts in a language, unchanged if it is or has none in that.

        Raises:
            PnpError: If a sentence or part of a card is not translated.
        """
        if lang not in self.languages or lang == self.game.language:
            return self.game
        return load_game(self.file, **(self.options | {"lang": lang})).game


def load_game(file: Path, **options: Unpack[GameOptions]) -> Loaded:
    """Read the game in ``file``; the name of its folder is the game's id.

    Raises:
        DefinitionError: If the definition has faults: a line for each, with the file, the place in
            it and what would be right.
        RulesError: If sentences of the definition lack a translation: a line for each.
        UsageError: If ``sizes`` names a component of fixed size, nothing is in ``lang``, or no
            frame is of a group.
    """
    name = Path(os.path.realpath(file.parent)).name
    now_on(f"{name}/{file.name}")
    loaded = _load(file, name, options)
    now_on(name)
    return loaded


def _load(file: Path, name: str, options: GameOptions) -> Loaded:
    lang, partly = options.get("lang"), options.get("partly", False)
    raw, content = read_toml(file, sandbox=True)
    digest = sha256(content)
    definition = Location(file=file)
    faults: list[str] = [*within(definition, apply_id(raw, name, "folder", "the game's id"))]
    origins = _share_layouts(raw, file, faults)
    notes: list[str] = []
    files = _inline_tables(raw, file, digest, faults, notes)
    places, languages = _apply_language(raw, file, files, lang, partly, faults, notes)
    tables: dict[str, Sequence[Location]] = {**files, **places}
    for key, component, model in known_components(raw):
        if any(isinstance(component.get(face), dict) for face in FRAMED):
            from pnp.definitions.foreign_markup import markup_in_frames

            notes += within(key, markup_in_frames(component))
        at = definition.plus(f"components.{key}")
        faults += model.read_files(component, file.parent, at, digest)
    choose_sizes(raw, options.get("sizes", {}), file, options.get("scale_layouts", False))
    choose_groups(raw, options.get("groups", ()))
    theme = options.get("theme")
    apply_livery(raw, theme)
    if theme is not None and theme.id != CLASSIC:  # whose colours are the defaults
        apply_theme(raw, theme)
    if (stock := options.get("stock")) is not None:
        raw["stock"] = f"{format_mm(stock)}mm"
    if many := within(definition, too_many(raw)):
        raise DefinitionError(*faults, *many)
    faults += within(definition, apply_measures(raw) + claim_faults(raw))
    game = _validated(raw, file, tables, origins, faults)
    if game is not None:
        faults += within(definition, too_much(game))
        game, found = _with_files(game, file, digest, faults, draft=options.get("draft", False))
        notes += found
    if faults or game is None:
        raise DefinitionError(*first_faults(faults, _file_of(faults, file)))
    name, translation = game.name, None
    if lang not in (None, game.language) and lang in table_languages(file.parent):
        from pnp.definitions.cards import left_sentences

        game = translated(file.parent, game, lang, partly)
        notes += left_sentences(game)
        translation = checksum(file.parent, lang)
    more = languages, name, translation, tables, tuple(notes)
    return Loaded(game, file, digest.hexdigest(), options, *more)


def _with_files(
    game: Game, file: Path, digest: Any, faults: list[str], *, draft: bool
) -> tuple[Game, list[str]]:
    """Return a game with its fonts and pictures, and notes on these and on its parts."""
    missing: dict[str, str] | None = {} if draft else None
    later: list[str] = []
    typefaces = read_fonts(game.fonts, file, later)
    pictures = read_pictures(game, file, digest, faults, missing, typefaces.files)
    looks = livery_pictures(game, file, digest, faults, typefaces.files)
    faults += later
    hash_fonts(typefaces, digest)
    read = {"pictures": pictures, "livery_pictures": looks, "draft": missing}
    notes = [*picture_notes(game, pictures), *_notes_on_parts(game)]
    return game.model_copy(update=read | {"typefaces": typefaces, "layouts": {}}), notes


def _notes_on_parts(game: Game) -> Iterator[str]:
    """Yield notes on the faces of components, and on names that look alike."""
    names = [("name", game.name)]
    for key, one in game.components.items():
        yield from within(key, one.face_notes)
        names.append((key, one.name))
    yield from name_notes([*names, *((key, one.name) for key, one in game.rule_sets.items())])


def _share_layouts(
    raw: dict[str, Any], file: Path, faults: list[str]
) -> Mapping[tuple[str | int, ...], str]:
    """Merge layouts into components; return the original places of parts by key path."""
    if "layouts" not in raw and all("layout" not in one for one in components_in(raw).values()):
        return {}
    from pnp.definitions.layouts import Layouts

    layouts = Layouts(raw)
    faults += within(Location(file=file), layouts.faults)
    return layouts.origins


def _file_of(faults: list[str], file: Path) -> Location:
    """Return the one file that all further faults are in, or else the definition."""
    further = (at.locations if isinstance(at, Message) else (at,) for at in faults[MOST_FAULTS:])
    files = {at[0].file for at in further if isinstance(at[0], Location)}
    return Location(file=files.pop() if len(files) == 1 else file)


def _inline_tables(
    raw: dict[str, Any], file: Path, digest: Any, faults: list[str], notes: list[str]
) -> "Mapping[str, RowPlaces]":
    """Replace the ``rows`` file of each component with its rows, and return their places."""
    if not any(model.reads_rows and "rows" in one for _, one, model in known_components(raw)):
        return {}
    from pnp.definitions.rows import inline_tables

    return inline_tables(raw, file, digest, faults, notes)


def _apply_language(
    raw: dict[str, Any],
    file: Path,
    tables: Mapping[str, "RowPlaces"],
    lang: str | None,
    partly: bool,
    faults: list[str],
    notes: list[str],
) -> tuple[dict[str, Sequence[Location]], tuple[str, ...]]:
    """Replace the rows of cards with those in a language.

    Returns the places of the rows by component, and all languages of the game. ``notes`` gets how
    their columns were understood.
    """
    written = raw.get("language")
    main = written if isinstance(written, str) else ENGLISH
    places: dict[str, Sequence[Location]] = {}
    spoken: set[str] = set()
    if any(model.has_text_rows for _, _, model in known_components(raw)):
        from pnp.definitions.rows import apply_texts

        places, spoken = apply_texts(raw, file, tables, main, lang, partly, faults, notes)
    others = sorted({*spoken, *table_languages(file.parent)} - {main})
    if lang not in (None, main, *others):
        raise UsageError(
            f"--lang: {Path(os.path.realpath(file.parent)).name} has no texts in {quoted(lang)}; "
            f"it has: {', '.join((main, *others))}"
        )
    return places, (main, *others)


def _validated(
    raw: dict[str, Any],
    file: Path,
    tables: dict[str, Sequence[Location]],
    origins: Mapping[tuple[str | int, ...], str],
    faults: list[str],
) -> Game | None:
    context: dict[str, Any] = {
        "sources": dict.fromkeys(table_in(raw, "sources")),
        "components": {key: value.get("kind") for key, value in components_in(raw).items()},
        "kinds": KINDS,
    }
    if "layouts" in raw:
        context["layout"] = given_model("layout")
    if any("face" in one for one in components_in(raw).values()):
        context["face"] = given_model("face")
    try:
        return Game.model_validate(raw, context=context)
    except ValidationError as error:
        from pnp.definitions.faults import fault_lines

        faults += fault_lines(error, raw, str(file), Game, tables, origins)
        return None


def too_many(raw: dict[str, Any]) -> Iterator[str]:
    """Yield the limits that an unvalidated definition exceeds."""
    at, listed = Location(keys="components"), table_in(raw, "components")
    if len(listed) > limits().components:
        yield from within(at, [f"are too many: {over('components', len(listed))}"])
    cells = sum(model.places_asked(component) for _, component, model in known_components(raw))
    if cells > limits().places:
        yield from within(at, [f"their boards have too many places: {over('places', cells)}"])


def too_much(game: Game) -> Iterator[str]:
    """Yield the limits that a validated game exceeds, and boards that are too large."""
    pieces = sum(component.count for component in game.components.values())
    if pieces > limits().pieces:
        fault = f"have too many pieces: {over('pieces', pieces)}"
        yield from within(Location(keys="components"), [fault])
    for key, board in game.boards.items():
        if max(board.size) > LONGEST:
            sizes = {"size": dimensions(*board.size), "most": f"{LONGEST:g}"}
            yield Message("large_board", Location(keys=f"components.{key}"), **sizes)
    laid = sum(_laid(game))
    if laid > limits().places:
        fault = f"set-ups and examples take too many places: {over('places', laid)}"
        yield from within(Location(keys="rule_sets"), [fault])


def _laid(game: Game) -> Iterator[int]:
    """Yield the number of places in each part of a set-up or an example, at least one."""
    for rule_set in game.rule_sets.values():
        setups = (rule_set.setup,) if rule_set.setup else ()
        for position in (*setups, *rule_set.examples.values()):
            yield from (max(count_places(words), 1) for words in position.named_places)


class Translations(NamedTuple):
    """A game by language, that of the definition first, and the faults of missing languages."""

    games: Mapping[str, Game]
    faults: tuple[str, ...]

    def check(self) -> None:
        """Raise the faults."""
        if self.faults:
            raise RulesError(*self.faults)


def in_languages(loaded: Loaded) -> Translations:
    """Load a game once in each of its languages."""
    own, *others = loaded.languages or (loaded.game.language,)
    games, faults = {own: loaded.game}, list[str]()
    for lang in others:
        try:
            games[lang] = loaded.speaking(lang)
        except PnpError as error:
            faults += error.faults
    return Translations(games, tuple(faults))


class NamedGame(NamedTuple):
    """A game, and the id of a rule set if the name included one."""

    loaded: Loaded
    rule_set: str | None

    @property
    def game(self) -> Game:
        """The game; for a named rule set, reduced to that and its components."""
        game = self.loaded.game
        if self.rule_set is None:
            return game
        rule_set = game.rule_sets[self.rule_set]
        parts = {part.component for part in rule_set.parts}
        components = {key: one for key, one in game.components.items() if key in parts}
        alone = {"rule_sets": {self.rule_set: rule_set}, "components": components}
        return game.model_copy(update=alone)


def load_named(name: str, **options: Unpack[GameOptions]) -> NamedGame:
    """Load a game by its id or path, or by the id of a rule set such as ``turno/loop``.

    The rest is as in :func:`load_game`.
    """
    return named_game(load_game(find_game(name), **options), name)


def named_game(loaded: Loaded, name: str) -> NamedGame:
    """Return a game that was read under a name, with the rule set in that name.

    Raises:
        UsageError: If there is no such rule set.
    """
    _, rule_set = split_rule_set(name)
    if rule_set is not None and rule_set not in loaded.game.rule_sets:
        raise UsageError(no_rule_set(loaded.game.id, rule_set, loaded.game.rule_sets))
    return NamedGame(loaded, rule_set)


def load_to_check(name: str) -> tuple[NamedGame, tuple[str, ...]]:
    """Load a game to look for all of its faults, and return those found so far.

    If nothing but pictures is at fault, the game is loaded without these, as a draft.
    """
    try:
        return load_named(name), ()
    except DefinitionError as error:
        try:
            named = load_named(name, draft=True)
        except PnpError:
            raise error from None
        return named, error.faults
