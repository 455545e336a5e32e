"""The runs screen: one row a run."""
