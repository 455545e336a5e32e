"""Running the benchmark: stages, the chain of them for one task, and batches of tasks; all resumable."""
