"""The engine: pure functions from a run's files to an audit."""
