"""Make the rule sheets of a game."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.build.manifest import NAME, MadeFile, write_manifest
from pnp.build.output import staging
from pnp.build.words import one_of, words_of
from pnp.definitions import find_game, load_game
from pnp.errors import RulesError, UsageError
from pnp.model.game import Game

RULE_FORMATS = ("html", "md")


class RuleOptions(NamedTuple):
    """Which sheets, in which languages and forms; no rule set named means all of them."""

    out: Path = Path("output")
    rule_sets: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = RULE_FORMATS


class MadeRules(NamedTuple):
    """The rule sheets of a game, whose paths start at ``folder``."""

    name: str
    folder: Path
    files: tuple[MadeFile, ...]


def make_rules(name: str, options: RuleOptions) -> MadeRules:
    """Make the rule sheets of the game of that id or path.

    Raises:
        PnpError: If the definition or a text has faults; all faults of the texts at once.
    """
    loaded = load_game(find_game(name))
    game, folder = loaded.game, options.out / loaded.game.id
    made: dict[str, tuple[MadeFile, bytes]] = {}
    faults: list[str] = []
    for rule_set_id in _chosen(game, options):
        for lang in options.languages:
            try:
                for file, content in _sheet(loaded.file.parent, game, rule_set_id, lang, options):
                    made[file.path] = file, content
            except RulesError as error:
                faults += str(error).splitlines()
    if faults:
        raise RulesError("\n".join(faults))
    files = [file for file, _ in made.values()]
    with staging(folder) as staged:
        for file, content in made.values():
            staged.write(file.path, content)
        manifest, _ = write_manifest(game.id, game.name, loaded.sha256, files, folder)
        staged.write(NAME, manifest)
    return MadeRules(game.name, folder, tuple(files))


def read_rule_options(out: Path, rule_set: list[str], lang: str, format: str) -> RuleOptions:
    """Read choices as they are written on the command line.

    Raises:
        UsageError: If one of them means nothing, saying what would be right.
    """
    from pnp.rulebook.languages import languages

    formats = (one_of("--format", word, RULE_FORMATS) for word in words_of("--format", format))
    codes = (one_of("--lang", word, languages()) for word in words_of("--lang", lang))
    return RuleOptions(out, tuple(rule_set), tuple(codes), tuple(formats))


def _chosen(game: Game, options: RuleOptions) -> tuple[str, ...]:
    named = tuple(name.removeprefix(f"{game.id}/") for name in options.rule_sets)
    for name in named:
        if name not in game.rule_sets:
            raise UsageError(
                f"--rule-set: {game.id} has no rule set {name!r}; it has: "
                f"{', '.join(game.rule_sets)}"
            )
    return tuple(key for key in game.rule_sets if not named or key in named)


def _sheet(
    folder: Path, game: Game, rule_set_id: str, lang: str, options: RuleOptions
) -> Iterator[tuple[MadeFile, bytes]]:
    from pnp.render import svg
    from pnp.rulebook import Figure, figure_file, render_html, render_markdown, rule_sheet
    from pnp.rulebook.source import rules_file

    sheet = rule_sheet(folder, game, rule_set_id, lang)
    text = rules_file(folder, rule_set_id, lang)

    def file(path: str, format: str, content: bytes) -> tuple[MadeFile, bytes]:
        made = MadeFile(
            f"rules/{path}",
            "rules",
            rule_set_id,
            format,
            pieces=1,
            piece_mm=None,
            sha256=sha256(content).hexdigest(),
            text=text.name,
            text_sha256=sha256(text.read_bytes()).hexdigest(),
        )
        return made, content

    for format in options.formats:
        render = render_html if format == "html" else render_markdown
        yield file(f"{rule_set_id}.{lang}.{format}", format, render(sheet))
    if "md" in options.formats:
        for figure in sheet.blocks:
            if isinstance(figure, Figure):
                drawn = svg.render(figure.scene, figure.alt)
                yield file(figure_file(sheet, figure), "svg", drawn)
