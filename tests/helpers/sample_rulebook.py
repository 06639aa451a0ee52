"""A small game with a rule text."""

GAME = """
name = "Pond"
summary = "A pond."

[sources.book]
kind = "rules"
title = "The Pond"
author = "A. Frog"
date = "1901"

[components.board]
kind = "grid"
name = "Board"
rows = 2
columns = 3
cell = "20mm"
holds = ["stones"]

[components.stones]
kind = "counters"
name = "Stones"
diameter = "16mm"
series = [{ id = "grey", color = "#777777", mark = "disc", copies = 5 }]

[rule_sets.hop]
name = "Hop & skip"
author = "A. Frog"
summary = "Hop over stones."
players = { least = 2, most = 4 }
needs = [
  { component = "board", count = 1, source = "book" },
  { component = "stones", count = 5, source = "book", use = "one a player" },
]
numbers = { hops = 3 }
facts = [
  { status = "stated", says = "One hops.", sources = ["book"] },
  { status = "derived", says = "Five are enough.", derivation = "4 + 1 = 5" },
  { status = "disputed", question = "Backwards?", readings = [
    { source = "book", says = "Yes." },
    { source = "book", says = "No." },
  ], follows = "book", because = "It says so <twice>." },
]

[rule_sets.hop.setup]
board = "board"
lay = [{ component = "stones", at = ["a1"] }, { component = "stones", count = 4 }]

[rule_sets.hop.setup.known]
status = "reconstructed"
says = "One stone in a corner."
because = "It is where one starts."
"""
TEXT = """## Set-up

Lay {{ needs.stones|words }} stones out.

![One grey stone lies in the near left corner of the board.](figure:setup "The start.")

## Your turn

1. **Hop** {{ hops }} times over {{ board.rows }} rows.
2. Or *skip*.

## The end

- You are home & dry.

## An example

Hop from a1 to c2,
then back.
"""
