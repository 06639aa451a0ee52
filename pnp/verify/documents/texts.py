"""The text of a document as it is read aloud: its words, its language, and its figures' alt texts.

A text's language is recognised by its most common words, of which 25 are known for each language.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from pnp.base.files import templates
from pnp.verify.documents.content import Content, ContentMark, ShownText
from pnp.verify.documents.tree import StructureElement, paragraphs
from pnp.verify.findings import Finding, ok, unchecked, wrong

ENOUGH = 60  # words: in shorter texts a low share of common words may be chance
LEAST = 0.12  # the share of common words in any prose; Latin filler text stays below
CLEARLY = 2  # more common words than in the stated language show that it is another one
SAME_LINE = 0.5  # points between baselines
SHORTEST = 20  # characters: no shorter text says what a picture shows
SOFT_HYPHEN = "\u00ad"
OPEN_ENDS = (" ", "-", SOFT_HYPHEN, "\u2013", "\u2014", "/", "\u00a0")
NO_WORDS = re.compile(
    r"\W*(figure|fig|image|picture|illustration|diagram|photo|abbildung|bild|figur|afbeelding|"
    r"plaatje|figuur|dessin)\b[\W\d]*",
    re.IGNORECASE,
)
FILE_NAME = re.compile(r"\S+\.(svg|png|jpe?g|gif|tiff?|webp|pdf|eps)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def text_findings(tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check the ends of lines and the language of the text."""
    yield _line_end_finding(tree, content)
    yield _language_finding(tree, content)


def is_known(lang: str) -> bool:
    """Return whether the common words of a language are known."""
    return lang in _common_words()


def common_share(text: str, lang: str) -> float:
    """Return the share, from 0 to 1, of a known language's common words in a text."""
    words = _words(text)
    return sum(word in _common_words()[lang] for word in words) / len(words) if words else 0.0


def other_language(text: str, lang: str) -> str | None:
    """Return the language that a text is in instead of a known one, "" if no language is known.

    Return None if it is in that language, or too short to tell.
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
    """Check that no word at the end of a line is read as one with the next."""
    joined = [
        f"{before.text[-16:]}|{after.text[:16]}"
        for _, marks in _with_text(tree, content)
        for before, after in _line_ends(marks, content)
        if not before.text.endswith(OPEN_ENDS) and not after.text.startswith(" ")
    ]
    if joined:
        found = f"{len(joined)} run together at line ends, such as {joined[0]!r}"
        return wrong("words", found, "a space or a hyphen before the next line")
    return ok("words", "apart at every line end")


def _line_ends(marks: list[ContentMark], content: Content) -> Iterator[tuple[ShownText, ShownText]]:
    """Yield the texts before and after each end of a line within a block."""
    for one, other in pairwise(marks):
        before, after = content.texts[one], content.texts[other]
        if one.page != other.page or abs(before.last - after.first) > SAME_LINE:
            yield before, after


def _language_finding(tree: StructureElement, content: Content) -> Finding:
    """Check that the text, except for its foreign parts, is in the stated language."""
    lang = tree.lang
    if not is_known(lang):
        return unchecked("text's language", f"no common words are known of {lang or 'none'}")
    owners = dict(tree.marks())
    texts = (
        "".join(content.texts[mark].text for mark in marks if owners[mark].lang == lang)
        for _, marks in _with_text(tree, content)
    )
    text = " ".join(texts).replace(SOFT_HYPHEN, "")
    other = other_language(text, lang)
    if other is None:
        return ok("text's language", f"{lang}: {common_share(text, lang):.0%} common words")
    found = (
        f"reads as {other}" if other else f"{common_share(text, lang):.0%} common words of {lang}"
    )
    return wrong("text's language", found, lang)


def _with_text(
    tree: StructureElement, content: Content
) -> Iterator[tuple[StructureElement, list[ContentMark]]]:
    """Yield each block with its marks that show text."""
    for block, marks in paragraphs(tree):
        yield block, [mark for mark in marks if mark in content.texts]


def alt_text_findings(tree: StructureElement, content: Content) -> Iterator[Finding]:
    """Check that the alt text of each figure can stand for it."""
    figures = [element for element in tree.walk() if element.tag == "Figure"]
    faults = [
        (what, number, found, right)
        for number, figure in enumerate(figures, 1)
        for what, found, right in _alt_text_faults(figure, content)
    ]
    for what in dict.fromkeys(what for what, *_ in faults):
        own = [(number, found, right) for one, number, found, right in faults if one == what]
        numbers = ", ".join(str(number) for number, *_ in own)
        yield wrong(what, f"figure {numbers}: {own[0][1]}", own[0][2])
    if figures and not faults:
        yield ok("alt texts", f"{len(figures)}, each in words of its own")


def _alt_text_faults(figure: StructureElement, content: Content) -> Iterator[tuple[str, str, str]]:
    alt = figure.alt.strip()
    if not alt:
        yield "alt texts", "none", "what the figure shows, in words"
    elif NO_WORDS.fullmatch(alt) or FILE_NAME.fullmatch(alt):
        yield "alt texts", f"{alt!r} says nothing", "what the figure shows, in words"
    elif len(alt) <= SHORTEST:
        yield "alt texts", f"{alt!r} is too short", f"more than {SHORTEST} characters"
    elif _plain(alt) in _captions(figure, content):
        yield "alt texts", "says the same as the caption", "what the figure shows, in words"
    elif is_known(figure.lang) and (other := other_language(alt, figure.lang)):
        yield "alt texts", f"reads as {other}", f"words in {figure.lang}"


def _captions(figure: StructureElement, content: Content) -> Iterator[str]:
    """Yield the caption, with and without the figure's number before it."""
    for element in figure.elements:
        shown = (content.texts[mark].text for mark, _ in element.marks() if mark in content.texts)
        caption = "".join(shown)
        yield _plain(caption)
        yield _plain(re.sub(r"^\w+\s\d+\.\s", "", caption))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace(SOFT_HYPHEN, "").casefold()))
