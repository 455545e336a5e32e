"""Qt. shell -> screens (strangers to each other) -> kit."""
