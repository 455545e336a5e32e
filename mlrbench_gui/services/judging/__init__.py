"""Judging by models: rubrics, panels, blind comparisons, and what the scores are worth."""
