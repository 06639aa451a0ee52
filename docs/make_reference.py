"""Make docs/reference and its pictures from the models and their words: ``make reference``."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from reference_types import KINDS, anchor, default_of, heading, models, type_of

from pnp.base.errors import PnpError
from pnp.definitions import json_schema as reference
from pnp.definitions.cross_references import OFFERED

DOCS = Path(__file__).parent
FOLDER = DOCS / "reference"
EXAMPLES = FOLDER / "examples"
PICTURES = DOCS / "pictures" / "reference"
NOTE = "<!-- Made by `make reference` from the models and their reference.toml: edit those. -->"
FIRST = ("kind", "name")
TEXTS = (".toml", ".csv")
GROUPS = {
    "The game": (
        "game",
        "livery",
        "components",
        "boards",
        "rule-sets",
        "claims",
        "set-ups",
        "examples",
    ),
    "Cards of your own": ("cards", "frames", "repeat", "fonts"),
    "What is known": ("sources", "facts", "deposit"),
    "Other files": ("themes", "page-templates", "laser"),
}


def texts() -> dict[str, str]:
    """Return every page of the reference by the name of its file."""
    pages = reference.pages()
    made = {f"{id}.md": page_of(page) for id, page in pages.items()}
    return {"README.md": _index(), "values.md": _values(), **made}


def examples_of(page: str) -> tuple[Path, ...]:
    """Return the texts of a page's example, a game's own definition first."""
    files = [path for path in (EXAMPLES / page).rglob("*") if path.suffix in TEXTS]
    return tuple(sorted(files, key=lambda path: (path.name != "game.toml", path.name)))


def page_of(page: reference.ReferencePage) -> str:
    """Return one page."""
    parts = [f"# {page.title}", NOTE, page.about.strip()]
    if page.picture:
        parts.append(f"![{page.picture}](../pictures/reference/{page.id}.png)")
    parts += _example(page.id)
    for name, lines in page.keys.items():
        if not _is_parent(name, page):
            parts += _table(page, name, lines)
    parts += _figures(page)
    parts.append("[All of the reference](README.md)")
    return "\n\n".join(parts) + "\n"


def _example(page: str) -> Iterator[str]:
    for number, file in enumerate(examples_of(page)):
        if not number:
            yield "## An example"
        if file.name != "game.toml" or number:
            yield f"`{file.name}`:"
        language = file.suffix.removeprefix(".")
        yield f"```{language}\n{file.read_text(encoding='utf-8').strip()}\n```"
    if page in KINDS:
        yield f"As `{page}/game.toml` it is a whole game: `pnp build {page}` makes its sheets."
    others = [path for path in (EXAMPLES / page).rglob("*.*") if path.suffix not in TEXTS]
    if others:
        yield f"Its pictures lie beside it: [examples/{page}](examples/{page})."


def _is_parent(name: str, page: reference.ReferencePage) -> bool:
    """Return whether a model's keys stand in the table of another model of the page."""
    model = models().get(name)
    others = (models().get(other) for other in page.keys if other != name)
    return model is not None and any(other and issubclass(other, model) for other in others)


def _table(page: reference.ReferencePage, name: str, lines: Mapping[str, str]) -> Iterator[str]:
    """Yield the heading and the table of a model's keys, those of its parents too."""
    yield f"## {heading(page, name)}"
    rows = ["| key | what to write | if left out | what it does |", "|---|---|---|---|"]
    model = models()[name]
    own = {field.name: field for field in reference.written(model)}
    keys = [key for key in dict.fromkeys([*lines, *own]) if key != reference.ANY]
    for key in sorted(keys, key=_place):
        what, default = type_of(model, key), default_of(own.get(key))
        rows.append(f"| `{key}` | {what} | {default} | {reference.says_of(model, key)} |")
    if reference.ANY in lines:
        what = "a file or a table" if model.others else "text or a number"
        rows.append(f"| any other name | {what} | | {lines[reference.ANY]} |")
    yield "\n".join(rows)


def _place(key: str) -> int:
    return FIRST.index(key) if key in FIRST else len(FIRST)


def _figures(page: reference.ReferencePage) -> Iterator[str]:
    if page.figures:
        yield "## In claims"
        yield (
            "The id alone is how many pieces there are; `id.figure` is one of these: "
            "see [claims](claims.md)."
        )
        rows = [_figure(name, says) for name, says in page.figures.items()]
        yield "\n".join(["| figure | |", "|---|---|", *rows])


def _figure(name: str, says: str) -> str:
    if name.startswith(reference.ANY):  # its line begins with what the name is
        name, _, says = says.partition(": ")
        return f"| {name} | {says} |"
    return f"| `{name}` | {says} |"


def _index() -> str:
    pages = reference.pages()
    parts = [
        "# Reference",
        NOTE,
        "Every key of every file that you can write. New here? Start with [the tutorial]"
        "(../tutorials/first-deck.md), or [a game's definition](../tutorials/definition.md); "
        "[values](values.md) explains how to write lengths, colours and the like.",
    ]
    for title, ids in GROUPS.items():
        lines = [f"- [{pages[id].title}]({id}.md): {_sentence(pages[id])}" for id in ids]
        parts += [f"## {title}", "\n".join(lines)]
    rows = ["| kind | | |", "|---|---|---|"]
    for kind in sorted((k for k in KINDS if k in pages), key=lambda kind: KINDS[kind].is_board):
        shown = (
            f'<img src="../pictures/reference/{kind}.png" width="240" alt="{pages[kind].picture}">'
        )
        rows.append(f"| [`{kind}`]({kind}.md) | {shown} | {_sentence(pages[kind])} |")
    place = parts.index("## What is known")
    parts[place:place] = ["## Components", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _sentence(page: reference.ReferencePage) -> str:
    return " ".join(reference.plain(page.about).split("\n\n")[0].split())


def _values() -> str:
    parts = [
        "# Values",
        NOTE,
        "Write texts, lengths, colours and so on in quotes, but not numbers, `true` and `false`.",
    ]
    rows = ["| | how it is written | for example |", "|---|---|---|"]
    for title, value in {value.title: value for value in reference.values().values()}.items():
        name = f'<a id="{anchor(title)}"></a>{title}'
        right = ", ".join(f"`{one}`" for one in value.right)
        rows.append(f"| {name} | {value.says} | {right} |")
    parts.append("\n".join(rows))
    *several, last = (f"`{part}`" for part in OFFERED)
    parts += [
        "## Of another component",
        "A length or a size of a component may be that of another one, so that they go on fitting: "
        f"write its id, a dot, and {', '.join(several)} or {last}, "
        'such as `"tiles.width"`. `pnp check` says which of them a component has.',
    ]
    return "\n\n".join(parts) + "\n"


def untold() -> Iterator[str]:
    """Yield a line for each key that no page explains."""
    for name, model in models().items():
        for field in reference.written(model):
            if not reference.says_of(model, field.name):
                yield f"{field.name}: write what it does under [keys.{name}] of its reference.toml"


def main() -> str | None:
    """Write every page and every picture, and return what is missing or faulty."""
    try:
        _write_all()
    except PnpError as error:  # in an example
        return str(error)
    return "\n".join(untold()) or None


def _write_all() -> None:
    from reference_pictures import picture, save

    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    PICTURES.mkdir(exist_ok=True)
    for id, page in reference.pages().items():
        if page.picture:
            save(picture(EXAMPLES / id / "game.toml", id), PICTURES / f"{id}.png")


if __name__ == "__main__":
    sys.exit(main())
