"""A static site of games: the pages of the server as files for any web host."""
