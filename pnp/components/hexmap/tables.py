"""CSV files beside the definition of a hexagon map."""

import csv
from pathlib import Path
from typing import Any

from pnp.base.files import read_sandboxed, sandboxed


def map_table(name: object, folder: Path, key: str, digest: Any, faults: list[str]) -> str:
    """Return the text of a CSV file, in UTF-8, and update ``digest`` with its bytes.

    If it cannot be read, returns "" and adds a fault with its ``key`` to ``faults``.
    """
    try:
        file = sandboxed(folder, name, "a CSV file beside the definition")
        content = read_sandboxed(folder, file, "table_kb")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        faults.append(f"{folder / str(name)}: byte {error.start} is not UTF-8; save it as UTF-8")
    except ValueError as error:
        faults.append(f"{key}: {error}")
    except OSError as error:
        faults.append(f"{key}: {name}: cannot be read: {error.strerror}")
    else:
        digest.update(content)
        return text
    return ""


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of a table with commas or semicolons, stripped.

    Raises:
        csv.Error: If it is not a table.
    """
    delimiter = ";" if text.count(";") > text.count(",") else ","
    rows = csv.reader(text.rstrip().splitlines(), delimiter=delimiter, strict=True)
    return [[cell.strip() for cell in row] for row in rows]
