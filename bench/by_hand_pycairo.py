"""The bench's deck by hand with pycairo, as people write it: every card is drawn where it lies.

Its arguments are the number of cards and the file to write.
"""

import math
import sys

import cairo
from pips import PIPS

MM = 72 / 25.4
WIDTH, HEIGHT = 44, 68
LEFT, TOP = 17, 12.5
COLUMNS, ROWS = 4, 4
PITCH = 11.5


def draw_card(page: cairo.Context, number: int, title: str) -> None:
    """Draw a card with its corner at the origin."""
    page.new_path()  # or a line leads there from the text of the card before
    page.set_line_width(0.5)
    for x, y, start in ((39.5, 4.5, 3), (39.5, 63.5, 0), (4.5, 63.5, 1), (4.5, 4.5, 2)):
        page.arc(x, y, 2, start * math.pi / 2, (start + 1) * math.pi / 2)
    page.close_path()
    page.stroke()
    for x, y in PIPS[number]:
        page.arc(WIDTH / 2 + x * PITCH, HEIGHT / 2 + y * PITCH, 4.2, 0, 2 * math.pi)
        page.fill()
    page.set_font_size(6.35)
    page.move_to(5, 10)
    page.show_text(str(number))
    page.save()
    page.translate(WIDTH, HEIGHT)
    page.rotate(math.pi)
    page.move_to(5, 10)
    page.show_text(str(number))
    page.restore()
    page.set_font_size(3.52)
    page.move_to(10, 9.4)
    page.show_text(title)


def draw_marks(page: cairo.Context) -> None:
    """Draw the crop marks around a page of cards."""
    page.set_line_width(0.25)
    right, bottom = LEFT + COLUMNS * WIDTH, TOP + ROWS * HEIGHT
    for x in (LEFT + column * WIDTH for column in range(COLUMNS + 1)):
        for start, end in ((TOP - 4.5, TOP - 1), (bottom + 1, bottom + 4.5)):
            page.move_to(x, start)
            page.line_to(x, end)
    for y in (TOP + row * HEIGHT for row in range(ROWS + 1)):
        for start, end in ((LEFT - 4.5, LEFT - 1), (right + 1, right + 4.5)):
            page.move_to(start, y)
            page.line_to(end, y)
    page.stroke()


def main() -> None:
    """Write the deck."""
    cards, file = int(sys.argv[1]), sys.argv[2]
    surface = cairo.PDFSurface(file, 210 * MM, 297 * MM)
    page = cairo.Context(surface)
    page.scale(MM, MM)
    page.select_font_face("serif")
    for card in range(cards):
        slot = card % (COLUMNS * ROWS)
        if slot == 0:
            if card:
                page.show_page()
            draw_marks(page)
        page.save()
        page.translate(LEFT + slot % COLUMNS * WIDTH, TOP + slot // COLUMNS * HEIGHT)
        draw_card(page, card % 6 + 1, f"Card {card + 1}")
        page.restore()
    surface.finish()


main()
