"""Asking models within bounds: what was answered is kept, replies are read into values, and nothing is asked twice."""
