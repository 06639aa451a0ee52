"""Tables boards."""
