"""Rule sheets and rulebooks, built from rule texts, the game's definition and drawn figures."""
