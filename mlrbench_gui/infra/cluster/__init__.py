"""Work on several machines at once, by dask.distributed."""
