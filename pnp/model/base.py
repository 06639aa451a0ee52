"""What all models share."""


class Model:
    """A model is shown as it is written; a dataclass's own ``repr`` takes long to generate."""

    def __repr__(self) -> str:
        fields = getattr(self, "__dataclass_fields__", {})
        named = (f"{name}={getattr(self, name)!r}" for name in fields)
        return f"{type(self).__name__}({', '.join(named)})"
