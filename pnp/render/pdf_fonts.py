"""Fonts in PDF: glyphs by number, embedded as the subset that a document uses, and described."""

import re
import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from struct import unpack_from
from typing import Any, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFStream

from pnp.base.errors import FontError
from pnp.base.font_files import FontFile
from pnp.base.open_font import open_font
from pnp.base.shaping import GlyphRun, ShapedText, counted
from pnp.base.units import Mm, format_mm
from pnp.render.reportlab_private import Raw, StreamedDocument
from pnp.scene.color_glyphs import is_drawn

MOST_IN_BLOCK = 100  # entries of a block of a map, by the rules for CMaps
_NAME = re.compile(r"[^A-Za-z0-9-]")

_CODE = 4  # digits of a glyph
SYMBOLIC = 4  # the flag of fonts whose codes are not those of Latin letters
_UNNEEDED = ("BASE", "GDEF", "GPOS", "GSUB", "OS/2", "STAT", "cmap", "kern", "meta", "name", "post")


def postscript_name(face: Any) -> str:
    """Return the PostScript name of a font, in letters, digits and hyphens."""
    from uharfbuzz import OTNameIdPredefined

    name = face.get_name(OTNameIdPredefined.POSTSCRIPT_NAME) or ""
    return _NAME.sub("", name)[:63] or "Font"


def metrics(face: Any, cap_height: float) -> dict[str, object]:
    """Return the entries of a font descriptor for the size of glyphs."""
    scale = 1000 / face.upem
    head, hhea = face.reference_table("head").data, face.reference_table("hhea").data
    post = face.reference_table("post").data
    angle = unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0
    box = (round(side * scale) for side in unpack_from(">4h", head, 36))
    ascent, descent = (round(height * scale) for height in unpack_from(">2h", hhea, 4))
    return {
        "FontBBox": Raw(f"[{' '.join(map(str, box))}]"),
        "ItalicAngle": Raw(f"{angle:g}"),
        "Ascent": ascent,
        "Descent": descent,
        "CapHeight": round(cap_height * 1000),
        "StemV": 80,  # required, but unused if glyphs are embedded
    }


def width_ranges(widths: dict[int, float]) -> str:
    """Return the widths of glyphs, with neighbours grouped."""
    rows: list[tuple[int, list[str]]] = []
    for glyph, width in sorted(widths.items()):
        if rows and rows[-1][0] + len(rows[-1][1]) == glyph:
            rows[-1][1].append(f"{width:g}")
        else:
            rows.append((glyph, [f"{width:g}"]))
    written = (f"{first} [{' '.join(row)}]" for first, row in rows)
    return f"[{' '.join(written)}]"


