"""Verifies rule sheets and rulebooks, which conform to PDF/A and PDF/UA."""
