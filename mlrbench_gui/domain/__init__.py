"""Frozen values and rules. Standard library and pydantic only."""
