"""A reportlab document written object by object, so that pictures are in memory one at a time."""

from typing import Protocol

from reportlab.pdfbase.pdfdoc import (
    PDFCrossReferenceTable,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFTrailer,
)


class Sink(Protocol):
    """What a file is written to, piece by piece."""

    def write(self, content: bytes, /) -> object:
        """Take what comes next."""


class StreamedDocument(PDFDocument):  # type: ignore[misc]
    """A document that is written to ``out``: some objects as they come, all others at its end.

    An object that has ``companions`` when it is written, names of other objects, is followed by
    these, and all of them are then forgotten.
    """

    def __init__(self, out: Sink, **options: object) -> None:
        super().__init__(**options)
        self._out = out
        self._at = 0
        (header,) = PDFFile(self._pdfVersion).strings
        self._put(header)

    def put(self, name: str) -> None:
        """Write the object of that name now, and forget it."""
        written = self.idToObject[name]
        self.idToOffset[name] = self._put(PDFIndirectObject(name, written).format(self))
        companions = getattr(written, "companions", None)
        if companions is not None:
            self.idToObject[name] = None
            for companion in companions:
                self.put(companion)
                self.idToObject[companion] = None

    def finish(self) -> None:
        """Write all that is left, the table of where objects are, and the trailer."""
        self.GetPDFData(None)

    def format(self) -> bytes:
        """Write what reportlab would join in memory; reportlab calls this from ``GetPDFData``."""
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
