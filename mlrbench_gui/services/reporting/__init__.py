"""The report of a run as a value that every format prints, and the writing of its files."""
