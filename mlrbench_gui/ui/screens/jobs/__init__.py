"""The Jobs screen: the queue, the steps of a job, and what it prints while it works."""
