"""A web server for the pages, on this machine or behind a proxy."""
