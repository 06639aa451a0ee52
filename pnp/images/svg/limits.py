"""How much an SVG file may hold, besides what :mod:`pnp.base.limits` says of all pictures."""

DEPTH = 64  # how far elements lie in one another
MOST_RULES = 10_000  # of CSS
MOST_STYLES = 2_000_000  # how often an element is held against a rule of CSS, or one sets a value
LONGEST = 10_000  # characters of what an element says, but for where its outline goes
