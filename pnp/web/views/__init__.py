"""Views: what each address shows, one function for each page."""
