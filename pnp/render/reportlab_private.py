"""The private parts of reportlab that pnp relies on; nothing else touches them.

reportlab numbers objects and writes cross-references, but it joins a whole file in memory, dates
it, and formats each page over many lines. Subclasses of its object layer write objects as they
come. tests/render/test_reportlab_private.py names each part.
"""

from hashlib import md5

from reportlab.pdfbase.pdfdoc import (
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFInfo,
    PDFObject,
    PDFString,
    PDFTrailer,
)

from pnp.base.files import Writer


class StreamedDocument(PDFDocument):  # type: ignore[misc]
    """A document written to ``out``: some objects as they come, all others at the end.

    An object may have ``companions``, names of other objects. These are written after it, and all
    of them are then dropped, so that only one picture at a time is in memory.
    """

    def __init__(self, out: Writer, title: str, language: str) -> None:
        super().__init__(invariant=1, pdfVersion=(1, 7), lang=language)
        self._out = out
        self._at = 0
        # reportlab starts the file's ID with a time, or SOURCE_DATE_EPOCH.
        self.signature = md5(b"", usedforsecurity=False)
        self.info = _Info()
        self.info.title = title
        (header,) = PDFFile(self._pdfVersion).strings
        self._put(header)

    def share(self, drawings: PDFDictionary) -> PDFObject:
        """Let all pages inherit all fonts and these ``drawings``; return a reference to both."""
        fonts = self.Reference(self.fonts, "BasicFonts")
        entries = PDFDictionary({"Font": fonts, "XObject": drawings})
        resources = self.Reference(entries, "resources")
        self.Pages.__NoDefault__ = [*self.Pages.__NoDefault__, "Resources"]
        self.Pages.Resources = resources
        return resources

    @property
    def fonts(self) -> PDFDictionary:
        """The fonts of the document, by their names in content."""
        return self.idToObject["BasicFonts"]

    def add_resource(self, kind: str, name: str, value: PDFObject) -> None:
        """Register a value by kind and name for all drawings."""
        shared = self.idToObject["resources"].dict
        if kind not in shared:
            shared[kind] = PDFDictionary({})
        shared[kind][name] = value

    def add_to_catalog(self, name: str, value: PDFObject) -> None:
        """Add an entry that reportlab does not know to the document catalog."""
        self.Catalog.__NoDefault__ = [*self.Catalog.__NoDefault__, name]
        setattr(self.Catalog, name, value)

    def has(self, name: str) -> bool:
        """Return whether there is an object with a name, written or not."""
        return name in self.idToObject

    def sign(self, content: bytes) -> None:
        """Include ``content`` in the file's ID."""
        self.updateSignature(content)

    def put(self, name: str) -> None:
        """Write the object with a name now."""
        written = self.idToObject[name]
        self.idToOffset[name] = self._put(PDFIndirectObject(name, written).format(self))
        companions = getattr(written, "companions", None)
        if companions is not None:
            self.idToObject[name] = None
            for companion in companions:
                self.put(companion)
                self.idToObject[companion] = None

    def finish(self) -> None:
        """Write all other objects, the cross-reference table and the trailer."""
        self.GetPDFData(None)

    def format(self) -> bytes:
        """Write what reportlab would join in memory; ``GetPDFData`` calls this."""
        catalog, info = self.Reference(self.Catalog), self.Reference(self.info)
        count = 0
        while (name := self.numberToId.get(count + 1)) is not None:  # writing may add some
            count += 1
            if name not in self.idToOffset:
                self.put(name)
        table = PDFCrossReferenceTable()
        table.addsection(0, [self.numberToId[number] for number in range(1, count + 1)])
        start = self._put(table.format(self))
        trailer = PDFTrailer(start, Size=count + 1, Root=catalog, Info=info, ID=self.ID())
        self._put(trailer.format(self))
        return b""

    def _put(self, data: bytes) -> int:
        start = self._at
        self._out.write(data)
        self._at += len(data)
        return start


class _Info(PDFInfo):  # type: ignore[misc]
    """Only title and producer: a date would differ from day to day, or be wrong."""

    def format(self, document: PDFDocument) -> bytes:
        """Return the encoded object."""
        entries = PDFDictionary(
            {"Title": PDFString(self.title), "Producer": PDFString("pnp, with reportlab")}
        )
        data: bytes = entries.format(document)
        return data


class Raw(PDFObject):  # type: ignore[misc]
    """A PDF object that is already encoded."""

    def __init__(self, text: str) -> None:
        self._data = text.encode("ascii")

    def format(self, document: PDFDocument) -> bytes:
        """Return the encoded object."""
        return self._data


class WrittenPage(PDFObject):  # type: ignore[misc]
    """A page: its own entries on one line, as there may be thousands; it inherits the rest.

    Transparency on a page is ``blended`` in that colour space, whatever the device.
    """

    __RefOnly__ = 1

    def __init__(self, boxes: dict[str, str], contents: PDFObject, blended: str = "") -> None:
        entries = [f"/{name}Box [{box}]" for name, box in boxes.items()]
        if blended:
            entries.append(f"/Group << /S /Transparency /CS /{blended} >>")
        self._entries = " ".join(entries)
        self._contents = contents

    def format(self, document: PDFDocument) -> bytes:
        """Return the encoded object."""
        parent = document.Reference(document.Pages).format(document).decode()
        contents = self._contents.format(document).decode()
        written = f"<< /Type /Page /Parent {parent} /Contents {contents} {self._entries} >>"
        return written.encode("ascii")


class ObjectWithCompanions(PDFObject):  # type: ignore[misc]
    """An indirect object whose data is read when it is written."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        self.companions: list[str] = []
