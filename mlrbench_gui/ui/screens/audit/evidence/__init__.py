"""The evidence pane: one claim against what the run holds, the opened place, its trail, the decision."""
