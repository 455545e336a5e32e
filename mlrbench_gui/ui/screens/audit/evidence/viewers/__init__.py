"""Viewers of one file each, opened at a place."""
