"""JSON as an archive keeps it: to be read, and the same bytes whenever it is made."""

import json
from typing import Any


def json_text(value: Any) -> bytes:
    """Write a value in UTF-8, its keys in their own order; what is None is left out."""
    text = json.dumps(_said(value), ensure_ascii=False, indent=2, allow_nan=False)
    return f"{text}\n".encode()


def _said(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _said(one) for key, one in value.items() if one is not None}
    return [_said(one) for one in value] if isinstance(value, list | tuple) else value
