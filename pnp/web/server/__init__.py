"""A web server for the pages, on this computer or behind a proxy."""
