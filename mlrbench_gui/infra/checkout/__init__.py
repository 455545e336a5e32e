"""Readers for what a benchmark checkout, an agent folder or a run folder holds."""
