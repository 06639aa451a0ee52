"""The bench's deck made by protograf: pips on six faces, a title on each card, backs mirrored."""

import os

from pips import PIPS
from protograf import Card, CardBack, Create, Data, Deck, Save, T, circle, text

WIDTH, HEIGHT = 4.4, 6.8  # cm, as protograf counts
PITCH = 1.1


def pips(number: int) -> list[object]:
    """Return the circles of a face."""
    places = [(WIDTH / 2 + PITCH * x, HEIGHT / 2 + PITCH * y) for x, y in PIPS[number]]
    return [circle(cx=x, cy=y, radius=0.4, fill="black", stroke="black") for x, y in places]


# protograf reads the command line itself.
count, titled = int(os.environ["CARDS"]), "TITLED" in os.environ
Create(filename="protograf.pdf", paper="A4", margin=0.8, margin_right=0.5)
rows = [["ID", "title"], *([str(n), f"Card {n}"] for n in range(1, count + 1))]
Data(data_list=rows)
Deck(cards=count, width=WIDTH, height=HEIGHT, grid_marks=True)
for number in range(1, 7):
    fronts = [n for n in range(1, count + 1) if (n - 1) % 6 + 1 == number]
    backs = [n for n in range(1, count + 1) if (n - 1) // 6 % 6 + 1 == number]
    if fronts:
        Card(fronts, *pips(number))
    if backs:
        CardBack(backs, *pips(number))
if titled:
    Card("*", text(x=WIDTH / 2, y=0.7, font_size=10, text=T("{{ title }}")))
Save()
