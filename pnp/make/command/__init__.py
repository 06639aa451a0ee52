"""What commands share: parameters, output, errors, watching."""
