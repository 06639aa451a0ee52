"""Look for files that pnp neither takes nor refuses in a line, guided by what code they reach.

    python -m venv .venv/fuzz && .venv/fuzz/bin/pip install atheris -e .
    .venv/fuzz/bin/python bench/fuzz.py svg -max_total_time=300

The first argument is what is read: svg, pixels, definition, rules, claim, table or workbook; all
others are libFuzzer's, such as a folder of files to start from. What ends it lies then in a
file beside, called ``crash-…``.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import atheris

with atheris.instrument_imports(include=["pnp"]):
    from pnp.base.errors import PnpError
    from pnp.base.expressions import Named, parse_comparison
    from pnp.base.geometry import Size
    from pnp.base.languages import language
    from pnp.definitions import load_game
    from pnp.definitions.workbook import read_workbook
    from pnp.images import read_raster
    from pnp.images.svg import read_svg
    from pnp.rulebook.blocks import Figure
    from pnp.rulebook.fill import fill
    from pnp.rulebook.read_markdown import TextScope, read_blocks
    from pnp.scene import Scene

FOLDER = Path(mkdtemp(prefix="pnp-fuzz-")) / "game"
TABLE = """name = "Game"
summary = "A game."
[components.cards]
kind = "cards"
name = "Cards"
rows = "cards.csv"
front = { frames = [{ kind = "text", text = "{title}", area = "50x50mm" }] }
"""


def definition(data: bytes) -> None:
    """Read a game.toml."""
    (FOLDER / "game.toml").write_bytes(data)
    load_game(FOLDER / "game.toml")


def table(data: bytes) -> None:
    """Read the rows of cards."""
    (FOLDER / "game.toml").write_text(TABLE, encoding="utf-8")
    (FOLDER / "cards.csv").write_bytes(data)
    load_game(FOLDER / "game.toml")


def rules(data: bytes) -> None:
    """Fill a text of rules and take it apart."""
    text = fill(data.decode(errors="replace"), {"jars": 4, "steps": (1, 2, 3)}, "en").text

    def draw(name: str, caption: str, alt: str) -> Figure:
        return Figure(name, Scene(Size(1, 1), ()), caption, alt)

    read_blocks(text, TextScope(language("en"), draw, {}, 2))


def claim(data: bytes) -> None:
    """Read a claim and work it out."""
    scope = {"jars": 4, "steps": Named(3, {"all": (1, 2, 3), "by": {6: 2}})}
    parse_comparison(data.decode(errors="replace")).work_out(scope)


TARGETS: dict[str, Callable[[bytes], object]] = {
    "claim": claim,
    "definition": definition,
    "pixels": read_raster,
    "rules": rules,
    "svg": read_svg,
    "table": table,
    "workbook": read_workbook,
}


def main() -> None:
    """Read what the fuzzer thinks of until something else than an error of pnp's comes out."""
    read = TARGETS[sys.argv.pop(1)]
    FOLDER.mkdir()

    def once(data: bytes) -> None:
        with suppress(PnpError):
            read(data)

    atheris.Setup(sys.argv, once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
