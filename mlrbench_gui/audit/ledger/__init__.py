"""Every value that a run holds, with its full name in words and its place."""
