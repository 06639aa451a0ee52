"""Projects of Squib, read and turned into definitions."""
