"""The paper as pages with a highlight for each claim."""
