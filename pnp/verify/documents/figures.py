"""Whether the words of figures can stand for them."""

import re
from collections.abc import Iterator

from pnp.verify.documents.content import Content
from pnp.verify.documents.prose import is_known, other_language
from pnp.verify.documents.tree import Node
from pnp.verify.findings import Finding, ok, wrong

SHORTEST = 20  # characters: nothing shorter says what a picture shows
NO_WORDS = re.compile(
    r"\W*(figure|fig|image|picture|illustration|diagram|photo|abbildung|bild|figur|afbeelding|"
    r"plaatje|figuur|dessin)\b[\W\d]*",
    re.IGNORECASE,
)
FILE_NAME = re.compile(r"\S+\.(svg|png|jpe?g|gif|tiff?|webp|pdf|eps)", re.IGNORECASE)


def figure_findings(tree: Node, content: Content) -> Iterator[Finding]:
    """Judge every figure's words, and say where they fall short."""
    figures = [node for node in tree.walk() if node.tag == "Figure"]
    faults = [
        (what, number, found, right)
        for number, figure in enumerate(figures, 1)
        for what, found, right in _faults(figure, content)
    ]
    for what in dict.fromkeys(what for what, *_ in faults):
        own = [(number, found, right) for one, number, found, right in faults if one == what]
        numbers = ", ".join(str(number) for number, *_ in own)
        yield wrong(what, f"figure {numbers}: {own[0][1]}", own[0][2])
    if figures and not faults:
        yield ok("alt texts", f"{len(figures)}, each in words of its own")


def _faults(figure: Node, content: Content) -> Iterator[tuple[str, str, str]]:
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


def _captions(figure: Node, content: Content) -> Iterator[str]:
    """Yield the caption, with and without what it begins with: the figure's number."""
    for node in figure.nodes:
        shown = (content.texts[mark].text for mark, _ in node.marks() if mark in content.texts)
        said = "".join(shown)
        yield _plain(said)
        yield _plain(re.sub(r"^\w+\s\d+\.\s", "", said))


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace("\u00ad", "").casefold()))
