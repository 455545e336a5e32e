"""Bytes of a run's files as values that viewers show; no Qt, safe on any bytes."""
