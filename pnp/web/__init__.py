"""The web: pages for makers and designers, made by one function for each address."""
