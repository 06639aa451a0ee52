"""Tables for Tabletop Simulator: a game's pieces to scale, where set-ups lay them."""
