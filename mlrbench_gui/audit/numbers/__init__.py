"""Numbers as papers print them: where they stand, what they mean, how exactly they were printed."""
