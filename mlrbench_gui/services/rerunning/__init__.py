"""The recorded experiment run again, and its outputs compared with the stored ones."""
