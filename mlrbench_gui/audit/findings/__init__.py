"""Faults of the run as a whole."""
