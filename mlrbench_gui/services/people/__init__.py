"""Reviews by people: filling in, sharing out, settling differences, handing over."""