def to_unicode(texts: dict[int, str]) -> str:
    """Return the map from glyphs to text, as a CMap."""
    pairs = [f"<{glyph:04X}> <{utf16(text)}>" for glyph, text in sorted(texts.items())]
    blocks = [pairs[at : at + MOST_IN_BLOCK] for at in range(0, len(pairs), MOST_IN_BLOCK)]
    written = (_block(block) for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{''.join(written)}"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    )


def _block(pairs: Iterable[str]) -> str:
    lines = list(pairs)
    return f"{len(lines)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar\n"


def utf16(text: str) -> str:
    """Return text as hexadecimal UTF-16."""
    return text.encode("utf-16-be").hex().upper()


class _Cluster(NamedTuple):
    """Consecutive glyphs by their place in a run, and their text if the map cannot hold it."""

    start: int
    end: int
    text: str | None


class DocumentFonts:
    """The fonts of a document, by the files that show its text."""

    def __init__(self) -> None:
        self._used: dict[FontFile, _UsedFont] = {}

    def show(self, shaped: ShapedText, size: Mm, colored: bool = False) -> str:
        """Return the operators that show a line at the origin of a text object.

        With ``colored``, glyphs of several colours are invisible text, since they are drawn.
        """
        if len(shaped.runs) == 1 and not (colored and is_drawn(shaped.runs[0], size)):
            (run,) = shaped.runs
            used = self._font(run.file)
            if shown := used.simply(run):
                return f"/{used.name} {format_mm(size)} Tf {shown}"
        parts: list[str] = []
        pen = _Pen(size)
        edges = list(accumulate((1000 * run.width for run in shaped.runs), initial=0.0))
        # Readers of marked content take runs as they come: in the order of reading.
        for left, run in sorted(
            zip(edges, shaped.runs, strict=False), key=lambda one: one[1].start
        ):
            pen.wanted = left
            used = self._font(run.file)
            parts.append(f"/{used.name} {format_mm(size)} Tf")
            hidden = colored and is_drawn(run, size)
            parts += ["3 Tr"] if hidden else []
            for cluster in used.clusters(run):
                shown = pen.show(run, cluster, used)
                if cluster.text is not None:
                    shown = f"/Span <</ActualText <FEFF{utf16(cluster.text)}>>> BDC {shown} EMC"
                parts.append(shown)
            parts += ["0 Tr"] if hidden else []
        return " ".join(parts)

    def _font(self, file: FontFile) -> "_UsedFont":
        used = self._used.get(file)
        if used is None:
            used = self._used[file] = _UsedFont(f"F{len(self._used) + 1}", file)
        return used

    def write(self, document: StreamedDocument, fonts: PDFDictionary) -> None:
        """Add the fonts to a document, and to its dictionary of fonts."""
        for used in self._used.values():
            fonts[used.name] = used.write(document)


class _Pen:
    """The pen position of a PDF reader, and where it should be, in thousandths of an em."""

    def __init__(self, size: Mm) -> None:
        self._size = size
        self._is = self.wanted = 0.0

    def show(self, run: GlyphRun, cluster: _Cluster, used: "_UsedFont") -> str:
        """Return the operators that show a cluster of a run."""
        scale = 1000 / run.units
        shown: list[str] = []
        pieces: list[str] = []  # of an operand of TJ: codes in angles and moves
        codes = ""
        rise = 0
        for at in range(cluster.start, cluster.end):
            across, up = run.offsets[at] if run.offsets else (0, 0)
            if up != rise:
                pieces, codes = _closed(shown, pieces, codes), ""
                shown.append(f"{format_mm(up / run.units * self._size)} Ts")
                rise = up
            move = round(self._is - self.wanted - across * scale, 2)
            if move:
                pieces += [f"<{codes}>"] if codes else []
                pieces.append(f"{move:g}")
                codes = ""
                self._is -= move
            codes += f"{run.glyphs[at]:04X}"
            self._is += used.width(run.glyphs[at])
            self.wanted += run.advances[at] * scale
        _closed(shown, pieces, codes)
        if rise:
            shown.append("0 Ts")
        return " ".join(shown)


def _closed(shown: list[str], pieces: list[str], codes: str) -> list[str]:
    """Add the operator that shows codes and moves; return an empty list for the next one."""
    if codes and not pieces:
        shown.append(f"<{codes}> Tj")
    elif codes or pieces:
        shown.append(f"[{''.join(_spaced(pieces, codes))}] TJ")
    return []


def _spaced(pieces: list[str], codes: str) -> Iterator[str]:
    yield from pieces
    if codes:
        yield f"<{codes}>"


class _UsedFont:
    """A font of a document, and the glyphs that it shows."""

    def __init__(self, name: str, file: FontFile) -> None:
        self.name = name
        self._opened = open_font(file)
        self._file = file
        self._widths: dict[int, float] = {}
        self._texts: dict[int, str] = {}  # of glyphs, in the map of the font
        self._shown: dict[tuple[int, int], str] = {}  # glyphs by number and advance in a line
        self._parts: dict[int, str] = {}  # of glyphs that show text only together with others

    def width(self, glyph: int) -> float:
        """Return the advance of a single glyph, in thousandths of an em."""
        width = self._widths.get(glyph)
        if width is None:
            advance = self._opened.font.get_glyph_h_advance(glyph)
            width = self._widths[glyph] = round(advance * 1000 / self._opened.units, 2)
        return width

    def simply(self, run: GlyphRun) -> str:
        """Return the operator that shows a line of one run, or "" if that takes more.

        It suffices for most lines: one glyph per character, none raised or with other text.
        """
        if run.offsets or run.right_to_left or run.clusters != counted(len(run.text)):
            return ""
        if list(map(self._texts.setdefault, run.glyphs, run.text)) != list(run.text):
            return ""
        known = self._shown
        shown = [
            known.get(advanced) or self._show(*advanced)
            for advanced in zip(run.glyphs, run.advances, strict=True)
        ]
        shown[-1] = shown[-1][:_CODE]  # no move after the last one
        letters = "".join(shown)
        return f"[<{letters}>] TJ" if ">" in letters else f"<{letters}> Tj"

    def _show(self, glyph: int, advance: int) -> str:
        """Return the code of a glyph, followed by the move to the start of the next one."""
        drift = round(self.width(glyph) - advance * (1000 / self._opened.units), 2)
        move = f">{drift:g}<" if drift else ""
        shown = self._shown[glyph, advance] = f"{glyph:04X}{move}"
        return shown

    def clusters(self, run: GlyphRun) -> Iterator[_Cluster]:
        """Yield sequences of glyphs whose text the map holds entirely or not at all.

        In a word with several glyphs per cluster, or with raised ones, ActualText gives the whole
        text: readers would tear it apart. They reverse right-to-left text by themselves, including
        ActualText, which is therefore split into short pieces.
        """
        ends = dict(pairwise([*sorted(set(run.clusters)), len(run.text)]))
        start = 0
        for first, last, tangled in _words(run):
            for one, other in [(first, last)] if tangled else _groups(run.clusters, first, last):
                text = run.text[run.clusters[one] : ends[run.clusters[other - 1]]]
                if self._is_mapped(run.glyphs[one:other], text):
                    continue
                if start < one:
                    yield _Cluster(start, one, None)
                yield _Cluster(one, other, text)
                start = other
        if start < len(run.glyphs):
            yield _Cluster(start, len(run.glyphs), None)

    def _is_mapped(self, glyphs: tuple[int, ...], text: str) -> bool:
        """Return whether the font's map has the text of a cluster; add it if possible."""
        if len(glyphs) == 1:
            return self._texts.setdefault(glyphs[0], text) == text
        for number, glyph in enumerate(glyphs):
            self._parts.setdefault(glyph, text[min(number, len(text) - 1)])
        return False

    def write(self, document: StreamedDocument) -> PDFObject:
        """Write the font into a document; return the reference to it."""
        from uharfbuzz import Face

        face, whole = Face(self._subset()), self._opened.whole
        is_cff = "CFF " in face.table_tags
        data = face.reference_table("CFF ").data if is_cff and not whole else face.blob.data
        tag = "".join(chr(ord("A") + byte % 26) for byte in sha256(data).digest()[:6])
        tag = "" if whole else f"{tag}+"
        name = PDFName(f"{tag}{postscript_name(self._opened.font.face)}")
        document.sign(data)
        entries: dict[str, object]
        entries = {"Subtype": PDFName("OpenType" if whole else "CIDFontType0C")}
        entries = entries if is_cff else {"Length1": len(data)}
        program = self._stream(document, data, "program", entries)
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": name,
                "Flags": SYMBOLIC,
                **metrics(self._opened.font.face, self._opened.cap_height),
                "FontFile3" if is_cff else "FontFile2": program,
            }
        )
        below = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("CIDFontType0" if is_cff else "CIDFontType2"),
            "BaseFont": name,
            "CIDSystemInfo": Raw("<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"),
            "FontDescriptor": document.Reference(descriptor, f"{self.name} descriptor"),
            "W": Raw(width_ranges(self._widths)),
        }
        if not is_cff:
            below["CIDToGIDMap"] = PDFName("Identity")
        cid_font = document.Reference(PDFDictionary(below), f"{self.name} glyphs")
        texts = to_unicode({**self._parts, **self._texts})
        font = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": name,
                "Encoding": PDFName("Identity-H"),
                "DescendantFonts": Raw(f"[{cid_font.format(document).decode()}]"),
                "ToUnicode": self._stream(document, texts.encode("ascii"), "texts", {}),
            }
        )
        return document.Reference(font, f"font {self.name}")

    def _subset(self) -> bytes:
        """Return the subset of the font, with unchanged glyph numbers.

        A font that must be embedded whole keeps the table that says so.
        """
        from uharfbuzz import SubsetFlags, SubsetInput

        wanted = SubsetInput()
        face = self._opened.font.face
        wanted.glyph_set.update(range(face.glyph_count) if self._opened.whole else self._widths)
        if face.has_var_data:
            wanted.pin_all_axes_to_default(face)
            for axis, value in self._file.axes:
                wanted.pin_axis_location(face, axis, value)
        wanted.flags = (
            SubsetFlags.RETAIN_GIDS
            | SubsetFlags.NO_HINTING
            | SubsetFlags.NO_LAYOUT_CLOSURE
            | SubsetFlags.CFF_IDENTITY_CHARSET
            | SubsetFlags.DOWNGRADE_CFF2
        )
        unneeded = [tag for tag in _UNNEEDED if tag != "OS/2" or not self._opened.whole]
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in unneeded)
        try:
            return bytes(wanted.subset(face).blob.data)
        except RuntimeError:  # of HarfBuzz, which looks at tables here that shaping does not need
            name = Path(self._file.path).name
            raise FontError(f"{name} is damaged and cannot be embedded; use another font") from None

    def _stream(
        self, document: StreamedDocument, data: bytes, what: str, entries: dict[str, object]
    ) -> PDFObject:
        packed = PDFDictionary({**entries, "Filter": PDFName("FlateDecode")})
        stream = PDFStream(packed, zlib.compress(data, 9))
        return document.Reference(stream, f"{self.name} {what}")


def _words(run: GlyphRun) -> Iterator[tuple[int, int, bool]]:
    """Yield stretches of glyphs, and whether they are words with clusters of several glyphs."""
    count = len(run.glyphs)
    raised = any(up for _, up in run.offsets)
    if run.right_to_left or not (raised or len(set(run.clusters)) < count):
        yield 0, count, False
        return
    start = 0
    for at in range(count + 1):
        if at == count or run.text[run.clusters[at]] == " ":
            clusters = run.clusters[start:at]
            tangled = len(set(clusters)) < len(clusters) or any(
                up for _, up in run.offsets[start:at]
            )
            if start < at:
                yield start, at, tangled
            if at < count:
                yield at, at + 1, False
            start = at + 1


def _groups(clusters: tuple[int, ...], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the first glyph of each cluster, and the one after its last."""
    for at in range(start + 1, end + 1):
        if at == end or clusters[at] != clusters[start]:
            yield start, at
            start = at
