"""The gate strip on top of the audit screen, its popover and the totals."""
