"""The trace of a run: its actions as a timeline, the history of each file, and two files side by side."""
