"""The workspace: one SQLite file."""
