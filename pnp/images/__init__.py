"""Pictures from outside: files of pixels and SVG, read under one policy."""
