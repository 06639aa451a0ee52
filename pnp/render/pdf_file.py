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
    """A document that is written to a file at its end.

    An object that has ``companions`` when it is written, names of other objects, is followed by
    these, and all of them are then forgotten.
    """

    def write(self, out: Sink) -> None:
        """Write all objects, the table of where they are, and the trailer."""
        self._out = out
        self._at = 0
        self.GetPDFData(None)

    def format(self) -> bytes:
        """Write what reportlab would join in memory; reportlab calls this from ``GetPDFData``."""
        catalog, info = self.Reference(self.Catalog), self.Reference(self.info)
        (header,) = PDFFile(self._pdfVersion).strings
        self._put(header)
        count = 0
        while (name := self.numberToId.get(count + 1)) is not None:  # writing may add some
            count += 1
            if name not in self.idToOffset:
                self._put_object(name)
        table = PDFCrossReferenceTable()
        table.addsection(0, [self.numberToId[number] for number in range(1, count + 1)])
        start = self._put(table.format(self))
        trailer = PDFTrailer(start, Size=count + 1, Root=catalog, Info=info, ID=self.ID())
        self._put(trailer.format(self))
        return b""

    def _put_object(self, name: str) -> None:
        written = self.idToObject[name]
        self.idToOffset[name] = self._put(PDFIndirectObject(name, written).format(self))
        companions = getattr(written, "companions", None)
        if companions is not None:
            self.idToObject[name] = None
            for companion in companions:
                self._put_object(companion)
                self.idToObject[companion] = None

    def _put(self, data: bytes) -> int:
        start = self._at
        self._out.write(data)
        self._at += len(data)
        return start
