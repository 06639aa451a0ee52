"""A game laid out as an address chooses: words, pages one by one, and files, all in memory."""

from typing import Any

from pnp.definitions import Loaded, load_game
from pnp.jobs.choices import BUILD, KIT, Choices
from pnp.jobs.laid_out import LaidOutGame as LaidOutGame  # the type that callers name


def lay_out(loaded: Loaded, choices: Choices) -> LaidOutGame:
    """Audit and lay out a game as chosen; ``loaded`` says which game it is.

    Raises:
        PnpError: If the audit or the layout fails, or a choice cannot be applied.
    """
    options, rule_set = choices.options, choices.rule_set
    if choices.job == KIT:
        from pnp.jobs.kit import KitJob
        from pnp.jobs.laid_out_kit import LaidOutKit

        kit = KitJob.of_game(_loaded(loaded, options), rule_set, options)
        return LaidOutKit(choices, kit)
    if choices.job == BUILD:
        from pnp.jobs.build import BuildJob
        from pnp.jobs.laid_out_build import LaidOutBuild

        return LaidOutBuild(choices, BuildJob.of_game(_loaded(loaded, options), options))
    from pnp.jobs.laid_out_laser import LaidOutLaser
    from pnp.jobs.laser import LaserJob

    game = load_game(loaded.file, options.sizes, lang=options.lang or None)
    return LaidOutLaser(choices, LaserJob.of_game(game, rule_set, options))


def _loaded(loaded: Loaded, options: Any) -> Loaded:
    """Return the game as it is under some options."""
    how = options.sizes, options.stock, options.theme, options.lang or None
    return load_game(loaded.file, *how)
