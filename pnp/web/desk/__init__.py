"""The designer's desk: the current content of one folder, its changes and its faults."""
