"""Background work that outlives a window: kinds of jobs, the queue with its workers, and what jobs print."""
