"""The audit screen: paper, claims and evidence side by side."""
