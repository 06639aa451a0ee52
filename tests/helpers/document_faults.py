"""A rule document made by pnp, and faults to plant in it.

Each fault is planted in the finished file by pikepdf. It names the rules of PDF/A-2a and PDF/UA-1
that it breaks according to veraPDF, or else the finding of the oracle that has to see it.
"""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Encryption, Name, Pdf, String

from pnp.base.geometry import Point, Rect, Size
from pnp.base.path import rectangle
from pnp.render import pdfa
from pnp.rulebook.blocks import (
    BulletList,
    Chapter,
    Figure,
    Heading,
    ListItem,
    Paragraph,
    Run,
    TableBlock,
)
from pnp.rulebook.pages import set_pages_of
from pnp.rulebook.sheet import RuleSheet
from pnp.scene import Scene, Shape, Style, Text

A5 = Size(148, 210)
POND = (
    "On the pond lie five stones, and each player hops from one to another with a frog that is "
    "not allowed to be wet. It is your turn when the frog of the player before you has landed, "
    "and you may hop over one stone at a time, but never back to the one that you came from. "
)
ALTS = (
    "One grey stone lies in the near left corner of the pond, and four are in the hand.",
    "A frog has hopped from the first stone to the third, and it is dry on both of them.",
)
CAPTIONS = ("The start of the game.", "The frog hops over one stone, from corner to corner of it.")


def _figure(number: int) -> Figure:
    stone = Shape((rectangle(Rect(2, 2, 20, 12)),), Style(fill="#777777"))
    label = Text(Point(4, 9), "a1", "sans", 4.0, "#000000")
    scene = Scene(Size(40, 16), (stone, label))
    return Figure(f"pond-{number}", scene, CAPTIONS[number], ALTS[number])


def _sheet() -> RuleSheet:
    link = (Run(POND), Run("the book of ponds", link="#book"), Run(", and on "))
    address = Run("https://example.org/frogs", link="https://example.org/frogs")
    rows = tuple(
        ((Run(part),), (Run(POND[:60]),), (Run(count),))
        for part, count in (("Stone", "5"), ("Frog", "2"))
    )
    text = (
        Heading(2, "Set-up", "set-up"),
        Paragraph((*link, address, Run("."))),
        _figure(0),
        Heading(2, "Your turn", "turn"),
        BulletList((ListItem((Run(POND),)), ListItem((Run("Or skip a turn."),))), numbered=True),
        Heading(3, "Special cases"),
        Paragraph((Run(POND * 3),)),
        _figure(1),
        Paragraph((Run("In Dutch it is "), Run("kikkersprong", lang="nl"), Run("."))),
    )
    notes = (
        Heading(2, "Sources"),
        TableBlock(("Part", "What", "In the box"), rows, (2.0, 6.0, 2.0)),
        BulletList((ListItem((Run("A. Frog: The Pond, 1901."),), "book"),)),
    )
    head = (Heading(1, "Hop", "hop"), Paragraph((Run("A game of frogs."),), "lead"))
    return RuleSheet("Pond", "en", Chapter("Hop", head, text, notes), "A game of frogs.")


def good_file(rights: str | None = "All may copy it.") -> bytes:
    """Make a document without faults that has everything documents are made of."""
    sheet = _sheet()
    about = pdfa.Metadata(sheet.full_title, "en", sheet.summary, "A. Frog", rights)
    return pdfa.render(set_pages_of(sheet, A5), about)


class Fault(NamedTuple):
    """A change, the finding that sees it, or the rules that veraPDF reports as broken.

    ``save`` are further options for writing the file.
    """

    plant: Callable[[Pdf], Any]
    finding: str
    rules: tuple[str, ...] = ()
    save: dict[str, Any] = {}  # noqa: RUF012 - nothing changes it


def planted(good: bytes, fault: Fault) -> bytes:
    """Return a file with a fault in it."""
    out = BytesIO()
    with pikepdf.open(BytesIO(good)) as pdf:
        fault.plant(pdf)
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, **fault.save)
    return out.getvalue()


# -- ways to the parts of a file


def elements(pdf: Pdf, tag: str) -> list[Any]:
    """Return the structure elements of a kind, in reading order."""
    found = []

    def walk(node: Any) -> None:
        if node.get("/S") == Name(f"/{tag}"):
            found.append(node)
        for kid in node.get("/K", Array()):
            if isinstance(kid, Dictionary) and "/S" in kid:
                walk(kid)

    walk(pdf.Root.StructTreeRoot)
    return found


def annotations(pdf: Pdf) -> list[Any]:
    return [one for page in pdf.pages for one in page.obj.get("/Annots", Array())]


def fonts(pdf: Pdf) -> list[Any]:
    return list(pdf.pages[0].resources.Font.values())


def change_xmp(before: str, after: str) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        written = pdf.Root.Metadata.read_bytes().decode()
        changed = re.sub(before, after, written, flags=re.DOTALL)
        assert changed != written
        pdf.Root.Metadata.write(changed.encode())

    return plant


