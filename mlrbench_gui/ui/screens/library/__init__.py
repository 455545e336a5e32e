"""The Library screen: the benchmark's tasks with the ideas, proposals and runs on each."""
