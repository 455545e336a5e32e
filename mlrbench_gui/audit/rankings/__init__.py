"""Rankings of a paper: what a sentence ranks, and the boards of values on which the ranking can be recomputed."""
