"""Tell what make put into a folder: python docs/made.py output."""

import sys
from pathlib import Path

from pnp.definitions.find import ids_in
from pnp.make.command.console import console, table
from pnp.make.made_files import NAME, read_manifest

COLUMNS = ("game", "sheets", "rules", "kits", "start with")


def row(folder: Path) -> tuple[str, ...]:
    """Return a row for the folder of a game."""
    files = read_manifest(folder).files
    sheets = sum(file.work.sheets for file in files if file.work and file.kind == "sheets")
    rules = sum(file.kind == "rules" and file.format == "pdf" for file in files)
    kits = {file.component: file.path for file in files if file.kind == "kit"}
    first = next((kits[key] for key in ids_in(folder.name, "rule_sets") if key in kits), "")
    return folder.name, str(sheets), f"{rules} PDF", str(len(kits)), str(folder / first)


if __name__ == "__main__":
    made = sorted(file.parent for file in Path(sys.argv[1]).glob(f"*/{NAME}"))
    print()
    table(console(), COLUMNS, map(row, made))
    print("A kit is one PDF with the rules and all pieces: print it at 100 %, and play.")
