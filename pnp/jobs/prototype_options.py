"""The options of a build that help while a game is not finished."""

from dataclasses import dataclass

from pnp.jobs.options import option
from pnp.jobs.paper_options import PaperOptions


@dataclass(frozen=True)
class PrototypeOptions(PaperOptions):
    """What is made of a game that has faults, or that was printed before."""

    draft: bool = option(
        "Make everything, however faulty: cards with faults say them in red, pictures that are "
        "missing have placeholders, and all faults are listed.",
        word=lambda _: "draft",
        acts_on="components that are laid out in frames, such as cards",
        default=False,
        group="files",
    )
    partly: bool = option(
        "Print what is not translated in the game's own language; the report counts and names it.",
        default=False,
        flag="--partial",
        group="files",
    )

    @property
    def falls_back(self) -> bool:
        """Whether what is not translated is made in the game's own language."""
        return self.partly or self.draft
