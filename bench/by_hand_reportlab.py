"""The bench's deck by hand with reportlab: what a careful person writes who needs this deck alone.

Each face and the crop marks are a form that pages repeat, the font of the titles is embedded, and
pages are compressed. Its arguments are the number of cards, a font and the file to write.
"""

import sys

from pips import PIPS
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 44 * mm, 68 * mm
LEFT, BOTTOM = 17 * mm, 12.5 * mm
COLUMNS, ROWS = 4, 4
PITCH = 11.5 * mm


def draw_face(page: Canvas, number: int) -> None:
    """Draw the border, the pips and the two numbers of a face."""
    page.beginForm(f"face{number}", 0, 0, WIDTH, HEIGHT)
    page.setLineWidth(0.5 * mm)
    page.roundRect(2.5 * mm, 2.5 * mm, WIDTH - 5 * mm, HEIGHT - 5 * mm, 2 * mm)
    for x, y in PIPS[number]:
        page.circle(WIDTH / 2 + x * PITCH, HEIGHT / 2 - y * PITCH, 4.2 * mm, stroke=0, fill=1)
    page.setFont("Title", 18)
    page.drawString(5 * mm, HEIGHT - 10 * mm, str(number))
    page.translate(WIDTH, HEIGHT)
    page.rotate(180)
    page.drawString(5 * mm, HEIGHT - 10 * mm, str(number))
    page.endForm()


def draw_marks(page: Canvas) -> None:
    """Draw the crop marks around a page of cards."""
    page.beginForm("marks")
    page.setLineWidth(0.25 * mm)
    right, top = LEFT + COLUMNS * WIDTH, BOTTOM + ROWS * HEIGHT
    for x in (LEFT + column * WIDTH for column in range(COLUMNS + 1)):
        page.line(x, BOTTOM - 4.5 * mm, x, BOTTOM - 1 * mm)
        page.line(x, top + 1 * mm, x, top + 4.5 * mm)
    for y in (BOTTOM + row * HEIGHT for row in range(ROWS + 1)):
        page.line(LEFT - 4.5 * mm, y, LEFT - 1 * mm, y)
        page.line(right + 1 * mm, y, right + 4.5 * mm, y)
    page.endForm()


def draw_deck(page: Canvas, cards: int) -> None:
    """Draw all pages."""
    for card in range(cards):
        slot = card % (COLUMNS * ROWS)
        if slot == 0:
            if card:
                page.showPage()
            page.doForm("marks")
        x, y = LEFT + slot % COLUMNS * WIDTH, BOTTOM + (ROWS - 1 - slot // COLUMNS) * HEIGHT
        page.saveState()
        page.translate(x, y)
        page.doForm(f"face{card % 6 + 1}")
        page.restoreState()
        page.setFont("Title", 10)
        page.drawString(x + 10 * mm, y + HEIGHT - 9.4 * mm, f"Card {card + 1}")


def main() -> None:
    """Write the deck."""
    cards, font, file = sys.argv[1:]
    registerFont(TTFont("Title", font))
    page = Canvas(file, pagesize=A4, pageCompression=1)
    for number in PIPS:
        draw_face(page, number)
    draw_marks(page)
    draw_deck(page, int(cards))
    page.save()


main()
