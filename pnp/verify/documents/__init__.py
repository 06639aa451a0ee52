"""Rule sheets and rulebooks, checked against PDF/A and PDF/UA."""
