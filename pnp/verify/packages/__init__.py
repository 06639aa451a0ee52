"""Output folders and archive packages: all files, no others, and their checksums."""
