"""A site of games: the pages that a server answers with, as files for any web host."""
