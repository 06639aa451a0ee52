"""The designer's desk: what one folder holds now, what has changed, and what is wrong in it."""
