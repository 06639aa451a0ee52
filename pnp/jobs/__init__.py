"""Jobs, from definitions to files: the only package that knows every step.

Nothing is imported here, so that a module loads only what it needs; docs/library.md shows how to
use the jobs from Python.
"""
