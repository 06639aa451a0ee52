"""The games named in a build command, and whether its options fit them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pnp.definitions import Loaded, load_named
from pnp.jobs.build_plan import chosen_components
from pnp.jobs.pipeline import check_all
from pnp.jobs.sheet_options import SheetOptions


def check_builds(names: Sequence[str], languages: Sequence[SheetOptions]) -> None:
    """Check that the options apply to each game, in each language, without drawing.

    A single build needs no check: it loads its game before it makes a file.

    Raises:
        UsageError: If some do not: a line for each fault.
    """
    reads = [partial(read_build, name, options) for name in names for options in languages]
    if len(reads) > 1:
        check_all(reads)


def read_build(name: str, options: SheetOptions) -> tuple[Loaded, SheetOptions]:
    """Load a game or a rule set; return it with the options completed for it."""
    how = (
        options.sizes,
        options.stock,
        options.theme,
        options.lang,
        options.draft,
        options.falls_back,
        options.scale_layout,
    )
    loaded, rule_set = load_named(name, *how)
    options = replace(options, rule_set=rule_set)
    chosen_components(loaded.game, options)
    return loaded, options
