"""From candidates to a verdict with one sentence of reason."""
