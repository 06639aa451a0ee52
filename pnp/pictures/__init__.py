"""Pictures that show a game: a fan, a hand, a stack, the table, and what is in the box."""
