"""Checks a document's text as read aloud: line ends, language, and alt texts of figures.

Languages are recognised by their 25 most common words.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from unicodedata import east_asian_width

from oracles.documents.marked_content import Content, ContentMark, ShownText
from oracles.documents.structure_tree import StructureElement, paragraphs

from pnp.base.files import templates
from pnp.verify.findings import Finding, ok, unchecked, wrong

ENOUGH = 60  # words; a shorter text may have few common words by chance
LEAST = 0.12  # the share of common words in prose; Latin filler text has less
CLEARLY = 2  # how many more common words another language must have
SAME_LINE = 4.0  # points between baselines on one line: a sign is raised, lines are further apart
SHORTEST = 20  # characters; a shorter text cannot describe a picture
SOFT_HYPHEN = "\u00ad"
OPEN_ENDS = (" ", "-", SOFT_HYPHEN, "\u2013", "\u2014", "/", "\u00a0")
NO_WORDS = re.compile(
    r"\W*(figure|fig|image|picture|illustration|diagram|photo|abbildung|bild|figur|afbeelding|"
    r"plaatje|figuur|dessin)\b[\W\d]*",
    re.IGNORECASE,
)
FILE_NAME = re.compile(r"\S+\.(svg|png|jpe?g|gif|tiff?|webp|pdf|eps)", re.IGNORECASE)
_WORD = re.compile(r"\b[^\W\d_]+\b")  # not b3, which is a place


def text_findings(tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check the ends of lines and the language of the text."""
    yield _line_end_finding(tree, content)
    yield _language_finding(tree, content)


def is_known(lang: str) -> bool:
    """Return whether ``templates/rulebook/`` has the common words of a language."""
    return lang in _common_words()


def common_share(text: str, lang: str) -> float:
    """Return the share, from 0 to 1, of a known language's common words in a text."""
    words = _words(text)
    return sum(word in _common_words()[lang] for word in words) / len(words) if words else 0.0


def other_language(text: str, lang: str) -> str | None:
    """Return the language of a text if it is not ``lang``, or "" if it is unknown.

    Return None if the text is in ``lang``, or too short to decide.
    """
    words = _words(text)
    counts = Counter(
        {code: sum(word in common for word in words) for code, common in _common_words().items()}
    )
    ((best, most),) = counts.most_common(1)
    clearly = most - counts[lang] >= CLEARLY and most > 1.5 * counts[lang]
    if clearly and most >= LEAST * len(words):
        return best
    return "" if len(words) >= ENOUGH and common_share(text, lang) < LEAST else None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


@cache
def _common_words() -> dict[str, frozenset[str]]:
    files = (templates() / "rulebook").glob("*.toml")
    read = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
    return {lang: frozenset(words["common"].split()) for lang, words in read.items()}


def _line_end_finding(tree: StructureElement, content: Content) -> Finding:
    """Check that a space or a hyphen separates words at line ends."""
    joined = [
        f"{before.text[-16:]}|{after.text[:16]}"
        for marks in paragraphs(tree)
        for before, after in _line_ends(marks, content)
        if not before.text.endswith(OPEN_ENDS) and not after.text.startswith(" ")
        if not (_is_unspaced(before.text[-1:]) or _is_unspaced(after.text[:1]))
    ]
    if joined:
        found = f"{len(joined)} joined to the next line, such as {joined[0]!r}"
        return wrong("words", found, "a space or a hyphen before the next line")
    return ok("words", "apart at every line end")


def _is_unspaced(character: str) -> bool:
    """Return whether a character's script is written without spaces: Chinese, Japanese, Thai."""
    return "\u0e00" <= character <= "\u0e7f" or (
        character != "" and east_asian_width(character) in "WF"
    )


def _line_ends(marks: list[ContentMark], content: Content) -> Iterator[tuple[ShownText, ShownText]]:
    """Yield the text before and the text after each line end within a block."""
    for one, other in pairwise(mark for mark in marks if mark in content.texts):
        before, after = content.texts[one], content.texts[other]
        if one.page != other.page or abs(before.last - after.first) > SAME_LINE:
            yield before, after


def _language_finding(tree: StructureElement, content: Content) -> Finding:
    """Check that the text, without its foreign parts, is in the document's language."""
    lang = tree.lang
    if not is_known(lang):
        return unchecked("text's language", f"no list of common words for {lang or 'none'}")
    owners = dict(tree.marks())
    own = ([m for m in marks if owners[m].lang == lang] for marks in paragraphs(tree))
    text = " ".join(_text(marks, content) for marks in own).replace(SOFT_HYPHEN, "")
    other = other_language(text, lang)
    if other is None:
        return ok("text's language", f"{lang}: {common_share(text, lang):.0%} common words")
    share = f"{common_share(text, lang):.0%} common words of {lang}"
    return wrong("text's language", f"reads as {other}" if other else share, lang)


def _text(marks: Iterable[ContentMark], content: Content) -> str:
    return "".join(content.texts[mark].text for mark in marks if mark in content.texts)


def alt_text_findings(tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check that the alt text of each figure describes it."""
    figures = list(tree.tagged("Figure"))
    faults = {
        number: fault
        for number, figure in enumerate(figures, 1)
        if (fault := _alt_text_fault(figure, content))
    }
    if faults:
        found, right = next(iter(faults.values()))
        yield wrong("alt texts", f"figure {', '.join(map(str, faults))}: {found}", right)
    elif figures:
        yield ok("alt texts", f"{len(figures)}, each in words of its own")


def _alt_text_fault(figure: StructureElement, content: Content) -> tuple[str, str] | None:
    """Return the fault of a figure's alt text and the expected text, or None."""
    alt = figure.alt.strip()
    description = "a description of the figure"
    if not alt:
        return "none", description
    if NO_WORDS.fullmatch(alt) or FILE_NAME.fullmatch(alt):
        return f"{alt!r} describes nothing", description
    if len(alt) <= SHORTEST:
        return f"{alt!r} is too short", f"more than {SHORTEST} characters"
    if _plain(alt) in _captions(figure, content):
        return "is the caption", description
    if is_known(figure.lang) and (other := other_language(alt, figure.lang)):
        return f"reads as {other}", f"{description} in {figure.lang}"
    return None


def _captions(figure: StructureElement, content: Content) -> Iterator[str]:
    """Yield the figure's caption, with and without its number."""
    for element in figure.elements:
        caption = _text((mark for mark, _ in element.marks()), content)
        yield _plain(caption)
        yield _plain(re.sub(r"^\w+\s\d+\.\s", "", caption))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace(SOFT_HYPHEN, "").casefold()))
