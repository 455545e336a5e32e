"""Numbers of running text by the paper's own tables: what a sentence repeats, bounds, and changes between cells."""
