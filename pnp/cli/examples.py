"""Examples for the help of commands, as lines for a shell."""

# By the names of a command and its groups; "" is pnp itself.
EXAMPLES = {
    "": (
        "pnp kit turno/loop            # the rules and pieces of a game in one PDF",
        "pnp list                      # all games; pnp list turno shows its rule sets",
        "pnp help build                # what a command does, its options and examples",
    ),
    "new": (
        'pnp new "River Trade"',
        "pnp new my-turno --from turno",
        "pnp new arcana --from-squib ./arcana-squib",
    ),
    "list": (
        "pnp list",
        "pnp list turno             # its rule sets",
        "pnp list --presets         # print shops",
    ),
    "show": (
        "pnp show turno",
        "pnp show turno/loop        # the needs, aids and facts of one rule set",
        "pnp show turno --evidence",
    ),
    "check": (
        "pnp check turno/loop",
        "pnp check                  # all games",
        "pnp check ./my-game --watch",
    ),
    "kit": (
        "pnp kit turno/loop                          # two-sided, on A4, for scissors",
        "pnp kit turno/loop --players 3 --paper letter",
        "pnp kit punt-match/hex-3 --duplex fold      # for one-sided printing",
    ),
    "serve": (
        "pnp serve                    # all games, in your browser",
        "pnp serve ./my-game          # your own game, while you work on it",
        "pnp serve --public --host games.example.org    # for the public, behind a proxy",
    ),
    "site": (
        "pnp site collection --out public --lang en,nl",
        "pnp site --downloads kit      # the games that come with pnp",
        "pnp site collection --url https://museum.example/play/ --date 2026-11-20",
    ),
    "build": (
        "pnp build turno --paper letter",
        "pnp build turno/loop --duplex fold --marks full",
        "pnp build tawula --only board,pieces --ink low",
    ),
    "deck": (
        "pnp deck --cards 36 --stock 300gsm",
        "pnp deck --cards 49 --duplex fold --marks full",
        "pnp deck --only deck-36 --template business-cards --size 54x85mm",
    ),
    "chips": (
        "pnp chips",
        "pnp chips --duplex fold --paper letter",
    ),
    "board": (
        "pnp board tawula --paper a3",
        "pnp board turno/loop             # the mat of a rule set",
        "pnp board compositie --fit       # on one page",
    ),
    "rules": (
        "pnp rules turno/loop --lang de",
        "pnp rules tawula --rulebook --booklet",
        "pnp rules turno --format pdf --paper letter",
    ),
    "laser": (
        "pnp laser turnio --material plywood-4 --client xtool",
        "pnp laser turno/loop --bed k40   # what one rule set needs",
        "pnp laser tawula --kerf 0.15 --format svg",
    ),
    "archive": (
        "pnp archive turno --zip",
        "pnp archive --all collection --workers 4",
    ),
    "verify": (
        "pnp verify                 # everything in output",
        "pnp verify output/turno/print/tiles-a4.pdf",
        "pnp verify keep --expect keep/register.csv --log 2026-11.xml",
    ),
    "calibrate": (
        "pnp calibrate print --paper letter",
        "pnp calibrate laser --client lightburn --speeds 5,10,15 --powers 60,80,100",
    ),
    "printer": (
        "pnp printer add office --top 0.5 --bottom 0.5 --left -1 --right -1",
        "pnp printer list",
    ),
    "config": (
        "pnp config                       # every option's value, and where it comes from",
        "pnp config set paper letter",
        "pnp config set duplex fold --here   # for this folder",
    ),
    "trust": (
        "pnp trust                  # the folders that you trust",
        "pnp trust ~/games          # and everything in it",
        "pnp trust --remove ~/games",
    ),
    "templates": (
        "pnp templates",
        "pnp deck --template business-cards --size 54x85mm",
    ),
    "schema": (
        "pnp schema > game.schema.json",
        "pnp schema theme --out theme.schema.json",
    ),
    "help": ("pnp help calibrate print",),
    "man": (
        "pnp man build | man -l -",
        "pnp man --out ~/.local/share/man/man1",
    ),
}
