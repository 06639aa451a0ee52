"""JSON written so that equal records give equal bytes."""

import json
from typing import Any

JsonObject = dict[str, Any]


def json_bytes(value: Any) -> bytes:
    """Write a value as UTF-8 with its keys in their given order; omit keys that are None."""
    text = json.dumps(_without_none(value), ensure_ascii=False, indent=2, allow_nan=False)
    return f"{text}\n".encode()


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}
    return [_without_none(item) for item in value] if isinstance(value, list | tuple) else value
