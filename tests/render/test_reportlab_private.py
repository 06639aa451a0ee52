"""The private parts of reportlab that render/reportlab_private.py relies on, each by its name."""

import inspect
from hashlib import md5

import pytest
from reportlab.pdfbase import pdfdoc


@pytest.fixture
def document():
    return pdfdoc.PDFDocument(invariant=1, pdfVersion=(1, 7), lang="en")


@pytest.mark.parametrize(
    "name", ["idToObject", "idToOffset", "numberToId", "signature", "info", "Catalog", "Pages"]
)
def test_a_document_has_the_attribute(document, name):
    assert hasattr(document, name)


def test_the_version_and_the_signature_of_a_document_are_where_they_were(document):
    assert document._pdfVersion == (1, 7)
    assert type(document.signature) is type(md5(b"", usedforsecurity=False))


def test_a_document_is_formatted_by_its_own_method_when_its_data_is_asked_for():
    source = inspect.getsource(pdfdoc.PDFDocument.GetPDFData)
    assert "self.format()" in source


def test_fonts_are_stored_under_a_known_name(document):
    assert isinstance(document.idToObject["BasicFonts"], pdfdoc.PDFDictionary)


def test_the_list_of_entries_without_default_decides_what_pages_write(document):
    assert "Resources" not in document.Pages.__NoDefault__
    document.Pages.__NoDefault__ = [*document.Pages.__NoDefault__, "Resources"]
    document.Pages.Resources = pdfdoc.PDFName("Shared")
    document.Pages.pages = []
    assert b"/Resources /Shared" in document.Pages.format(document)


def test_an_object_with_ref_only_is_written_as_a_reference(document):
    class Object(pdfdoc.PDFObject):
        __RefOnly__ = 1

    assert document.Reference(Object(), "one").format(document).endswith(b"0 R")


def test_an_indirect_object_a_header_a_table_and_a_trailer_are_formatted_alone(document):
    document.Reference(pdfdoc.PDFName("Thing"), "thing")
    written = pdfdoc.PDFIndirectObject("thing", pdfdoc.PDFName("Thing")).format(document)
    assert b" 0 obj" in written
    (header,) = pdfdoc.PDFFile((1, 7)).strings
    assert header.startswith(b"%PDF-1.7")
    assert callable(pdfdoc.PDFCrossReferenceTable().addsection)
    assert "startxref" in inspect.signature(pdfdoc.PDFTrailer.__init__).parameters
