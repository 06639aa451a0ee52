"""Printed sheets, measured."""
