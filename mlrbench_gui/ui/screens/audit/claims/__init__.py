"""The claim list: rows by section, filters, selection."""
