"""Judges against people, and people among themselves."""
