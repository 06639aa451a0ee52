"""Convert projects of Squib to games; their Ruby is matched by patterns and never run."""
