"""A strip on which a pawn marks the highest value still in play."""

from typing import Literal

from pydantic import ValidationInfo, field_validator

from pnp.model.component import BaseComponent
from pnp.model.fields import ComponentId, PositiveLength, Text


class Tracker(BaseComponent):
    """A row for each total that the pieces of another component can have, highest first."""

    kind: Literal["tracker"]
    of: ComponentId
    row: PositiveLength
    title: Text
    note: Text | None = None

    @field_validator("of")
    @classmethod
    def _has_pairs(cls, of: str, info: ValidationInfo) -> str:
        kinds: dict[str, str] = (info.context or {}).get("kinds", {})
        if of in kinds and kinds[of] not in ("tiles", "deck"):
            raise ValueError(f"{of!r} has no pairs of pips to add up; name tiles or a deck")
        return of

    @property
    def count(self) -> int:
        """There is one."""
        return 1
