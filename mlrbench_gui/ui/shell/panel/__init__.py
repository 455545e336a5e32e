"""Ask judges for reviews of runs: who, on what, how often, within which bounds, and what it would take."""
