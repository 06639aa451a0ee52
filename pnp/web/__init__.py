"""The web pages for makers and designers, each made by one function for its address."""
