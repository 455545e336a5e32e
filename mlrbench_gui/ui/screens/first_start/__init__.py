"""The first-start screen: what to do with an empty workspace."""
