"""What the plotting code of a run drew, followed by reading its syntax trees; nothing of a run is ever executed."""
