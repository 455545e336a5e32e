"""Models behind OpenAI-compatible endpoints, their profiles, and the keys to them."""
