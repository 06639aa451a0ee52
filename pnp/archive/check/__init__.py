"""How packages, submissions and storage roots are verified."""
