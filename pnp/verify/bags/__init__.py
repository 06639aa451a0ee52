"""Reads bags (BagIt, RFC 8493) from any tool in one pass over their files."""
