"""Pictures that show a game: fans, hands, stacks, showcases, the table, and what is in the box."""
