"""Tables for Tabletop Simulator: a game's pieces to scale, laid out as in its set-ups."""
