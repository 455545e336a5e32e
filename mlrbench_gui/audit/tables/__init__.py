"""Tables of papers held against evidence as wholes."""
