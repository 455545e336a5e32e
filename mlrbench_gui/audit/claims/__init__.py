"""The checkable statements of a paper, each with its span."""
