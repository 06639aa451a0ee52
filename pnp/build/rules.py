"""Make the rule sheets of a game."""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.build.manifest import NAME, MadeFile, write_manifest
from pnp.build.output import staging
from pnp.definitions import find_game, load_game
from pnp.errors import RulesError, UsageError
from pnp.model.game import Game
from pnp.units import shown

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
    made: dict[str, tuple[str, bytes, MadeFile]] = {}
    faults: list[str] = []
    for rule_set_id in _chosen(game, options):
        for lang in options.languages:
            try:
                for file, content in _sheet(loaded.file.parent, game, rule_set_id, lang, options):
                    made[file.path] = (file.path, content, file)
            except RulesError as error:
                faults += str(error).splitlines()
    if faults:
        raise RulesError("\n".join(faults))
    files = [file for _, _, file in made.values()]
    with staging(folder) as staged:
        for path, content, _ in made.values():
            staged.write(path, content)
        manifest, _ = write_manifest(game.id, game.name, loaded.sha256, files, folder)
        staged.write(NAME, manifest)
    return MadeRules(game.name, folder, tuple(files))
