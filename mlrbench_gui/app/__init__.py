"""Composition: the command line, the window's wiring, doctor. The only floor that knows all others."""