def change_content(before: str, after: str, page: int = 0, count: int = 1) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        stream = pdf.pages[page].obj.Contents
        written = stream.read_bytes().decode("latin-1")
        changed = re.sub(before, after, written, count=count, flags=re.DOTALL)
        assert changed != written
        stream.write(changed.encode("latin-1"))

    return plant


def both(*plants: Callable[[Pdf], Any]) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        for one in plants:
            one(pdf)

    return plant


def set_alt(text: str, number: int = 0) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        elements(pdf, "Figure")[number].Alt = String(text)

    return plant


def set_lang(code: str) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        pdf.Root.Lang = String(code)

    return plant


def drop(find: Callable[[Pdf], Any], key: str) -> Callable[[Pdf], None]:
    """Remove an entry of what ``find`` finds."""

    def plant(pdf: Pdf) -> None:
        del find(pdf)[key]

    return plant


def put(find: Callable[[Pdf], Any], key: str, value: Any) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        find(pdf)[key] = value

    return plant


def root(pdf: Pdf) -> Any:
    return pdf.Root


def first_link(pdf: Pdf) -> Any:
    return annotations(pdf)[0]


def document(pdf: Pdf) -> Any:
    return elements(pdf, "Document")[0]


def attach(pdf: Pdf) -> None:
    pdf.attachments["notes.txt"] = pikepdf.AttachedFileSpec(pdf, b"hop", filename="notes.txt")


def lead_outline_astray(pdf: Pdf) -> None:
    pdf.Root.Outlines.First.Dest = Array([pdf.make_indirect(Dictionary()), Name.Fit])


def lead_link_astray(pdf: Pdf) -> None:
    link = next(one for one in annotations(pdf) if "/Dest" in one)
    link.Dest = Array([pdf.make_indirect(Dictionary()), Name.Fit])


def reverse(pdf: Pdf) -> None:
    kids = document(pdf).K
    document(pdf).K = Array(list(kids)[::-1])


def forget(tag: str) -> Callable[[Pdf], None]:
    """Remove an element from the tree; what it is on the page stays."""

    def plant(pdf: Pdf) -> None:
        element = elements(pdf, tag)[-1]
        element.P.K = Array([kid for kid in element.P.K if kid.objgen != element.objgen])

    return plant


def lead_back_elsewhere(pdf: Pdf) -> None:
    owners = pdf.Root.StructTreeRoot.ParentTree.Nums[1]
    owners[0], owners[1] = owners[1], owners[0]


def embed_nothing(pdf: Pdf) -> None:
    for font in fonts(pdf):
        del font.DescendantFonts[0].FontDescriptor["/FontFile2"]


def map_nothing(pdf: Pdf) -> None:
    for font in fonts(pdf):
        del font["/ToUnicode"]


def name_whole(pdf: Pdf) -> None:
    for font in fonts(pdf):
        name = Name("/" + str(font.BaseFont).partition("+")[2])
        (glyphs,) = font.DescendantFonts
        font.BaseFont = glyphs.BaseFont = glyphs.FontDescriptor.FontName = name


def script() -> Dictionary:
    return Dictionary(Type=Name.Action, S=Name.JavaScript, JS=String("app.alert(1)"))


DUTCH = "Er ligt een grijze steen in de hoek van de vijver, en er zijn er vier in je hand."
END_OF_LINE = r"(/P <</MCID \d+>> BDC\n[^\n]*?)0001(>\]? T[Jj] ET Q\nEMC\n/P )"

