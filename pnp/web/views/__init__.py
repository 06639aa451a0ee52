"""Views: one function for the content of each address."""
