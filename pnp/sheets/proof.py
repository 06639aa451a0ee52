"""The proof job: all pieces of a game on a few pages, to look at and to share."""

from collections.abc import Iterator
from dataclasses import replace

from pnp.audit import GameReport
from pnp.base.languages import piece_words
from pnp.components.piece import FramedFace, Piece, cut_out, overlaid_face
from pnp.definitions import Loaded
from pnp.make.file_names import file_words
from pnp.make.made_files import MadeFile
from pnp.make.pipeline import BuildCache, OutputFile
from pnp.scene import Scene
from pnp.sheets.faces import PictureOutput
from pnp.sheets.job import BuildJob
from pnp.sheets.options import SheetOptions
from pnp.sheets.pages.job import DrawnComponent
from pnp.sheets.pages.proof import ProofFonts, ProofPart, ProofPiece, proof_pages

FOLDER = "proof"
LINES = ("trim", "bleed", "safe")


class ProofJob(BuildJob):
    """A proof of one game: its pages ``proofs`` in a PDF, and as pictures if PNG is chosen."""

    def __init__(self, loaded: Loaded, report: GameReport, options: SheetOptions) -> None:
        self._shown = options
        super().__init__(loaded, report, replace(options, formats=()))
        parts = (self._part(one) for one in self.plan.drawn if one.printed)
        fonts = ProofFonts(loaded.game.font("sans-bold"), loaded.game.font("sans"))
        title = " · ".join(filter(None, (loaded.game.name, *self._words)))
        self.proofs = proof_pages(title, parts, options.sheet.size, fonts)

    @property
    def _words(self) -> tuple[str, ...]:
        """The words that distinguish it from proofs under other options."""
        lang = next((one.lang for one in self.plan.drawn if one.lang), "")
        return tuple(filter(None, (lang, file_words(self._shown, "proof"))))

    def files(self, cache: BuildCache | None = None) -> Iterator[OutputFile]:
        """Yield the PDF and the pictures."""
        stem = f"{FOLDER}/{'-'.join((self.loaded.game.id, *self._words))}"
        if not self.proofs:
            return
        if "pdf" in self._shown.formats:
            yield self._document(f"{stem}.pdf")
        if "png" in self._shown.formats:
            for number, page in enumerate(self.proofs, start=1):
                picture = PictureOutput(
                    *(f"{stem}-{number}.png", f"{FOLDER} · {number}", page, FOLDER, FOLDER, "png"),
                    page.size,
                    dpi=self._shown.dpi,
                )
                yield self._picture(picture)

    def _document(self, path: str) -> OutputFile:
        from pnp.render import pdf

        game = self.loaded.game
        hints = pdf.PrintHints(f"{game.name}: {FOLDER}", language=game.language, duplex="Simplex")
        facts = MadeFile(
            path,
            kind=FOLDER,
            component="",
            format="pdf",
            pieces=sum(p.copies for one in self.plan.drawn for p in one.printed),
            piece_mm=None,
            sha256="",
            pages=len(self.proofs),
            page_mm=self._shown.sheet.size,
            **self._look,
        )
        inputs = self.proofs, hints
        return OutputFile(facts, lambda to: pdf.write(self.proofs, hints, to), inputs, large=True)

    def _part(self, drawn: DrawnComponent) -> ProofPart:
        """Return the pieces of a component; a back that all share appears once."""
        pieces, words = drawn.printed, piece_words(self.loaded.game.language).sheets
        backs = {piece.back for piece in pieces}
        shared = len(pieces) > 1 and len(backs) == 1
        shown = [self._piece(piece, alone=shared) for piece in pieces]
        if shared and pieces[0].back not in (None, pieces[0].front):
            shown.append(ProofPiece(words["back"], (self._face(pieces[0], "back"),)))
        return ProofPart(drawn.name, tuple(shown))

    def _piece(self, piece: Piece, *, alone: bool) -> ProofPiece:
        sides = ["front"] if alone or piece.back in (None, piece.front) else ["front", "back"]
        caption = (
            piece.name
            if piece.copies == 1
            else f"{piece.name} \N{MULTIPLICATION SIGN} {piece.copies}"
        )
        return ProofPiece(caption, tuple(self._face(piece, side) for side in sides))

    def _face(self, piece: Piece, side: str) -> Scene:
        if self._shown.proof_lines:
            return overlaid_face(FramedFace(piece, side), LINES)
        return cut_out(dict(piece.faces)[side])