FAULTS = {
    # the eighteen that two validators were tried with
    "a font is not embedded": Fault(embed_nothing, "", ("6.2.11.4.1-1", "7.21.4.1-1")),
    "codes have no meaning": Fault(map_nothing, "", ("6.2.11.7.2-1", "7.21.7-1")),
    "colours have no meaning": Fault(drop(root, "/OutputIntents"), "", ("6.2.4.3-2", "6.2.4.3-4")),
    "no metadata": Fault(drop(root, "/Metadata"), "", ("6.6.2.1-1", "7.1-8")),
    "not said to be tagged": Fault(drop(root, "/MarkInfo"), "", ("6.7.2.2-1", "6.2-1")),
    "a script": Fault(lambda pdf: put(root, "/OpenAction", script())(pdf), "", ("6.5.1-1",)),
    "encrypted": Fault(lambda pdf: None, "", ("6.1.3-2",), {"encryption": Encryption(owner="o")}),
    "a figure without words": Fault(
        drop(lambda pdf: elements(pdf, "Figure")[0], "/Alt"), "", ("7.3-1",)
    ),
    "a header cell without scope": Fault(
        drop(lambda pdf: elements(pdf, "TH")[0], "/A"), "", ("7.5-1",)
    ),
    "a level skipped": Fault(
        put(lambda pdf: elements(pdf, "H2")[0], "/S", Name.H3), "", ("7.4.2-1",)
    ),
    "no language": Fault(drop(root, "/Lang"), "", ("7.2-2", "7.2-22", "7.2-24", "7.2-34")),
    "the file's name for a title": Fault(
        drop(lambda pdf: pdf.Root.ViewerPreferences, "/DisplayDocTitle"), "", ("7.1-10",)
    ),
    "read from the end": Fault(reverse, "reading order", ("7.4.2-1",)),
    "something without a mark": Fault(change_content(r"\Z", "\n0 0 10 10 re f"), "", ("7.1-3",)),
    "a link without description": Fault(
        drop(first_link, "/Contents"), "", ("7.18.1-2", "7.18.5-2")
    ),
    "a figure called a figure": Fault(set_alt("figure"), "alt texts"),
    "another language": Fault(
        both(set_lang("fr"), change_xmp("<rdf:li>en</rdf:li>", "<rdf:li>fr</rdf:li>")),
        "text's language",
    ),
    "rights deleted": Fault(
        change_xmp("<dc:rights>.*?</dc:rights>|<xmpRights:.*</xmpRights:UsageTerms>", ""), "rights"
    ),
    # more of what documents can have wrong
    "another language in the catalog": Fault(set_lang("fr"), "language"),
    "terms of use deleted": Fault(
        change_xmp("<xmpRights:UsageTerms>.*</xmpRights:UsageTerms>", ""), "rights"
    ),
    "words that are too short": Fault(set_alt("A frog on a stone."), "alt texts"),
    "no words but a number": Fault(set_alt("Illustration 00000000000000001"), "alt texts"),
    "a file's name for words": Fault(set_alt("images/pond-of-the-frogs.svg"), "alt texts"),
    "words of the caption": Fault(set_alt(CAPTIONS[1], 1), "alt texts"),
    "words in another language": Fault(set_alt(DUTCH, 1), "alt texts"),
    "no claim of PDF/UA": Fault(change_xmp("<pdfuaid:part>1</pdfuaid:part>", ""), "", ("5-1",)),
    "a claim of level B": Fault(change_xmp("conformance>A<", "conformance>B<"), "", ("6.6.4-3",)),
    "another title in Info": Fault(
        lambda pdf: put(lambda pdf: pdf.docinfo, "/Title", String("Other"))(pdf), "title"
    ),
    "a font that is not subset": Fault(name_whole, "fonts"),
    "a script behind a page": Fault(
        lambda pdf: put(lambda pdf: pdf.pages[0].obj, "/AA", Dictionary(O=script()))(pdf),
        "",
        ("6.5.1-1", "6.5.2-2"),
    ),
    "a file attached": Fault(attach, "", ("6.8-5",)),
    "no structure": Fault(
        drop(root, "/StructTreeRoot"), "", ("6.7.3.3-1", "7.1-11", "7.1-3", "7.18.5-1")
    ),
    "an element of no known type": Fault(
        put(lambda pdf: elements(pdf, "LBody")[0], "/S", Name.ListItem),
        "",
        ("6.7.3.4-1", "7.1-5"),
    ),
    "an element with another parent": Fault(
        lambda pdf: put(lambda pdf: elements(pdf, "P")[0], "/P", elements(pdf, "L")[0])(pdf),
        "structure",
    ),
    "a paragraph that the structure forgot": Fault(forget("P"), "marks"),
    "a way back that leads elsewhere": Fault(lead_back_elsewhere, "marks"),
    "one number for two marks": Fault(change_content(r"<</MCID 1>>", "<</MCID 0>>"), "marks"),
    "a first heading of level 2": Fault(
        put(lambda pdf: elements(pdf, "H1")[0], "/S", Name.H2), "", ("7.4.2-1",)
    ),
    "a row that is a cell short": Fault(
        drop(lambda pdf: elements(pdf, "TR")[1].K, -1), "", ("7.2-43",)
    ),
    "a link that leads to no element": Fault(drop(first_link, "/StructParent"), "", ("7.18.5-1",)),
    "a link that is not printed": Fault(put(first_link, "/F", 0), "", ("6.3.2-2",)),
    "a link that the structure forgot": Fault(forget("Link"), "links"),
    "a link to a page that is not there": Fault(lead_link_astray, "destinations"),
    "tabs in any order": Fault(drop(lambda pdf: pdf.pages[0].obj, "/Tabs"), "", ("7.18.3-1",)),
    "no outline": Fault(drop(root, "/Outlines"), "outline"),
    "an outline that leads astray": Fault(lead_outline_astray, "outline"),
    "two words glued": Fault(change_content(END_OF_LINE, r"\1\2"), "words"),
    "pages turned over on the wrong edge": Fault(
        put(lambda pdf: pdf.Root.ViewerPreferences, "/Duplex", Name.DuplexFlipShortEdge), "/Duplex"
    ),
    "a page turned": Fault(put(lambda pdf: pdf.pages[0].obj, "/Rotate", 90), "turned"),
    "a page lost": Fault(lambda pdf: pdf.pages.__delitem__(-1), "marks"),
}
