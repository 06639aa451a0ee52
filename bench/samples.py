"""What is timed: games of one deck or one long book, and what jobs need beside them."""

from pathlib import Path

DECK = """name = "Bench"
summary = "A long deck"
[components.cards]
kind = "deck"
name = "Cards"
rows = "cards.csv"
"""
FRAMES = """name = "Bench"
summary = "A long deck"
[components.cards]
kind = "cards"
name = "Cards"
rows = "cards.csv"
[components.cards.front]
[[components.cards.front.frames]]
kind = "pips"
number = "{front}"
[[components.cards.front.frames]]
kind = "text"
text = "{title}"
at = "4x4mm"
area = "36x6mm"
size = "10pt"
align = "center"
[components.cards.back]
[[components.cards.back.frames]]
kind = "pips"
number = "{back}"
"""
BOARD = """name = "Bench"
summary = "A long book"
[sources.book]
kind = "rules"
title = "B"
[components.board]
kind = "grid"
name = "Board"
rows = 6
columns = 6
cell = "20mm"
holds = ["stones"]
[components.stones]
kind = "counters"
name = "Stones"
diameter = "15mm"
series = [{ id = "grey", color = "#777777", mark = "disc", copies = 12 }]
"""
LAY = 'lay = [{ component = "stones", pieces = ["grey"], at = ["a1"] }]'
RULE_SET = f"""[rule_sets.way-NUMBER]
name = "Way NUMBER"
summary = "One way."
players = {{ least = 2, most = 2 }}
needs = [{{ component = "stones", count = 1, source = "book" }}]
[rule_sets.way-NUMBER.setup]
board = "board"
{LAY}
known = {{ status = "stated", says = "So.", sources = ["book"] }}
[rule_sets.way-NUMBER.examples.one]
board = "board"
{LAY}
[rule_sets.way-NUMBER.examples.two]
board = "board"
{LAY}
"""
SENTENCE = "A stone goes from its space to the next that is free, along the row or the column. "
SECTIONS = ("Set-up", "Your turn", "Special cases", "The end", "Variants", "An example")


def write_deck(folder: Path, cards: int) -> Path:
    """Write a game with one deck of titled fronts, on six faces."""
    rows = [f"{n % 6 + 1},Card {n + 1}" for n in range(cards)]
    return _write(folder, {"game.toml": DECK, "cards.csv": "\n".join(["front,title", *rows])})


def write_frames(folder: Path, cards: int, titled: bool) -> Path:
    """Write a game with cards whose frames hold what protograf's cards hold, on both sides."""
    titles = [f"Card {n + 1}" if titled else "" for n in range(cards)]
    rows = [f"{n % 6 + 1},{n // 6 % 6 + 1},{title}" for n, title in enumerate(titles)]
    table = "\n".join(["front,back,title", *rows])
    return _write(folder, {"game.toml": FRAMES, "cards.csv": table})


def write_book(folder: Path, rule_sets: int) -> Path:
    """Write a game whose rulebook has three pages and three figures for each rule set."""
    text = "".join(
        f"![A grey stone lies in the corner of the board, the others wait.](figure:{name} "
        f'"One of the stones, number {number}.")\n\n'
        for number, name in enumerate(("setup", "one", "two"), start=1)
    )
    paragraph = SENTENCE * 9
    parts = [f"## {title}\n\n{paragraph}\n\n{paragraph}" for title in SECTIONS]
    rules = "\n\n".join([parts[0], text + parts[1], *parts[2:]])
    ways = [RULE_SET.replace("NUMBER", str(number)) for number in range(rule_sets)]
    files = {f"rules/way-{number}.en.md": rules for number in range(rule_sets)}
    return _write(folder, {"game.toml": BOARD + "".join(ways), **files})


def _write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
