"""Names of files: a word for each option that the user chose and that changes such files.

The words are in the order in which the options are declared.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pnp.base.units import Mm, dimensions, format_mm
from pnp.game.paper import BULK, CARD_SIZES
from pnp.make.options import FileKind, declared

if TYPE_CHECKING:
    from pnp.definitions.data_files import Theme
    from pnp.make.selection import Pick

LONGEST_WORD = 60  # characters
LONGEST_LIST = 120
NAMED_SIZES = {dimensions(*size): name for name, size in CARD_SIZES.items()}
STEP: Mm = 0.05  # round thicknesses are multiples of it
GRAMS = 5  # g/m2: paper is sold in weights that are multiples of it


def file_words(options: Any, kind: FileKind) -> str:
    """Return the words in the name of a file of this kind, such as "sheets"."""
    return "-".join(map(_shortened, chosen_words(options, kind).values()))


def joined(*words: str) -> str:
    """Return the words of a name, without empty ones."""
    return "-".join(filter(None, words))


def listed(names: Sequence[str], noun: str) -> str:
    """Return names as one word of a file name: their number and a checksum if they are many."""
    word = "_".join(names)
    if len(word) <= LONGEST_LIST:
        return word
    return f"{len(names)}-{noun}-{sha256(word.encode()).hexdigest()[:8]}"


def chosen_words(options: Any, kind: FileKind) -> Mapping[str, str]:
    """Return the word for each option that is not its default and changes files of this kind."""
    words = {
        one.name: one.file_word(getattr(options, one.name))
        for one in declared(options)
        if one.file_word is not None
        and kind in one.changes
        and getattr(options, one.name) != one.default
    }
    return {name: word for name, word in words.items() if word}


def length_word(length: Mm) -> str:
    """Return a length with its unit."""
    return f"{format_mm(length)}mm"


def size_word(sizes: Mapping[str, str]) -> str:
    """Return the sizes of components, by name if they have one; a size for all cards has no id."""
    words = ((key, NAMED_SIZES.get(size, size)) for key, size in sizes.items())
    return "_".join(f"{key}-{word}" if key else word for key, word in words)


def stock_word(stock: Mm) -> str:
    """Return the grammage for a thickness, or the thickness itself if it is a round number."""
    grams = stock / BULK * 1000
    is_round = _is_multiple(stock, STEP)
    return length_word(stock) if is_round or not _is_multiple(grams, GRAMS) else f"{grams:.0f}gsm"


def numbers_word(numbers: Sequence[int]) -> str:
    """Return sorted numbers, with a dash from the first to the last of a run."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return "_".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)


def pieces_word(picks: Sequence["Pick"]) -> str:
    """Return the word for picked pieces."""
    return f"pieces-{'_'.join(pick.word for pick in picks)}"


def theme_word(theme: "Theme") -> str:
    """Return the name of a theme; "" for the default."""
    from pnp.definitions.data_files import CLASSIC

    return theme.id if theme.id != CLASSIC else ""


def _is_multiple(value: float, step: float) -> bool:
    return abs(value / step - round(value / step)) < 1e-6


def _shortened(word: str) -> str:
    """Shorten a long word, replacing its end with a checksum."""
    if len(word) <= LONGEST_WORD:
        return word
    start = word[: LONGEST_WORD - 9].rstrip("-_")
    return f"{start}-{sha256(word.encode()).hexdigest()[:8]}"
