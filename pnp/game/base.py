"""The base of all models."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """An immutable description, validated when it is made; keys of no field are refused."""

    schema_rules: ClassVar[Mapping[str, Any]] = {}  # what one key asks of another, for editors
    filled_in: ClassVar[frozenset[str]] = frozenset()  # fields that no definition writes

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    def model_post_init(self, context: object, /) -> None:
        """Check the values together, once each is valid by itself."""
        self._check()

    def _check(self) -> None:
        """Raise ValueError if values do not go together; kinds of models say which."""
