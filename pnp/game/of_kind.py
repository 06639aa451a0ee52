"""Components in a definition, each validated by the class of its kind."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import PydanticKnownError, core_schema

from pnp.base.extensions import KINDS, withheld
from pnp.game.component import Component
from pnp.game.fields import Validates


class OfKind(Validates):
    """A type annotation: a component of the class that its ``kind`` names.

    The validation context has the classes by kind. Games built in Python have components already.
    """

    def _validate(self, value: Any, info: core_schema.ValidationInfo) -> Component:
        if info.context is None and isinstance(value, Component):
            return value
        if not isinstance(value, Mapping):
            raise PydanticKnownError("model_attributes_type")
        if "kind" not in value:
            raise PydanticKnownError("union_tag_not_found", {"discriminator": "'kind'"})
        kinds: Mapping[str, type[Component]] = (info.context or {}).get("kinds", {})
        kind = value["kind"]
        if isinstance(kind, str) and kind not in kinds and kind in withheld(KINDS):
            raise ValueError(
                f"kind '{kind}' is of another package, which may read trusted games alone: "
                "pnp trust says how"
            )
        if not isinstance(kind, str) or kind not in kinds:
            known = ", ".join(f"'{one}'" for one in kinds)
            context = {"discriminator": "'kind'", "tag": str(kind), "expected_tags": known}
            raise PydanticKnownError("union_tag_invalid", context)
        return kinds[kind].model_validate(value, context=info.context)
